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
	{ "hkjitter run --stop-above 20us",
	  "Measure until the first gap longer than 20 us." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_run = {
	.description =
		"Starts a session of the hkjitter module, waits for its end, and prints what was found: for each target CPU how much time was lost, in which gaps, to which sources, and who asked for them.\n"
		"\n"
		"The module has to be loaded. The tool moves itself, and COMMAND with it, to the CPUs that are no targets. It writes the module's configuration; where the kernel would stop a real-time loop for 50 ms in each second it lifts that limit for the run. All is put back at the end, however the run ends: what a killed tool left is put back by the next, or by hkjitter status --restore.\n"
		"\n"
		"A session ends after the duration, when COMMAND ends, at a gap above the limit of --stop-above, or at a signal (SIGINT, SIGTERM, SIGHUP, SIGQUIT); whatever was measured until then is reported. A target CPU that goes offline ends its own part.\n"
		"\n"
		"The result file is written as a whole when all is over: it is there complete, or not at all. How COMMAND ended is noted in it, and does not change the exit status.",
	.exits = {
		[HKJ_EXIT_FINE] = "it was measured, whatever was found",
		[HKJ_EXIT_CANNOT] = "it cannot be measured here: the module is not loaded or refuses, no CPU is isolated, there is no right to; the message says why and what helps",
	},
	.examples = examples,
};
