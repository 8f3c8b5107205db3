/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the module's records of a target CPU to its part of the result:
 * cycles become nanoseconds, slots become buckets.
 */
#ifndef HKJITTER_USER_TARGET_H
#define HKJITTER_USER_TARGET_H

#include <stdbool.h>

#include <hkjitter/source.h>

#include "error.h"
#include "model.h"

int hkj_target_init(struct hkj_target *target,
		    const struct hkj_snapshot *snapshot,
		    const struct hkj_details *details, struct hkj_error *error);
bool hkj_target_has_parts(const struct hkj_target *target);
int64_t hkj_target_gaps_off(const struct hkj_target *target);
bool hkj_target_is_balanced(const struct hkj_target *target);

#endif /* HKJITTER_USER_TARGET_H */
