/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A witness on a housekeeping CPU: it tells a target that lost time whether the
 * rest of the machine ran meanwhile.
 */
#ifndef HKJ_WITNESS_H
#define HKJ_WITNESS_H

#include <linux/cpumask.h>
#include <linux/types.h>

#include <hkjitter/ids.h>
#include <hkjitter/scale.h>

void hkj_witness_start(const struct cpumask *targets, enum hkj_clock_kind kind,
		       const struct hkj_scale *scale);
void hkj_witness_stop(void);
void hkj_witness_leave(unsigned int cpu);
bool hkj_witness_is_still(u64 begin, u64 end);

#endif /* HKJ_WITNESS_H */
