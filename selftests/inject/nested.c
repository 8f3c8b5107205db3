// SPDX-License-Identifier: GPL-2.0
/*
 * Noise that interrupts other noise: a timer in a work; an NMI in a timer in a
 * softirq in a work. Each level spends the order's time itself, net.
 */
#include <linux/bottom_half.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <linux/time64.h>
#include <linux/workqueue.h>

#include "compat/hrtimer.h"
#include "inject.h"

#include "compat/workqueue.h"

/* The timer comes this long after it was armed: well within the level below. */
#define DELAY_NS	2000
/* A level waits for the one above; not for ever. */
#define LIMIT_NS	(100 * NSEC_PER_MSEC)
/* Two reads of the clock are closer, under an emulator, too. */
#define STEP_MAX_NS	1000

/* How long the last one of each level took, with those above it; 0: not over. */
static u64 softirq_ns, timer_ns, nmi_ns;

static struct workqueue_struct *queue;
static struct hrtimer timer;
static bool is_alone;

/*
 * A step of this level's clock, as far as it was spent here. One that is longer than a
 * turn of spend_net() can be was spent elsewhere: in the level above, on the way into
 * it, in what nobody has asked for.
 */
static u64 own_part(u64 step)
{
	return step < STEP_MAX_NS ? step : 0;
}

/*
 * Under an emulator that runs one CPU at a time, which is when targets ask for
 * themselves, a long step may as well be another CPU's turn, which no probe tells from
 * this level's time: only what the level above says it took is not ours.
 */
static bool is_spent(u64 elapsed, u64 above, u64 own)
{
	if (!above)
		return false;
	return is_alone ? (s64)(elapsed - above) >= (s64)inject_spin_ns() :
			  own >= inject_spin_ns();
}

/*
 * The rest of a level, which began at @begin, until the level above is over and
 * the order's time spent here. The clock is read before @above: what happens between
 * the two then makes us late by that, and never early.
 *
 * Return: how long it took.
 */
static u64 spend_net(u64 begin, const u64 *above)
{
	u64 elapsed = 0, own = 0;

	do {
		u64 last = elapsed;

		elapsed = sched_clock() - begin;
		own += own_part(elapsed - last);
		barrier();
	} while (!is_spent(elapsed, READ_ONCE(*above), own) && elapsed < LIMIT_NS);
	return sched_clock() - begin;
}

static void arm(enum hrtimer_restart (*function)(struct hrtimer *timer))
{
	WRITE_ONCE(timer_ns, 0);
	hrtimer_setup(&timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	hrtimer_start(&timer, ns_to_ktime(DELAY_NS), HRTIMER_MODE_REL_PINNED_HARD);
}

static noinline enum hrtimer_restart inject_inner_timer_fn(struct hrtimer *unused)
{
	u64 begin = sched_clock();

	inject_spend();
	WRITE_ONCE(timer_ns, sched_clock() - begin);
	return HRTIMER_NORESTART;
}

static noinline void inject_outer_work_fn(struct work_struct *unused)
{
	u64 begin = sched_clock();

	arm(inject_inner_timer_fn);
	spend_net(begin, &timer_ns);
	inject_done();
}

static noinline enum hrtimer_restart inject_nested_timer_fn(struct hrtimer *unused)
{
	u64 begin = sched_clock();

	WRITE_ONCE(nmi_ns, 0);
	inject_send_nmi(smp_processor_id());
	WRITE_ONCE(timer_ns, spend_net(begin, &nmi_ns));
	return HRTIMER_NORESTART;
}

static noinline void inject_nested_tasklet_fn(struct tasklet_struct *unused)
{
	u64 begin = sched_clock();

	arm(inject_nested_timer_fn);
	WRITE_ONCE(softirq_ns, spend_net(begin, &timer_ns));
}

static DECLARE_TASKLET(tasklet, inject_nested_tasklet_fn);

static noinline void inject_nested_work_fn(struct work_struct *unused)
{
	u64 begin = sched_clock();

	WRITE_ONCE(softirq_ns, 0);
	local_bh_disable();
	tasklet_schedule(&tasklet);
	local_bh_enable();
	spend_net(begin, &softirq_ns);
	inject_done();
}

static DECLARE_WORK(outer_work, inject_outer_work_fn);
static DECLARE_WORK(nested_work, inject_nested_work_fn);

static int post_outer(const struct inject_order *order)
{
	queue_work_on(order->cpu, queue, &outer_work);
	return 0;
}

static int post_nested(const struct inject_order *order)
{
	queue_work_on(order->cpu, queue, &nested_work);
	return 0;
}

static int repeat(const struct inject_order *order, inject_post_t post)
{
	int error;

	is_alone = order->is_own;
	queue = alloc_workqueue("hkj_inject_wq", HKJ_WQ_PERCPU, 0);
	if (!queue)
		return -ENOMEM;
	hrtimer_setup(&timer, inject_inner_timer_fn, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	error = inject_repeat(order, post);
	destroy_workqueue(queue);
	tasklet_kill(&tasklet);
	hrtimer_cancel(&timer);
	return error;
}

/**
 * inject_timer_in_work() - works, each interrupted by a timer
 * @order: what is asked for; each level spends @spin_ns net
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_timer_in_work(const struct inject_order *order)
{
	return repeat(order, post_outer);
}

/**
 * inject_nested() - works, each with a softirq, a timer and an NMI inside
 * @order: what is asked for; each level spends @spin_ns net
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_nested(const struct inject_order *order)
{
	int error = inject_begin_nmi(&nmi_ns);

	if (error)
		return error;
	error = repeat(order, post_nested);
	inject_end_nmi();
	return error;
}
