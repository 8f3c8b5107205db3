/* SPDX-License-Identifier: GPL-2.0 */
/* The task that could run on a target beside its loop. */
#ifndef HKJ_WAITING_H
#define HKJ_WAITING_H

#include "track.h"

void hkj_waiting_begin(struct hkj_track *k, const struct task_struct *task,
		       unsigned long function);
void hkj_waiting_end(struct hkj_track *k, const struct task_struct *task);
bool hkj_waiting_get(const struct hkj_track *k, struct hkj_waiting *to);

#endif /* HKJ_WAITING_H */
