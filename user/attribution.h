/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What interrupted a target CPU: from the module's records to the result.
 */
#ifndef HKJITTER_USER_ATTRIBUTION_H
#define HKJITTER_USER_ATTRIBUTION_H

#include <hkjitter/source.h>

#include "model.h"

/* Of a part whose source there was no room for. */
#define HKJ_CLASS_UNKNOWN "unknown"

/* Stands in budgets and comparisons for gaps without an interruption. */
#define HKJ_CLASS_UNEXPLAINED "unexplained"

/* Time of a gap that no interruption in it took. */
#define HKJ_CLASS_TRANSITION "transition"

int hkj_attribution_init(struct hkj_target *target,
			 const struct hkj_snapshot *snapshot,
			 const struct hkj_details *details);
int hkj_sources_init(struct hkj_target *target, const struct hkj_scale *scale,
		     const struct hkj_details *details);
int hkj_source_by_total(const void *left, const void *right);
int hkj_initiator_by_count(const void *left, const void *right);
int hkj_tick_cause_by_count(const void *left, const void *right);
extern const char *const hkj_class_names[HKJ_NR_CLASSES];
extern const char *const hkj_cause_names[HKJ_NR_CAUSES];

#endif /* HKJITTER_USER_ATTRIBUTION_H */
