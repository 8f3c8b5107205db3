/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a command's man page tells beyond its row in the table of commands and
 * its options: one file manual_*.c each. Tests read the examples as command
 * lines.
 */
#ifndef HKJITTER_USER_MANUAL_H
#define HKJITTER_USER_MANUAL_H

#include "error.h"

#define HKJ_NR_EXITS (HKJ_EXIT_SKIP + 1)

/**
 * struct hkj_example - a command line that a reader may type
 * @line: as typed, after the prompt
 * @what: what it does, one sentence
 */
struct hkj_example {
	const char *line;
	const char *what;
};

/**
 * struct hkj_manual - what only the man page tells
 * @description: paragraphs with an empty line between them; what begins with a
 *	blank stays as it is
 * @exits: by exit code, when it has a meaning of its own; codes 0, 2 and 3 are
 *	told without it, too
 * @examples: at least one, ended by a NULL line
 */
struct hkj_manual {
	const char *description;
	const char *exits[HKJ_NR_EXITS];
	const struct hkj_example *examples;
};

extern const struct hkj_manual hkj_manual_none;
extern const struct hkj_manual hkj_manual_run;
extern const struct hkj_manual hkj_manual_record;
extern const struct hkj_manual hkj_manual_top;
extern const struct hkj_manual hkj_manual_report;
extern const struct hkj_manual hkj_manual_check;
extern const struct hkj_manual hkj_manual_diff;
extern const struct hkj_manual hkj_manual_merge;
extern const struct hkj_manual hkj_manual_explain;
extern const struct hkj_manual hkj_manual_status;
extern const struct hkj_manual hkj_manual_help;

#endif /* HKJITTER_USER_MANUAL_H */
