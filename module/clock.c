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

/* Something may come between the reads: the closest of so many counts. */
#define PAIR_TRIES	5

static u64 pair_try(enum hkj_clock_kind kind, struct hkj_clock_pair *pair)
{
	u64 before = hkj_clock_read(kind), took;

	pair->trace_ns = trace_clock_local();
	pair->mono_raw_ns = ktime_get_raw_fast_ns();
	pair->realtime_ns = ktime_get_real_fast_ns();
	took = hkj_clock_read(kind) - before;
	/* Half way: the other clocks are read between the two. */
	pair->cycles = before + took / 2;
	return took;
}

/**
 * hkj_clock_pair() - read the same moment on all clocks
 * @kind: the session's clock
 * @pair: to be filled
 *
 * The fast accessors need no lock. They may be off by the update that they
 * race with, which is far below the few hundred nanoseconds that all the reads
 * take.
 *
 * Context: any; used at the window's edges.
 */
void hkj_clock_pair(enum hkj_clock_kind kind, struct hkj_clock_pair *pair)
{
	struct hkj_clock_pair attempt;
	u64 took, shortest = U64_MAX;
	unsigned int i;

	for (i = 0; i < PAIR_TRIES; i++) {
		took = pair_try(kind, &attempt);
		if (took >= shortest)
			continue;
		shortest = took;
		*pair = attempt;
	}
}
