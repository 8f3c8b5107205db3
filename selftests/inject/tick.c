// SPDX-License-Identifier: GPL-2.0
/*
 * What stands against stopping the tick: as perf sets it for an event that it
 * samples.
 */
#include <linux/delay.h>
#include <linux/tick.h>

#include "inject.h"

static noinline void inject_tick_dep_set(unsigned int cpu)
{
	tick_nohz_dep_set_cpu(cpu, TICK_DEP_BIT_PERF_EVENTS);
	/* Not its last call, so that it is on the stack. */
	barrier();
}

/**
 * inject_tick_dep() - keep the target's tick on
 * @order: what is asked for; for @count times @period_us
 *
 * Return: 0.
 *
 * Context: process, sleeps.
 */
int inject_tick_dep(const struct inject_order *order)
{
	unsigned int i;

	msleep(order->lead_ms);
	inject_tick_dep_set(order->cpu);
	for (i = 0; i < order->count; i++)
		usleep_range(order->period_us, 2 * order->period_us);
	tick_nohz_dep_clear_cpu(order->cpu, TICK_DEP_BIT_PERF_EVENTS);
	return 0;
}
