// SPDX-License-Identifier: GPL-2.0
/*
 * Calls from one CPU to another.
 */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/preempt.h>
#include <linux/sched/isolation.h>
#include <linux/smp.h>

#include "inject.h"

static noinline void inject_ipi_fn(void *unused)
{
	inject_noise();
}

static noinline void inject_ipi_async_fn(void *unused)
{
	inject_noise();
}

/* The other CPUs of the mask are called as well, but make no noise. */
static noinline void inject_ipi_mask_fn(void *data)
{
	const struct inject_order *order = data;

	if (smp_processor_id() == order->cpu)
		inject_noise();
}

static void do_nothing(void *unused)
{
}

static call_single_data_t csd = CSD_INIT(inject_ipi_async_fn, NULL);
static cpumask_var_t mask;

static int post_ipi(const struct inject_order *order)
{
	int error = smp_call_function_single(order->cpu, inject_ipi_fn, NULL, true);

	/* Not its last call, so that it is on the stack. */
	barrier();
	return error;
}

static int post_ipi_async(const struct inject_order *order)
{
	int error = smp_call_function_single_async(order->cpu, &csd);

	/* As above. */
	barrier();
	return error;
}

static int post_ipi_mask(const struct inject_order *order)
{
	preempt_disable();
	smp_call_function_many(mask, inject_ipi_mask_fn, (void *)order, true);
	preempt_enable();
	return 0;
}

/**
 * inject_ipi() - calls to the target alone; the caller waits
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_ipi(const struct inject_order *order)
{
	return inject_repeat(order, post_ipi);
}

/**
 * inject_ipi_async() - calls to the target alone; the caller does not wait
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_ipi_async(const struct inject_order *order)
{
	int error = inject_repeat(order, post_ipi_async);

	/* One that is late comes before this one. */
	smp_call_function_single(order->cpu, do_nothing, NULL, true);
	return error;
}

/**
 * inject_ipi_mask() - calls to the target and the housekeeping CPUs at once
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_ipi_mask(const struct inject_order *order)
{
	int error;

	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	cpumask_or(mask, housekeeping_cpumask(HK_TYPE_DOMAIN),
		   cpumask_of(order->cpu));
	error = inject_repeat(order, post_ipi_mask);
	free_cpumask_var(mask);
	return error;
}
