// SPDX-License-Identifier: GPL-2.0
/*
 * Isolation asked for against in force, on machines made of files.
 */
#include <jansson.h>

#include "audit.h"
#include "unit.h"

#define CPU "/sys/devices/system/cpu/"
#define CMDLINE "/proc/cmdline"
#define LOG_HEAD "5,0,0,-;Linux version 6.12.0 (made up)\n"

#define CMDLINE_GOOD                                                        \
	"root=/dev/vda1 quiet nohz_full=1-3 isolcpus=domain,managed_irq,1-3 " \
	"rcu_nocbs=1-3 irqaffinity=0 tsc=nowatchdog\n"

static const char *const good_files[][2] = {
	{ CMDLINE, CMDLINE_GOOD },
	{ "/proc/sys/kernel/osrelease", "6.12.1-lab\n" },
	{ "/proc/cpuinfo", "model name\t: Example CPU\nflags\t\t: fpu tsc\n" },
	{ CPU "possible", "0-3\n" },
	{ CPU "online", "0-3\n" },
	{ CPU "isolated", "1-3\n" },
	{ CPU "nohz_full", "1-3\n" },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource",
	  "tsc\n" },
	{ "/dev/kmsg",
	  LOG_HEAD "6,1,0,-;rcu: \tOffload RCU callbacks from CPUs: 1-3.\n" },
	{ "/sys/devices/virtual/workqueue/cpumask", "1\n" },
	{ "/sys/devices/virtual/workqueue/writeback/cpumask", "1\n" },
	{ "/proc/irq/default_smp_affinity", "1\n" },
	{ "/proc/irq/24/effective_affinity_list", "0\n" },
	{ "/proc/irq/24/eth0/x", "" },
	{ "/proc/interrupts",
	  "            CPU0       CPU1       CPU2       CPU3\n"
	  "  24:        100          7          0          1   PCI-MSI eth0\n"
	  "NMI:           1          2          3          4   Non-maskable\n" },
	{ "/proc/sys/kernel/soft_watchdog", "1\n" },
	{ "/proc/sys/kernel/nmi_watchdog", "1\n" },
	{ "/proc/sys/kernel/watchdog_cpumask", "0\n" },
	{ "/sys/kernel/mm/transparent_hugepage/enabled",
	  "always madvise [never]\n" },
	{ "/proc/sys/vm/compaction_proactiveness", "0\n" },
	{ "/proc/sys/vm/compact_unevictable_allowed", "0\n" },
	{ "/proc/sys/kernel/numa_balancing", "0\n" },
	{ "/proc/sys/kernel/timer_migration", "1\n" },
	{ "/sys/kernel/debug/sched/fair_server/cpu1/runtime", "0\n" },
	{ "/sys/kernel/debug/sched/fair_server/cpu2/runtime", "0\n" },
	{ "/sys/kernel/debug/sched/fair_server/cpu3/runtime", "0\n" },
	{ "/proc/1/comm", "init\n" },
	{ "/proc/1/stat", "1 (init) S 0 1 1 0 -1 4194560 0 0\n" },
	{ "/proc/1/status", "Name:\tinit\nCpus_allowed_list:\t0\n" },
	{ "/proc/9/comm", "workload\n" },
	{ "/proc/9/stat", "9 (workload) R 1 9 9 0 -1 4194304 0 0\n" },
	{ "/proc/9/status", "Name:\tworkload\nCpus_allowed_list:\t1-3\n" },
	{ "/proc/20/comm", "kworker/u8:1\n" },
	{ "/proc/20/stat", "20 (kworker/u8:1) I 2 0 0 0 -1 69238880 0 0\n" },
	{ "/proc/20/status", "Name:\tkworker\nCpus_allowed_list:\t0-3\n" },
};

static int prepare(void **state)
{
	if (root_make(state))
		return -1;
	for (size_t i = 0; i < ARRAY_SIZE(good_files); i++)
		root_write(good_files[i][0], good_files[i][1]);
	return 0;
}

static struct hkj_audit audit_run(void)
{
	struct hkj_audit audit = { 0 };
	struct hkj_error error;

	assert_int_equal(hkj_audit_run(&audit, &error), 0);
	return audit;
}

static void print_text(const void *audit, FILE *out)
{
	hkj_audit_write_text(audit, out);
}

static void print_json(const void *audit, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_audit_write_json(audit, out, &error), 0);
}

/* Nothing is found on a machine where nothing is wrong. */
static void good_machine_has_no_findings(void **state)
{
	struct hkj_audit audit = audit_run();

	(void)state;
	if (audit.nr_findings)
		fail_msg("%s: %s", audit.findings[0].name,
			 audit.findings[0].what);
	hkj_audit_free(&audit);
}

/**
 * struct change - a machine that differs from the good one
 * @path: of a file
 * @text: that it holds
 * @severity: of what is found
 * @name: likewise
 * @part: of what is found, or of its remedy
 */
struct change {
	const char *path;
	const char *text;
	enum hkj_severity severity;
	const char *name;
	const char *part;
};

static const struct change changes[] = {
	{ CPU "nohz_full", "2-3\n", HKJ_BAD, "nohz_full",
	  "asked for 1-3, in force on 2-3" },
	{ CPU "nohz_full", " (null)\n", HKJ_BAD, "nohz_full",
	  "in force on none" },
	{ CPU "isolated", "\n", HKJ_BAD, "isolcpus", "in force on none" },
	{ CPU "isolated", "\n", HKJ_WARN, "domain", "CPU 1-3" },
	{ CMDLINE, "nohz_full=1-x isolcpus=1-3 rcu_nocbs=1-3", HKJ_BAD,
	  "nohz_full", "'1-x' is no CPU list" },
	{ CMDLINE, "nohz_full=1-9 isolcpus=1-3", HKJ_BAD, "nohz_full",
	  "no CPU 4-9" },
	{ CMDLINE, "nohz_full=0-3 isolcpus=1-3", HKJ_BAD, "nohz_full",
	  "CPU 0 booted" },
	{ CMDLINE, "nohz_full=1-N isolcpus=1-N,x", HKJ_BAD, "isolcpus",
	  "no CPU list" },
	{ CMDLINE, "nohz_full=1-3 isolcpus=domain,managed-irq,1-3", HKJ_BAD,
	  "isolcpus", "'managed-irq' is none of its flags" },
	{ CMDLINE, "nohz_full=1-3 isolcpus=1-3", HKJ_INFO, "isolcpus",
	  "managed interrupts" },
	{ CMDLINE, "nohz_full=1-3 irqaffinity=1-3", HKJ_BAD, "irqaffinity",
	  "irqaffinity=0" },
	{ CMDLINE, "nohz_full=1-3 kthread_cpus=0", HKJ_BAD, "parameter",
	  "kthread_cpus" },
	{ "/dev/kmsg",
	  LOG_HEAD
	  "5,2,0,-;Unknown kernel command line parameters \"BOOT_IMAGE=/vmlinuz isolcpu=1-3\", will be passed to user space.\n",
	  HKJ_BAD, "parameter", "isolcpus meant" },
	{ "/dev/kmsg",
	  LOG_HEAD
	  "5,2,0,-;Unknown kernel command line parameters \"BOOT_IMAGE=/vmlinuz isolcpu=1-3\", will be passed to user space.\n",
	  HKJ_INFO, "parameter", "BOOT_IMAGE" },
	{ "/dev/kmsg",
	  LOG_HEAD
	  "4,2,0,-;Housekeeping: nohz_full= must match isolcpus=\n SUBSYSTEM=x\n",
	  HKJ_BAD, "log", "must match isolcpus='" },
	{ "/dev/kmsg",
	  LOG_HEAD "6,1,0,-;rcu: \tOffload RCU callbacks from CPUs: 1.\n",
	  HKJ_BAD, "rcu_nocbs", "asked for 1-3, in force on 1;" },
	{ "/dev/kmsg",
	  LOG_HEAD "5,9,0,-;tsc: Marking TSC unstable due to check\n",
	  HKJ_BAD, "tsc", "Marking TSC unstable" },
	{ "/sys/devices/system/clocksource/clocksource0/current_clocksource",
	  "hpet\n", HKJ_BAD, "clocksource", "hpet" },
	{ "/sys/devices/virtual/workqueue/cpumask", "00000000,0000000f\n",
	  HKJ_BAD, "workqueue", "unbound work goes to CPU 1-3" },
	{ "/proc/irq/24/effective_affinity_list", "1\n", HKJ_BAD, "irq",
	  "interrupt 24 (eth0) goes to CPU 1, so far 7 times" },
	{ "/proc/irq/24/effective_affinity_list", "2\n", HKJ_WARN, "irq",
	  "echo 0 > /proc/irq/24/smp_affinity_list" },
	{ "/proc/sys/kernel/watchdog_cpumask", "0-3\n", HKJ_BAD, "watchdog",
	  "echo 0 > /proc/sys/kernel/watchdog_cpumask" },
	{ "/proc/sys/kernel/watchdog_cpumask", "0-3\n", HKJ_WARN,
	  "nmi_watchdog", "CPU 1-3" },
	{ "/sys/class/net/eth0/queues/rx-0/rps_cpus", "e\n", HKJ_BAD, "rps",
	  "CPU 1-3" },
	{ "/sys/kernel/mm/transparent_hugepage/enabled",
	  "[always] madvise never\n", HKJ_WARN, "thp", "echo never" },
	{ "/sys/kernel/mm/ksm/run", "1\n", HKJ_WARN, "ksm", "echo 2" },
	{ "/proc/sys/vm/compaction_proactiveness", "20\n", HKJ_WARN,
	  "compaction", "'20'" },
	{ "/proc/sys/kernel/numa_balancing", "1\n", HKJ_WARN, "numa_balancing",
	  "sysctl" },
	{ "/proc/sys/kernel/timer_migration", "0\n", HKJ_WARN,
	  "timer_migration", "sysctl" },
	{ "/sys/kernel/debug/sched/fair_server/cpu2/runtime", "50000000\n",
	  HKJ_WARN, "fair_server", "looks at CPU 2;" },
	{ CPU "cpu2/topology/thread_siblings_list", "0,2\n", HKJ_WARN, "smt",
	  "CPU 2 shares its core with CPU 0" },
	{ CPU "cpu3/cpufreq/scaling_governor", "schedutil\n", HKJ_WARN,
	  "cpufreq", "CPU 3" },
	{ CPU "cpu3/cpuidle/state2/latency", "133\n", HKJ_INFO, "cpuidle",
	  "133 us" },
	{ "/sys/fs/cgroup/lab/cpuset.cpus.partition",
	  "isolated invalid (Parent unable to distribute cpu downstream)\n",
	  HKJ_BAD, "cpuset", "Parent unable" },
	{ "/proc/1/status", "Name:\tinit\nCpus_allowed_list:\t0-3\n", HKJ_WARN,
	  "tasks", "1 tasks may run on targets: init" },
	{ "/proc/20/stat", "20 (kcompactd0) S 2 0 0 0 -1 2129984 0 0\n",
	  HKJ_WARN, "kthreads", "kcompactd0" },
	{ "/proc/20/stat", "20 (rcuop/1) S 2 0 0 0 -1 2129984 0 0\n", HKJ_WARN,
	  "rcuo", "rcuop/1" },
};

static bool is_found(const struct hkj_audit *audit, const struct change *change)
{
	for (size_t i = 0; i < audit->nr_findings; i++) {
		const struct hkj_finding *finding = &audit->findings[i];
		char line[1024];

		snprintf(line, sizeof(line), "%s; %s", finding->what,
			 finding->remedy);
		if (finding->severity == change->severity &&
		    !strcmp(finding->name, change->name) &&
		    strstr(line, change->part))
			return true;
	}
	return false;
}

static void change_check(const struct change *change)
{
	struct hkj_audit audit;
	char *text;

	root_write(change->path, change->text);
	audit = audit_run();
	text = printed(print_text, &audit);
	assert_true(longest_line(text) <= 80);
	if (change->name && !is_found(&audit, change))
		fail_msg("%s holding '%s': no finding %s with '%s' in:\n%s",
			 change->path, change->text, change->name, change->part,
			 text);
	free(text);
	hkj_audit_free(&audit);
}

/* Each is made on a good machine of its own. */
static void what_is_wrong_is_found(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		change_check(&changes[i]);
		assert_int_equal(root_remove(state), 0);
		assert_int_equal(prepare(state), 0);
	}
}

/* A queue's own mask counts as far as the global one lets it. */
static void queue_masks_are_cut_by_the_global_one(void **state)
{
	const struct change wanted = {
		NULL, NULL, HKJ_WARN, "workqueue",
		"echo 1 > /sys/devices/virtual/workqueue/writeback/cpumask"
	};
	struct hkj_audit audit;

	(void)state;
	root_write("/sys/devices/virtual/workqueue/writeback/cpumask", "c\n");
	audit = audit_run();
	assert_int_equal(audit.nr_findings, 0);
	hkj_audit_free(&audit);
	root_write("/sys/devices/virtual/workqueue/cpumask", "5\n");
	audit = audit_run();
	assert_true(is_found(&audit, &wanted));
	assert_non_null(strstr(audit.findings[1].what, "goes to CPU 2"));
	hkj_audit_free(&audit);
}

/* Older kernels want more. */
static void older_kernel_has_its_own_findings(void **state)
{
	static const struct change wanted[] = {
		{ NULL, NULL, HKJ_WARN, "rt_throttling", "'950000'" },
		{ NULL, NULL, HKJ_WARN, "vmstat", "vm.stat_interval=120" },
		{ NULL, NULL, HKJ_BAD, "parameter", "before Linux 6.6" },
		{ NULL, NULL, HKJ_BAD, "parameter", "CONFIG_RCU_NOCB_CPU" },
	};
	struct hkj_audit audit;

	(void)state;
	root_write("/proc/sys/kernel/osrelease", "6.1.0-9-lab\n");
	root_write("/boot/config-6.1.0-9-lab", "CONFIG_NO_HZ_FULL=y\n");
	root_write("/proc/sys/kernel/sched_rt_runtime_us", "950000\n");
	root_write("/proc/sys/vm/stat_interval", "1\n");
	root_write("/sys/kernel/debug/sched/fair_server/cpu2/runtime", "5\n");
	root_write(CMDLINE,
		   "nohz_full=1-3 rcu_nocbs=1-3 workqueue.unbound_cpus=0\n");
	audit = audit_run();
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		assert_true(is_found(&audit, &wanted[i]));
	for (size_t i = 0; i < audit.nr_findings; i++)
		assert_string_not_equal(audit.findings[i].name, "fair_server");
	hkj_audit_free(&audit);
}

/* The kernel takes "-" for "_", quotes hold blanks, and the last one counts. */
static void command_line_is_read_as_the_kernel_does(void **state)
{
	struct hkj_audit audit;

	(void)state;
	root_write(CMDLINE, "nohz_full=2 a=\"b nohz_full=3\" nohz-full=1-3\n");
	audit = audit_run();
	assert_string_equal(audit.asked.nohz_full, "1-3");
	hkj_audit_free(&audit);
}

static void nothing_isolated_is_bad(void **state)
{
	struct hkj_audit audit;

	(void)state;
	root_write(CMDLINE, "quiet\n");
	root_write(CPU "isolated", "\n");
	root_write(CPU "nohz_full", "\n");
	audit = audit_run();
	assert_true(hkj_audit_count(&audit, HKJ_BAD) == 1);
	assert_string_equal(audit.findings[0].name, "isolation");
	hkj_audit_free(&audit);
}

/* Without the kernel's log a near name is told, but not for sure. */
static void near_names_are_told_without_the_log(void **state)
{
	struct hkj_audit audit;
	const struct change wanted = { NULL, NULL, HKJ_WARN, "parameter",
				       "rcu_nocbs meant" };

	(void)state;
	root_write("/dev/kmsg", "");
	root_write(CMDLINE, "nohz_full=1-3 isolcpus=domain,managed_irq,1-3 rcu_nocb=1-3 -- nohz_ful=1\n");
	audit = audit_run();
	assert_true(is_found(&audit, &wanted));
	assert_int_equal(hkj_audit_count(&audit, HKJ_BAD), 0);
	hkj_audit_free(&audit);
}

/* No files at all: nothing to go by, and no crash. */
static void bare_machine_is_survived(void **state)
{
	struct hkj_audit audit;

	assert_int_equal(root_remove(state), 0);
	assert_int_equal(root_make(state), 0);
	audit = audit_run();
	assert_true(audit.nr_findings > 0);
	hkj_audit_free(&audit);
}

static void worst_comes_first(void **state)
{
	struct hkj_audit audit;
	json_t *json, *findings, *worst;
	char *text;

	(void)state;
	root_write(CMDLINE, "nohz_full=1-9 isolcpus=1-3\n");
	root_write("/sys/kernel/mm/ksm/run", "1\n");
	audit = audit_run();
	for (size_t i = 1; i < audit.nr_findings; i++)
		assert_true(audit.findings[i - 1].severity <=
			    audit.findings[i].severity);
	text = printed(print_json, &audit);
	json = json_loads(text, 0, NULL);
	assert_non_null(json);
	assert_string_equal(json_string_value(json_object_get(json, "schema")),
			    HKJ_AUDIT_SCHEMA);
	assert_string_equal(json_string_value(json_object_get(json, "targets")),
			    "1-3");
	findings = json_object_get(json, "findings");
	assert_int_equal(json_array_size(findings), audit.nr_findings);
	worst = json_array_get(findings, 0);
	assert_string_equal(json_string_value(json_object_get(worst, "severity")),
			    "bad");
	json_decref(json);
	free(text);
	hkj_audit_free(&audit);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(good_machine_has_no_findings),
	TEST(what_is_wrong_is_found),
	TEST(queue_masks_are_cut_by_the_global_one),
	TEST(older_kernel_has_its_own_findings),
	TEST(command_line_is_read_as_the_kernel_does),
	TEST(nothing_isolated_is_bad),
	TEST(near_names_are_told_without_the_log),
	TEST(bare_machine_is_survived),
	TEST(worst_comes_first),
};

UNIT_MAIN(tests, NULL, NULL)
