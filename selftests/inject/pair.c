// SPDX-License-Identifier: GPL-2.0
/*
 * The same callback asked of the target by two CPUs before it runs: the target is
 * held in an interrupt until both have asked.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kthread.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "inject.h"

#define NR_ASKERS	2

/* The target does not wait longer than this for somebody who does not come. */
#define HOLD_NS_MAX	(500 * NSEC_PER_MSEC)

static unsigned int target;
static unsigned int nr_run;
static atomic_t nr_asked;

static noinline void inject_pair_fn(void *unused)
{
	inject_spend();
	if (++nr_run == NR_ASKERS)
		inject_done();
}

/* Waits with interrupts off, as an interrupt does. */
static noinline void hold_fn(void *unused)
{
	u64 begin = ktime_get_mono_fast_ns();

	while (atomic_read(&nr_asked) < NR_ASKERS &&
	       ktime_get_mono_fast_ns() - begin < HOLD_NS_MAX)
		cpu_relax();
}

static call_single_data_t hold_csd = CSD_INIT(hold_fn, NULL);

/**
 * struct asker - a thread that asks when it is woken
 * @task: the thread
 * @csd: what it asks for
 * @is_due: it is to ask
 */
struct asker {
	struct task_struct *task;
	call_single_data_t csd;
	bool is_due;
};

static struct asker askers[NR_ASKERS] = {
	{ .csd = CSD_INIT(inject_pair_fn, NULL) },
	{ .csd = CSD_INIT(inject_pair_fn, NULL) },
};

static noinline int inject_asker_fn(void *data)
{
	struct asker *asker = data;

	while (!kthread_should_stop()) {
		if (xchg(&asker->is_due, false)) {
			smp_call_function_single_async(target, &asker->csd);
			atomic_inc(&nr_asked);
		}
		set_current_state(TASK_INTERRUPTIBLE);
		if (!READ_ONCE(asker->is_due) && !kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

static int post_pair(const struct inject_order *order)
{
	unsigned int i;
	int error;

	nr_run = 0;
	atomic_set(&nr_asked, 0);
	error = smp_call_function_single_async(target, &hold_csd);
	for (i = 0; i < NR_ASKERS && !error; i++) {
		WRITE_ONCE(askers[i].is_due, true);
		wake_up_process(askers[i].task);
	}
	return error;
}

/* On CPUs other than the target: on two, if there are two. */
static unsigned int asker_cpu(unsigned int i)
{
	unsigned int cpu, other = target;

	for_each_online_cpu(cpu) {
		if (cpu == target)
			continue;
		other = cpu;
		if (!i--)
			break;
	}
	return other;
}

static int start_asker(unsigned int i)
{
	struct task_struct *task;

	task = kthread_create(inject_asker_fn, &askers[i], "hkj_asker/%u", i);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, asker_cpu(i));
	askers[i].task = task;
	return 0;
}

static void stop_askers(void)
{
	unsigned int i;

	for (i = 0; i < NR_ASKERS; i++) {
		if (askers[i].task)
			kthread_stop(askers[i].task);
		askers[i].task = NULL;
	}
}

/**
 * inject_pair() - two calls of one callback at once, from hkj_asker/0 and /1
 * @order: what is asked for; each call spends @spin_ns
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_pair(const struct inject_order *order)
{
	unsigned int i;
	int error = 0;

	target = order->cpu;
	for (i = 0; i < NR_ASKERS && !error; i++)
		error = start_asker(i);
	if (!error)
		error = inject_repeat(order, post_pair);
	stop_askers();
	return error;
}
