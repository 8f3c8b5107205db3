// SPDX-License-Identifier: GPL-2.0
/*
 * A train of calls from the target's own timer interrupt.
 */
#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/smp.h>

#include "compat/hrtimer.h"
#include "inject.h"

/*
 * Calls come a while after a tick, to stay clear of other CPUs', and early
 * before the next: an emulator that runs one CPU at a time changes over at the
 * next timer once a CPU's share is used up, which then is more often a tick.
 */
#define PHASE_NS	(TICK_NSEC / 8)

struct train {
	struct hrtimer timer;
	struct completion done;
	const struct inject_order *order;
	unsigned int left;
	ktime_t first;
};

static enum hrtimer_restart train_next(struct train *train)
{
	hrtimer_forward(&train->timer, hrtimer_get_expires(&train->timer),
			ns_to_ktime(train->order->period_us * 1000));
	return HRTIMER_RESTART;
}

/*
 * The first expiry and the last are functions of their own, since arming and
 * completion cause work which is not to be taken for a call's.
 */
static noinline enum hrtimer_restart train_last(struct hrtimer *timer)
{
	complete(&container_of(timer, struct train, timer)->done);
	return HRTIMER_NORESTART;
}

static noinline enum hrtimer_restart inject_hrtimer_fn(struct hrtimer *timer)
{
	struct train *train = container_of(timer, struct train, timer);

	inject_spin(train->order->spin_ns);
	if (!--train->left)
		timer->function = train_last;
	return train_next(train);
}

static noinline enum hrtimer_restart train_first(struct hrtimer *timer)
{
	timer->function = inject_hrtimer_fn;
	return train_next(container_of(timer, struct train, timer));
}

/* Arms the timer on the target. Context: IPI on the target. */
static void train_arm(void *data)
{
	struct train *train = data;

	hrtimer_start(&train->timer, train->first, HRTIMER_MODE_ABS_PINNED_HARD);
	/* Not its last call, so that it is on the stack. */
	barrier();
}

/**
 * inject_first_expiry() - when a timer of the target's is to expire first
 * @order: what is asked for
 *
 * Context: any.
 */
ktime_t inject_first_expiry(const struct inject_order *order)
{
	u64 first = ktime_get_ns() + order->lead_ms * NSEC_PER_MSEC;
	u64 ticks = div64_u64(first, TICK_NSEC) + 1;

	return ns_to_ktime(ticks * TICK_NSEC + PHASE_NS);
}

/**
 * inject_hrtimer() - calls from the target's own timer interrupt
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_hrtimer(const struct inject_order *order)
{
	struct train train = {
		.order = order,
		.left = order->count,
		.first = inject_first_expiry(order),
	};
	int error;

	init_completion(&train.done);
	hrtimer_setup_on_stack(&train.timer, train_first, CLOCK_MONOTONIC,
			       HRTIMER_MODE_ABS_PINNED_HARD);
	error = smp_call_function_single(order->cpu, train_arm, &train, true);
	if (!error)
		wait_for_completion(&train.done);
	hrtimer_cancel(&train.timer);
	destroy_hrtimer_on_stack(&train.timer);
	return error;
}
