// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter: the table of commands, and the only place that ends the program.
 */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <hkjitter/version.h>

#include "cmd.h"

static const char exit_codes[] =
	"Exit codes: 0 fine, 1 a check failed, 2 usage, 3 cannot run here, 4 skipped.\n";

static const struct hkj_cmd commands[] = {
	{ HKJ_CMD_RUN, "run", "[--] [COMMAND [ARGUMENT]...]", 0, INT_MAX, true,
	  "Measure what interrupts the target CPUs, and print a report.",
	  "COMMAND runs on the other CPUs meanwhile. Without --duration it is measured\n"
	  "as long as COMMAND runs; with it, a COMMAND that still runs at the end gets\n"
	  "SIGTERM, and SIGKILL 2 s later. Ctrl-C ends a run in order: what was measured\n"
	  "so far is kept. TIME has a unit: ns us ms s m h d.\n",
	  hkj_cmd_run },
	{ HKJ_CMD_REPORT, "report", "FILE", 1, 1, false,
	  "Show a result file as text.",
	  "FILE is what 'hkjitter run --output=FILE' wrote; - is standard input.\n"
	  "Percentiles are never too small, and too large by 1/32 at most.\n",
	  hkj_cmd_report },
	{ HKJ_CMD_STATUS, "status", "", 0, 0, false,
	  "Tell what the module does, and which CPUs are isolated.",
	  "The exit code is 3 if the module is not loaded or of another version.\n",
	  hkj_cmd_status },
};

#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* "hkjitter" without a command, for its options. */
static const struct hkj_cmd top = {
	HKJ_CMD_NONE, "COMMAND", "", 0, INT_MAX, true,
	"Measure what takes isolated CPUs away from their work.", "", NULL
};

static void top_usage(FILE *out)
{
	hkj_opts_usage(&top, out);
	fprintf(out, "\nCommands:\n");
	for (size_t i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  %-8s %s\n", commands[i].name,
			commands[i].summary);
	fprintf(out, "\n'hkjitter COMMAND --help' tells more.\n%s", exit_codes);
}

static const struct hkj_cmd *command_find(const char *name)
{
	for (size_t i = 0; i < NR_COMMANDS; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static int command_run(const struct hkj_cmd *cmd, int argc, char **argv,
		       struct hkj_error *error)
{
	struct hkj_options options;

	if (hkj_opts_parse(cmd, argc, argv, &options, error))
		return -1;
	if (!options.is_help)
		return cmd->run(&options, error);
	hkj_opts_usage(cmd, stdout);
	fputs(exit_codes, stdout);
	return 0;
}

static int top_run(int argc, char **argv, struct hkj_error *error)
{
	struct hkj_options options;
	const struct hkj_cmd *cmd;

	if (hkj_opts_parse(&top, argc, argv, &options, error))
		return -1;
	if (options.is_version) {
		printf("hkjitter %s\n", HKJ_VERSION);
		return 0;
	}
	if (options.is_help) {
		top_usage(stdout);
		return 0;
	}
	if (!options.nr_operands)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "a command is missing: run, report or status; see 'hkjitter --help'");
	cmd = command_find(options.operands[0]);
	if (!cmd)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "'%.40s' is no command: see 'hkjitter --help'",
				     options.operands[0]);
	return command_run(cmd, options.nr_operands, options.operands, error);
}

/* What could not be printed is an error too: a full disk, a closed pipe. */
static int stdout_check(struct hkj_error *error)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot write to standard output: no space left, or nobody reads it");
}

int main(int argc, char **argv)
{
	struct hkj_error error;
	int failed;

	/* A reader that goes away must not end a run out of order. */
	signal(SIGPIPE, SIG_IGN);
	failed = top_run(argc, argv, &error);
	if (!failed)
		failed = stdout_check(&error);
	if (!failed)
		return HKJ_EXIT_FINE;
	fflush(stdout);
	fprintf(stderr, "hkjitter: %s\n", error.text);
	return (int)error.code;
}
