// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter help run",
	  "The same as hkjitter run --help." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_help = {
	.description =
		"Prints the help text of COMMAND, which is one screen; without COMMAND the list of commands. The man pages tell more.",
	.exits = {
		[HKJ_EXIT_USAGE] = "there is no such command; the message names the nearest",
	},
	.examples = examples,
};
