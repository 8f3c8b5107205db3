// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts of a device that is none, and irq_work. A CPU can raise either only
 * on itself, so an IPI to the target does it there.
 */
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irq_work.h>
#include <linux/smp.h>

#include "inject.h"

static const char device[] = "hkj_inject";
static int irq;

static noinline void inject_irq_work_fn(struct irq_work *unused)
{
	inject_noise();
}

static noinline irqreturn_t inject_irq_fn(int number, void *unused)
{
	inject_noise();
	return IRQ_HANDLED;
}

/* Of another device on the same line: it is asked first, and it was not that. */
static noinline irqreturn_t inject_irq_none_fn(int number, void *unused)
{
	return IRQ_NONE;
}

static struct irq_work irq_work = IRQ_WORK_INIT_HARD(inject_irq_work_fn);

static void raise_irq_work(void *unused)
{
	irq_work_queue(&irq_work);
}

static void raise_irq(void *unused)
{
	generic_handle_irq(irq);
}

static int post_irq_work(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_irq_work);
}

static int post_irq(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_irq);
}

/* A line without hardware. */
static int new_line(void)
{
	irq = irq_alloc_desc(NUMA_NO_NODE);
	if (irq < 0)
		return irq;
	irq_set_chip_and_handler(irq, &dummy_irq_chip, handle_simple_irq);
	irq_modify_status(irq, IRQ_NOREQUEST | IRQ_NOAUTOEN, IRQ_NOPROBE);
	return 0;
}

static int repeat_irq(const struct inject_order *order)
{
	int error = request_irq(irq, inject_irq_fn, IRQF_SHARED, device, &irq);

	if (error)
		return error;
	error = inject_repeat(order, post_irq);
	free_irq(irq, &irq);
	return error;
}

static int repeat_irq_shared(const struct inject_order *order)
{
	int error = request_irq(irq, inject_irq_none_fn, IRQF_SHARED,
				"hkj_inject_none", &irq_work);

	if (error)
		return error;
	error = repeat_irq(order);
	free_irq(irq, &irq_work);
	return error;
}

static int with_line(const struct inject_order *order, inject_post_t repeat)
{
	int error = new_line();

	if (error)
		return error;
	error = repeat(order);
	irq_free_desc(irq);
	return error;
}

/**
 * inject_irq_work() - irq_work on the target
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_irq_work(const struct inject_order *order)
{
	int error = inject_repeat(order, post_irq_work);

	irq_work_sync(&irq_work);
	return error;
}

/**
 * inject_irq() - device interrupts, "hkj_inject" in /proc/interrupts
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_irq(const struct inject_order *order)
{
	return with_line(order, repeat_irq);
}

/**
 * inject_irq_shared() - the same on a line shared with a device that is silent
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_irq_shared(const struct inject_order *order)
{
	return with_line(order, repeat_irq_shared);
}
