/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's second record of a target CPU, its sources: fetched and checked.
 */
#ifndef HKJITTER_USER_DETAILS_H
#define HKJITTER_USER_DETAILS_H

#include <stddef.h>

#include <hkjitter/source.h>

#include "error.h"

unsigned int hkj_details_nr_parts(const struct hkj_gap *gap);
int hkj_details_check(const struct hkj_details *details, size_t size,
		      const struct hkj_snapshot *snapshot,
		      struct hkj_error *error);
int hkj_details_read(struct hkj_details *details, int device,
		     const struct hkj_snapshot *snapshot,
		     struct hkj_error *error);

#endif /* HKJITTER_USER_DETAILS_H */
