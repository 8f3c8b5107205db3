// SPDX-License-Identifier: GPL-2.0
/*
 * The edges of interrupts, where the kernel has no tracepoint: entering one, and
 * the scheduler that may follow. Hooks of the function tracer, each with a
 * trampoline of its own, on two functions. Where one is not to be
 * had (no function tracer, or /proc/sys/kernel/ftrace_enabled is 0), that time
 * stays part of the transition, and nothing else changes; it is told as unseen.
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

/* Some CPU has entered an interrupt since the last session began. */
static bool is_called;

static void notrace enter(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		hkj_track_enter_irq(k);
	else if (unlikely(!READ_ONCE(is_called)))
		WRITE_ONCE(is_called, true);
}

static void notrace preempt(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k) && current == k->loop)
		hkj_track_schedule(k, true);
}

/**
 * struct edge - a hook on one function
 * @symbol: the function
 * @ops: the function tracer's part
 * @is_attached: right now; true of one that a tracer which is off never calls
 * @has_filter: the tracer knows the function
 * @is_missing: it does not, or could not hook it when that was tried last
 */
struct edge {
	char *symbol;
	struct ftrace_ops ops;
	bool is_attached;
	bool has_filter;
	bool is_missing;
};

static struct edge edges[] = {
	{ "irq_enter_rcu", { .func = enter } },
	{ "preempt_schedule_irq", { .func = preempt } },
};

/* The filter stays until the module's end: one that is freed cannot be set again. */
static void edge_find(struct edge *edge)
{
	edge->has_filter = !ftrace_set_filter(&edge->ops, edge->symbol,
					      strlen(edge->symbol), 1);
	edge->is_missing = !edge->has_filter;
}

static void edge_attach(struct edge *edge)
{
	if (edge->is_attached || !edge->has_filter)
		return;
	edge->is_attached = !register_ftrace_function(&edge->ops);
	edge->is_missing = !edge->is_attached;
}

static void edge_detach(struct edge *edge)
{
	if (edge->is_attached)
		unregister_ftrace_function(&edge->ops);
	if (edge->has_filter)
		ftrace_free_filter(&edge->ops);
	edge->is_attached = false;
	edge->has_filter = false;
}

/**
 * hkj_edges_init() - find what cannot be hooked, before anybody asks
 *
 * Context: module init.
 */
void hkj_edges_init(void)
{
	unsigned int i;

	/* Until a session shows better. */
	is_called = true;
	for (i = 0; i < ARRAY_SIZE(edges); i++)
		edge_find(&edges[i]);
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
		edge_attach(&edges[i]);
	WRITE_ONCE(is_called, false);
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

/**
 * hkj_edges_show_unseen() - functions that are not hooked
 * @buf: to be filled, a blank before each name, and () after it
 * @size: of @buf
 *
 * Return: number of characters.
 *
 * Context: process; under the session's lock.
 */
int hkj_edges_show_unseen(char *buf, size_t size)
{
	unsigned int i;
	int len = 0;

	for (i = 0; i < ARRAY_SIZE(edges); i++)
		if (edges[i].is_missing || !READ_ONCE(is_called))
			len += scnprintf(buf + len, size - len, " %s()",
					 edges[i].symbol);
	return len;
}

#else

void hkj_edges_init(void)
{
}

int hkj_edges_show_unseen(char *buf, size_t size)
{
	return scnprintf(buf, size, " irq_enter_rcu() preempt_schedule_irq()");
}

int hkj_edges_attach(void)
{
	return 0;
}

void hkj_edges_detach(void)
{
}

#endif
