// SPDX-License-Identifier: GPL-2.0
/*
 * Work for the target's own workers: at once, after a delay, and such that
 * sleeps in between.
 */
#include <linux/completion.h>
#include <linux/errno.h>
#include <linux/workqueue.h>

#include "inject.h"

#include "compat/workqueue.h"

static struct workqueue_struct *queue;
static unsigned int nr_halves;
static DECLARE_COMPLETION(go_on);

static noinline void inject_work_fn(struct work_struct *unused)
{
	inject_noise();
}

static noinline void inject_delayed_work_fn(struct work_struct *unused)
{
	inject_noise();
}

/* Whoever has queued it wakes it: a timeout would be a noise more. */
static noinline void inject_sleeping_work_fn(struct work_struct *unused)
{
	inject_spend();
	/* Seen by inject_wait(). */
	smp_store_release(&nr_halves, nr_halves + 1);
	wait_for_completion(&go_on);
	inject_noise();
}

static DECLARE_WORK(work, inject_work_fn);
static DECLARE_DELAYED_WORK(delayed_work, inject_delayed_work_fn);
static DECLARE_WORK(sleeping_work, inject_sleeping_work_fn);

static noinline void inject_unbound_work_fn(struct work_struct *unused)
{
	inject_noise();
}

static DECLARE_WORK(unbound_work, inject_unbound_work_fn);
static struct workqueue_struct *unbound_queue;

static int post_unbound_work(const struct inject_order *order)
{
	queue_work(unbound_queue, &unbound_work);
	return 0;
}

static int post_work(const struct inject_order *order)
{
	queue_work_on(order->cpu, queue, &work);
	return 0;
}

static int post_delayed_work(const struct inject_order *order)
{
	queue_delayed_work_on(order->cpu, queue, &delayed_work, 1);
	return 0;
}

static int post_sleeping_work(const struct inject_order *order)
{
	unsigned int want = nr_halves + 1;
	bool is_there;

	queue_work_on(order->cpu, queue, &sleeping_work);
	is_there = inject_wait(&nr_halves, want);
	complete(&go_on);
	return is_there ? 0 : -ETIMEDOUT;
}

/* The queue is there for one order: it is empty when it goes. */
static int repeat(const struct inject_order *order, inject_post_t post)
{
	int error;

	queue = alloc_workqueue("hkj_inject_wq", HKJ_WQ_PERCPU, 0);
	if (!queue)
		return -ENOMEM;
	error = inject_repeat(order, post);
	cancel_delayed_work_sync(&delayed_work);
	destroy_workqueue(queue);
	return error;
}

/**
 * inject_work() - work bound to the target
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_work(const struct inject_order *order)
{
	return repeat(order, post_work);
}

/**
 * inject_delayed_work() - work bound to the target, a jiffy later
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_delayed_work(const struct inject_order *order)
{
	return repeat(order, post_delayed_work);
}

/**
 * inject_sleeping_work() - work bound to the target that sleeps halfway
 * @order: what is asked for; each work spends @spin_ns before and after
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_sleeping_work(const struct inject_order *order)
{
	reinit_completion(&go_on);
	nr_halves = 0;
	return repeat(order, post_sleeping_work);
}

/**
 * inject_unbound_work() - work of a queue that is bound to no CPU
 * @order: what is asked for
 *
 * It runs on the target if cpumask of the queue, and that of all unbound ones, say
 * so, both in /sys/devices/virtual/workqueue/.
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_unbound_work(const struct inject_order *order)
{
	int error = inject_repeat(order, post_unbound_work);

	cancel_work_sync(&unbound_work);
	return error;
}

/**
 * inject_work_init() - the queue that is bound to no CPU
 *
 * Return: 0 or -ENOMEM.
 *
 * Context: module init.
 */
int inject_work_init(void)
{
	unbound_queue = alloc_workqueue("hkj_inject_free", WQ_UNBOUND | WQ_SYSFS, 0);
	return unbound_queue ? 0 : -ENOMEM;
}

/**
 * inject_work_exit() - the opposite
 *
 * Context: module exit.
 */
void inject_work_exit(void)
{
	destroy_workqueue(unbound_queue);
}
