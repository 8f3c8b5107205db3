/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of numbers that come from anybody's file: they never wrap.
 */
#ifndef HKJITTER_USER_CAPPED_H
#define HKJITTER_USER_CAPPED_H

#include <stdint.h>

/* The largest sum: one less than HKJ_NONE, which is no number. */
#define HKJ_CAP (UINT64_MAX - 1)

static inline uint64_t hkj_capped_sum(uint64_t a, uint64_t b)
{
	return a > HKJ_CAP - (b < HKJ_CAP ? b : HKJ_CAP) ? HKJ_CAP : a + b;
}

#endif /* HKJITTER_USER_CAPPED_H */
