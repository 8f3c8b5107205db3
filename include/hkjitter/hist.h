/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Log-linear histogram: pure arithmetic, no storage of its own.
 *
 * Values below 2^HKJ_HIST_SUB_BITS have a bucket each. Above, every octave
 * [2^k, 2^(k+1)) is cut into 2^HKJ_HIST_SUB_BITS buckets of equal width, so a
 * bucket is never wider than its lower edge / 2^HKJ_HIST_SUB_BITS: a value read
 * back from the edges is wrong by at most 1/32. The scheme is that of
 * HdrHistogram (Tene), with a power of two in place of decimal digits.
 *
 * Sources use the same scheme with 16 buckets an octave (HKJ_SOURCE_*): 1/16.
 *
 * The edges depend on nothing but the index. Two histograms are therefore
 * merged by adding their buckets, whatever CPU, run or machine they come from.
 *
 * Values of 2^HKJ_HIST_MAX_BITS and more are counted in the overflow slot,
 * which is the last one: the sum of all slots equals the number of values.
 *
 * Units: the caller's; gaps are counted in nanoseconds. Context: any, NMI
 * included. No division, no loop.
 */
#ifndef HKJITTER_HIST_H
#define HKJITTER_HIST_H

#include <linux/types.h>

#define HKJ_HIST_SUB_BITS	5
#define HKJ_HIST_SUB		(1U << HKJ_HIST_SUB_BITS)
#define HKJ_HIST_MAX_BITS	40	/* 2^40 ns: 18 minutes */
#define HKJ_HIST_BUCKETS	\
	((HKJ_HIST_MAX_BITS - HKJ_HIST_SUB_BITS + 1) * HKJ_HIST_SUB)
#define HKJ_HIST_OVERFLOW	HKJ_HIST_BUCKETS
#define HKJ_HIST_SLOTS		(HKJ_HIST_BUCKETS + 1)

#define HKJ_SOURCE_SUB_BITS	4
#define HKJ_SOURCE_MAX_BITS	32	/* 2^32 ns: 4.3 s */
#define HKJ_SOURCE_BUCKETS	\
	((HKJ_SOURCE_MAX_BITS - HKJ_SOURCE_SUB_BITS + 1) << HKJ_SOURCE_SUB_BITS)
#define HKJ_SOURCE_OVERFLOW	HKJ_SOURCE_BUCKETS
#define HKJ_SOURCE_SLOTS	(HKJ_SOURCE_BUCKETS + 1)

/* The arithmetic of both; @sub_bits and @max_bits are constants. */
static inline unsigned int hkj_hist_slot_of(__u64 value, unsigned int sub_bits,
					    unsigned int max_bits)
{
	unsigned int octave;

	if (value < (1ULL << sub_bits))
		return (unsigned int)value;
	if (value >> max_bits)
		return (max_bits - sub_bits + 1) << sub_bits;
	octave = 63 - (unsigned int)__builtin_clzll(value) - sub_bits;
	return (octave << sub_bits) + (unsigned int)(value >> octave);
}

static inline __u64 hkj_hist_low_of(unsigned int slot, unsigned int sub_bits)
{
	unsigned int octave = slot >> sub_bits;

	if (octave < 2)
		return slot;
	octave--;
	return (__u64)(slot - (octave << sub_bits)) << octave;
}

/**
 * hkj_hist_slot() - the slot that counts a gap
 * @value: what was measured
 *
 * Return: a bucket, or HKJ_HIST_OVERFLOW for 2^HKJ_HIST_MAX_BITS and more.
 */
static inline unsigned int hkj_hist_slot(__u64 value)
{
	return hkj_hist_slot_of(value, HKJ_HIST_SUB_BITS, HKJ_HIST_MAX_BITS);
}

/**
 * hkj_hist_low() - lowest value that a slot counts
 * @slot: 0 to HKJ_HIST_OVERFLOW
 *
 * Return: the lower edge, which belongs to the slot.
 */
static inline __u64 hkj_hist_low(unsigned int slot)
{
	return hkj_hist_low_of(slot, HKJ_HIST_SUB_BITS);
}

/**
 * hkj_hist_high() - highest value that a slot counts
 * @slot: 0 to HKJ_HIST_OVERFLOW
 *
 * Return: the upper edge, which belongs to the slot; all ones for the overflow.
 */
static inline __u64 hkj_hist_high(unsigned int slot)
{
	return slot >= HKJ_HIST_OVERFLOW ? ~0ULL : hkj_hist_low(slot + 1) - 1;
}

/**
 * hkj_source_slot() - the slot that counts an interruption of a source
 * @value: its net duration, in nanoseconds
 *
 * Return: a bucket, or HKJ_SOURCE_OVERFLOW for 2^HKJ_SOURCE_MAX_BITS and more.
 */
static inline unsigned int hkj_source_slot(__u64 value)
{
	return hkj_hist_slot_of(value, HKJ_SOURCE_SUB_BITS, HKJ_SOURCE_MAX_BITS);
}

/**
 * hkj_source_low() - lowest value that a source's slot counts
 * @slot: 0 to HKJ_SOURCE_OVERFLOW
 *
 * Return: the lower edge, which belongs to the slot.
 */
static inline __u64 hkj_source_low(unsigned int slot)
{
	return hkj_hist_low_of(slot, HKJ_SOURCE_SUB_BITS);
}

/**
 * hkj_source_high() - highest value that a source's slot counts
 * @slot: 0 to HKJ_SOURCE_OVERFLOW
 *
 * Return: the upper edge, which belongs to the slot; all ones for the overflow.
 */
static inline __u64 hkj_source_high(unsigned int slot)
{
	return slot >= HKJ_SOURCE_OVERFLOW ? ~0ULL : hkj_source_low(slot + 1) - 1;
}

#endif /* HKJITTER_HIST_H */
