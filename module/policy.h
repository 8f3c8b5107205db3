/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scheduling policy of the loop, and relief for threads that it starves.
 */
#ifndef HKJ_POLICY_H
#define HKJ_POLICY_H

#include "hkj.h"

int hkj_policy_set(struct task_struct *task, const struct hkj_config *config);
void hkj_policy_save(const struct task_struct *task, struct hkj_own_policy *own);
void hkj_policy_give_back(struct task_struct *task, const struct hkj_own_policy *own);
void hkj_policy_boost(struct task_struct *task);
void hkj_policy_relieve(struct hkj_target *t, u64 now);

#endif /* HKJ_POLICY_H */
