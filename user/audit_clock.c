// SPDX-License-Identifier: GPL-2.0
/*
 * The clock: what the kernel reads the time from, and whether it checks it.
 */
#include <stdlib.h>
#include <string.h>

#include "audit.h"

/* Clock sources that are slow to read, and keep the scheduler's clock wrong. */
static const char *const slow[] = { "hpet", "acpi_pm", "jiffies", "pit",
				    "refined-jiffies" };

static const char *const unstable[] = { "Marking TSC unstable",
					"Marking clocksource 'tsc" };

static void source_check(struct hkj_audit *audit)
{
	const char *name = audit->host.clocksource;

	for (size_t i = 0; i < sizeof(slow) / sizeof(slow[0]); i++)
		if (!strcmp(name, slow[i]))
			hkj_audit_say(audit, HKJ_BAD, "clocksource",
				      "look for 'TSC' in the kernel's log; tsc=reliable if it is known to be sound",
				      "the time is read from %s: slowly, and the tick cannot stop without a stable TSC",
				      name);
}

static void unstable_check(struct hkj_audit *audit)
{
	for (size_t i = 0; audit->log && i < sizeof(unstable) / sizeof(unstable[0]);
	     i++) {
		const char *at = strstr(audit->log, unstable[i]);

		if (at)
			hkj_audit_say(audit, HKJ_BAD, "tsc",
				      "update the firmware; tsc=reliable if the TSC is known to be sound: the tick cannot stop as it is",
				      "the kernel says: '%.*s'",
				      (int)strcspn(at, "\n"), at);
	}
}

static bool is_watched(const struct hkj_audit *audit, const char *tsc)
{
	char *cpuinfo;
	bool answer;

	if (strcmp(audit->host.clocksource, "tsc") != 0)
		return false;
	if (tsc && (!strcmp(tsc, "reliable") || !strcmp(tsc, "nowatchdog")))
		return false;
	cpuinfo = hkj_audit_file("/proc/cpuinfo");
	answer = cpuinfo && !strstr(cpuinfo, " tsc_adjust");
	free(cpuinfo);
	return answer;
}

static void watchdog_check(struct hkj_audit *audit)
{
	char *tsc = hkj_audit_parameter(audit, "tsc");

	if (!strcmp(audit->host.arch, "x86_64") && is_watched(audit, tsc))
		hkj_audit_say(audit, HKJ_WARN, "tsc",
			      "boot with tsc=nowatchdog if the TSC is known to be sound",
			      "the clock source watchdog checks the TSC on all CPUs in turn: this CPU lacks TSC_ADJUST");
	free(tsc);
}

/**
 * hkj_audit_clock() - the clock
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_clock(struct hkj_audit *audit)
{
	source_check(audit);
	unstable_check(audit);
	watchdog_check(audit);
}
