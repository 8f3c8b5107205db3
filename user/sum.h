/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers of results taken together. What does not fit into 64 bits stays at
 * the end, which no result file can hold: writing it is refused.
 */
#ifndef HKJITTER_USER_SUM_H
#define HKJITTER_USER_SUM_H

#include "maybe.h"
#include "percentile.h"

static inline uint64_t hkj_sum(uint64_t left, uint64_t right)
{
	uint64_t sum;

	return __builtin_add_overflow(left, right, &sum) ? UINT64_MAX : sum;
}

/* Of two that may be HKJ_NONE, the one that is there. */
static inline uint64_t hkj_least(uint64_t left, uint64_t right)
{
	return left < right ? left : right; /* HKJ_NONE is the highest */
}

static inline uint64_t hkj_most(uint64_t left, uint64_t right)
{
	if (left == HKJ_NONE || right == HKJ_NONE)
		return hkj_least(left, right);
	return left > right ? left : right;
}

/* What one of them does not tell, the sum does not tell. */
static inline struct hkj_maybe hkj_sum_maybe(struct hkj_maybe left,
					     struct hkj_maybe right)
{
	if (!left.is_there || !right.is_there)
		return (struct hkj_maybe){ 0 };
	return hkj_maybe(hkj_sum(left.value, right.value));
}

#endif /* HKJITTER_USER_SUM_H */
