/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The loop's own cost, measured on the target before the window.
 */
#ifndef HKJ_CALIBRATE_H
#define HKJ_CALIBRATE_H

#include "hkj.h"

int hkj_calibrate(struct hkj_target *t);

#endif /* HKJ_CALIBRATE_H */
