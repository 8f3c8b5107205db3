// SPDX-License-Identifier: GPL-2.0
/*
 * What each target has of its own: siblings, frequency, idle states, server of
 * the scheduler.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "knobs.h"
#include "paths.h"

#define CPU_FILE "/sys/devices/system/cpu/cpu%u/%s"
#define FAIR_SERVER "/sys/kernel/debug/sched/fair_server"
#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities/"

/* A wake-up that takes longer than this is worth a word. */
#define LATENCY_US_MAX 10

static char *cpu_text(unsigned int cpu, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), CPU_FILE, cpu, name);
	return hkj_audit_file(path);
}

/* Cores that a target shares with a CPU that others work on. */
static struct hkj_cpus siblings_of(const struct hkj_audit *audit,
				   unsigned int cpu)
{
	char *text = cpu_text(cpu, "topology/thread_siblings_list");
	struct hkj_cpus siblings = { { 0 } };
	struct hkj_error ignored;

	if (text)
		hkj_cpus_parse(text, &siblings, &ignored);
	free(text);
	return hkj_audit_common(&siblings, &audit->housekeeping);
}

static void smt_check(struct hkj_audit *audit)
{
	struct hkj_cpus targets = { { 0 } }, others = { { 0 } };
	char *list, *others_list;
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &audit->targets) {
		struct hkj_cpus siblings = siblings_of(audit, cpu);

		if (!hkj_cpus_count(&siblings))
			continue;
		hkj_cpus_add(&targets, cpu);
		hkj_cpus_merge(&others, &siblings);
	}
	if (!hkj_cpus_count(&targets))
		return;
	list = hkj_audit_list(&targets);
	others_list = hkj_audit_list(&others);
	hkj_audit_add(audit, HKJ_WARN, "smt",
		      hkj_audit_text("CPU %s shares its core with CPU %s, which does housekeeping",
				     list, others_list),
		      hkj_audit_text("isolate CPU %s, too, take it offline, or boot with nosmt",
				     others_list));
	free(list);
	free(others_list);
}

/* Targets whose file is there and holds something else. */
static struct hkj_cpus others_than(const struct hkj_audit *audit,
				   const char *name, const char *wanted)
{
	struct hkj_cpus found = { { 0 } };
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &audit->targets) {
		char *text = cpu_text(cpu, name);

		if (text && strcmp(text, wanted) != 0)
			hkj_cpus_add(&found, cpu);
		free(text);
	}
	return found;
}

static void governor_check(struct hkj_audit *audit)
{
	struct hkj_cpus found =
		others_than(audit, "cpufreq/scaling_governor", "performance");
	char *list;

	if (!hkj_cpus_count(&found))
		return;
	list = hkj_audit_list(&found);
	hkj_audit_say(audit, HKJ_WARN, "cpufreq",
		      "echo performance > /sys/devices/system/cpu/cpuN/cpufreq/scaling_governor",
		      "the frequency of CPU %s goes with its load",
		      list);
	free(list);
}

static unsigned long state_latency(const char *folder)
{
	struct hkj_path path = hkj_path_join(folder, "disable");
	char *disable = hkj_audit_file(path.text);
	char *latency;
	unsigned long us = 0;

	path = hkj_path_join(folder, "latency");
	latency = hkj_audit_file(path.text);
	if (latency && (!disable || !strcmp(disable, "0")))
		us = strtoul(latency, NULL, 10);
	free(disable);
	free(latency);
	return us;
}

static unsigned long deepest_latency(unsigned int cpu)
{
	size_t root = strlen(hkj_path_system("").text);
	unsigned long most = 0;
	glob_t found = { 0 };
	char pattern[128];

	snprintf(pattern, sizeof(pattern), CPU_FILE, cpu, "cpuidle/state*");
	if (!glob(hkj_path_system(pattern).text, 0, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++) {
			unsigned long us =
				state_latency(found.gl_pathv[i] + root);

			most = us > most ? us : most;
		}
	globfree(&found);
	return most;
}

static void idle_check(struct hkj_audit *audit)
{
	unsigned long most = 0;
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &audit->targets) {
		unsigned long us = deepest_latency(cpu);

		most = us > most ? us : most;
	}
	if (most > LATENCY_US_MAX)
		hkj_audit_say(audit, HKJ_INFO, "cpuidle",
			      "if the workload sleeps: boot with intel_idle.max_cstate=1 or processor.max_cstate=1, or hold /dev/cpu_dma_latency open with 0 written to it",
			      "a target that sleeps takes up to %lu us to wake up",
			      most);
}

static bool has_server(unsigned int cpu, bool *is_readable)
{
	char path[128];
	char *text;
	bool answer;

	snprintf(path, sizeof(path), FAIR_SERVER "/cpu%u/runtime", cpu);
	text = hkj_audit_file(path);
	*is_readable = !!text;
	answer = text && strcmp(text, "0") != 0;
	free(text);
	return answer;
}

static void server_told(struct hkj_audit *audit, const struct hkj_cpus *cpus)
{
	char *list = hkj_audit_list(cpus);

	hkj_audit_say(audit, HKJ_WARN, "fair_server",
		      "echo 0 > " FAIR_SERVER
		      "/cpuN/runtime, or run the workload under SCHED_FIFO",
		      "once a second the deadline server of ordinary threads looks at CPU %s",
		      list);
	free(list);
}

static void server_check(struct hkj_audit *audit)
{
	struct hkj_cpus found = { { 0 } };
	bool is_readable = true;
	unsigned int cpu;

	if (audit->kernel && audit->kernel < HKJ_KERNEL(6, 12))
		return;
	hkj_cpus_for_each(cpu, &audit->targets)
		if (has_server(cpu, &is_readable))
			hkj_cpus_add(&found, cpu);
	if (hkj_cpus_count(&found))
		server_told(audit, &found);
	else if (!is_readable)
		hkj_audit_say(audit, HKJ_INFO, "fair_server",
			      "run as root, with debugfs mounted",
			      "whether the scheduler's deadline server is on cannot be read");
}

static void mitigations_check(struct hkj_audit *audit)
{
	char *text = hkj_audit_file(VULNERABILITIES "meltdown");

	if (text && !strncmp(text, "Mitigation: PTI", 15))
		hkj_audit_say(audit, HKJ_INFO, "mitigations",
			      "each interruption takes longer by that; mitigations=off only where all code is trusted",
			      "page tables are switched at each entry into the kernel (PTI)");
	free(text);
}

/**
 * hkj_audit_cpus() - what each target has of its own
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_cpus(struct hkj_audit *audit)
{
	smt_check(audit);
	governor_check(audit);
	idle_check(audit);
	server_check(audit);
	mitigations_check(audit);
}
