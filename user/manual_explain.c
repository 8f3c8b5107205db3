// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter explain a.json",
	  "What the sources of a result are, and what ends them on its kernel." },
	{ "hkjitter explain flush_tlb_func",
	  "The same for a source, whoever asks for it." },
	{ "hkjitter explain irq nvme0q1",
	  "A name of one class." },
	{ "hkjitter explain \"irq 24 eth0 (e1000_intr)\"",
	  "A source as a report has it." },
	{ "hkjitter explain tick",
	  "Why the tick may not stop." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_explain = {
	.description =
		"For each source of a result, most time first: what it is, how it comes to an isolated CPU, the knob that ends it on the result's kernel, what that costs, and the document or the function of the kernel's source that says so. Where the knob depends on who asked, each has its own.\n"
		"\n"
		"What is said goes by the version of the kernel, by its architecture, and by whether nohz_full= is in force. A distribution's kernel may hold changes of a later version; its number decides. Where a knob needs an option of the kernel's configuration, and the configuration is found in /boot or with the kernel's headers, it is said if the option is not set. What a sentence asks for and the command line of the machine has already is told behind it: already so.\n"
		"\n"
		"Given a name in place of a file, it tells what is known of it, for the kernel that runs. A file's name exists or ends in .json.",
	.exits = {
		[HKJ_EXIT_USAGE] = "nothing is known by that name",
		[HKJ_EXIT_CANNOT] = "the file cannot be read, or is no result",
	},
	.examples = examples,
};
