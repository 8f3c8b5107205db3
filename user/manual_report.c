// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter report a.json",
	  "Show a result." },
	{ "ssh lab hkjitter run -d 10s --json | hkjitter report -",
	  "Measure there, look at it here." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_report = {
	.description =
		"Shows a result that hkjitter run has written. For each target CPU it tells how much time was lost, how long the gaps were, what ran in them, who asked for it, the longest gaps with their parts, and whether the books balance.\n"
		"\n"
		"A result file is JSON of the schema hkjitter-result/1. A file is checked as it is read; one that is cut short, or holds what cannot be, is refused with a line that says where.",
	.exits = {
		[HKJ_EXIT_CANNOT] = "the file cannot be read, or is no result",
	},
	.examples = examples,
};
