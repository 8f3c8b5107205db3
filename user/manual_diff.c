// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter diff before.json after.json",
	  "Show what differs between two runs, by source." },
	{ "hkjitter diff a1.json a2.json a3.json -- b1.json b2.json b3.json",
	  "Tell whether B is worse by more than repeated runs vary." },
	{ "hkjitter diff --by=max --json old-*.json -- new-*.json",
	  "The same by the longest gap, for a program." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_diff = {
	.description =
		"Compares the runs A with the runs B, each a result file; A and B may be one file each, or any number with -- between them. Each run counts with all its target CPUs together. Counts and times are per second of run time, so that runs of any length compare; percentiles are those of the added histograms. Sources are told with both sides below each other: those that appeared or vanished, grew or shrank. Numbers in names of kernel threads, as of kworker/1:2, are not told apart.\n"
		"\n"
		"Whether a difference is within what repeated runs vary is told by the rank test of Mann and Whitney on the runs' values, exactly for up to 30 runs: p is how likely values as high in B come by chance. Up to 0.05 counts as worse. One figure decides the exit code, chosen beforehand by --by: testing many would find one by chance. Of one run against one the smallest p is 0.5, so that nothing can be told; three against three is the least that can.\n"
		"\n"
		"Runs of other machines, kernels, workloads, policies or thresholds are compared, too; a note says so.",
	.exits = {
		[HKJ_EXIT_FINE] = "B is not worse by more than repeated runs vary",
		[HKJ_EXIT_CHECK] = "B is worse",
		[HKJ_EXIT_CANNOT] = "a file cannot be read, or has nothing to compare",
		[HKJ_EXIT_SKIP] = "there are too few runs to tell; the comparison is printed all the same",
	},
	.examples = examples,
};
