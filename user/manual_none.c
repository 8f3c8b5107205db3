// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter status",
	  "Tell which CPUs are isolated, and whether the module is there." },
	{ "hkjitter run -c isolated -d 60s -o a.json",
	  "Measure all isolated CPUs for a minute." },
	{ "hkjitter help run",
	  "Print the help text of a command." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_none = {
	.description =
		"hkjitter measures what takes isolated CPUs away from their work. The hkjitter kernel module runs a loop on each target CPU that sees every gap in its own time, and probes that tell what ran in each gap and who asked for it. This tool starts and stops it, and makes results of what it counts.\n"
		"\n"
		"A target CPU is one that is measured. The others are housekeeping CPUs; the tool runs on those only. A gap is the time between two clock reads of the loop that is as long as the threshold, or longer. What ran in a gap are its parts; a gap without any is unexplained.\n"
		"\n"
		"Each command has a man page of its own, named below SEE ALSO.",
	.examples = examples,
};
