// SPDX-License-Identifier: GPL-2.0
/*
 * Page faults of a loop in user space. The kernel tells when it enters one. When
 * it leaves, it tells only where it tracks who runs (nohz_full): it returns to user
 * space. Elsewhere a fault lasts until the loop runs again, which the loop tells,
 * until its next one, or until another task takes its place; what is more than a
 * turn of the loop can have held is taken off when the loop tells, see seen.c.
 */
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "clock.h"
#include "frame.h"
#include "probes/fault.h"
#include "probes/probe.h"
#include "track.h"

#include "compat/fault.h"

#ifdef CONFIG_CONTEXT_TRACKING_USER
#include <trace/events/context_tracking.h>
#endif

#ifdef HKJ_HAS_FAULT_EVENTS

/* By enum hkj_fault. */
static const char *const names[HKJ_NR_FAULTS] = {
	"read",
	"write",
	"exec",
	"read, protected",
	"write, protected",
	"exec, protected",
};

/* Faults of other tasks are part of the time that they have the CPU. */
static void begin(void *data, unsigned long address, struct pt_regs *regs,
		  unsigned long error_code)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = { .class = HKJ_CLASS_FAULT };

	if (likely(!k) || current != k->loop)
		return;
	/* It comes from user space: the last one is over. */
	if (k->depth)
		hkj_fault_end(k, hkj_clock_read(k->clock_kind));
	if (k->depth)
		return;
	key.id = hkj_fault_kind(error_code);
	hkj_track_push(k, &key, names[key.id], NULL);
}

#ifdef CONFIG_CONTEXT_TRACKING_USER

/* The kernel returns to user space, whatever it has been entered for. */
static void leave(void *data, int unused)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k) && k->depth && current == k->loop)
		hkj_fault_end(k, hkj_clock_read(k->clock_kind));
}

#endif

#endif

/* The frame of a fault is the outermost; above it are those that never ended. */
static void end(struct hkj_track *k, struct hkj_frame *f, u64 now)
{
	struct hkj_ended *ended = hkj_ring_take(k);
	u64 net = now - f->start - (local_read(&k->done) - f->before);

	if (unlikely((s64)net < 0))
		net = 0;
	local_add(net, &k->done);
	WRITE_ONCE(k->depth, 0);
	if (unlikely(!ended)) {
		net = min(net, k->turn_max);
		local_add(net, &k->spill_net);
		local_inc(&k->nr_spilled);
		return;
	}
	ended->tally = f->tally;
	ended->start = f->start;
	ended->is_tail = false;
	ended->who = f->who;
	ended->net = net;
	ended->total = net;
}

/**
 * hkj_fault_end() - the loop runs again, or another task does in its place
 * @k: the track
 * @now: since when, on the session's clock
 *
 * Context: the loop's task, or the scheduler that leaves it.
 */
void hkj_fault_end(struct hkj_track *k, u64 now)
{
	unsigned long flags;

	local_irq_save(flags);
	if (raw_smp_processor_id() == k->cpu && k->depth &&
	    k->frames[0].key.class == HKJ_CLASS_FAULT)
		end(k, &k->frames[0], now);
	local_irq_restore(flags);
}

struct hkj_probe hkj_fault_probes[] = {
#ifdef HKJ_HAS_FAULT_EVENTS
	{ "page_fault_user", begin },
#ifdef CONFIG_CONTEXT_TRACKING_USER
	{ "user_enter", leave },
#endif
#else
	{ "page_fault_user" },
#endif
	{}
};

#ifdef HKJ_HAS_FAULT_EVENTS
static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_page_fault_user(begin);
#ifdef CONFIG_CONTEXT_TRACKING_USER
	check_trace_callback_type_user_enter(leave);
#endif
}
#endif
