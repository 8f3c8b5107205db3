/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The session's clock: a raw invariant cycle counter, or the scheduler's clock.
 */
#ifndef HKJ_CLOCK_H
#define HKJ_CLOCK_H

#include <linux/sched/clock.h>

#include <hkjitter/ids.h>
#include <hkjitter/record.h>

#include "compat/clock.h"

/**
 * hkj_clock_read() - read a session's clock
 * @kind: which one; a constant in the loop, so that no branch is left
 *
 * Return: cycles of that clock.
 *
 * Context: any, NMI included.
 */
static __always_inline u64 hkj_clock_read(enum hkj_clock_kind kind)
{
	return kind == HKJ_CLOCK_CYCLES ? hkj_cycles() : sched_clock();
}

enum hkj_clock_kind hkj_clock_kind(void);
void hkj_clock_scale(enum hkj_clock_kind kind, struct hkj_scale *scale);
void hkj_clock_pair(enum hkj_clock_kind kind, struct hkj_clock_pair *pair);

#endif /* HKJ_CLOCK_H */
