// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter-gen: makes what is installed beside the tool from its tables.
 *
 *	hkjitter-gen man DIRECTORY	all man pages, as files there
 *	hkjitter-gen completion		the tables of the bash completion, on
 *				standard output
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "cmds.h"
#include "completion.h"
#include "man.h"

static int page_write(const char *directory, const struct hkj_cmd *cmd)
{
	bool has_name = cmd->bit != HKJ_CMD_NONE;
	char path[PATH_MAX];
	FILE *out;
	int failed;

	snprintf(path, sizeof(path), "%s/hkjitter%s%s.1", directory,
		 has_name ? "-" : "", has_name ? cmd->name : "");
	out = fopen(path, "we");
	if (out) {
		hkj_man_print(cmd, out);
		failed = ferror(out);
		if (!fclose(out) && !failed)
			return 0;
	}
	fprintf(stderr, "hkjitter-gen: cannot write '%s': %s\n", path,
		strerror(errno));
	return -1;
}

static int pages_write(const char *directory)
{
	int failed = page_write(directory, &hkj_cmd_none);

	for (size_t i = 0; i < hkj_nr_cmds && !failed; i++)
		failed = page_write(directory, &hkj_cmds[i]);
	return failed ? HKJ_EXIT_CANNOT : HKJ_EXIT_FINE;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "man"))
		return pages_write(argv[2]);
	if (argc != 2 || strcmp(argv[1], "completion")) {
		fputs("usage: hkjitter-gen man DIRECTORY | hkjitter-gen completion\n", stderr);
		return HKJ_EXIT_USAGE;
	}
	hkj_completion_print(stdout);
	return fflush(stdout) || ferror(stdout) ? HKJ_EXIT_CANNOT :
						  HKJ_EXIT_FINE;
}
