/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results to merge: of one CPU each, made of gaps.
 */
#ifndef HKJITTER_UNIT_MERGE_MAKER_H
#define HKJITTER_UNIT_MERGE_MAKER_H

#include <linux/types.h>

#include "merge.h"

/* Of each result that is made. */
#define NR_GAPS 600

void target_make(struct hkj_target *target, const __u64 *gaps, size_t nr);
void result_make(struct hkj_result *result, unsigned int number,
		 const __u64 *gaps, size_t nr);
void hostname_set(struct hkj_result *result, const char *name);

/* Three runs of CPU 1; the second is of another machine. */
void three_make(struct hkj_merge_input *inputs);
void inputs_free(struct hkj_merge_input *inputs, size_t nr);

#endif /* HKJITTER_UNIT_MERGE_MAKER_H */
