// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter: from the command line to a command, and the only place that ends
 * the program.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <hkjitter/version.h>

#include "cmds.h"
#include "usage.h"

static int command_run(const struct hkj_cmd *cmd, int argc, char **argv,
		       struct hkj_error *error)
{
	struct hkj_options options;

	if (hkj_opts_parse(cmd, argc, argv, &options, error))
		return -1;
	if (!options.is_help)
		return cmd->run(&options, error);
	hkj_usage_print(cmd, stdout);
	return 0;
}

static int line_run(int argc, char **argv, struct hkj_error *error)
{
	struct hkj_options options;
	const struct hkj_cmd *cmd;

	if (hkj_opts_parse(&hkj_cmd_none, argc, argv, &options, error))
		return -1;
	if (options.is_version) {
		printf("hkjitter %s\n", HKJ_VERSION);
		return 0;
	}
	if (options.is_help) {
		hkj_usage_print(&hkj_cmd_none, stdout);
		return 0;
	}
	if (!options.nr_operands)
		return hkj_cmds_missing(error);
	cmd = hkj_cmds_find(options.operands[0], error);
	if (!cmd)
		return -1;
	return command_run(cmd, options.nr_operands, options.operands, error);
}

/* What could not be printed is an error too, as on a full disk. */
static int stdout_check(struct hkj_error *error)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return hkj_error_stdout(error);
}

/* A reader as head(1) has all that it wanted when it goes. */
static bool is_reader_gone(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	return ferror(stdout) && poll(&out, 1, 0) == 1 &&
	       out.revents & POLLERR;
}

int main(int argc, char **argv)
{
	struct hkj_error error;
	int failed;

	/* A reader that goes away must not end a run out of order. */
	signal(SIGPIPE, SIG_IGN);
	errno = 0;
	failed = line_run(argc, argv, &error);
	if (!failed)
		failed = stdout_check(&error);
	if (!failed)
		return HKJ_EXIT_FINE;
	fflush(stdout);
	if (error.code == HKJ_EXIT_CANNOT && is_reader_gone())
		return HKJ_EXIT_FINE;
	fprintf(stderr, "hkjitter: %s\n", error.text);
	return (int)error.code;
}
