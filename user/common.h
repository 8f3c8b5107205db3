/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What several structures of one shape have in common: equal values stay,
 * texts that differ become HKJ_SEVERAL, numbers 0, truths false. For shapes
 * of texts, numbers and truths; other keys are left alone.
 */
#ifndef HKJITTER_USER_COMMON_H
#define HKJITTER_USER_COMMON_H

#include <stdbool.h>

#include "json.h"

int hkj_common_copy(const struct hkj_json_shape *shape, void *to,
		    const void *from);
int hkj_common_narrow(const struct hkj_json_shape *shape, void *to,
		      const void *from);
bool hkj_common_is_same(const struct hkj_json_shape *shape, const void *left,
			const void *right);

#endif /* HKJITTER_USER_COMMON_H */
