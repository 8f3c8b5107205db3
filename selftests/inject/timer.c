// SPDX-License-Identifier: GPL-2.0
/*
 * Timers of the timer wheel, armed on the target from afar.
 */
#include <linux/jiffies.h>
#include <linux/timer.h>

#include "inject.h"

static noinline void inject_timer_fn(struct timer_list *unused)
{
	inject_noise();
}

static DEFINE_TIMER(timer, inject_timer_fn);

static int post_timer(const struct inject_order *order)
{
	timer.expires = jiffies + 1;
	add_timer_on(&timer, order->cpu);
	return 0;
}

/**
 * inject_timer() - timers, each on the target's next tick
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_timer(const struct inject_order *order)
{
	int error = inject_repeat(order, post_timer);

	timer_delete_sync(&timer);
	return error;
}
