// SPDX-License-Identifier: GPL-2.0
/*
 * The edges of interrupts, where the kernel has no tracepoint: entering one, and
 * the scheduler that may follow. Hooks of the function tracer, each with a
 * trampoline of its own, on two functions. Where one is not to be
 * had (no function tracer, or /proc/sys/kernel/ftrace_enabled is 0), that time
 * stays part of the transition, and nothing else changes.
 *
 * They are kept until the module's end, as they run in the very IPI by which the
 * kernel patches code; see &hkj_probe.is_kept.
 */
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "probes/probe.h"
#include "track.h"

#ifdef CONFIG_DYNAMIC_FTRACE

static void notrace enter(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		hkj_track_enter_irq(k);
}

static void notrace preempt(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k) && current == k->loop)
		hkj_track_schedule(k, true);
}

static struct edge {
	char *symbol;
	struct ftrace_ops ops;
	bool is_attached;
} edges[] = {
	{ "irq_enter_rcu", { .func = enter } },
	{ "preempt_schedule_irq", { .func = preempt } },
};

static void edge_attach(struct edge *edge)
{
	if (ftrace_set_filter(&edge->ops, edge->symbol, strlen(edge->symbol), 1))
		return;
	edge->is_attached = !register_ftrace_function(&edge->ops);
	if (!edge->is_attached)
		ftrace_free_filter(&edge->ops);
}

static void edge_detach(struct edge *edge)
{
	if (!edge->is_attached)
		return;
	unregister_ftrace_function(&edge->ops);
	ftrace_free_filter(&edge->ops);
	edge->is_attached = false;
}

/**
 * hkj_edges_attach() - attach those that can be
 *
 * Return: 0.
 *
 * Context: process, sleeps; under the session's lock.
 */
int hkj_edges_attach(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(edges); i++)
		if (!edges[i].is_attached)
			edge_attach(&edges[i]);
	return 0;
}

/**
 * hkj_edges_detach() - the opposite; none runs afterwards
 *
 * Context: module exit, sleeps.
 */
void hkj_edges_detach(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(edges); i++)
		edge_detach(&edges[i]);
}

#else

int hkj_edges_attach(void)
{
	return 0;
}

void hkj_edges_detach(void)
{
}

#endif
