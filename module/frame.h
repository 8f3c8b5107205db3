/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Steps that frames and tails share; see track.h.
 */
#ifndef HKJ_FRAME_H
#define HKJ_FRAME_H

#include <linux/irqflags.h>

#include "clock.h"
#include "tally.h"
#include "track.h"

/*
 * Room in the ring; NULL if the loop has not run for too long. Interrupts may take
 * all that is left between our look and our step: then we look again.
 */
static inline struct hkj_ended *hkj_ring_take(struct hkj_track *k)
{
	long n;

	do {
		n = local_read(&k->nr_ring);
		if (unlikely(n - READ_ONCE(k->nr_read) >= HKJ_NR_RING))
			return NULL;
	} while (unlikely(local_cmpxchg(&k->nr_ring, n, n + 1) != n));
	return &k->ring[n & (HKJ_NR_RING - 1)];
}

/* Clock and @done of one moment: an interrupt in between changes @done. */
static inline u64 hkj_clock_and_done(const struct hkj_track *k, u64 *done)
{
	u64 now;

	do {
		*done = local_read(&k->done);
		barrier();
		now = hkj_clock_read(k->clock_kind);
		barrier();
	} while ((u64)local_read(&k->done) != *done);
	return now;
}

/* Whatever interrupts us may have to add to the same source. */
static inline void hkj_frame_count(struct hkj_track *k, struct hkj_tally *tally,
				   u64 net, const struct hkj_who *who)
{
	unsigned long flags;

	local_irq_save(flags);
	hkj_tally_add(k, tally, net, who);
	local_irq_restore(flags);
}

/* All of a frame but when it began. */
static inline void hkj_frame_fill(struct hkj_track *k, struct hkj_frame *f,
				  const struct hkj_key *key, const char *name,
				  const struct hkj_who *who)
{
	f->key = *key;
	f->carried = 0;
	f->has_slept = false;
	if (who) {
		hkj_who_copy(&f->who, who);
		f->key.cause = who->cause;
	} else {
		hkj_who_nobody(&f->who);
		f->who.cause = key->cause;
	}
	f->tally = hkj_tally_find(k, &f->key, name);
}

#endif /* HKJ_FRAME_H */
