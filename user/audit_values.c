// SPDX-License-Identifier: GPL-2.0
/*
 * Settings of the whole machine, one file each: a table of what they should
 * hold.
 */
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "knobs.h"

enum want {
	WANT_ZERO,	 /* 0 */
	WANT_NOT_ZERO,	 /* anything else */
	WANT_MINUS_ONE,	 /* -1 */
	WANT_NEVER,	 /* [never] is chosen */
	WANT_TEN_OR_MORE,
};

/**
 * struct value - one row
 * @name: of the finding
 * @path: of the file; where it is missing, so is what it is about
 * @want: what it should hold
 * @severity: of the finding if it does not
 * @since: first kernel that the row is about; 0: any
 * @until: first kernel that it is about no longer; 0: any
 * @what: what it means; %s is what the file holds
 * @remedy: what would be right
 */
struct value {
	const char *name;
	const char *path;
	enum want want;
	enum hkj_severity severity;
	unsigned int since;
	unsigned int until;
	const char *what;
	const char *remedy;
};

#define THP "/sys/kernel/mm/transparent_hugepage/"

/* clang-format off */
static const struct value values[] = {
	{ "thp", THP "enabled", WANT_NEVER, HKJ_WARN, 0, 0,
	  "khugepaged may build huge pages, and asks all CPUs each time",
	  "echo never > " THP "enabled" },
	{ "ksm", "/sys/kernel/mm/ksm/run", WANT_ZERO, HKJ_WARN, 0, 0,
	  "ksmd merges equal pages of processes",
	  "echo 2 > /sys/kernel/mm/ksm/run" },
	{ "compaction", "/proc/sys/vm/compaction_proactiveness", WANT_ZERO, HKJ_WARN, 0, 0,
	  "kcompactd looks twice a second whether memory should be compacted",
	  "sysctl vm.compaction_proactiveness=0" },
	{ "compaction", "/proc/sys/vm/compact_unevictable_allowed", WANT_ZERO, HKJ_INFO, 0, 0,
	  "compaction moves locked pages, too",
	  "sysctl vm.compact_unevictable_allowed=0" },
	{ "numa_balancing", "/proc/sys/kernel/numa_balancing", WANT_ZERO, HKJ_WARN, 0, 0,
	  "NUMA balancing makes threads fault on their own memory",
	  "sysctl kernel.numa_balancing=0" },
	{ "rt_throttling", "/proc/sys/kernel/sched_rt_runtime_us", WANT_MINUS_ONE, HKJ_WARN,
	  0, HKJ_KERNEL(6, 12),
	  "a real-time workload is stopped for a part of each second",
	  "sysctl kernel.sched_rt_runtime_us=-1, if the workload lets others in by itself" },
	{ "vmstat", "/proc/sys/vm/stat_interval", WANT_TEN_OR_MORE, HKJ_WARN,
	  0, HKJ_KERNEL(6, 5),
	  "memory statistics are gathered from isolated CPUs, too, that often",
	  "sysctl vm.stat_interval=120" },
	{ "timer_migration", "/proc/sys/kernel/timer_migration", WANT_NOT_ZERO, HKJ_WARN, 0, 0,
	  "timers stay on the CPU where they were armed",
	  "sysctl kernel.timer_migration=1" },
	{ "rcu_expedited", "/sys/kernel/rcu_expedited", WANT_ZERO, HKJ_WARN, 0, 0,
	  "RCU sends interrupts to be done sooner",
	  "echo 0 > /sys/kernel/rcu_expedited" },
	{ "smt", "/sys/devices/system/cpu/smt/active", WANT_ZERO, HKJ_INFO, 0, 0,
	  "the threads of a core share it",
	  "boot with nosmt, or give both threads of a core to the workload" },
};

/* clang-format on */

static bool is_wanted(enum want want, const char *text)
{
	switch (want) {
	case WANT_ZERO:
		return !strcmp(text, "0");
	case WANT_NOT_ZERO:
		return strcmp(text, "0") != 0;
	case WANT_MINUS_ONE:
		return !strcmp(text, "-1");
	case WANT_NEVER:
		return strstr(text, "[never]");
	case WANT_TEN_OR_MORE:
		return atol(text) >= 10;
	}
	return true;
}

static bool is_about(const struct value *value, const struct hkj_audit *audit)
{
	if (!audit->kernel)
		return true;
	return audit->kernel >= value->since &&
	       (!value->until || audit->kernel < value->until);
}

static void value_check(struct hkj_audit *audit, const struct value *value)
{
	char *text = hkj_audit_file(value->path);

	if (text && *text && !is_wanted(value->want, text))
		hkj_audit_say(audit, value->severity, value->name,
			      value->remedy,
			      "%s (%s holds '%.60s')",
			      value->what, value->path, text);
	free(text);
}

/**
 * hkj_audit_values() - settings of the whole machine
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_values(struct hkj_audit *audit)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (is_about(&values[i], audit))
			value_check(audit, &values[i]);
}
