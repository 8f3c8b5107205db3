// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter check a.json --budget=telco.json",
	  "Hold a result against a budget." },
	{ "hkjitter run -d 60s -o a.json --budget=telco.json",
	  "Measure, keep the result, and judge it." },
	{ "hkjitter check --json a.json -b telco.json",
	  "The same for a program: each limit with its value and culprit." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_check = {
	.description =
		"Holds a result against the limits of a budget, a JSON file of the schema hkjitter-budget/1: for a set of CPUs the longest gap, percentiles, the share of time lost; counts and times of certain sources or of who asked for them; what is forbidden, or all that is allowed; and what makes the result a proof: its length, its threshold, no losses, balanced books. A key that a budget does not have is refused with its place. The form is told in budgets.rst of the documentation; samples for usual profiles are in the folder budgets.\n"
		"\n"
		"Each limit is one test of KTAP, version 1, and holds for each CPU of its set by itself. A broken limit has one line of diagnosis before it: the CPU that breaks it most, its value, and the culprit, which is the source that takes most, who asked for it, and the gap that shows it. A percentile's culprit is what took most of the gaps beyond the bound together. It may be no source: unexplained, or the transition around interruptions where that is more than all of them. Of a result that does not tell interruptions apart nobody is blamed.\n"
		"\n"
		"What the result cannot tell is SKIP: a set without a CPU that was measured, a CPU of the set that was not, a source when not all had room, an initiator when it is not known who asked. Where the values that are possible are all within the limit, or all beyond it, the limit is judged all the same. A limit with \"if_unknown\": \"fail\" is broken instead.",
	.exits = {
		[HKJ_EXIT_FINE] = "no limit is broken, and at least one was judged",
		[HKJ_EXIT_CHECK] = "a limit is broken",
		[HKJ_EXIT_CANNOT] = "a file cannot be read, or is none of its kind",
		[HKJ_EXIT_SKIP] = "no limit could be judged",
	},
	.examples = examples,
};
