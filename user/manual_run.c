// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter run -d 10s",
	  "Measure all isolated CPUs for ten seconds, and print a report." },
	{ "hkjitter run -c 2-3 -p fifo:1 -d 1h -o night.json -q",
	  "Measure CPUs 2 and 3 with a real-time loop, and keep the result." },
	{ "hkjitter run -d 60s -- stress-ng --vm 2",
	  "Measure while a load runs on the housekeeping CPUs." },
	{ "hkjitter run -d 10s --workload user",
	  "Measure what a program on the targets would see." },
	{ "hkjitter run --stop-above 20us",
	  "Measure until the first gap longer than 20 us." },
	{ "hkjitter run -d 24h -o day.json -q",
	  "Measure for a day; day.json is a minute old at most." },
	{ "hkjitter run --resume day.json",
	  "Go on after the tool of that run was killed." },
	{ "hkjitter run -d 10s --no-initiators",
	  "Measure without probes on those who ask, at less cost to the other CPUs." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_run = {
	.description =
		"Starts a session of the hkjitter module, waits for its end, and prints what was found: for each target CPU how much time was lost, in which gaps, to which sources, and who asked for them.\n"
		"\n"
		"The module has to be loaded. The tool moves itself, and COMMAND with it, to the CPUs that are no targets. It writes the module's configuration; where the kernel would stop a real-time loop for 50 ms in each second it lifts that limit for the run. All is put back at the end, however the run ends: what a killed tool left is put back by the next, or by hkjitter status --restore.\n"
		"\n"
		"With --workload user, a process of the tool on each target takes the place of the module's thread: its memory is locked, and it makes no system call but to note a gap that is over. It ends with the tool, and its session with it.\n"
		"\n"
		"A session ends after the duration, when COMMAND ends, at a gap above the limit of --stop-above, or at a signal (SIGINT, SIGTERM, SIGHUP, SIGQUIT); whatever was measured until then is reported. A target CPU that goes offline ends its own part.\n"
		"\n"
		"The result file is written as a whole: it is there complete, or not at all. How COMMAND ended is noted in it, and does not change the exit status. In a run of more than a minute (--interval) it is written each minute, too, so that a crash or a power cut loses no more than that. Until the run has ended its state is \"running\", and hkjitter report calls it partial.\n"
		"\n"
		"The module measures on if the tool is killed, until the duration is over or somebody stops it; COMMAND gets SIGTERM then. hkjitter run --resume FILE goes on where the file ends: it collects what the module has counted since into the same file (--output names another one), waits for the end of the session as the first tool would have, and puts back what that had changed. It does so, too, when the session has ended meanwhile, as long as no other one was started. hkjitter run without --resume, and hkjitter status --restore, stop the session instead. A run that was started without --output cannot be resumed.",
	.exits = {
		[HKJ_EXIT_FINE] = "it was measured, whatever was found; with --budget: and no limit is broken, and at least one was judged",
		[HKJ_EXIT_CHECK] = "with --budget: it was measured, and a limit is broken",
		[HKJ_EXIT_CANNOT] = "it cannot be measured here: the module is not loaded or refuses, no CPU is isolated, there is no right to; the message says why and what helps",
		[HKJ_EXIT_SKIP] = "with --budget: it was measured, and no limit could be judged by it",
	},
	.examples = examples,
};
