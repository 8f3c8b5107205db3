// SPDX-License-Identifier: GPL-2.0
/*
 * The clocksource watchdog: a timer that goes round all CPUs, isolated ones too,
 * as long as there is a clock to be watched. Here is one, which nobody uses.
 */
#include <linux/clocksource.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/time64.h>

#include "inject.h"

static u64 read_clock(struct clocksource *cs)
{
	return ktime_get_raw_fast_ns();
}

static struct clocksource watched = {
	.name = "hkj_inject",
	.rating = 1,
	.read = read_clock,
	.mask = CLOCKSOURCE_MASK(64),
	.flags = CLOCK_SOURCE_IS_CONTINUOUS | CLOCK_SOURCE_MUST_VERIFY,
};

/**
 * inject_watchdog() - have a clock watched
 * @order: for how many periods; the rest means nothing here
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_watchdog(const struct inject_order *order)
{
	unsigned int i;
	int error = clocksource_register_hz(&watched, NSEC_PER_SEC);

	if (error)
		return error;
	for (i = 0; i < order->count; i++)
		usleep_range(order->period_us, order->period_us + 100);
	return clocksource_unregister(&watched);
}
