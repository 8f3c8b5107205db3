// SPDX-License-Identifier: GPL-2.0
/*
 * Page faults of a loop in user space, whose end the kernel tells or does not.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"

#include "kernel.h"

#define HKJ_HAS_FAULT_EVENTS
#define CONFIG_CONTEXT_TRACKING_USER

#include "../../module/tally.c"
#include "../../module/tail.c"
#include "../../module/track.c"
#include "../../module/seen.c"
#include "../../module/probes/fault.c"

#define US		1000
#define S		(1000ULL * 1000 * US)
#define TURN_MAX	(2 * US)
#define SLACK		100	/* steps of the probes themselves, all together */

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
static struct task_struct other = { .pid = 2, .comm = "other" };
struct task_struct *current = &loop;

static struct hkj_target target;
static struct hkj_track track;

static const struct hkj_key device = { .class = HKJ_CLASS_IRQ, .id = 7 };
static const struct hkj_key fault = { .class = HKJ_CLASS_FAULT };

void schedule(void)
{
}

bool hkj_self_has(unsigned long function)
{
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
	memset(&target, 0, sizeof(target));
	memset(&machine, 0, sizeof(machine));
	machine.now = 1000 * US;
	target.track = &track;
	target.own_limit = TURN_MAX;
	hkj_scale_init(&target.live.scale, 1000000);
	target.live.clock_kind = HKJ_CLOCK_SCHED;
	current = &loop;
	hkj_track_open(&target);
	return 0;
}

/* As the loop's note does. */
static struct hkj_seen note(u64 last)
{
	struct hkj_seen seen;
	u64 now = machine.now;

	hkj_fault_end(&track, now);
	hkj_track_look(&track, last, now, &seen);
	return seen;
}

static const struct hkj_tally *tally_of(const struct hkj_key *key)
{
	return hkj_tally_find(&track, key, NULL);
}

static void interrupt(u64 length)
{
	machine.is_irq_off = true;
	machine.is_in_hardirq = true;
	hkj_track_enter_irq(&track);
	hkj_track_push_irq(&track, &device, "irq", NULL);
	machine.now += length;
	hkj_track_pop(&track, &device);
	machine.is_in_hardirq = false;
	machine_irqs(false);
}

static void begins(u64 length)
{
	begin(NULL, 0, NULL, 0);
	machine.now += length;
}

static void is_counted(u64 count, u64 min, u64 max)
{
	assert_int_equal(tally_of(&fault)->count, count);
	assert_in_range(tally_of(&fault)->total, min, max);
}

/* 1 us of a turn that was no gap; then 10 s later a device's interrupt is one. */
static void a_short_fault_ends(void **state)
{
	struct hkj_seen seen;
	u64 last;

	begins(US);
	machine.now += 10 * S;
	last = machine.now;
	interrupt(20 * US);
	seen = note(last);
	is_counted(1, US, TURN_MAX);
	assert_in_range(seen.quiet_net, US, TURN_MAX);
	assert_int_equal(tally_of(&device)->count, 1);
	assert_in_range(tally_of(&device)->total, 20 * US, 20 * US + SLACK);
}

/* The next one of a user's comes from user space: not from within the first. */
static void a_fault_ends_before_the_next(void **state)
{
	u64 last;

	begins(US);
	machine.now += 10 * S;
	last = machine.now;
	begins(50 * US);
	note(last);
	is_counted(2, 50 * US, 50 * US + TURN_MAX + SLACK);
}

/* Another task takes the place of the loop, long after the fault. */
static void a_switch_is_not_the_faults(void **state)
{
	u64 last;

	begins(US);
	machine.now += 10 * S;
	last = machine.now;
	hkj_fault_end(&track, machine.now);
	hkj_track_switch(&track, &loop, &other, 0, NULL, false);
	machine.now += 30 * US;
	hkj_track_switch(&track, &other, &loop, 0, NULL, false);
	note(last);
	is_counted(1, US, TURN_MAX);
}

/* One that is a gap lasts as long as that, an interrupt's time aside. */
static void a_long_fault_is_whole(void **state)
{
	u64 last = machine.now;
	struct hkj_seen seen;

	begins(500 * US);
	interrupt(20 * US);
	machine.now += 500 * US;
	seen = note(last);
	is_counted(1, 1000 * US, 1000 * US + SLACK);
	assert_int_equal(seen.nr_parts, 2);
}

/* Where the kernel tells the return to user space, that is its end. */
static void a_return_ends_it(void **state)
{
	const struct hkj_key tail = { .class = HKJ_CLASS_KERNEL };
	u64 last = machine.now;

	begins(5 * US);
	leave(NULL, 0);
	assert_int_equal(track.depth, 0);
	machine.now += 3 * US;
	interrupt(20 * US);
	machine.now += US;
	note(last);
	is_counted(1, 5 * US, 5 * US + SLACK);
	assert_int_equal(tally_of(&tail)->count, 1);
}

/* Neither a return of another task's, nor one from what is no fault, ends any. */
static void a_return_ends_nothing_else(void **state)
{
	begins(5 * US);
	current = &other;
	leave(NULL, 0);
	assert_int_equal(track.depth, 1);
	current = &loop;
	leave(NULL, 0);
	leave(NULL, 0);
	hkj_track_push(&track, &device, "irq", NULL);
	leave(NULL, 0);
	assert_int_equal(track.depth, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_short_fault_ends, prepare),
		cmocka_unit_test_setup(a_fault_ends_before_the_next, prepare),
		cmocka_unit_test_setup(a_switch_is_not_the_faults, prepare),
		cmocka_unit_test_setup(a_long_fault_is_whole, prepare),
		cmocka_unit_test_setup(a_return_ends_it, prepare),
		cmocka_unit_test_setup(a_return_ends_nothing_else, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
