/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which callback runs on a CPU, in interrupt context: it is to be named when an
 * interrupt asks for something.
 *
 * One slot for hard interrupts and one for softirqs, on every CPU. A callback in
 * another one's middle takes the slot from it; the outer one is then nameless
 * for the rest of its time.
 */
#ifndef HKJ_RUNNING_H
#define HKJ_RUNNING_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>	/* softirq_count() of RT reads current */

/**
 * struct hkj_running - a callback in interrupt context
 * @what: the timer it belongs to; 0 if it is no timer's, or has ended
 * @function: the callback; 0 if none runs
 */
struct hkj_running {
	unsigned long what;
	unsigned long function;
};

/* Softirq, hard interrupt. */
DECLARE_PER_CPU(struct hkj_running[2], hkj_running);

/**
 * hkj_running_here() - the slot of the context that runs
 *
 * Return: NULL in a task's own context.
 *
 * Context: any, preemption off.
 */
static __always_inline struct hkj_running *hkj_running_here(void)
{
	if (in_hardirq())
		return this_cpu_ptr(&hkj_running[1]);
	return in_serving_softirq() ? this_cpu_ptr(&hkj_running[0]) : NULL;
}

/**
 * hkj_running_begin() - a callback begins
 * @what: its timer, or 0
 * @function: the callback
 *
 * Context: interrupt; a task's is left alone.
 */
static __always_inline void hkj_running_begin(unsigned long what,
					      unsigned long function)
{
	struct hkj_running *running = hkj_running_here();

	if (!running)
		return;
	running->what = what;
	running->function = function;
}

/**
 * hkj_running_end() - it has ended
 *
 * Context: as hkj_running_begin().
 */
static __always_inline void hkj_running_end(void)
{
	struct hkj_running *running = hkj_running_here();

	if (!running)
		return;
	running->what = 0;
	running->function = 0;
}

/**
 * hkj_running_is() - is it that timer's callback that runs?
 * @what: the timer
 *
 * Context: any, preemption off.
 */
static __always_inline bool hkj_running_is(unsigned long what)
{
	const struct hkj_running *running = hkj_running_here();

	return running && running->what == what;
}

#endif /* HKJ_RUNNING_H */
