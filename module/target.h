/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One target CPU of a session: memory and thread.
 */
#ifndef HKJ_TARGET_H
#define HKJ_TARGET_H

#include "hkj.h"

/* A target has this long to come up; calibration takes some milliseconds. */
#define HKJ_READY_TIMEOUT_MS	5000

struct hkj_target *hkj_target_new(unsigned int cpu, u64 session,
				  const struct hkj_config *config);
void hkj_target_free(struct hkj_target *t);
int hkj_target_start(struct hkj_target *t);
void hkj_target_ask_stop(struct hkj_target *t, enum hkj_stop_reason reason);
void hkj_target_reap(struct hkj_target *t);
int hkj_target_error(const struct hkj_target *t);
int hkj_target_is_late(const struct hkj_target *t);

#endif /* HKJ_TARGET_H */
