/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tails: what the kernel does after the last frame, up to the loop or to another
 * frame; and the entry of interrupts. See track.h.
 */
#ifndef HKJ_TAIL_H
#define HKJ_TAIL_H

#include "frame.h"
#include "track.h"

void hkj_tail_leave_irq(struct hkj_track *k);
u64 hkj_tail_end(struct hkj_track *k, int depth, u32 class, u64 *done);
void hkj_tail_look(struct hkj_track *k, u64 now);
bool hkj_tail_fits(struct hkj_ended *ended, u64 last, u64 now);

/**
 * hkj_tail_runs() - has something begun whose end nobody tells?
 * @k: the track
 *
 * Context: this CPU.
 */
static __always_inline bool hkj_tail_runs(const struct hkj_track *k)
{
	return READ_ONCE(k->has_tail) || READ_ONCE(k->entered);
}

/**
 * hkj_tail_cut() - something begins where nothing but a tail may run
 * @k: the track
 * @depth: how many frames are below it
 * @class: enum hkj_class of what begins
 * @done: to be filled with what &hkj_track.done is then
 *
 * Return: when that is.
 *
 * Context: this CPU, task to hard IRQ, preemption off.
 */
static __always_inline u64 hkj_tail_cut(struct hkj_track *k, int depth, u32 class,
					u64 *done)
{
	if (unlikely(hkj_tail_runs(k)))
		return hkj_tail_end(k, depth, class, done);
	return hkj_clock_and_done(k, done);
}

#endif /* HKJ_TAIL_H */
