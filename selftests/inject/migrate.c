// SPDX-License-Identifier: GPL-2.0
/*
 * The target's loop, pushed to another CPU and back: what nobody but a kernel
 * module can do to it.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/string.h>

#include "inject.h"

#define AWAY_MS		50

/* With a reference; NULL if there is none. */
static struct task_struct *find_loop(unsigned int cpu)
{
	struct task_struct *task, *found = NULL;
	char name[TASK_COMM_LEN];

	snprintf(name, sizeof(name), "hkjitter/%u", cpu);
	rcu_read_lock();
	for_each_process(task) {
		if ((task->flags & PF_KTHREAD) && !strcmp(task->comm, name))
			found = get_task_struct(task);
		if (found)
			break;
	}
	rcu_read_unlock();
	return found;
}

static int post_migrate(const struct inject_order *order)
{
	struct task_struct *loop = find_loop(order->cpu);
	int error;

	if (!loop)
		return -ESRCH;
	error = set_cpus_allowed_ptr(loop, housekeeping_cpumask(HK_TYPE_DOMAIN));
	msleep(AWAY_MS);
	if (!error)
		error = set_cpus_allowed_ptr(loop, cpumask_of(order->cpu));
	put_task_struct(loop);
	inject_done();
	return error;
}

/**
 * inject_migrate() - the loop moved away and back
 * @order: what is asked for; @order->spin_ns means nothing here
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_migrate(const struct inject_order *order)
{
	return inject_repeat(order, post_migrate);
}
