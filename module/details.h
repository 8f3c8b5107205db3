/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sources of a target with their names, for the tool.
 */
#ifndef HKJ_DETAILS_H
#define HKJ_DETAILS_H

#include "hkj.h"

#include <hkjitter/source.h>

struct hkj_details *hkj_details_get(struct hkj_target *t);
void hkj_details_put(struct hkj_details *details);

#endif /* HKJ_DETAILS_H */
