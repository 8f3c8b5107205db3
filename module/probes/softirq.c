// SPDX-License-Identifier: GPL-2.0
/*
 * Softirqs, by vector, and tasklets inside them, by function.
 */
#include <linux/interrupt.h>
#include <trace/events/irq.h>

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

struct hkj_probe hkj_softirq_probes[] = {
	{ "softirq_raise", softirq_raise },
	{ "softirq_entry", softirq_entry },
	{ "softirq_exit", softirq_exit },
	{ "tasklet_entry", tasklet_enter },
	{ "tasklet_exit", tasklet_leave },
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
}
