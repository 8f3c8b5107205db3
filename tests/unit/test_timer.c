// SPDX-License-Identifier: GPL-2.0
/*
 * Who armed a timer: a callback that arms its own again is the work of the first.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"

#include "kernel.h"

#include "../../module/tally.c"
#include "../../module/tail.c"
#include "../../module/track.c"
#include "../../module/chain.c"
#include "../../module/running.c"
#include "../../module/probes/timer.c"

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
struct task_struct *current = &loop;

/* CPU 2 is no target. */
struct cpumask hkj_initiator_cpus = { .bits = 3 };

static int nr_put;	/* since the test asked */

static struct hrtimer_cpu_base cpu_base;
static struct hrtimer_clock_base base = { .cpu_base = &cpu_base };

static void ticks(struct hrtimer *timer)
{
}

static void waits(struct timer_list *timer)
{
}

static struct hrtimer high = { .base = &base, .function = ticks };
static struct hrtimer other = { .base = &base, .function = ticks };
static struct timer_list low = { .function = waits };

void schedule(void)
{
}

void delayed_work_timer_fn(struct timer_list *timer)
{
}

bool hkj_self_has(unsigned long function)
{
	return false;
}

unsigned long hkj_symbol(const char *name)
{
	return 0;
}

void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags)
{
	nr_put++;
}

void hkj_initiator_put_who(u64 what, const struct hkj_who *who)
{
	nr_put++;
}

bool hkj_initiator_get(u64 what, struct hkj_who *who)
{
	*who = (struct hkj_who){ .pid = HKJ_UNKNOWN };
	return false;
}

void machine_point(void)
{
}

void machine_irqs(bool is_off)
{
	machine.is_irq_off = is_off;
}

static int prepare(void **state)
{
	memset(&machine, 0, sizeof(machine));
	memset(&hkj_running, 0, sizeof(hkj_running));
	hkj_tracked = NULL;
	base.running = NULL;
	cpu_base.cpu = 0;
	return 0;
}

/* Does it make who runs now the initiator? */
static bool arms_high(struct hrtimer *timer)
{
	nr_put = 0;
	hr_start(NULL, timer, HRTIMER_MODE_ABS, false);
	return nr_put;
}

static bool arms_low(void)
{
	nr_put = 0;
	start(NULL, &low, 0);
	return nr_put;
}

/* As __run_hrtimer() does, which starts it again after its callback. */
static void run_high(bool is_again)
{
	machine.is_in_hardirq = true;
	base.running = &high;
	hr_expire_entry(NULL, &high, NULL);
	assert_false(arms_high(&high));
	assert_true(arms_high(&other));
	hr_expire_exit(NULL, &high);
	if (is_again)
		assert_false(arms_high(&high));
	base.running = NULL;
	machine.is_in_hardirq = false;
}

static void an_hrtimer_keeps_who_armed_it(void **state)
{
	assert_true(arms_high(&high));
	run_high(true);
	assert_true(arms_high(&high));
}

/* A device's handler, hours after the callback ran there last. */
static void a_later_interrupt_arms_it_anew(void **state)
{
	run_high(false);
	machine.is_in_hardirq = true;
	assert_true(arms_high(&high));
}

/* Its callback runs on another CPU meanwhile. */
static void another_cpu_arms_it_anew(void **state)
{
	base.running = &high;
	cpu_base.cpu = 1;
	machine.is_in_hardirq = true;
	assert_true(arms_high(&high));
}

static void a_timer_keeps_who_armed_it(void **state)
{
	assert_true(arms_low());
	machine.is_in_softirq = true;
	expire_entry(NULL, &low, 0);
	assert_false(arms_low());
	expire_exit(NULL, &low);
	/* NET_RX, in the same softirq or in a later one. */
	assert_true(arms_low());
}

/* What fires on another CPU is of no interest, but where a target may run it. */
static void elsewhere_nobody_asks(void **state)
{
	cpu_base.cpu = 2;
	assert_false(arms_high(&high));
	low.flags = 2 | TIMER_PINNED;
	assert_false(arms_low());
	low.flags = 2;
	assert_true(arms_low());
	low.flags = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_hrtimer_keeps_who_armed_it, prepare),
		cmocka_unit_test_setup(a_later_interrupt_arms_it_anew, prepare),
		cmocka_unit_test_setup(another_cpu_arms_it_anew, prepare),
		cmocka_unit_test_setup(a_timer_keeps_who_armed_it, prepare),
		cmocka_unit_test_setup(elsewhere_nobody_asks, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
