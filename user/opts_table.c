// SPDX-License-Identifier: GPL-2.0
#include <assert.h>

#include <hkjitter/limits.h>

#include "opts.h"

#define PLACE(field) offsetof(struct hkj_options, field)
#define MS HKJ_NSEC_PER_MSEC

/* Those that measure. */
#define MEASURING (HKJ_CMD_RUN | HKJ_CMD_RECORD)
#define STARTING (MEASURING | HKJ_CMD_TOP) /* and looks at it */

/* clang-format off */
const struct hkj_option hkj_option_table[] = {
	{ STARTING, 'c', "cpus", "LIST", HKJ_OPT_CPUS, 0, 0, 0,
	  PLACE(cpus), "target CPUs, as 1-3,5; default: isolated, all that are" },
	{ STARTING, 'd', "duration", "TIME", HKJ_OPT_DURATION,
	  MS, HKJ_DURATION_MS_MAX * MS, MS,
	  PLACE(duration_ns), "how long; default: until COMMAND ends, or Ctrl-C" },
	{ STARTING, 't', "threshold", "TIME", HKJ_OPT_DURATION,
	  0, HKJ_THRESHOLD_NS_MAX, 1,
	  PLACE(threshold_ns), "shortest gap that counts; default: from the loop's turn" },
	{ STARTING, 'p', "policy", "POLICY", HKJ_OPT_POLICY, 0, 0, 0,
	  PLACE(policy), "scheduling: other (default) or fifo:N, N from 1 to 98" },
	{ STARTING, 0, "workload", "kernel|user", HKJ_OPT_CHOICE, 0, 0, 0,
	  PLACE(workload), "the loop is the module's (default), or a process" },
	{ STARTING, 0, "stop-above", "TIME", HKJ_OPT_DURATION,
	  1, HKJ_STOP_ABOVE_NS_MAX, 1,
	  PLACE(stop_above_ns), "end the run at the first gap longer than this" },
	{ HKJ_CMD_RECORD, 0, "snapshot-above", "TIME", HKJ_OPT_DURATION,
	  1, HKJ_STOP_ABOVE_NS_MAX, 1,
	  PLACE(snapshot_above_ns), "trace what leads to the first gap longer than this" },
	{ STARTING, 0, "no-initiators", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_without_initiators), "do not find out who asks for what interrupts" },
	{ STARTING | HKJ_CMD_REPORT | HKJ_CMD_MERGE, 'o', "output", "FILE",
	  HKJ_OPT_TEXT, 0, 0, 0,
	  PLACE(output), "write it there, whole or not; - is standard output" },
	{ HKJ_CMD_DIFF, 0, "by", "lost|gaps|p99.99|max",
	  HKJ_OPT_CHOICE, 0, 0, 0,
	  PLACE(by), "figure that decides; default: lost, of time" },
	{ HKJ_CMD_RUN | HKJ_CMD_REPORT | HKJ_CMD_CHECK, 'b', "budget", "FILE",
	  HKJ_OPT_TEXT, 0, 0, 0,
	  PLACE(budget), "limits to hold the result against" },
	{ MEASURING, 0, "interval", "TIME", HKJ_OPT_DURATION,
	  HKJ_NSEC_PER_SEC, 24 * 3600 * HKJ_NSEC_PER_SEC, HKJ_NSEC_PER_SEC,
	  PLACE(interval_ns), "write it so often while the run goes on; default: 1m" },
	{ HKJ_CMD_RUN, 0, "resume", "FILE", HKJ_OPT_TEXT, 0, 0, 0,
	  PLACE(resume), "go on with the run of FILE, whose tool was killed" },
	{ HKJ_CMD_TOP, 0, "interval", "TIME", HKJ_OPT_DURATION,
	  100 * MS, 3600 * 1000 * MS, MS,
	  PLACE(refresh_ns), "from reading to reading; default: 1s" },
	{ HKJ_CMD_TOP, 0, "batch", "N", HKJ_OPT_NUMBER, 1, 1000000000, 1,
	  PLACE(nr_batch), "print N readings as plain text, for logs" },
	{ HKJ_CMD_TOP, 0, "sort", "rate|total|count|max|name", HKJ_OPT_CHOICE,
	  0, 0, 0, PLACE(sort), "order of CPUs and sources; default: rate" },
	{ STARTING | HKJ_CMD_REPORT | HKJ_CMD_CHECK | HKJ_CMD_MERGE |
		  HKJ_CMD_DIFF | HKJ_CMD_EXPLAIN | HKJ_CMD_STATUS, 0, "json", NULL,
	  HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_json), "print JSON instead of text" },
	{ HKJ_CMD_REPORT, 0, "html", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_html), "print a page with charts, in one file that needs no other" },
	{ HKJ_CMD_REPORT, 0, "csv",
	  "cpus|percentiles|histogram|sources|initiators|gaps|parts|series",
	  HKJ_OPT_CHOICE, 0, 0, 0,
	  PLACE(csv), "print one table of it, as comma-separated values" },
	{ HKJ_CMD_REPORT, 0, "perfetto", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_perfetto), "print a trace for ui.perfetto.dev" },
	{ HKJ_CMD_REPORT, 0, "openmetrics", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_openmetrics), "print metrics, for node_exporter's textfile collector" },
	{ MEASURING, 'q', "quiet", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_quiet), "print no progress and no report" },
	{ HKJ_CMD_RECORD | HKJ_CMD_REPORT, 0, "trace", "FILE", HKJ_OPT_TEXT, 0, 0, 0,
	  PLACE(trace), "the trace file beside the result" },
	{ HKJ_CMD_RECORD, 'e', "events", "LIST", HKJ_OPT_TEXT, 0, 0, 0,
	  PLACE(events), "record these too, as kvm,sched:sched_stat_runtime" },
	{ HKJ_CMD_REPORT, 0, "around", "TIME", HKJ_OPT_DURATION,
	  0, HKJ_NSEC_PER_SEC, 1,
	  PLACE(around_ns), "show events this long before and after; default: 1ms" },
	{ HKJ_CMD_STATUS, 0, "audit", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_audit), "compare the isolation asked for with the one in force" },
	{ HKJ_CMD_STATUS, 0, "restore", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_restore), "put back what a killed run had changed" },
	{ HKJ_CMD_ALL, 'h', "help", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_help), "print this text" },
	{ HKJ_CMD_NONE, 'V', "version", NULL, HKJ_OPT_FLAG, 0, 0, 0,
	  PLACE(is_version), "print the version" },
};

/* clang-format on */

static_assert(sizeof(hkj_option_table) / sizeof(hkj_option_table[0]) <= 64,
	      "each row has a bit of hkj_options.given");

const size_t hkj_nr_options =
	sizeof(hkj_option_table) / sizeof(hkj_option_table[0]);
