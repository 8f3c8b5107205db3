/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From clock cycles to nanoseconds by one multiplication and one shift.
 *
 * The factor is fixed at the start of a session, so that all its figures are
 * scaled alike. Sums are kept in cycles and scaled once, when they are read:
 * the sum of scaled parts is then within one nanosecond a part of the whole.
 */
#ifndef HKJITTER_SCALE_H
#define HKJITTER_SCALE_H

#include <linux/types.h>

#define HKJ_SCALE_SHIFT		43

/**
 * struct hkj_scale - how a session's clock relates to time
 * @mult: nanoseconds a cycle, times 2^HKJ_SCALE_SHIFT
 * @inverse: cycles a nanosecond, times 2^32
 * @khz: the clock's frequency in kHz; 1000000 for a clock that counts ns
 */
struct hkj_scale {
	__u64 mult;
	__u64 inverse;
	__u64 khz;
};

/**
 * hkj_scale_init() - fix the factor for a frequency
 * @scale: to be filled
 * @khz: cycles a millisecond, 1 or more
 *
 * 10^6 * 2^43 is just below 2^63, so one 64-bit division does. The factor's
 * relative error is khz / (10^6 * 2^43): 5e-13 at 4 GHz, 40 ns a day.
 *
 * Context: start of a session; never on the hot path (it divides).
 */
static inline void hkj_scale_init(struct hkj_scale *scale, __u64 khz)
{
	scale->khz = khz;
	scale->inverse = (khz << 32) / 1000000;
	scale->mult = (1000000ULL << HKJ_SCALE_SHIFT) / khz;
}

/**
 * hkj_scale_ns() - cycles to nanoseconds, rounded down
 * @scale: the session's factor
 * @cycles: a duration in cycles of the session's clock
 *
 * Context: any, NMI included. One multiplication to 128 bits, one shift.
 */
static inline __u64 hkj_scale_ns(const struct hkj_scale *scale, __u64 cycles)
{
	return (__u64)(((unsigned __int128)cycles * scale->mult) >>
		       HKJ_SCALE_SHIFT);
}

/**
 * hkj_scale_cycles_fast() - nanoseconds to cycles, rounded down
 * @scale: the session's factor
 * @ns: a duration that somebody else has measured
 *
 * Context: any, NMI included. One multiplication to 128 bits, one shift.
 */
static inline __u64 hkj_scale_cycles_fast(const struct hkj_scale *scale,
					  __u64 ns)
{
	return (__u64)(((unsigned __int128)ns * scale->inverse) >> 32);
}

/**
 * hkj_scale_cycles() - nanoseconds to cycles, rounded up
 * @scale: the session's factor
 * @ns: a duration; at 4 GHz up to 146 years
 *
 * The result is the smallest number of cycles that is at least @ns long, as
 * far as the clock's frequency in whole kHz tells.
 *
 * Context: start of a session; never on the hot path (it divides).
 */
static inline __u64 hkj_scale_cycles(const struct hkj_scale *scale, __u64 ns)
{
	__u64 ms = ns / 1000000;
	__u64 rest = ns % 1000000;

	return ms * scale->khz + (rest * scale->khz + 999999) / 1000000;
}

#endif /* HKJITTER_SCALE_H */
