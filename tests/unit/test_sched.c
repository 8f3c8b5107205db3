// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks of a target that go to another CPU, by the probes that tell of it.
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
#include "../../module/waiting.c"
#include "../../module/probes/sched.c"

#define US		1000
#define SLACK		100	/* steps of the probes themselves, all together */

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
static struct task_struct other = { .pid = 2, .comm = "other" };
struct task_struct *current = &loop;

struct cpumask hkj_initiator_cpus = { .bits = 1 };

static struct hkj_target target;
static struct hkj_track track;

static const struct hkj_key work = { .class = HKJ_CLASS_WORK, .function = 0x1000 };

void schedule(void)
{
}

bool hkj_self_has(unsigned long function)
{
	return false;
}

bool hkj_self_is(const struct task_struct *task)
{
	return false;
}

unsigned long hkj_thread_function(struct task_struct *task)
{
	return 0;
}

void hkj_fault_end(struct hkj_track *k, u64 now)
{
}

static int nr_put;

void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags)
{
	nr_put++;
}

bool hkj_initiator_get(u64 what, struct hkj_who *who)
{
	who->pid = HKJ_UNKNOWN;
	who->is_self = false;
	who->cause = 0;
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

static const struct hkj_tally *tally_of(const struct hkj_key *key)
{
	struct hkj_seen seen;

	hkj_track_look(&track, 0, sched_clock(), &seen);
	return hkj_tally_find(&track, key, NULL);
}

static long nr_lost(void)
{
	return local_read(&track.lost[HKJ_LOST_FRAMES]);
}

static void run(struct task_struct *task)
{
	switch_(NULL, false, &loop, task, 0);
}

static void preempt(struct task_struct *task)
{
	switch_(NULL, true, task, &loop, 0);
}

static void preempt_in_work(struct task_struct *task)
{
	run(task);
	hkj_track_drop(&track, HKJ_CLASS_WORK);
	hkj_track_push(&track, &work, "queue", NULL);
	machine.now += 10 * US;
	preempt(task);
}

/* Woken here and moved before it ran, or preempted and moved. */
static void who_has_left_waits_no_more(void **state)
{
	struct hkj_waiting waiting;

	other.on_rq = 1;
	woken(NULL, &other);
	assert_true(hkj_waiting_get(&track, &waiting));
	assert_int_equal(waiting.pid, other.pid);
	moved(NULL, &other, 2);
	assert_false(hkj_waiting_get(&track, &waiting));
	run(&other);
	preempt(&other);
	assert_true(hkj_waiting_get(&track, &waiting));
	moved(NULL, &other, 2);
	assert_false(hkj_waiting_get(&track, &waiting));
}

/* One that another waits beside, and one that sleeps and does not wait at all. */
static void only_who_has_left_waits_no_more(void **state)
{
	struct task_struct third = { .pid = 3, .on_rq = 1 };
	struct hkj_waiting waiting;

	other.on_rq = 1;
	woken(NULL, &other);
	moved(NULL, &third, 2);
	assert_true(hkj_waiting_get(&track, &waiting));
	other.on_rq = 0;
	moved(NULL, &other, 2);
	assert_true(hkj_waiting_get(&track, &waiting));
}

/* Unbound workers leave in the middle of their works, for hours. */
static void who_has_left_takes_no_place(void **state)
{
	struct task_struct tasks[3 * HKJ_NR_ASLEEP] = {};
	int i;

	for (i = 0; i < 3 * HKJ_NR_ASLEEP; i++) {
		tasks[i].pid = 100 + i;
		preempt_in_work(&tasks[i]);
		tally_of(&work);
		moved(NULL, &tasks[i], 2);
	}
	assert_int_equal(nr_lost(), 0);
	preempt_in_work(&other);
	run(&other);
	machine.now += 10 * US;
	hkj_track_pop(&track, &work);
	preempt(&other);
	assert_in_range(tally_of(&work)->max, 20 * US, 20 * US + SLACK);
	assert_int_equal(nr_lost(), 0);
}

/* Who comes back may be at another work, which nobody has told of here. */
static void who_comes_back_has_ended_it(void **state)
{
	const struct hkj_key thread = { .class = HKJ_CLASS_THREAD, .id = 2 };

	preempt_in_work(&other);
	moved(NULL, &other, 2);
	run(&other);
	assert_int_equal(track.depth, 1);
	machine.now += 300 * US;
	preempt(&other);
	assert_int_equal(tally_of(&work)->count, 1);
	assert_in_range(tally_of(&work)->total, 10 * US, 10 * US + SLACK);
	assert_in_range(tally_of(&thread)->total, 300 * US, 300 * US + SLACK);
	assert_int_equal(nr_lost(), 0);
}

/* A clock that did not move while the work ran: it has slept all the same. */
static void a_short_piece_is_a_piece(void **state)
{
	run(&other);
	hkj_track_push(&track, &work, "queue", NULL);
	track.frames[1].start = U64_MAX / 2;
	preempt(&other);
	run(&other);
	assert_int_equal(track.frames[1].carried, 0);
	hkj_track_drop(&track, HKJ_CLASS_WORK);
	assert_int_equal(nr_lost(), 0);
	assert_int_equal(tally_of(&work)->count, 1);
}

/* CPU 0 is a target, and a task that may not run there is of no interest. */
static void who_cannot_come_is_not_asked_for(void **state)
{
	const struct cpumask here = { .bits = 5 }, elsewhere = { .bits = 4 };
	struct task_struct task = { .cpus_ptr = &elsewhere };

	nr_put = 0;
	waking(NULL, &task);
	assert_int_equal(nr_put, 0);
	task.cpus_ptr = &here;
	waking(NULL, &task);
	assert_int_equal(nr_put, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(who_has_left_waits_no_more, prepare),
		cmocka_unit_test_setup(only_who_has_left_waits_no_more, prepare),
		cmocka_unit_test_setup(who_has_left_takes_no_place, prepare),
		cmocka_unit_test_setup(who_comes_back_has_ended_it, prepare),
		cmocka_unit_test_setup(a_short_piece_is_a_piece, prepare),
		cmocka_unit_test_setup(who_cannot_come_is_not_asked_for, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
