// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel thread of the target's that has something to do now and then.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>

#include "inject.h"

static struct task_struct *thread;
static bool is_due;

static noinline int inject_thread_fn(void *unused)
{
	while (!kthread_should_stop()) {
		if (xchg(&is_due, false))
			inject_noise();
		set_current_state(TASK_INTERRUPTIBLE);
		if (!READ_ONCE(is_due) && !kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

/* Woken while it still runs, it goes on without a switch: one burst less. */
static bool is_asleep(void)
{
	unsigned int tries = 10000;

	while (READ_ONCE(thread->__state) == TASK_RUNNING ||
	       READ_ONCE(thread->on_cpu)) {
		if (!tries--)
			return false;
		usleep_range(1000, 2000);
	}
	return true;
}

static int post_thread(const struct inject_order *order)
{
	if (in_task() && !is_asleep())
		return -ETIMEDOUT;
	WRITE_ONCE(is_due, true);
	wake_up_process(thread);
	return 0;
}

/**
 * inject_thread() - bursts of the thread hkj_inject/N
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_thread(const struct inject_order *order)
{
	int error;

	thread = kthread_create(inject_thread_fn, NULL, "hkj_inject/%u",
				order->cpu);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	kthread_bind(thread, order->cpu);
	error = inject_repeat(order, post_thread);
	/* Its end would be one burst more: it ends elsewhere. */
	set_cpus_allowed_ptr(thread, housekeeping_cpumask(HK_TYPE_DOMAIN));
	kthread_stop(thread);
	return error;
}
