// SPDX-License-Identifier: GPL-2.0
/*
 * Attaching probes to tracepoints by name: the kernel exports few of them, but
 * lists them all. What this kernel does not have stays unseen, and is told.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "probes/kprobe.h"
#include "probes/probe.h"

static struct hkj_probe *const lists[] = {
	hkj_irq_probes,
	hkj_vector_probes,
	hkj_ipi_probes,
	hkj_softirq_probes,
	hkj_timer_probes,
	hkj_workqueue_probes,
	hkj_sched_probes,
	hkj_nmi_probes,
	hkj_fault_probes,
	hkj_tick_probes,
};

/*
 * Calls @each for every probe of every list, until one returns an error. Return:
 * that, or 0.
 */
static int for_all_probes(int (*each)(struct hkj_probe *p, void *data),
			  void *data)
{
	struct hkj_probe *p;
	unsigned int i;
	int error = 0;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (p = lists[i]; p->name && !error; p++)
			error = each(p, data);
	return error;
}

static int find_one(struct hkj_probe *p, void *data)
{
	struct tracepoint *tracepoint = data;

	if (!strcmp(p->name, tracepoint->name))
		p->tracepoint = tracepoint;
	return 0;
}

static void find(struct tracepoint *tracepoint, void *unused)
{
	for_all_probes(find_one, tracepoint);
}

/* @is_end points to a bool: those that are kept go as well. */
static int detach_one(struct hkj_probe *p, void *is_end)
{
	if (!p->is_attached || (p->is_kept && !*(bool *)is_end))
		return 0;
	tracepoint_probe_unregister(p->tracepoint, p->function, p->data);
	p->is_attached = false;
	return 0;
}

static void detach_all(bool is_end)
{
	for_all_probes(detach_one, &is_end);
	tracepoint_synchronize_unregister();
}

/* @has_initiators points to a bool: whether it is wanted who asks. */
static int attach_one(struct hkj_probe *p, void *has_initiators)
{
	int error;

	if (!p->tracepoint || !p->function || p->is_attached ||
	    (p->is_asking && !*(bool *)has_initiators))
		return 0;
	error = tracepoint_probe_register(p->tracepoint, p->function, p->data);
	p->is_attached = !error;
	return error;
}

static int attach_all(bool has_initiators)
{
	int error = for_all_probes(attach_one, &has_initiators);

	if (error)
		detach_all(false);
	return error;
}

/**
 * hkj_probes_attach() - attach all probes whose tracepoint exists, or none
 * @has_initiators: those that tell who asks, too
 *
 * Patches code, which sends IPIs to every CPU: before a window opens.
 *
 * Return: 0, or why one could not be attached.
 *
 * Context: process, sleeps; under the session's lock.
 */
int hkj_probes_attach(bool has_initiators)
{
	int error;

	for_each_kernel_tracepoint(find, NULL);
	error = attach_all(has_initiators);
	if (error)
		return error;
	if (has_initiators)
		hkj_kprobes_attach();
	error = hkj_edges_attach();
	if (error)
		hkj_probes_detach();
	return error;
}

/**
 * hkj_probes_detach() - the opposite, but for those that are kept
 *
 * No other probe runs afterwards; those find no CPU that is measured.
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_probes_detach(void)
{
	hkj_kprobes_detach();
	detach_all(false);
}

/**
 * hkj_probes_exit() - detach what was kept; no probe runs afterwards
 *
 * Context: module exit, after all sessions.
 */
void hkj_probes_exit(void)
{
	hkj_edges_detach();
	detach_all(true);
}

/* Where the names of what is missing go. */
struct text {
	char *buf;
	size_t size;
	int len;
};

static int show_unseen(struct hkj_probe *p, void *data)
{
	struct text *text = data;

	if (!p->tracepoint || !p->function)
		text->len += scnprintf(text->buf + text->len,
				       text->size - text->len, "%s%s",
				       text->len ? " " : "", p->name);
	return 0;
}

/**
 * hkj_probes_show_unseen() - what would tell, and does not on this kernel
 * @buf: to be filled, names apart by blanks: tracepoints that the kernel does not
 *	have, and functions, with (), that cannot be probed or were not when the
 *	last session began
 * @size: of @buf
 *
 * Return: number of characters; 0 if all are there.
 *
 * Context: process, may sleep; under the session's lock.
 */
int hkj_probes_show_unseen(char *buf, size_t size)
{
	struct text text = { .buf = buf, .size = size };

	for_each_kernel_tracepoint(find, NULL);
	for_all_probes(show_unseen, &text);
	text.len += hkj_kprobes_show_unseen(buf + text.len, size - text.len);
	text.len += hkj_edges_show_unseen(buf + text.len, size - text.len);
	/* Each of the last two begins with a blank. */
	if (text.len && *buf == ' ')
		memmove(buf, buf + 1, text.len--);
	return text.len;
}
