/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Consistent copies of what a target has counted.
 */
#ifndef HKJ_SNAPSHOT_H
#define HKJ_SNAPSHOT_H

#include "hkj.h"

struct hkj_snapshot *hkj_snapshot_get(struct hkj_target *t);
void hkj_snapshot_put(struct hkj_snapshot *snapshot);

#endif /* HKJ_SNAPSHOT_H */
