// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter help: the help texts, for those who ask for them as a command.
 */
#include "cmd.h"
#include "cmds.h"
#include "usage.h"

/**
 * hkj_cmd_help() - the command "help"
 * @options: its command line
 * @error: filled when there is no such command
 */
int hkj_cmd_help(const struct hkj_options *options, struct hkj_error *error)
{
	const struct hkj_cmd *cmd = &hkj_cmd_none;

	if (options->nr_operands)
		cmd = hkj_cmds_find(options->operands[0], error);
	if (!cmd)
		return -1;
	hkj_usage_print(cmd, stdout);
	return 0;
}
