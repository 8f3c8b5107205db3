// SPDX-License-Identifier: GPL-2.0
/*
 * What ends a source: rows of the table for kernels, machines and initiators.
 */
#include "knobs.h"
#include "unit.h"

static struct hkj_host host_of(const char *kernel)
{
	return (struct hkj_host){
		.kernel = UNIT_TEXT(kernel),
		.arch = UNIT_TEXT("x86_64"),
		.nohz_full = UNIT_TEXT("1"),
		.virtualization = UNIT_TEXT("none"),
	};
}

static struct hkj_source_record source_of(const char *class_name,
					  const char *name,
					  const char *function)
{
	return (struct hkj_source_record){
		.class_name = UNIT_TEXT(class_name),
		.name = UNIT_TEXT(name),
		.function = UNIT_TEXT(function),
		.count = 1,
	};
}

static struct hkj_initiator_record who_is(const char *comm,
					  const char *function)
{
	return (struct hkj_initiator_record){
		.comm = UNIT_TEXT(comm),
		.function = UNIT_TEXT(function),
		.count = 1,
	};
}

static void releases_are_understood(void **state)
{
	(void)state;
	assert_int_equal(hkj_kernel_parse("6.12.117+deb12-amd64"),
			 HKJ_KERNEL(6, 12));
	assert_int_equal(hkj_kernel_parse("6.1.0-57-rt-amd64"),
			 HKJ_KERNEL(6, 1));
	assert_int_equal(hkj_kernel_parse("7.3.4"), HKJ_KERNEL(7, 3));
	assert_true(HKJ_KERNEL(6, 12) > HKJ_KERNEL(6, 5));
	assert_true(HKJ_KERNEL(7, 0) > HKJ_KERNEL(6, 99));
	assert_int_equal(hkj_kernel_parse(""), 0);
	assert_int_equal(hkj_kernel_parse("several"), 0);
	assert_int_equal(hkj_kernel_parse(NULL), 0);
}

static void assert_says_something(const char *text)
{
	assert_non_null(text);
	assert_true(*text);
	assert_null(strchr(text, '\n'));
}

/* Every row can be read, and says all that a row says. */
static void rows_are_complete(void **state)
{
	size_t nr = 0;

	(void)state;
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob)) {
		assert_says_something(knob->class_name);
		assert_says_something(knob->match);
		assert_says_something(knob->what);
		assert_says_something(knob->how);
		assert_says_something(knob->knob);
		assert_says_something(knob->cost);
		assert_says_something(knob->document);
		assert_true(!knob->until || knob->until > knob->since);
		assert_true(!knob->needs || !strncmp(knob->needs, "CONFIG_", 7));
		assert_in_range(knob->machine, HKJ_ON_ANY, HKJ_NR_MACHINES - 1);
		nr++;
	}
	assert_true(nr > 100);
}

static bool is_covered(const struct hkj_knob *by, const struct hkj_knob *knob)
{
	return !strcmp(by->class_name, knob->class_name) &&
	       !strcmp(by->match, knob->match) && !by->who &&
	       !by->who_function && by->since <= knob->since &&
	       (!by->until || (knob->until && by->until >= knob->until)) &&
	       !by->arch && by->machine == HKJ_ON_ANY;
}

/* No row stands behind one that always comes first. */
static void rows_can_be_reached(void **state)
{
	(void)state;
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		for (const struct hkj_knob *by = hkj_knob_next(NULL);
		     by != knob; by = hkj_knob_next(by))
			if (is_covered(by, knob))
				fail_msg("%s %s has two rows, and the second is never found",
					 knob->class_name, knob->match);
}

/* Whatever a result's class, there is a row that fits any name. */
static void every_class_has_an_answer(void **state)
{
	static const char *const classes[] = { HKJ_NAMES(HKJ_CLASSES) };
	struct hkj_host host = host_of("6.12.0");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(classes); i++) {
		struct hkj_source_record source =
			source_of(classes[i], "no such name", "no_such_fn");

		if (!hkj_knob_of(&source, &host))
			fail_msg("class %s has no answer", classes[i]);
	}
	for (unsigned int dep = 0; dep < HKJ_NR_TICK_DEPS; dep++)
		assert_non_null(hkj_knob_of_tick((enum hkj_tick_dep)dep,
						 &host));
	assert_non_null(hkj_knob_of_unexplained(&host));
	assert_non_null(hkj_knob_of_transition(&host));
}

struct expectation {
	const char *kernel;
	const char *class_name;
	const char *name;
	const char *function;
	const char *comm; /* of the initiator; NULL: unknown */
	const char *who_function;
	const char *knob; /* part of it */
};

static const struct expectation expectations[] = {
	{ "6.12.0", "ipi", "call_function", "tlb_remove_table_smp_sync",
	  "khugepaged", "collapse_huge_page", "transparent_hugepage/enabled" },
	{ "6.12.0", "ipi", "call_function", "flush_tlb_func", "kcompactd0", "",
	  "compaction_proactiveness" },
	{ "6.12.0", "ipi", "call_function", "flush_tlb_func", "myapp", "",
	  "MAP_POPULATE" },
	{ "6.12.0", "ipi", "call_function", "flush_tlb_func", NULL, NULL,
	  "MAP_POPULATE" },
	{ "6.12.0", "ipi", "reschedule", "", "[hardirq]", "dl_task_timer",
	  "fair_server" },
	{ "6.1.0", "ipi", "reschedule", "", "[hardirq]", "dl_task_timer",
	  "taskset" },
	{ "6.12.0", "ipi", "reschedule", "", "kworker/0:1", "task_work_add",
	  "numa_balancing=0" },
	{ "6.1.0", "work", "mm_percpu_wq", "vmstat_update", NULL, NULL,
	  "vm.stat_interval" },
	{ "6.12.0", "work", "mm_percpu_wq", "vmstat_update", NULL, NULL,
	  "isolcpus=domain" },
	{ "6.1.0", "thread", "kcompactd0", "", NULL, NULL, "taskset" },
	{ "6.1.0", "thread", "swapper/1", "", NULL, NULL, "sched_rt_runtime" },
	{ "6.12.0", "thread", "swapper/1", "", NULL, NULL, "isolcpus=domain" },
	{ "6.1.0", "timer", "local_timer", "sched_rt_period_timer", NULL, NULL,
	  "sched_rt_runtime_us=-1" },
	{ "6.12.0", "irq", "eth0", "e1000_intr", NULL, NULL,
	  "smp_affinity_list" },
	{ "6.12.0", "irq", "nvme0q1", "nvme_irq", NULL, NULL, "managed_irq" },
	{ "6.12.0", "nmi", "", "perf_event_nmi_handler", NULL, NULL,
	  "nmi_watchdog=0" },
	{ "6.12.0", "ipi", "call_function", "some_driver_fn", NULL, NULL,
	  "what the initiators name" },
	{ "6.12.0", "ipi", "call_function", "", NULL, NULL, "callbacks" },
	{ "6.12.0", "timer", "local_timer", "some_timer_fn", NULL, NULL,
	  "offline" },
	{ "6.12.0", "work", "kworker/u8:1", "some_work_fn", NULL, NULL,
	  "workqueue/cpumask" },
	{ "6.12.0", "tick", "sched", "", NULL, NULL, "fair_server" },
	{ "6.1.0", "tick", "sched", "", NULL, NULL, "taskset" },
	{ "6.1.0", "tick", "rcu_exp", "", NULL, NULL, "user space" },
	{ "6.10.0", "ipi", "reschedule", "", "rcu_preempt", "", "user space" },
	{ "6.11.0", "ipi", "reschedule", "", "rcu_preempt", "",
	  "nohz_full_patience_delay" },
};

static void expectation_check(const struct expectation *wanted)
{
	struct hkj_host host = host_of(wanted->kernel);
	struct hkj_source_record source =
		source_of(wanted->class_name, wanted->name, wanted->function);
	struct hkj_initiator_record who =
		who_is(wanted->comm, wanted->who_function);
	const struct hkj_knob *knob =
		hkj_knob_find(&source, wanted->comm ? &who : NULL, &host);

	assert_non_null(knob);
	if (!strstr(knob->knob, wanted->knob))
		fail_msg("%s %s %s on %s: '%s' does not name '%s'",
			 wanted->class_name, wanted->name, wanted->function,
			 wanted->kernel, knob->knob, wanted->knob);
}

static void sources_get_their_knob(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expectations); i++)
		expectation_check(&expectations[i]);
}

/* The tick of a CPU without nohz_full= has another remedy than of one with. */
static void machine_decides(void **state)
{
	struct hkj_source_record tick =
		source_of("timer", "local_timer", "tick_nohz_handler");
	struct hkj_host host = host_of("6.12.0");

	(void)state;
	assert_true(hkj_knob_of(&tick, &host)->is_effect);
	host.nohz_full = UNIT_TEXT("");
	assert_non_null(strstr(hkj_knob_of(&tick, &host)->knob, "nohz_full="));
	assert_string_equal(hkj_knob_of(&tick, &host)->needs,
			    "CONFIG_NO_HZ_FULL");
	assert_null(strstr(hkj_knob_of_unexplained(&host)->knob, "guest"));
	host.virtualization = UNIT_TEXT("kvm");
	assert_non_null(strstr(hkj_knob_of_unexplained(&host)->knob, "guest"));
}

/* No sentence names a parameter to a kernel that does not have it. */
static void no_kernel_gets_a_later_parameter(void **state)
{
	struct hkj_host host = host_of("6.10.0");

	(void)state;
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		if (hkj_knob_fits_host(knob, &host) &&
		    strstr(knob->knob, "nohz_full_patience_delay"))
			fail_msg("%s %s names a parameter of 6.11",
				 knob->class_name, knob->match);
}

static void architecture_decides(void **state)
{
	struct hkj_source_record watchdog =
		source_of("timer", "", "clocksource_watchdog");
	struct hkj_host host = host_of("6.12.0");

	(void)state;
	assert_non_null(strstr(hkj_knob_of(&watchdog, &host)->knob, "tsc="));
	host.arch = UNIT_TEXT("aarch64");
	assert_null(strstr(hkj_knob_of(&watchdog, &host)->knob, "tsc="));
}

/* Of an unknown kernel, what holds for the newest is told. */
static void unknown_kernel_is_new(void **state)
{
	struct hkj_source_record source =
		source_of("work", "mm_percpu_wq", "vmstat_update");
	struct hkj_host host = host_of("several");

	(void)state;
	assert_null(strstr(hkj_knob_of(&source, &host)->knob, "stat_interval"));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(releases_are_understood),
	cmocka_unit_test(rows_are_complete),
	cmocka_unit_test(rows_can_be_reached),
	cmocka_unit_test(every_class_has_an_answer),
	cmocka_unit_test(sources_get_their_knob),
	cmocka_unit_test(machine_decides),
	cmocka_unit_test(no_kernel_gets_a_later_parameter),
	cmocka_unit_test(architecture_decides),
	cmocka_unit_test(unknown_kernel_is_new),
};

UNIT_MAIN(tests, NULL, NULL)
