// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter merge lab-*.json -o lab.json",
	  "Make one result of all machines, and name those that stand apart." },
	{ "hkjitter merge --json lab.json",
	  "Print the machines of a merged result as JSON." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_merge = {
	.description =
		"Counts, times and histograms of one CPU of one machine are added up over the runs; the sum is bucket by bucket what one run of them all would have counted, and its books balance if theirs do. Percentiles are worked out anew. Two runs are of the same machine if all that a result tells of it is the same: its name, kernel, command line, CPU.\n"
		"\n"
		"Refused is what is not the same measurement on one CPU: other workloads, policies or clocks, books that do not balance, and a run that is given twice. The merged result's threshold is the highest of the runs: gaps from there on were seen in all of them.\n"
		"\n"
		"A machine stands apart in time lost, gaps a second or longest gap if its modified z-score by median and MAD is above 3.5 and it is twice the median or half of it. That takes five machines or more. Merged results can be merged again, and are read by all other commands.",
	.exits = { [HKJ_EXIT_CANNOT] = "a file cannot be read, or they cannot be merged" },
	.examples = examples,
};
