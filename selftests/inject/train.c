// SPDX-License-Identifier: GPL-2.0
/*
 * Noises that a target asks for itself, in interrupts of a timer of its own.
 */
#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/smp.h>

#include "compat/hrtimer.h"
#include "inject.h"

static struct {
	struct hrtimer timer;
	struct completion over;
	const struct inject_order *order;
	inject_post_t post;
	unsigned int nr_posted;
	int error;
	ktime_t first;
} train;

static bool is_last(void)
{
	return train.error || train.nr_posted == train.order->count;
}

/* One that is not over yet is waited for. */
static noinline enum hrtimer_restart inject_train_fn(struct hrtimer *timer)
{
	hrtimer_forward(timer, hrtimer_get_expires(timer),
			ns_to_ktime(train.order->period_us * NSEC_PER_USEC));
	if (inject_nr_done() != train.nr_posted)
		return HRTIMER_RESTART;
	if (is_last()) {
		complete(&train.over);
		return HRTIMER_NORESTART;
	}
	train.error = train.post(train.order);
	train.nr_posted += !train.error;
	return HRTIMER_RESTART;
}

/* Context: IPI on the target. */
static void train_arm(void *unused)
{
	hrtimer_start(&train.timer, train.first, HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * inject_train() - have the target carry out an order
 * @order: what is asked for
 * @post: asks for one noise, from the target's timer interrupt
 *
 * Return: 0, or what @post returned.
 *
 * Context: process, sleeps; one order at a time.
 */
int inject_train(const struct inject_order *order, inject_post_t post)
{
	int error;

	train.order = order;
	train.post = post;
	train.nr_posted = 0;
	train.error = 0;
	train.first = inject_first_expiry(order);
	init_completion(&train.over);
	hrtimer_setup(&train.timer, inject_train_fn, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	error = smp_call_function_single(order->cpu, train_arm, NULL, true);
	if (error)
		return error;
	wait_for_completion(&train.over);
	hrtimer_cancel(&train.timer);
	return train.error;
}
