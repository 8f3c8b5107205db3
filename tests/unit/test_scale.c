// SPDX-License-Identifier: GPL-2.0
/*
 * Cycles to nanoseconds and back.
 */
#include <hkjitter/limits.h>
#include <hkjitter/scale.h>

#include "unit.h"

#define YEAR_MS HKJ_DURATION_MS_MAX

static const __u64 clocks_khz[] = { 1, 1000, 24000, 1000000,
				    1000003, 2100000, 2999999, 4000000,
				    5700000 };

static void each_clock(void (*check)(const struct hkj_scale *scale,
				     uint64_t *seed))
{
	struct hkj_scale scale;
	uint64_t seed = 1;

	for (size_t i = 0; i < ARRAY_SIZE(clocks_khz); i++) {
		hkj_scale_init(&scale, clocks_khz[i]);
		assert_true(scale.khz == clocks_khz[i]);
		check(&scale, &seed);
	}
}

/* Up to a year, short ones as often as long ones. */
static __u64 cycles_random(const struct hkj_scale *scale, uint64_t *seed)
{
	__u64 year = YEAR_MS * scale->khz;

	return random_below(seed, year) >> random_below(seed, 40);
}

static void check_monotone(const struct hkj_scale *scale, uint64_t *seed)
{
	for (int i = 0; i < 20000; i++) {
		__u64 a = cycles_random(scale, seed);
		__u64 b = a + (random_next(seed) & 7);

		assert_true(hkj_scale_ns(scale, a) <= hkj_scale_ns(scale, b));
	}
}

static void longer_is_never_shorter(void **state)
{
	(void)state;
	each_clock(check_monotone);
}

static __u64 multiply(__u64 value, __u64 factor, __u64 divisor)
{
	const unsigned __int128 product = (unsigned __int128)value * factor;

	return (__u64)(product / divisor);
}

/* Rounded down, and wrong by no more than 40 ns a day at 4 GHz (scale.h). */
static void check_error(const struct hkj_scale *scale, uint64_t *seed)
{
	for (int i = 0; i < 20000; i++) {
		__u64 cycles = cycles_random(scale, seed);
		__u64 exact = multiply(cycles, 1000000, scale->khz);
		__u64 bound = (multiply(exact, scale->khz, 1000000) >>
			       HKJ_SCALE_SHIFT) +
			      1;
		__u64 ns = hkj_scale_ns(scale, cycles);

		assert_true(ns <= exact);
		assert_true(exact - ns <= bound);
	}
}

static void error_is_within_the_bound(void **state)
{
	(void)state;
	each_clock(check_error);
}

static void check_year(const struct hkj_scale *scale, uint64_t *seed)
{
	__u64 ns = hkj_scale_ns(scale, YEAR_MS * scale->khz);
	__u64 year_ns = YEAR_MS * HKJ_NSEC_PER_MSEC;

	(void)seed;
	assert_true(ns <= year_ns);
	assert_true(year_ns - ns < 25000); /* 366 days of 60 ns */
}

static void year_does_not_overflow(void **state)
{
	(void)state;
	each_clock(check_year);
}

/* Whether cycles last at least as long, in whole numbers of 128 bits. */
static bool is_enough(const struct hkj_scale *scale, __u64 cycles, __u64 ns)
{
	const unsigned __int128 got = (unsigned __int128)cycles * 1000000;

	return got >= (unsigned __int128)ns * scale->khz;
}

static void check_back(const struct hkj_scale *scale, uint64_t *seed)
{
	for (int i = 0; i < 20000; i++) {
		__u64 ns = random_below(seed, YEAR_MS * HKJ_NSEC_PER_MSEC) >>
			   random_below(seed, 40);
		__u64 cycles = hkj_scale_cycles(scale, ns);

		assert_true(is_enough(scale, cycles, ns));
		assert_true(!cycles || !is_enough(scale, cycles - 1, ns));
	}
}

static void cycles_are_the_fewest_that_are_long_enough(void **state)
{
	(void)state;
	each_clock(check_back);
}

static void check_sum(const struct hkj_scale *scale, uint64_t *seed)
{
	__u64 sum_cycles = 0, sum_ns = 0, whole;

	for (int i = 0; i < 1000; i++) {
		__u64 cycles = cycles_random(scale, seed) / 1000;

		sum_cycles += cycles;
		sum_ns += hkj_scale_ns(scale, cycles);
	}
	whole = hkj_scale_ns(scale, sum_cycles);
	assert_true(sum_ns <= whole);
	assert_true(whole - sum_ns < 1000);
}

static void parts_are_within_a_nanosecond_each(void **state)
{
	(void)state;
	each_clock(check_sum);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(longer_is_never_shorter),
	cmocka_unit_test(error_is_within_the_bound),
	cmocka_unit_test(year_does_not_overflow),
	cmocka_unit_test(cycles_are_the_fewest_that_are_long_enough),
	cmocka_unit_test(parts_are_within_a_nanosecond_each),
};

UNIT_MAIN(tests, NULL, NULL)
