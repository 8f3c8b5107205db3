// SPDX-License-Identifier: GPL-2.0
/*
 * More interruptions at once than the module can keep one by one: a work that
 * raises many interrupts before the loop gets to run again.
 */
#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "inject.h"

#define NR_AT_ONCE	100

static noinline void inject_storm_irq_fn(struct irq_work *work)
{
}

static struct irq_work gust = IRQ_WORK_INIT_HARD(inject_storm_irq_fn);

static noinline void inject_storm_fn(struct work_struct *work)
{
	unsigned int i;

	for (i = 0; i < NR_AT_ONCE; i++) {
		irq_work_queue(&gust);
		irq_work_sync(&gust);
	}
	inject_noise();
}

static DECLARE_WORK(storm, inject_storm_fn);

static int post_storm(const struct inject_order *order)
{
	queue_work_on(order->cpu, system_wq, &storm);
	return 0;
}

/**
 * inject_storm() - storms of a hundred interrupts
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_storm(const struct inject_order *order)
{
	int error = inject_repeat(order, post_storm);

	cancel_work_sync(&storm);
	return error;
}
