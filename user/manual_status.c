// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter status",
	  "Tell what there is." },
	{ "hkjitter status --json",
	  "The same for programs." },
	{ "sudo hkjitter status --audit",
	  "Compare the isolation asked for with the one in force." },
	{ "hkjitter status --restore",
	  "Put back what a killed run had changed." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_status = {
	.description =
		"Tells whether the module is loaded and of this tool's version, its state and configuration, which CPUs are online and isolated, and the clock that would be used.\n"
		"\n"
		"With --audit it compares the isolation that was asked for with the one in force: boot parameters and what came of them, those that are misspelled or do nothing on this kernel, where each interrupt goes, masks of workqueues and watchdogs, threads that may run on the isolated CPUs, and settings that make noise. Each finding is one line with its remedy. Nothing is changed. Those that are bad are about what was asked for and is not in force, or what interrupts an isolated CPU for sure; warnings are about what may. Without root less is seen.\n"
		"\n"
		"A run that was killed leaves a list of the settings it had changed in /run/hkjitter/restore. With --restore they are put back, each only if it still has the value that the run had set.",
	.exits = {
		[HKJ_EXIT_CHECK] = "with --audit: a finding is bad",
		[HKJ_EXIT_CANNOT] = "the module is not loaded, or of another version; or a setting could not be put back",
	},
	.examples = examples,
};
