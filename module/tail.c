// SPDX-License-Identifier: GPL-2.0
/*
 * Tails, and the entry of interrupts; see tail.h.
 */
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/sched.h>

#include "frame.h"
#include "tail.h"

/*
 * Tails and frames have their borders in common: where the one begins is where
 * the other has ended, and what the probe does in between is the next one's.
 *
 * Context: interrupts off, as for all that has to do with tails.
 */
static void tail_begin(struct hkj_track *k, const struct hkj_key *key,
		       const char *name, u64 now, u64 done)
{
	k->tail.start = now;
	k->tail.before = done;
	k->tail.tally = hkj_tally_find(k, key, name);
	k->has_tail = true;
}

/*
 * A tail of @f up to @now, when @done was what it is; unless the loop has run
 * meanwhile: it will know. Return: what &hkj_track.done has grown by.
 */
static u64 tail_add(struct hkj_track *k, const struct hkj_frame *f, u64 now,
		    u64 done)
{
	struct hkj_ended *ended = hkj_ring_take(k);
	u64 net = now - f->start - (done - f->before);

	if (unlikely(!ended)) {
		local_inc(&k->lost[HKJ_LOST_PARTS]);
		return 0;
	}
	if (unlikely((s64)net < 0))
		net = 0;
	ended->tally = f->tally;
	ended->start = f->start;
	ended->is_tail = true;
	hkj_who_nobody(&ended->who);
	ended->who.cause = 0;
	ended->net = net;
	ended->total = net;
	local_add(net, &k->done);
	return net;
}

static u64 tail_end(struct hkj_track *k, u64 now, u64 done)
{
	if (!k->has_tail)
		return 0;
	k->has_tail = false;
	return tail_add(k, &k->tail, now, done);
}

/* An entry that no frame has taken was one of a vector without a tracepoint. */
static u64 untraced_end(struct hkj_track *k, u64 now, u64 done)
{
	static const struct hkj_key key = { .class = HKJ_CLASS_VECTOR };
	struct hkj_frame f = {
		.start = k->entered,
		.before = k->entered_done,
	};

	if (likely(!k->entered))
		return 0;
	k->entered = 0;
	/* Within another frame its end is not known: it is part of that. */
	if (k->entered_depth)
		return 0;
	f.tally = hkj_tally_find(k, &key, "untraced");
	return tail_add(k, &f, now, done);
}

/*
 * What begins where the interrupt came, or below, comes after it; but for a timer,
 * which its own code may call.
 */
static bool is_after_entry(const struct hkj_track *k, int depth, u32 class)
{
	return depth <= k->entered_depth && class != HKJ_CLASS_TIMER;
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
	tail_begin(k, &key, "irq_exit", k->last_end, k->last_done);
	local_irq_restore(flags);
}

/**
 * hkj_tail_end() - hkj_tail_cut(), where there is one
 * @k: the track
 * @depth: how many frames are below what begins
 * @class: enum hkj_class of what begins
 * @done: to be filled with what &hkj_track.done is then
 *
 * Return: when that is.
 *
 * Context: as hkj_tail_cut().
 */
u64 hkj_tail_end(struct hkj_track *k, int depth, u32 class, u64 *done)
{
	unsigned long flags;
	u64 now;

	local_irq_save(flags);
	now = hkj_clock_and_done(k, done);
	*done += tail_end(k, now, *done);
	if (is_after_entry(k, depth, class))
		*done += untraced_end(k, now, *done);
	local_irq_restore(flags);
	return now;
}

/**
 * hkj_track_enter_irq() - the kernel enters an interrupt
 * @k: the track
 *
 * Context: hard IRQ on this CPU, before its handler.
 */
void hkj_track_enter_irq(struct hkj_track *k)
{
	u64 done, now = hkj_clock_and_done(k, &done);

	if (unlikely(hkj_tail_runs(k))) {
		done += tail_end(k, now, done);
		done += untraced_end(k, now, done);
	}
	k->entered = now;
	k->entered_done = done;
	k->entered_depth = k->depth;
}

/**
 * hkj_track_schedule() - the scheduler chooses who runs, before or after the loop
 * @k: the track
 * @is_before: before
 *
 * Context: interrupts off, on this CPU.
 */
void hkj_track_schedule(struct hkj_track *k, bool is_before)
{
	const struct hkj_key key = {
		.class = HKJ_CLASS_KERNEL,
		.function = (unsigned long)schedule,
	};
	u64 done, now;

	if (READ_ONCE(k->depth))
		return;
	if (is_before) {
		now = hkj_tail_cut(k, 0, HKJ_CLASS_KERNEL, &done);
		tail_begin(k, &key, "schedule", now, done);
	} else {
		tail_begin(k, &key, "schedule", k->last_end, k->last_done);
	}
}

/* &hkj_track.done without the NMIs that came after the loop's clock read. */
static u64 done_without_late(const struct hkj_track *k)
{
	u64 done, late;
	long i, nr;

	do {
		done = local_read(&k->done);
		barrier();
		late = 0;
		nr = local_read(&k->nr_nmis);
		for (i = max(k->nr_nmis_read, nr - HKJ_NR_NMIS); i < nr; i++)
			late += k->nmis[i & (HKJ_NR_NMIS - 1)].net;
		barrier();
	} while ((u64)local_read(&k->done) != done);
	return done - late;
}

/**
 * hkj_tail_look() - end what ran before the loop did
 * @k: the track
 * @now: clock read of the loop; what came after that goes on
 *
 * Context: the loop, which has looked at the NMIs up to @now.
 */
void hkj_tail_look(struct hkj_track *k, u64 now)
{
	unsigned long flags;
	u64 done;

	local_irq_save(flags);
	done = done_without_late(k);
	if (k->tail.start < now)
		done += tail_end(k, now, done);
	if (k->entered && k->entered < now)
		untraced_end(k, now, done);
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
