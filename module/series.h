/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The newest seconds of a target's window that had a gap, one by one.
 */
#ifndef HKJ_SERIES_H
#define HKJ_SERIES_H

#include "hkj.h"
#include "track.h"

void hkj_series_reset(struct hkj_target *t);
void hkj_series_open(struct hkj_target *t, u64 now);
void hkj_series_step(struct hkj_target *t, u64 last, u64 back);
void hkj_series_roll(struct hkj_target *t, u64 now);
void hkj_series_add(struct hkj_target *t, u64 gap, u64 now,
		    const struct hkj_seen *seen);

#endif /* HKJ_SERIES_H */
