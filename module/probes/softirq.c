// SPDX-License-Identifier: GPL-2.0
/*
 * Softirqs, by vector, and tasklets and callbacks of RCU inside them, by function.
 */
#include <linux/interrupt.h>
#include <trace/events/irq.h>
#include <trace/events/rcu.h>

#include "chain.h"
#include "probes/probe.h"
#include "running.h"
#include "track.h"

/* The kernel's own table of names is not exported; its order is fixed. */
static const char *const names[NR_SOFTIRQS] = {
	[HI_SOFTIRQ] = "HI",
	[TIMER_SOFTIRQ] = "TIMER",
	[NET_TX_SOFTIRQ] = "NET_TX",
	[NET_RX_SOFTIRQ] = "NET_RX",
	[BLOCK_SOFTIRQ] = "BLOCK",
	[IRQ_POLL_SOFTIRQ] = "IRQ_POLL",
	[TASKLET_SOFTIRQ] = "TASKLET",
	[SCHED_SOFTIRQ] = "SCHED",
	[HRTIMER_SOFTIRQ] = "HRTIMER",
	[RCU_SOFTIRQ] = "RCU",
};

/* A softirq is of the same chain as the first that has raised it. */
static void softirq_raise(void *data, unsigned int vector)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k) && vector < NR_SOFTIRQS && !k->raised[vector])
		k->raised[vector] = hkj_chain_cause(k);
}

static void softirq_entry(void *data, unsigned int vector)
{
	struct hkj_key key = { .class = HKJ_CLASS_SOFTIRQ, .id = vector };
	struct hkj_track *k = hkj_track_here();

	if (likely(!k) || vector >= NR_SOFTIRQS)
		return;
	key.cause = k->raised[vector];
	k->raised[vector] = 0;
	hkj_track_push(k, &key, names[vector], NULL);
}

static void softirq_exit(void *data, unsigned int vector)
{
	struct hkj_key key = { .class = HKJ_CLASS_SOFTIRQ, .id = vector };
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		hkj_track_pop(k, &key);
}

static struct hkj_key tasklet_key(const void *function)
{
	return (struct hkj_key){
		.class = HKJ_CLASS_SOFTIRQ,
		.id = NR_SOFTIRQS,
		.function = (unsigned long)function,
	};
}

static void tasklet_enter(void *data, struct tasklet_struct *tasklet,
			  void *function)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	hkj_running_begin(0, (unsigned long)function);
	if (likely(!k))
		return;
	key = tasklet_key(function);
	key.cause = hkj_chain_cause(k);
	hkj_track_push(k, &key, "tasklet", NULL);
}

static void tasklet_leave(void *data, struct tasklet_struct *tasklet,
			  void *function)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	hkj_running_end();
	if (likely(!k))
		return;
	key = tasklet_key(function);
	hkj_track_pop(k, &key);
}

/* What ends a callback is the next one, or the end of the batch. */
static const struct hkj_key rcu_key = {
	.class = HKJ_CLASS_SOFTIRQ,
	.id = NR_SOFTIRQS + 1,
};

static void rcu_invoke(void *data, const char *flavor, struct rcu_head *head)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = rcu_key;

	/* A thread that runs them may be preempted, and go on elsewhere. */
	if (likely(!k) || !in_serving_softirq())
		return;
	hkj_track_pop(k, &rcu_key);
	key.function = (unsigned long)head->func;
	key.cause = hkj_chain_cause(k);
	hkj_track_push(k, &key, "RCU", NULL);
}

static void rcu_end(void *data, const char *flavor, int nr, char is_left,
		    char is_due, char is_idle, char is_thread)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k) && in_serving_softirq())
		hkj_track_pop(k, &rcu_key);
}

struct hkj_probe hkj_softirq_probes[] = {
	{ "softirq_raise", softirq_raise },
	{ "softirq_entry", softirq_entry },
	{ "softirq_exit", softirq_exit },
	{ "tasklet_entry", tasklet_enter },
	{ "tasklet_exit", tasklet_leave },
	{ "rcu_invoke_callback", rcu_invoke },
	{ "rcu_batch_end", rcu_end },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_softirq_raise(softirq_raise);
	check_trace_callback_type_softirq_entry(softirq_entry);
	check_trace_callback_type_softirq_exit(softirq_exit);
#ifdef HKJ_HAS_TASKLET_EVENTS
	check_trace_callback_type_tasklet_entry(tasklet_enter);
	check_trace_callback_type_tasklet_exit(tasklet_leave);
#endif
#ifdef CONFIG_RCU_TRACE
	check_trace_callback_type_rcu_invoke_callback(rcu_invoke);
	check_trace_callback_type_rcu_batch_end(rcu_end);
#endif
}
