/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The loop's own cost, measured on the target before the window.
 */
#ifndef HKJ_CALIBRATE_H
#define HKJ_CALIBRATE_H

#include "hkj.h"

int hkj_calibrate(struct hkj_target *t);
void hkj_calibrate_begin(struct hkj_target *t);
void hkj_calibrate_rehearse(struct hkj_target *t, unsigned int what,
			    unsigned int i);
int hkj_calibrate_end(struct hkj_target *t);
u64 hkj_calibrate_note_threshold(const struct hkj_target *t);

#endif /* HKJ_CALIBRATE_H */
