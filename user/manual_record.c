// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter record -d 10s",
	  "Measure all isolated CPUs for ten seconds, into result.json and trace.dat." },
	{ "hkjitter record --stop-above 20us -o gap.json --trace gap.dat",
	  "Measure until the first gap longer than 20 us, and keep what led to it." },
	{ "hkjitter record -d 24h --snapshot-above 20us --trace first.dat",
	  "Measure for a day, and keep what led to the first gap longer than 20 us." },
	{ "hkjitter report gap.json --trace gap.dat",
	  "Show the events inside and around the longest gaps." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_record = {
	.description =
		"Measures as hkjitter run does, and has trace-cmd record meanwhile what the kernel's tracepoints say on the target CPUs: interrupts, vectors, IPIs, NMIs, timers, works, scheduling, and the module's own events, which mark the gaps (hkjitter:gap, hkjitter:part, hkjitter:unexplained). Events that this kernel lacks are left out.\n"
		"\n"
		"The trace is made in a trace instance of its own, named hkjitter. and a process id, that is gone afterwards. Other instances, the top one, tracers and events that somebody else has switched on are neither seen nor changed. trace-cmd runs on the housekeeping CPUs. Each target has a buffer of 8 MiB and wakes trace-cmd whenever half of it is full, which shows as one irq_work. All events are switched on before the window opens.\n"
		"\n"
		"Events cost time on the target: interruptions get longer by what recording them takes, and the loop writes its gaps' events itself. For figures to be compared measure with hkjitter run; record to find out what a gap was.\n"
		"\n"
		"With --stop-above the event of the first gap that long switches the trace off, in the kernel and at once, and the run ends. What led to the gap is the newest part of the trace.\n"
		"\n"
		"With --snapshot-above the event of the first gap that long switches the trace off likewise, and the run goes on. Until then nothing is read: each target's buffer keeps the newest 8 MiB of events, nobody is woken for them, and the file stays small however long the run. When the run is over the buffers are written to the trace file, which ends with that gap; without such a gap, with the run. What came after that gap is in the result alone: of a longest gap that began later hkjitter report --trace has no events. It goes together with a --stop-above that is as long, or longer.\n"
		"\n"
		"If trace-cmd dies or the disk is full, the run ends, the result is written, and the exit status is 3. What a killed recording leaves behind is removed by the next one, or by hkjitter status --restore.",
	.exits = {
		[HKJ_EXIT_FINE] = "it was measured and recorded, whatever was found",
		[HKJ_EXIT_CANNOT] = "it cannot be measured here, or there is no trace: the message says which",
	},
	.examples = examples,
};
