// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter status",
	  "Tell what there is." },
	{ "hkjitter status --json",
	  "The same for programs." },
	{ "hkjitter status --restore",
	  "Put back what a killed run had changed." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_status = {
	.description =
		"Tells whether the module is loaded and of this tool's version, its state and configuration, which CPUs are online and isolated, and the clock that would be used.\n"
		"\n"
		"A run that was killed leaves a list of the settings it had changed in /run/hkjitter/restore. With --restore they are put back, each only if it still has the value that the run had set.",
	.exits = {
		[HKJ_EXIT_CANNOT] = "the module is not loaded, or of another version; or a setting could not be put back",
	},
	.examples = examples,
};
