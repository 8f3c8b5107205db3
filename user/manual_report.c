// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "manual.h"

static const struct hkj_example examples[] = {
	{ "hkjitter report a.json",
	  "Show a result." },
	{ "ssh lab hkjitter run -d 10s --json | hkjitter report -",
	  "Measure there, look at it here." },
	{ "hkjitter report a.json --html -o a.html",
	  "Make a page of it, for a browser, a phone or a printer." },
	{ "hkjitter report a.json --html --budget=budgets/telco.json -o a.html",
	  "Make the same page with a verdict." },
	{ "hkjitter report a.json --csv=sources",
	  "List all sources of all CPUs, for a spreadsheet or a script." },
	{ "hkjitter report a.json --perfetto -o a.trace.json",
	  "Make a trace of the longest gaps, to be opened in ui.perfetto.dev." },
	{ "hkjitter report a.json --openmetrics -o /srv/textfile/hkjitter.prom",
	  "Let node_exporter's textfile collector hand the result to Prometheus." },
	{ NULL, NULL },
};

const struct hkj_manual hkj_manual_report = {
	.description =
		"Shows a result that hkjitter run has written. For each target CPU it tells how much time was lost, how long the gaps were, what ran in them, who asked for it, the longest gaps with their parts, and whether the books balance.\n"
		"\n"
		"A result file is JSON of the schema hkjitter-result/1. A file is checked as it is read; one that is cut short, or holds what cannot be, is refused with a line that says where.\n"
		"\n"
		"--html makes a page with charts: gaps by length, percentiles, a timeline and a heat map, all sources with who asked for them and what ends them, the longest gaps with their parts, the machine and its isolation. It loads nothing and runs no script. Each number of the result stands in a data element with its key, as data-key=\"cpus[0].gaps.max_ns\". With --budget=FILE the page begins with what became of each limit, as hkjitter check tells it; without, it says only how far the result can be trusted. Of more than 64 CPUs it shows the tables of sources of 64; what it leaves out it says.\n"
		"\n"
		"--csv prints one table, with a line of names first. Durations are in nanoseconds, what is not known is empty, and columns are only ever added, at the right. The first column of each is host, the second cpu. The others are:\n"
		"\n"
		"  cpus         stop_reason threshold_ns runtime_ns quiet_ns gaps gaps_ns\n"
		"               gap_min_ns gap_max_ns parts_ns transition_ns unexplained\n"
		"               unexplained_ns unexplained_max_ns lost_clock_steps\n"
		"               lost_migrations lost_overflow lost_sources lost_parts\n"
		"               is_balanced\n"
		"  percentiles  percentile gap_ns\n"
		"  histogram    low_ns high_ns count\n"
		"  sources      class id name function count total_ns min_ns max_ns\n"
		"               p50_ns p90_ns p99_ns p99.9_ns p99.99_ns p99.999_ns\n"
		"               initiators_unknown initiators_others cause\n"
		"  initiators   class id name function comm pid initiator_cpu\n"
		"               initiator_function count cause\n"
		"  gaps         gap start_ns duration_ns parts parts_lost\n"
		"  parts        gap class name function start_ns net_ns\n"
		"  series       start_ns gaps lost_ns longest_ns top_class top_name\n"
		"               top_function\n"
		"\n"
		"gap is the number of one of the longest gaps, from 0 on. Edges of the histogram belong to their row. cause is what began the chain that a source followed in, empty for what began by itself: sources of one name that differ in it have a row each.\n"
		"\n"
		"--perfetto prints the trace event format of Chrome: a process for each machine, a thread for each CPU, a slice for each of the longest gaps and in it its parts; and counters of gaps and lost time where the result has a time series. Times are those of the kernel's trace clock, so that the trace lies beside one of ftrace.\n"
		"\n"
		"--openmetrics prints OpenMetrics that is the Prometheus text format, too. All metrics but one histogram are gauges: what a finished run has counted is replaced by the next run.",
	.exits = {
		[HKJ_EXIT_CANNOT] = "the file cannot be read, or is no result",
	},
	.examples = examples,
};
