/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The busy loop of one target CPU.
 */
#ifndef HKJ_LOOP_H
#define HKJ_LOOP_H

#include "hkj.h"

hkj_spin_fn hkj_loop_spin(enum hkj_clock_kind kind, bool is_preempted);
void hkj_loop_chores(struct hkj_target *t, u64 last);
int hkj_loop_thread(void *data);

#endif /* HKJ_LOOP_H */
