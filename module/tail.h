/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tails: what the kernel does after the last frame, up to the loop or to another
 * frame; and the entry of interrupts. See track.h.
 */
#ifndef HKJ_TAIL_H
#define HKJ_TAIL_H

#include "track.h"

void hkj_tail_leave_irq(struct hkj_track *k);
u64 hkj_tail_cut(struct hkj_track *k, int depth, u32 class, u64 *done);
void hkj_tail_look(struct hkj_track *k, u64 now);
bool hkj_tail_fits(struct hkj_ended *ended, u64 last, u64 now);

#endif /* HKJ_TAIL_H */
