// SPDX-License-Identifier: GPL-2.0
/*
 * The table of commands.
 */
#include <limits.h>
#include <string.h>

#include "cmd.h"
#include "cmds.h"
#include "guess.h"

const struct hkj_cmd hkj_cmds[] = {
	{ .bit = HKJ_CMD_RUN,
	  .name = "run",
	  .operands = "[--] [COMMAND [ARGUMENT]...]",
	  .operands_max = INT_MAX,
	  .is_wrapping = true,
	  .summary = "Measure what interrupts the target CPUs, and print a report.",
	  .notes = "COMMAND runs on the other CPUs meanwhile; its end is that of the run, without\n"
		   "--duration; with it, a COMMAND that still runs then gets SIGTERM, and SIGKILL\n"
		   "2 s later. Ctrl-C ends a run in order: what was measured so far is kept. TIME\n"
		   "has a unit: ns us ms s m h d. With --budget, KTAP takes the report's place.\n",
	  .run = hkj_cmd_run,
	  .manual = &hkj_manual_run },
	{ .bit = HKJ_CMD_TOP,
	  .name = "top",
	  .operands = "",
	  .summary = "Show a session live: what is lost, to whom, now and in all.",
	  .notes = "A session that runs already is only looked at. Else one is started if -c, -d,\n"
		   "-t, -p, --stop-above or -o is given; without any, the next one is waited for.\n"
		   "Keys: q quits, h tells the others. TIME has a unit: ns us ms s m h d.\n",
	  .run = hkj_cmd_top,
	  .manual = &hkj_manual_top },
	{ .bit = HKJ_CMD_RECORD,
	  .name = "record",
	  .operands = "[--] [COMMAND [ARGUMENT]...]",
	  .operands_max = INT_MAX,
	  .is_wrapping = true,
	  .summary = "Measure as run does, and record a trace beside it.",
	  .notes = "Makes result.json and trace.dat; 'hkjitter report result.json --trace trace.dat'\n"
		   "shows what was in the gaps. Others' tracing is neither seen nor changed.\n",
	  .run = hkj_cmd_record,
	  .manual = &hkj_manual_record },
	{ .bit = HKJ_CMD_REPORT,
	  .name = "report",
	  .operands = "FILE",
	  .operands_min = 1,
	  .operands_max = 1,
	  .summary = "Show a result file, as text or in another form.",
	  .notes = "FILE is what 'hkjitter run --output=FILE' wrote; - is standard input.\n"
		   "Percentiles are never too small, and too large by 1/32 at most.\n"
		   "--budget goes with --html: limits to show on top of the page; the exit code\n"
		   "does not depend on them.\n",
	  .run = hkj_cmd_report,
	  .manual = &hkj_manual_report },
	{ .bit = HKJ_CMD_CHECK,
	  .name = "check",
	  .operands = "RESULT",
	  .operands_min = 1,
	  .operands_max = 1,
	  .summary = "Hold a result against a budget: KTAP, and an exit code.",
	  .notes = "RESULT is a result file, - is standard input. The exit code is 1 if a limit is\n"
		   "broken, 4 if none could be judged. What a result cannot tell is SKIP.\n",
	  .run = hkj_cmd_check,
	  .manual = &hkj_manual_check },
	{ .bit = HKJ_CMD_DIFF,
	  .name = "diff",
	  .operands = "A... [--] B...",
	  .operands_min = 2,
	  .operands_max = INT_MAX,
	  .is_split = true,
	  .summary = "Tell what differs between results, and whether by chance.",
	  .notes = "A and B are result files; with several of each, -- stands between them, and a\n"
		   "rank test tells whether they differ by more than repeated runs vary. The exit\n"
		   "code is 1 if B is worse, 4 if there are too few runs to tell.\n",
	  .run = hkj_cmd_diff,
	  .manual = &hkj_manual_diff },
	{ .bit = HKJ_CMD_MERGE,
	  .name = "merge",
	  .operands = "FILE...",
	  .operands_min = 1,
	  .operands_max = INT_MAX,
	  .summary = "Make one result of those of many CPUs, runs or machines.",
	  .notes = "What one CPU of one machine measured in several runs is added up exactly;\n"
		   "machines are kept apart. Printed are the machines, and which stand apart.\n",
	  .run = hkj_cmd_merge,
	  .manual = &hkj_manual_merge },
	{ .bit = HKJ_CMD_EXPLAIN,
	  .name = "explain",
	  .operands = "[RESULT | [CLASS] NAME]",
	  .operands_max = 8,
	  .summary = "Tell what sources are, and what ends them on this kernel.",
	  .notes = "RESULT is a result file: its sources are explained for the kernel it is from.\n"
		   "NAME is a source, a class or who asked, as a report has it: flush_tlb_func,\n"
		   "irq eth0, khugepaged, tick; a line of it, pasted, will do. Without either, all\n"
		   "that is known is told.\n",
	  .run = hkj_cmd_explain,
	  .manual = &hkj_manual_explain },
	{ .bit = HKJ_CMD_STATUS,
	  .name = "status",
	  .operands = "",
	  .summary = "Tell what the module does, and which CPUs are isolated.",
	  .notes = "The exit code is 3 if the module is not loaded or of another version; with\n"
		   "--audit it is 1 if a finding is bad.\n",
	  .run = hkj_cmd_status,
	  .manual = &hkj_manual_status },
	{ .bit = HKJ_CMD_HELP,
	  .name = "help",
	  .operands = "[COMMAND]",
	  .operands_max = 1,
	  .summary = "Print the help text of a command, or of hkjitter itself.",
	  .notes = "",
	  .run = hkj_cmd_help,
	  .manual = &hkj_manual_help },
};

const size_t hkj_nr_cmds = sizeof(hkj_cmds) / sizeof(hkj_cmds[0]);

/* "hkjitter" without a command, for its options. */
const struct hkj_cmd hkj_cmd_none = {
	.bit = HKJ_CMD_NONE,
	.name = "COMMAND",
	.operands = "",
	.operands_max = INT_MAX,
	.is_wrapping = true,
	.summary = "Measure what takes isolated CPUs away from their work.",
	.notes = "",
	.manual = &hkj_manual_none,
};

/**
 * hkj_cmds_find() - a command by its name
 * @name: as it was typed
 * @error: filled when there is none, with the nearest
 *
 * Return: its row, or NULL.
 */
const struct hkj_cmd *hkj_cmds_find(const char *name, struct hkj_error *error)
{
	struct hkj_guess guess;

	hkj_guess_init(&guess, name);
	for (size_t i = 0; i < hkj_nr_cmds; i++) {
		if (!strcmp(hkj_cmds[i].name, name))
			return &hkj_cmds[i];
		hkj_guess_try(&guess, hkj_cmds[i].name);
	}
	if (guess.best)
		hkj_error_set(error, HKJ_EXIT_USAGE,
			      "'%.40s' is no command; did you mean '%s'? See 'hkjitter --help'",
			      name, guess.best);
	else
		hkj_error_set(error, HKJ_EXIT_USAGE,
			      "'%.40s' is no command: see 'hkjitter --help'",
			      name);
	return NULL;
}

/**
 * hkj_cmds_missing() - no command was named
 * @error: filled with those that there are
 *
 * Return: always -1.
 */
int hkj_cmds_missing(struct hkj_error *error)
{
	char names[200] = "";
	size_t used = 0;

	for (size_t i = 0; i < hkj_nr_cmds && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used,
					 "%s%s", i ? ", " : "",
					 hkj_cmds[i].name);
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "a command is missing: one of %s; see 'hkjitter --help'",
			     names);
}
