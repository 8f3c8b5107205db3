// SPDX-License-Identifier: GPL-2.0
/*
 * Works of a workqueue, whose worker may sleep, leave the CPU, or be interrupted by
 * another work.
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
#include "../../module/seen.c"

#define US		1000
#define SLACK		100	/* steps of the probes themselves, all together */

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
static struct task_struct other = { .pid = 2, .comm = "other" };
struct task_struct *current = &loop;

static struct hkj_target target;
static struct hkj_track track;

static const struct hkj_key softirq = { .class = HKJ_CLASS_SOFTIRQ, .id = 3 };
static const struct hkj_key work = { .class = HKJ_CLASS_WORK, .function = 0x1000 };

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
	hkj_scale_init(&target.live.scale, 1000000);
	target.live.clock_kind = HKJ_CLOCK_SCHED;
	current = &loop;
	hkj_track_open(&target);
	return 0;
}

/* What has ended is looked at; the sources have it then. */
static void look(void)
{
	struct hkj_seen seen;

	hkj_track_look(&track, 0, sched_clock(), &seen);
}

/* The source of that key; its count is 0 if there is none. */
static const struct hkj_tally *tally_of(const struct hkj_key *key)
{
	return hkj_tally_find(&track, key, NULL);
}

static long nr_lost(void)
{
	return local_read(&track.lost[HKJ_LOST_FRAMES]);
}

static void begin_thread(void)
{
	hkj_track_switch(&track, &loop, &other, 0, NULL, false);
}

static void end_thread(void)
{
	hkj_track_switch(&track, &other, &loop, 0, NULL, false);
}

/* As the probe of workqueue_execute_start does. */
static void begin_work(const struct hkj_key *key)
{
	hkj_track_drop(&track, HKJ_CLASS_WORK);
	hkj_track_push(&track, key, "queue", NULL);
}

/* A BH workqueue's work runs in a softirq, which has interrupted a work. */
static void a_bh_work_leaves_the_outer_one(void **state)
{
	static const struct hkj_key bh = { .class = HKJ_CLASS_WORK,
					   .function = 0x2000 };

	begin_thread();
	begin_work(&work);
	machine.now += 100 * US;
	hkj_track_push(&track, &softirq, "TASKLET", NULL);
	machine.is_in_softirq = true;
	begin_work(&bh);
	machine.now += 10 * US;
	hkj_track_pop(&track, &bh);
	machine.is_in_softirq = false;
	hkj_track_pop(&track, &softirq);
	machine.now += 100 * US;
	hkj_track_pop(&track, &work);
	end_thread();
	look();
	assert_int_equal(tally_of(&work)->count, 1);
	assert_in_range(tally_of(&work)->total, 200 * US, 200 * US + SLACK);
	assert_int_equal(tally_of(&bh)->count, 1);
	assert_in_range(tally_of(&bh)->total, 10 * US, 10 * US + SLACK);
	assert_int_equal(tally_of(&softirq)->count, 1);
	assert_int_equal(nr_lost(), 0);
}

static void sleep_for(u64 length)
{
	end_thread();
	machine.now += length;
	look();
	begin_thread();
}

/* Ended on another CPU: what it has run here is counted, and no more. */
static void a_work_ends_elsewhere(void **state)
{
	static const struct hkj_key next = { .class = HKJ_CLASS_WORK,
					     .function = 0x3000 };

	begin_thread();
	begin_work(&work);
	machine.now += 10 * US;
	sleep_for(500 * US);
	begin_work(&next);
	machine.now += 30 * US;
	hkj_track_pop(&track, &next);
	end_thread();
	look();
	assert_int_equal(tally_of(&work)->count, 1);
	assert_in_range(tally_of(&work)->total, 10 * US, 10 * US + SLACK);
	assert_in_range(tally_of(&next)->total, 30 * US, 30 * US + SLACK);
	assert_int_equal(nr_lost(), 0);
}

/* An end that was not seen, of what never left this CPU. */
static void a_work_without_an_end_is_told(void **state)
{
	begin_thread();
	begin_work(&work);
	begin_work(&work);
	assert_int_equal(track.depth, 2);
	assert_int_equal(nr_lost(), 1);
}

static void sleep_in_work(const struct task_struct *task, u64 length)
{
	hkj_track_switch(&track, &loop, task, 0, NULL, false);
	begin_work(&work);
	machine.now += length;
	hkj_track_switch(&track, task, &loop, 0, NULL, false);
	look();
}

/* A worker ended its work elsewhere and died there: its memory is reused. */
static void check_reused(pid_t pid, u64 born)
{
	const struct hkj_key thread = { .class = HKJ_CLASS_THREAD, .id = pid, .born = born };
	struct task_struct task = { 50, "kworker/u8:1", 1 };

	prepare(NULL);
	sleep_in_work(&task, 10 * US);
	task = (struct task_struct){ pid, "stress", born };
	hkj_track_switch(&track, &loop, &task, 0, NULL, false);
	machine.now += 500 * US;
	hkj_track_switch(&track, &task, &loop, 0, NULL, false);
	look();
	assert_in_range(tally_of(&thread)->total, 500 * US, 500 * US + SLACK);
	assert_int_equal(tally_of(&work)->count, 1);
	assert_in_range(tally_of(&work)->total, 10 * US, 10 * US + SLACK);
}

static void a_task_may_have_anothers_memory(void **state)
{
	check_reused(77, 2);
	check_reused(50, 2);	/* its number as well */
	check_reused(77, 1);
}

/* Those who never come back make room for those who do, and are told. */
static void places_asleep_come_back(void **state)
{
	struct task_struct tasks[HKJ_NR_ASLEEP + 1] = {};
	struct task_struct *last = &tasks[HKJ_NR_ASLEEP];
	int i;

	for (i = 0; i <= HKJ_NR_ASLEEP; i++) {
		tasks[i].pid = 100 + i;
		sleep_in_work(&tasks[i], 10 * US);
	}
	assert_int_equal(nr_lost(), 1);
	assert_int_equal(tally_of(&work)->count, 1);
	hkj_track_switch(&track, &loop, last, 0, NULL, false);
	machine.now += 300 * US;
	hkj_track_pop(&track, &work);
	hkj_track_switch(&track, last, &loop, 0, NULL, false);
	look();
	assert_int_equal(tally_of(&work)->count, 2);
	assert_in_range(tally_of(&work)->max, 310 * US, 310 * US + SLACK);
	/* The second is there still, the first is not. */
	hkj_track_switch(&track, &loop, &tasks[1], 0, NULL, false);
	assert_int_equal(track.depth, 2);
	hkj_track_switch(&track, &tasks[1], &tasks[0], 0, NULL, true);
	assert_int_equal(track.depth, 1);
	look();
	assert_int_equal(tally_of(&work)->count, 3);
	assert_int_equal(nr_lost(), 1);
}

/* What was nested is nested again, in whatever places it slept. */
static void frames_wake_in_their_order(void **state)
{
	struct task_struct first = { 60, "a", 1 }, second = { 61, "b", 1 };

	sleep_in_work(&first, 10 * US);
	begin_thread();
	begin_work(&work);
	hkj_track_push(&track, &softirq, "softirq", NULL);
	sleep_for(10 * US);
	hkj_track_switch(&track, &other, &first, 0, NULL, false);
	hkj_track_switch(&track, &first, &second, 0, NULL, true);
	hkj_track_switch(&track, &second, &other, 0, NULL, false);
	assert_int_equal(track.depth, 3);
	assert_int_equal(track.frames[1].key.class, HKJ_CLASS_WORK);
	assert_int_equal(track.frames[2].key.class, HKJ_CLASS_SOFTIRQ);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_bh_work_leaves_the_outer_one, prepare),
		cmocka_unit_test_setup(a_work_ends_elsewhere, prepare),
		cmocka_unit_test_setup(a_work_without_an_end_is_told, prepare),
		cmocka_unit_test_setup(a_task_may_have_anothers_memory, prepare),
		cmocka_unit_test_setup(places_asleep_come_back, prepare),
		cmocka_unit_test_setup(frames_wake_in_their_order, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
