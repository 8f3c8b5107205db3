// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter top", "Look at the session that runs, or wait for the next one." },
	{ "hkjitter top -c isolated -d 60s",
	  "Measure all isolated CPUs for a minute, and look at it meanwhile." },
	{ "hkjitter top --batch 60 --interval 1m > night.log",
	  "Log the session that runs for an hour, once a minute." },
	{ "hkjitter top --batch 10 --json | jq -c .cpus",
	  "Ten readings for a program, one a line." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_top = {
	.description =
		"Shows what a session of the hkjitter module has counted so far, and what has come since the reading before: for each target CPU how much of its time is lost; for each source how often it interrupted, for how long, and who asked for it; the longest gap and the last one with what they are made of.\n"
		"\n"
		"A session that somebody else has started is looked at and left alone. If none runs and one of the options that say what to measure is given, one is started as by hkjitter run, in a process of its own; it ends with this command, and all is put back. The last reading stays on the screen until q is pressed.\n"
		"\n"
		"Readings are taken by a process that keeps off the target CPUs. The loop on a target is not held up, but the memory it counts in is read: a line of its cache may have to be fetched again. That is once for each reading, and the interval may be made longer.\n"
		"\n"
		"The columns n/s, time/s, gaps/s, lost/s and now are of the last interval; the others are since the session's begin. Gaps without an interruption are told as unexplained, what the interruptions of the others do not cover as transition. The module keeps the longest gaps one by one: where there were more, the last of the longest is shown as the last.\n"
		"\n"
		"The screen may have any size, from 36 columns and 8 rows on. Press h for the keys. A terminal that cannot move its cursor gets the readings one below the other, as with --batch. With --json each reading is a line of the schema hkjitter-top/1, in which \"new\" is what the last interval has brought.",
	.exits = {
		[HKJ_EXIT_FINE] = "the user has seen enough, or the session is over",
		[HKJ_EXIT_CANNOT] = "the module is not loaded, there is no right to read it, no session runs for --batch, or it cannot be measured here",
	},
	.examples = examples,
};
