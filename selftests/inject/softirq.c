// SPDX-License-Identifier: GPL-2.0
/*
 * Softirqs that a module can raise: tasklets of both kinds, network receive, and
 * RCU's callbacks (a softirq, or a thread where they are offloaded). Raised by
 * an IPI to the target, whose end they follow.
 */
#include <linux/interrupt.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>

#include "compat/netdevice.h"
#include "inject.h"

static noinline void inject_tasklet_fn(struct tasklet_struct *unused)
{
	inject_noise();
}

static noinline void inject_tasklet_hi_fn(struct tasklet_struct *unused)
{
	inject_noise();
}

/* In the softirq after the network's, of the same round. */
static noinline void napi_over_fn(struct tasklet_struct *unused)
{
	inject_done();
}

static DECLARE_TASKLET(napi_over, napi_over_fn);

/*
 * A poll that is asked for while the softirq still runs becomes part of it, and
 * would not be counted: it is over only when the softirq is.
 */
static noinline int inject_napi_fn(struct napi_struct *napi, int budget)
{
	inject_spend();
	napi_complete_done(napi, 0);
	tasklet_schedule(&napi_over);
	return 0;
}

static noinline void inject_rcu_fn(struct rcu_head *unused)
{
	inject_noise();
}

static DECLARE_TASKLET(tasklet, inject_tasklet_fn);
static DECLARE_TASKLET(tasklet_hi, inject_tasklet_hi_fn);
static struct napi_struct napi;
static struct rcu_head rcu;

static void raise_tasklet(void *unused)
{
	tasklet_schedule(&tasklet);
}

static void raise_tasklet_hi(void *unused)
{
	tasklet_hi_schedule(&tasklet_hi);
}

static void raise_napi(void *unused)
{
	napi_schedule(&napi);
}

/* Not a lazy one: that may take 10 s. */
static void raise_rcu(void *unused)
{
#ifdef CONFIG_RCU_LAZY
	call_rcu_hurry(&rcu, inject_rcu_fn);
#else
	call_rcu(&rcu, inject_rcu_fn);
#endif
}

static int post_tasklet(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_tasklet);
}

static int post_tasklet_hi(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_tasklet_hi);
}

static int post_napi(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_napi);
}

static int post_rcu(const struct inject_order *order)
{
	return inject_call(order->cpu, raise_rcu);
}

/**
 * inject_tasklet() - tasklets
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_tasklet(const struct inject_order *order)
{
	int error = inject_repeat(order, post_tasklet);

	tasklet_kill(&tasklet);
	return error;
}

/**
 * inject_tasklet_hi() - tasklets of the first softirq
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_tasklet_hi(const struct inject_order *order)
{
	int error = inject_repeat(order, post_tasklet_hi);

	tasklet_kill(&tasklet_hi);
	return error;
}

/**
 * inject_napi() - polls of a network device that never has a packet
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_napi(const struct inject_order *order)
{
	struct net_device *device = hkj_netdev_new();
	int error;

	if (!device)
		return -ENOMEM;
	netif_napi_add(device, &napi, inject_napi_fn);
	napi_enable(&napi);
	error = inject_repeat(order, post_napi);
	tasklet_kill(&napi_over);
	napi_disable(&napi);
	netif_napi_del(&napi);
	hkj_netdev_free(device);
	return error;
}

/**
 * inject_rcu() - RCU callbacks queued on the target
 * @order: what is asked for
 *
 * They run where the target's callbacks run: a CPU of rcu_nocbs has them run
 * by the thread rcuop/N, wherever that is allowed to.
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_rcu(const struct inject_order *order)
{
	int error = inject_repeat(order, post_rcu);

	rcu_barrier();
	return error;
}
