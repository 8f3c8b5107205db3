/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a gap without an interruption is put down to: pure arithmetic on what was
 * read before the gap and after it.
 *
 * Each gap gets one cause, the first that the evidence is for. What it is not
 * for is unknown, and said to be: a guess would be worse.
 */
#ifndef HKJITTER_CAUSE_H
#define HKJITTER_CAUSE_H

#include <linux/types.h>

#include <hkjitter/ids.h>

/* The other clock may go slower than the session's by 1/1024 and be right. */
#define HKJ_DRIFT_SHIFT		10

/**
 * struct hkj_evidence - what was found when a gap had no interruption in it
 * @gap_ns: the gap's length on the session's clock
 * @since_ns: time since the other clock was read before, on the session's clock;
 *	the least that it can be, as the two are not read at once
 * @other_ns: the same on the other clock (CLOCK_MONOTONIC_RAW)
 * @nr_smis: by how many the CPU's counter of SMIs has moved
 * @steal_ns: by how much the hypervisor's steal clock has moved
 * @nr_vectors: how many vectors came that have no tracepoint
 * @is_guest: this is a virtual machine
 * @is_all_still: no other CPU ran for the middle of the gap
 */
struct hkj_evidence {
	__u64 gap_ns;
	__u64 since_ns;
	__u64 other_ns;
	__u64 nr_smis;
	__u64 steal_ns;
	__u64 nr_vectors;
	__u32 is_guest;
	__u32 is_all_still;
};

/*
 * The session's clock has run ahead of the other by most of the gap, and by more
 * than the two may drift apart: that time has not passed.
 */
static inline int hkj_cause_is_clock(const struct hkj_evidence *e)
{
	__u64 most = e->gap_ns - e->gap_ns / 4;

	return e->since_ns > e->other_ns &&
	       e->since_ns - e->other_ns >= most &&
	       most > e->since_ns >> HKJ_DRIFT_SHIFT;
}

/*
 * A steal clock tells for itself. A hypervisor without one is known to have
 * stopped the machine when all of its CPUs stood still at once, which firmware
 * does as well, but then it counts.
 */
static inline int hkj_cause_is_steal(const struct hkj_evidence *e)
{
	return e->steal_ns >= e->gap_ns - e->gap_ns / 2 ||
	       (e->is_guest && e->is_all_still);
}

/**
 * hkj_cause_of() - what a gap without an interruption is put down to
 * @e: what was found
 *
 * Context: any.
 */
static inline enum hkj_cause hkj_cause_of(const struct hkj_evidence *e)
{
	if (hkj_cause_is_clock(e))
		return HKJ_CAUSE_CLOCK;
	if (e->nr_smis)
		return HKJ_CAUSE_SMI;
	if (hkj_cause_is_steal(e))
		return HKJ_CAUSE_STEAL;
	return e->nr_vectors ? HKJ_CAUSE_VECTORS : HKJ_CAUSE_UNKNOWN;
}

#endif /* HKJITTER_CAUSE_H */
