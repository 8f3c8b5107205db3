/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Page faults of a loop in user space.
 */
#ifndef HKJ_FAULT_H
#define HKJ_FAULT_H

#include <linux/types.h>

struct hkj_track;

void hkj_fault_end(struct hkj_track *k, u64 now);

#endif /* HKJ_FAULT_H */
