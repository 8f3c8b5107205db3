// SPDX-License-Identifier: GPL-2.0
/*
 * Tails, and the entry of interrupts; see tail.h.
 */
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "frame.h"
#include "tail.h"

/* Context: interrupts off, as for all that has to do with tails. */
static void tail_begin(struct hkj_track *k, const struct hkj_key *key,
		       const char *name)
{
	k->tail.start = hkj_clock_and_done(k, &k->tail.before);
	hkj_frame_fill(k, &k->tail, key, name, NULL);
	k->has_tail = true;
}

/* A tail of @f up to @now, unless the loop has run meanwhile: it will know. */
static void tail_add(struct hkj_track *k, const struct hkj_frame *f, u64 now)
{
	struct hkj_ended *ended = hkj_ring_take(k);
	u64 net = now - f->start - (local_read(&k->done) - f->before);

	if (unlikely(!ended))
		return;
	if (unlikely((s64)net < 0))
		net = 0;
	ended->tally = f->tally;
	ended->start = f->start;
	ended->is_tail = true;
	ended->who = f->who;
	ended->net = net;
	ended->total = net;
	local_add(net, &k->done);
}

static void tail_end(struct hkj_track *k, u64 now)
{
	if (!k->has_tail)
		return;
	k->has_tail = false;
	tail_add(k, &k->tail, now);
}

/* An entry that no frame has taken was one of a vector without a tracepoint. */
static void untraced_end(struct hkj_track *k, u64 now)
{
	static const struct hkj_key key = { .class = HKJ_CLASS_VECTOR };
	struct hkj_frame f = {
		.start = k->entered,
		.before = k->entered_done,
	};

	if (likely(!k->entered))
		return;
	k->entered = 0;
	/* Within another frame its end is not known: it is part of that. */
	if (k->entered_depth)
		return;
	hkj_frame_fill(k, &f, &key, "untraced", NULL);
	tail_add(k, &f, now);
}

/**
 * hkj_tail_leave_irq() - the last frame on top of the loop has ended
 * @k: the track
 *
 * Context: this CPU, softirq or hard IRQ.
 */
void hkj_tail_leave_irq(struct hkj_track *k)
{
	static const struct hkj_key key = { .class = HKJ_CLASS_KERNEL };
	unsigned long flags;

	local_irq_save(flags);
	tail_begin(k, &key, "irq_exit");
	local_irq_restore(flags);
}

/**
 * hkj_tail_cut() - something begins where nothing but a tail ran
 * @k: the track
 *
 * Context: this CPU, task to hard IRQ, preemption off.
 */
void hkj_tail_cut(struct hkj_track *k)
{
	unsigned long flags;

	local_irq_save(flags);
	tail_end(k, hkj_clock_read(k->clock_kind));
	local_irq_restore(flags);
}

/**
 * hkj_track_enter_irq() - the kernel enters an interrupt
 * @k: the track
 *
 * Context: hard IRQ on this CPU, before its handler.
 */
void hkj_track_enter_irq(struct hkj_track *k)
{
	u64 now = hkj_clock_read(k->clock_kind);

	tail_end(k, now);
	untraced_end(k, now);
	k->entered_depth = k->depth;
	k->entered = hkj_clock_and_done(k, &k->entered_done);
}

/**
 * hkj_track_schedule() - the scheduler chooses who runs, before or after the loop
 * @k: the track
 *
 * Context: interrupts off, on this CPU.
 */
void hkj_track_schedule(struct hkj_track *k)
{
	const struct hkj_key key = {
		.class = HKJ_CLASS_KERNEL,
		.function = (unsigned long)schedule,
	};

	if (READ_ONCE(k->depth))
		return;
	tail_end(k, hkj_clock_read(k->clock_kind));
	tail_begin(k, &key, "schedule");
}

/**
 * hkj_tail_look() - end what ran before the loop did
 * @k: the track
 * @now: clock read of the loop; what came after that goes on
 *
 * Context: the loop.
 */
void hkj_tail_look(struct hkj_track *k, u64 now)
{
	unsigned long flags;

	local_irq_save(flags);
	if (k->tail.start < now)
		tail_end(k, now);
	if (k->entered < now)
		untraced_end(k, now);
	local_irq_restore(flags);
}

/**
 * hkj_tail_fits() - was it within the gap?
 * @ended: what has ended; a tail is cut to the gap
 * @last: clock read before the gap
 * @now: clock read after it
 *
 * The loop has run at @last and at @now: a tail that began before the one was too
 * short to make a gap, whatever ended it; one that began between them ended at
 * the other, unless something else came first.
 *
 * Return: whether it is to be counted; true for all but tails.
 *
 * Context: the loop.
 */
bool hkj_tail_fits(struct hkj_ended *ended, u64 last, u64 now)
{
	if (!ended->is_tail)
		return true;
	if (ended->start < last)
		return false;
	ended->net = min(ended->net, now - ended->start);
	ended->total = ended->net;
	return true;
}
