// SPDX-License-Identifier: GPL-2.0
/*
 * The module's tracking of what runs on a target, on a machine whose clock is
 * the test's, and where an interrupt or an NMI may come between any two steps.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"

#include "kernel.h"

#include "../../module/tally.c"
#include "../../module/tail.c"
#include "../../module/track.c"
#include "../../module/seen.c"

#define US		1000
#define SLACK		100	/* steps of the probes themselves, all together */
#define POINTS_MAX	400

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
static struct task_struct other = { .pid = 2, .comm = "other" };
struct task_struct *current = &loop;

static struct hkj_target target;
static struct hkj_track track;

static const struct hkj_key device = { .class = HKJ_CLASS_IRQ, .id = 7 };
static const struct hkj_key second = { .class = HKJ_CLASS_IRQ, .id = 8 };
static const struct hkj_key kick = { .class = HKJ_CLASS_IPI, .id = 253 };
static const struct hkj_key softirq = { .class = HKJ_CLASS_SOFTIRQ, .id = 3 };

void schedule(void)
{
}

bool hkj_self_has(unsigned long function)
{
	return false;
}

static void interrupt(void)
{
	bool was_in_hardirq = machine.is_in_hardirq;

	machine.is_in_hardirq = true;
	machine.irq();
	machine.is_in_hardirq = was_in_hardirq;
}

void machine_point(void)
{
	if (++machine.nr_points != machine.at)
		return;
	if (machine.is_irq_off && !machine.is_nmi)
		machine.is_pending = true;
	else
		interrupt();
}

void machine_irqs(bool is_off)
{
	machine.is_irq_off = is_off;
	if (is_off || !machine.is_pending)
		return;
	machine.is_pending = false;
	interrupt();
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

static struct hkj_seen look(u64 last)
{
	struct hkj_seen seen;

	hkj_track_look(&track, last, sched_clock(), &seen);
	return seen;
}

/* The source of that key; its count is 0 if there is none. */
static const struct hkj_tally *tally_of(const struct hkj_key *key)
{
	return hkj_tally_find(&track, key, NULL);
}

static void run(const struct hkj_key *key, u64 length)
{
	machine.is_irq_off = true;
	machine.is_in_hardirq = true;
	hkj_track_enter_irq(&track);
	hkj_track_push_irq(&track, key, "irq", NULL);
	machine.now += length;
	hkj_track_pop(&track, key);
	machine.is_in_hardirq = false;
	machine_irqs(false);
}

static void run_device(void)
{
	run(&device, 20 * US);
}

static void run_nmi(void)
{
	machine.now += 20 * US;
	hkj_track_nmi(&track, 0x1234, 20 * US);
}

static void run_softirq(void)
{
	hkj_track_push(&track, &softirq, "softirq", NULL);
	machine.now += 10 * US;
	hkj_track_pop(&track, &softirq);
	machine.now += 3 * US;
}

/* A softirq, and a thread with another in it, and what the kernel does around. */
static void run_thread(void)
{
	run_softirq();
	machine.is_irq_off = true;
	hkj_track_schedule(&track, true);
	hkj_track_switch(&track, &loop, &other, 0, NULL, false);
	machine_irqs(false);
	machine.now += 50 * US;
	run_softirq();
	machine.is_irq_off = true;
	hkj_track_switch(&track, &other, &loop, 0, NULL, false);
	machine_irqs(false);
	machine.now += 5 * US;
}

/* All of a gap is covered by its parts, once, wherever something else came. */
static void check_covered(u64 last)
{
	struct hkj_seen seen;
	u64 now;

	run_thread();
	now = sched_clock();
	hkj_track_look(&track, last, now, &seen);
	assert_in_range(seen.parts_net + SLACK, now - last, now - last + SLACK);
}

static void check_each_point(void (*irq)(void), bool is_nmi)
{
	long at, nr_points = POINTS_MAX;

	for (at = 0; at <= nr_points; at++) {
		prepare(NULL);
		machine.irq = irq;
		machine.is_nmi = is_nmi;
		machine.at = at;
		check_covered(machine.now);
		if (!at)
			nr_points = machine.nr_points;
	}
	assert_in_range(nr_points, 10, POINTS_MAX - 1);
}

static void an_interrupt_may_come_anywhere(void **state)
{
	check_each_point(run_device, false);
}

static void an_nmi_may_come_anywhere(void **state)
{
	check_each_point(run_nmi, true);
}

/* The vector of a device without a tracepoint, on top of @depth frames. */
static void run_untraced(u64 length)
{
	machine.is_in_hardirq = true;
	hkj_track_enter_irq(&track);
	machine.now += length;
	machine.is_in_hardirq = false;
}

static void begin_thread(void)
{
	hkj_track_switch(&track, &loop, &other, 0, NULL, false);
}

/* A handler that was called without an entry took the one of a vector before. */
static void an_old_entry_is_nobodys(void **state)
{
	prepare(NULL);
	begin_thread();
	run_untraced(1 * US);
	machine.now += 900 * US;
	hkj_track_push_irq(&track, &device, "irq", NULL);
	machine.now += 10 * US;
	hkj_track_pop(&track, &device);
	machine.now += 10 * US;
	run(&second, 10 * US);
	look(0);
	assert_in_range(tally_of(&device)->max, 10 * US, 10 * US + SLACK);
	assert_in_range(tally_of(&second)->max, 10 * US, 10 * US + SLACK);
}

static void an_entry_is_of_its_depth(void **state)
{
	prepare(NULL);
	run_untraced(1 * US);
	machine.now += 900 * US;
	machine.is_in_hardirq = true;
	begin_thread();
	hkj_track_push_irq(&track, &device, "irq", NULL);
	machine.now += 10 * US;
	hkj_track_pop(&track, &device);
	look(0);
	assert_in_range(tally_of(&device)->max, 10 * US, 10 * US + SLACK);
	assert_int_equal(track.entered, 0);
}

/* What comes after an untraced vector is not its time. */
static void check_untraced(void (*next)(void))
{
	static const struct hkj_key untraced = { .class = HKJ_CLASS_VECTOR };
	u64 last;

	prepare(NULL);
	last = machine.now;
	run_untraced(3 * US);
	next();
	machine.now += 900 * US;
	look(last);
	assert_int_equal(tally_of(&untraced)->count, 1);
	assert_in_range(tally_of(&untraced)->max, 3 * US, 3 * US + SLACK);
}

static void next_schedule(void)
{
	hkj_track_schedule(&track, true);
}

static void next_kick(void)
{
	hkj_track_push(&track, &kick, "reschedule", NULL);
	machine.now += 10 * US;
	hkj_track_pop(&track, &kick);
}

static void an_untraced_vector_ends(void **state)
{
	check_untraced(run_softirq);
	check_untraced(next_schedule);
	check_untraced(begin_thread);
	check_untraced(next_kick);
}

/* Its own timers are called within it. */
static void a_timer_does_not_end_it(void **state)
{
	static const struct hkj_key untraced = { .class = HKJ_CLASS_VECTOR };
	static const struct hkj_key timer = { .class = HKJ_CLASS_TIMER,
					      .function = 0x99 };
	u64 last;

	prepare(NULL);
	last = machine.now;
	run_untraced(3 * US);
	hkj_track_push(&track, &timer, NULL, NULL);
	machine.now += 10 * US;
	hkj_track_pop(&track, &timer);
	look(last);
	assert_in_range(tally_of(&timer)->max, 10 * US, 10 * US + SLACK);
	assert_in_range(tally_of(&untraced)->max, 3 * US, 3 * US + SLACK);
}

/* What lay in the ring with later times kept back all that came after it. */
static void a_clock_may_step_back(void **state)
{
	struct hkj_seen seen;
	u64 last;

	prepare(NULL);
	last = machine.now;
	run(&device, 10 * US);
	run_nmi();
	machine.now -= 500 * US;
	hkj_track_step(&track, last, &seen);
	assert_int_equal(seen.nr_parts, 0);
	assert_int_equal(seen.nr_quiet, 0);
	assert_int_equal(tally_of(&device)->count, 1);
	assert_in_range(local_read(&track.lost[HKJ_LOST_PARTS]), 2, 2);

	last = machine.now;
	run(&second, 10 * US);
	seen = look(last);
	assert_int_equal(tally_of(&second)->count, 1);
	assert_in_range(seen.parts_net, 10 * US, 10 * US + SLACK);
}

/* An NMI stood behind an interrupt that came after the gap, and was not in it. */
static void an_nmi_is_in_its_gap(void **state)
{
	u64 last, now;
	struct hkj_seen seen;

	prepare(NULL);
	last = machine.now;
	run_nmi();
	now = sched_clock();
	run(&device, 10 * US);
	hkj_track_look(&track, last, now, &seen);
	assert_int_equal(seen.nr_parts, 1);
	assert_int_equal(seen.parts_net, 20 * US);
	seen = look(now);
	assert_in_range(seen.parts_net, 10 * US, 10 * US + SLACK);
	assert_int_equal(seen.nr_quiet, 0);
}

/* One that comes after the loop's clock read is the next gap's. */
static void a_late_nmi_is_the_next_gaps(void **state)
{
	u64 last, now;
	struct hkj_seen seen;

	prepare(NULL);
	last = machine.now;
	run(&device, 10 * US);
	machine.now += 30 * US;
	now = sched_clock();
	run_nmi();
	hkj_track_look(&track, last, now, &seen);
	assert_in_range(seen.parts_net, 40 * US, 40 * US + SLACK);
	seen = look(now);
	assert_int_equal(seen.nr_parts, 1);
	assert_int_equal(seen.parts_net, 20 * US);
}

static void too_many_nmis_are_told(void **state)
{
	struct hkj_seen seen;
	u64 last;
	int i;

	prepare(NULL);
	last = machine.now;
	for (i = 0; i < HKJ_NR_NMIS + 3; i++)
		run_nmi();
	seen = look(last);
	assert_int_equal(seen.nr_parts, HKJ_NR_NMIS);
	assert_int_equal(local_read(&track.lost[HKJ_LOST_PARTS]), 3);
}

/* What finds no room is counted, tails as well. */
static void a_full_ring_is_told(void **state)
{
	long nr = 0, lost;
	struct hkj_seen seen;
	u64 last;
	int i;

	prepare(NULL);
	last = machine.now;
	for (i = 0; i < HKJ_NR_RING; i++) {
		run(&device, 1 * US);
		nr += 2;	/* it and its tail */
	}
	seen = look(last);
	lost = local_read(&track.lost[HKJ_LOST_PARTS]);
	/* Of the spilled ones each is a part of the gap; of tails none is. */
	assert_int_equal(tally_of(&device)->count, HKJ_NR_RING);
	assert_int_equal(lost, nr - HKJ_NR_RING);
	assert_in_range(seen.nr_parts, HKJ_NR_RING, nr);
}

static void take_again(void)
{
	hkj_ring_take(&track);
}

/* Between its look and its step another one comes. */
static void take_twice(void)
{
	machine.at = machine.nr_points + 2;
	machine.irq = take_again;
	hkj_ring_take(&track);
}

/* Interrupts take what is left between a look at it and the step: no more. */
static void a_ring_is_never_overrun(void **state)
{
	int at, left;

	for (left = 1; left <= 4; left++)
		for (at = 1; at <= 3; at++) {
			prepare(NULL);
			track.nr_ring.value = HKJ_NR_RING - left;
			machine.nr_points = 0;
			machine.at = at;
			machine.irq = take_twice;
			hkj_ring_take(&track);
			assert_in_range(track.nr_ring.value, HKJ_NR_RING - left + 1,
					HKJ_NR_RING);
		}
	machine.at = 0;
}

static void find_second(void)
{
	hkj_tally_find(&track, &second, "irq");
}

/* An interrupt has it first, wherever we are: there is one source still. */
static void a_source_is_one(void **state)
{
	const struct hkj_tally *tally;
	int at, i, nr;

	for (at = 1; at <= 10; at++) {
		prepare(NULL);
		machine.nr_points = 0;
		machine.at = at;
		machine.irq = find_second;
		tally = hkj_tally_find(&track, &second, "irq");
		machine.at = 0;
		assert_ptr_equal(tally, tally_of(&second));
		for (i = nr = 0; i < HKJ_NR_SOURCES; i++)
			nr += track.tallies[i].is_taken != 0;
		assert_int_equal(nr, 1);
	}
}

/* A loop in user space that made no note any more: where was it last? */
static void the_last_run_is_known(void **state)
{
	u64 since, begin;

	prepare(NULL);
	track.turn_max = 2 * US;
	since = machine.now;
	assert_int_equal(hkj_track_last_run(&track, since), since);
	machine.now += 100 * US;
	run(&device, 1 * US);	/* too short to be noted */
	machine.now += 100 * US;
	begin = machine.now;
	run(&device, 1 * US);	/* brings the signal */
	assert_in_range(hkj_track_last_run(&track, since), begin, begin + SLACK);
	/* It is stopped: the CPU idles, with interrupts in between. */
	hkj_track_switch(&track, &loop, &other, 0, NULL, false);
	machine.now += 500 * US;
	run(&device, 1 * US);
	machine.now += 500 * US;
	assert_in_range(hkj_track_last_run(&track, since), begin, begin + SLACK);
	/* It is killed: it runs again, on its way out. */
	hkj_track_switch(&track, &other, &loop, 0, NULL, false);
	assert_in_range(hkj_track_last_run(&track, since), begin, begin + SLACK);
	assert_int_equal(hkj_track_last_run(&track, machine.now), machine.now);
}

/* Its CPU went offline: nobody would take it off the one that it runs on. */
static void a_loop_that_was_moved_is_not_followed(void **state)
{
	hkj_track_close(&target);
	target.cpu = 1;
	hkj_track_open(&target);
	assert_null(hkj_tracked);
}

/* Calibration rehearsed gaps of which nothing was looked at. */
static void a_rehearsal_is_looked_at(void **state)
{
	struct hkj_seen seen;

	prepare(NULL);
	target.cpu = 0;
	hkj_track_reset(&target);
	assert_int_equal(track.scale.khz, 1000000);
	assert_int_equal(track.clock_kind, HKJ_CLOCK_SCHED);
	hkj_track_rehearse(&track, machine.now - US);
	seen = look(machine.now - 10 * US);
	assert_int_equal(seen.nr_parts, HKJ_NR_PARTS);
	assert_null(track.loop);
}

/* "taskset -c 1 stress": the same task, another program. */
static void a_task_has_its_last_name(void **state)
{
	const struct hkj_key thread = { .class = HKJ_CLASS_THREAD, .id = 9 };
	struct task_struct task = { .pid = 9, .comm = "bash" };

	hkj_track_switch(&track, &loop, &task, 0, NULL, false);
	strcpy(task.comm, "taskset");	/* while it runs here */
	hkj_track_switch(&track, &task, &loop, 0, NULL, false);
	look(0);
	assert_string_equal(tally_of(&thread)->name, "taskset");
	strcpy(task.comm, "stress");	/* elsewhere */
	hkj_track_switch(&track, &loop, &task, 0, NULL, false);
	assert_string_equal(tally_of(&thread)->name, "stress");
	hkj_track_switch(&track, &task, &loop, 0, NULL, false);
	look(0);
	assert_int_equal(tally_of(&thread)->count, 2);
}

/* The number of a task that has ended is given to another one. */
static void a_pid_may_be_anothers(void **state)
{
	struct hkj_key thread = { .class = HKJ_CLASS_THREAD, .id = 9, .born = 1 };
	struct task_struct a = { 9, "first", 1 }, b = { 9, "second", 2 };

	hkj_track_switch(&track, &loop, &a, 0, NULL, false);
	hkj_track_switch(&track, &a, &loop, 0, NULL, true);
	hkj_track_switch(&track, &loop, &b, 0, NULL, false);
	hkj_track_switch(&track, &b, &loop, 0, NULL, false);
	look(0);
	assert_string_equal(tally_of(&thread)->name, "first");
	assert_int_equal(tally_of(&thread)->count, 1);
	thread.born = 2;
	assert_string_equal(tally_of(&thread)->name, "second");
	assert_int_equal(tally_of(&thread)->count, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interrupt_may_come_anywhere),
		cmocka_unit_test(an_nmi_may_come_anywhere),
		cmocka_unit_test(an_old_entry_is_nobodys),
		cmocka_unit_test(an_entry_is_of_its_depth),
		cmocka_unit_test(an_untraced_vector_ends),
		cmocka_unit_test(a_timer_does_not_end_it),
		cmocka_unit_test(a_clock_may_step_back),
		cmocka_unit_test(an_nmi_is_in_its_gap),
		cmocka_unit_test(a_late_nmi_is_the_next_gaps),
		cmocka_unit_test(too_many_nmis_are_told),
		cmocka_unit_test(a_full_ring_is_told),
		cmocka_unit_test(a_rehearsal_is_looked_at),
		cmocka_unit_test_setup(a_task_has_its_last_name, prepare),
		cmocka_unit_test_setup(a_pid_may_be_anothers, prepare),
		cmocka_unit_test_setup(a_ring_is_never_overrun, prepare),
		cmocka_unit_test_setup(a_source_is_one, prepare),
		cmocka_unit_test_setup(the_last_run_is_known, prepare),
		cmocka_unit_test_setup(a_loop_that_was_moved_is_not_followed,
				       prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
