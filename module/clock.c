// SPDX-License-Identifier: GPL-2.0
/*
 * Choice and scale of the session's clock.
 */
#include <linux/ktime.h>
#include <linux/trace_clock.h>

#include "clock.h"

/**
 * hkj_clock_kind() - the clock that a session started now would use
 *
 * Context: any.
 */
enum hkj_clock_kind hkj_clock_kind(void)
{
	return hkj_cycles_are_invariant() ? HKJ_CLOCK_CYCLES : HKJ_CLOCK_SCHED;
}

/**
 * hkj_clock_scale() - fix the factor from cycles to nanoseconds
 * @kind: the session's clock
 * @scale: to be filled
 *
 * Context: start of a session (it divides).
 */
void hkj_clock_scale(enum hkj_clock_kind kind, struct hkj_scale *scale)
{
	/* The scheduler's clock counts nanoseconds: 10^6 a millisecond. */
	hkj_scale_init(scale, kind == HKJ_CLOCK_CYCLES ? hkj_cycles_khz() :
							 1000000);
}

/**
 * hkj_clock_pair() - read the same moment on all clocks
 * @kind: the session's clock
 * @pair: to be filled
 *
 * The fast accessors need no lock. They may be off by the update that they
 * race with, which is far below the few hundred nanoseconds that four reads in
 * a row take.
 *
 * Context: any; used at the window's edges.
 */
void hkj_clock_pair(enum hkj_clock_kind kind, struct hkj_clock_pair *pair)
{
	u64 before = hkj_clock_read(kind);

	/* Half way: the other clock is read between the two. */
	pair->trace_ns = trace_clock_local();
	pair->cycles = before + (hkj_clock_read(kind) - before) / 2;
	pair->mono_raw_ns = ktime_get_raw_fast_ns();
	pair->realtime_ns = ktime_get_real_fast_ns();
}
