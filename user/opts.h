/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line. One table of options, from which getopt's strings, the
 * help texts, the man pages' option lists and the shell completion derive; the
 * table of commands is in cmds.c.
 */
#ifndef HKJITTER_USER_OPTS_H
#define HKJITTER_USER_OPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "manual.h"

/* Bits of the commands that take an option. */
enum {
	HKJ_CMD_NONE = 1 << 0, /* no command: "hkjitter --version" */
	HKJ_CMD_RUN = 1 << 1,
	HKJ_CMD_TOP = 1 << 2,
	HKJ_CMD_REPORT = 1 << 3,
	HKJ_CMD_RECORD = 1 << 4,
	HKJ_CMD_CHECK = 1 << 5,
	HKJ_CMD_DIFF = 1 << 6,
	HKJ_CMD_MERGE = 1 << 7,
	HKJ_CMD_EXPLAIN = 1 << 8,
	HKJ_CMD_STATUS = 1 << 9,
	HKJ_CMD_HELP = 1 << 10,
	HKJ_CMD_ALL = (1 << 11) - 1,
};

/**
 * struct hkj_options - a command line, read
 * @cpus: "isolated" or a CPU list
 * @policy: "other" or "fifo:N"
 * @workload: "kernel" or "user"
 * @output: file name, "-", or NULL
 * @budget: file name, "-", or NULL
 * @trace: file name of the trace, or NULL
 * @events: more events for the trace, or NULL
 * @csv: name of a table, or NULL
 * @by: figure that decides, or NULL
 * @duration_ns: 0: until COMMAND ends or a signal comes
 * @threshold_ns: 0: from the loop's turn
 * @stop_above_ns: 0: never
 * @snapshot_above_ns: the trace keeps what led to such a gap; 0: all
 * @interval_ns: how often the result so far is written to the file
 * @resume: result file of a run whose tool was killed, or NULL
 * @around_ns: events this close to a gap are shown with it
 * @refresh_ns: from reading to reading of a live view
 * @nr_batch: readings of it to print; 0: it is for a terminal
 * @sort: order of it, a word of HKJ_LIVE_SORTS
 * @is_without_initiators: do not find out who asks
 * @is_json: JSON instead of text
 * @is_html: a page instead of text
 * @is_perfetto: a trace instead of text
 * @is_openmetrics: metrics instead of text
 * @is_quiet: neither progress nor report
 * @is_audit: compare the isolation asked for with the one in force
 * @is_restore: put back what a killed run had changed
 * @is_help: print the help text
 * @is_version: print the version
 * @given: rows of the table that were given, a bit each
 * @operands: what follows the options: FILE, or COMMAND with its arguments
 * @nr_operands: how many words that are
 * @nr_first: how many of them stand before "--", or are in the first of the two
 *	groups if there is none; all if a command has but one group
 */
struct hkj_options {
	const char *cpus;
	const char *policy;
	const char *workload;
	const char *output;
	const char *budget;
	const char *trace;
	const char *events;
	const char *csv;
	const char *by;
	uint64_t duration_ns;
	uint64_t threshold_ns;
	uint64_t stop_above_ns;
	uint64_t snapshot_above_ns;
	uint64_t interval_ns;
	const char *resume;
	uint64_t around_ns;
	uint64_t refresh_ns;
	uint64_t nr_batch;
	const char *sort;
	bool is_without_initiators;
	bool is_json;
	bool is_html;
	bool is_perfetto;
	bool is_openmetrics;
	bool is_quiet;
	bool is_audit;
	bool is_restore;
	bool is_help;
	bool is_version;
	uint64_t given;
	char **operands;
	int nr_operands;
	int nr_first;
};

enum hkj_opt_type {
	HKJ_OPT_FLAG,	  /* bool */
	HKJ_OPT_TEXT,	  /* const char *, not empty */
	HKJ_OPT_DURATION, /* uint64_t ns, within the row's range */
	HKJ_OPT_NUMBER,	  /* uint64_t, within the row's range */
	HKJ_OPT_CPUS,	  /* const char *, "isolated" or a list */
	HKJ_OPT_CHOICE,	  /* const char *, one of the words of @argument */
	HKJ_OPT_POLICY,	  /* const char *, "other" or "fifo:N" */
	HKJ_NR_OPT_TYPES
};

/**
 * struct hkj_option - one row
 * @commands: bits of the commands that take it
 * @letter: its short form, or 0
 * @name: its long form
 * @argument: what its argument is called; NULL: it takes none. FILE is a file's
 *	name, "text|json" the words of a choice
 * @type: how the argument is read
 * @min: lowest value of a duration or number
 * @max: highest value of a duration or number
 * @step: a duration is a multiple of this
 * @offset: of the value in struct hkj_options
 * @help: one line
 */
struct hkj_option {
	unsigned int commands;
	char letter;
	const char *name;
	const char *argument;
	enum hkj_opt_type type;
	uint64_t min;
	uint64_t max;
	uint64_t step;
	size_t offset;
	const char *help;
};

extern const struct hkj_option hkj_option_table[];
extern const size_t hkj_nr_options;

/**
 * struct hkj_cmd - one command
 * @bit: in the options' masks
 * @name: what the user types
 * @operands: what they are called in the usage; "" for none
 * @operands_min: how many must be there
 * @operands_max: how many may be there
 * @is_split: its operands are two groups, with "--" between them; without it,
 *	the first of two is one, and the second the other
 * @is_wrapping: its operands are a COMMAND, whose options are its own
 * @summary: one line
 * @notes: more lines for the help text
 * @run: does it; 0, or -1 with an error
 * @manual: what only its man page tells
 */
struct hkj_cmd {
	unsigned int bit;
	const char *name;
	const char *operands;
	int operands_min;
	int operands_max;
	bool is_split;
	bool is_wrapping;
	const char *summary;
	const char *notes;
	int (*run)(const struct hkj_options *options, struct hkj_error *error);
	const struct hkj_manual *manual;
};

int hkj_opts_parse(const struct hkj_cmd *cmd, int argc, char **argv,
		   struct hkj_options *options, struct hkj_error *error);
bool hkj_opts_is_given(const struct hkj_options *options, const char *name);

#endif /* HKJITTER_USER_OPTS_H */
