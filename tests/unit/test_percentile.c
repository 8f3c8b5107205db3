// SPDX-License-Identifier: GPL-2.0
/*
 * Percentiles of a histogram, against those of the sorted values.
 */
#include <hkjitter/hist.h>

#include "data.h"
#include "percentile.h"
#include "unit.h"

#define NR_VALUES 100000

static const unsigned int parts[HKJ_NR_PERCENTILES] = { 50000, 90000, 99000,
							99900, 99990, 99999 };
static const size_t sizes[] = { 1, 2, 3, 9, 10, 99,
				100, 101, 1000, 9999, 10000, NR_VALUES };

static int compare(const void *left, const void *right)
{
	__u64 a = *(const __u64 *)left, b = *(const __u64 *)right;

	return a < b ? -1 : a > b;
}

/* The rank is counted up from below, without the division of the tool. */
static __u64 exact_percentile(const __u64 *sorted, size_t nr,
			      unsigned int part)
{
	size_t rank = (size_t)((double)nr * part / 100000 * 0.999);

	while ((unsigned long long)rank * 100000 < (unsigned long long)nr * part)
		rank++;
	return sorted[rank - 1];
}

static void histogram_make(struct hkj_histogram *histogram,
			   const __u64 *values, size_t nr)
{
	static __u64 slots[HKJ_HIST_SLOTS];
	static struct hkj_bucket buckets[HKJ_HIST_SLOTS];

	memset(slots, 0, sizeof(slots));
	for (size_t i = 0; i < nr; i++)
		slots[hkj_hist_slot(values[i])]++;
	*histogram = (struct hkj_histogram){ 0, buckets };
	for (unsigned int slot = 0; slot < HKJ_HIST_SLOTS; slot++) {
		if (!slots[slot])
			continue;
		buckets[histogram->nr_buckets++] = (struct hkj_bucket){
			hkj_hist_low(slot), hkj_hist_high(slot), slots[slot]
		};
	}
}

static void check_one(const __u64 *sorted, size_t nr, unsigned int which,
		      __u64 reported)
{
	__u64 exact = exact_percentile(sorted, nr, parts[which]);

	assert_true(reported >= exact);
	assert_true(reported <= sorted[nr - 1]);
	if (exact >> HKJ_HIST_MAX_BITS)
		assert_true(reported == sorted[nr - 1]);
	else
		assert_true(reported - exact <= exact / 32);
}

static void check_all(__u64 *values, size_t nr)
{
	uint64_t reported[HKJ_NR_PERCENTILES];
	struct hkj_histogram histogram;

	histogram_make(&histogram, values, nr);
	assert_int_equal(hkj_histogram_count(&histogram), nr);
	qsort(values, nr, sizeof(*values), compare);
	hkj_percentiles_fill(reported, &histogram, values[0], values[nr - 1]);
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++) {
		check_one(values, nr, i, reported[i]);
		assert_true(!i || reported[i] >= reported[i - 1]);
	}
}

static void each_is_within_the_stated_error(void **state)
{
	static __u64 values[NR_VALUES];

	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			data_fill(values, sizes[i], shape, 5 + i);
			check_all(values, sizes[i]);
		}
	}
}

static void equal_values_are_exact(void **state)
{
	struct hkj_bucket bucket = { 2816, 2879, 41 };
	struct hkj_histogram histogram = { 1, &bucket };

	(void)state;
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		assert_int_equal(hkj_percentile_value(&histogram, i, 2820, 2820),
				 2820);
}

static void rank_is_the_next_whole_number(void **state)
{
	struct hkj_bucket buckets[] = { { 1, 1, 9 }, { 2, 2, 1 } };
	struct hkj_histogram histogram = { 2, buckets };

	(void)state;
	assert_int_equal(hkj_percentile_value(&histogram, HKJ_P90, 1, 2), 1);
	assert_int_equal(hkj_percentile_value(&histogram, HKJ_P99, 1, 2), 2);
	buckets[0].count = 8;
	assert_int_equal(hkj_percentile_value(&histogram, HKJ_P90, 1, 2), 2);
}

static void no_values_have_none(void **state)
{
	struct hkj_histogram histogram = { 0, NULL };

	(void)state;
	assert_true(hkj_percentile_value(&histogram, HKJ_P50, HKJ_NONE,
					 HKJ_NONE) == HKJ_NONE);
}

/* 2^62 values: the product with the parts needs more than 64 bits. */
static void large_counts_do_not_overflow(void **state)
{
	struct hkj_bucket buckets[] = { { 100, 101, 1ULL << 62 },
					{ 200, 203, 1 } };
	struct hkj_histogram histogram = { 2, buckets };

	(void)state;
	assert_int_equal(hkj_percentile_value(&histogram, HKJ_P99_999, 100, 203),
			 101);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(each_is_within_the_stated_error),
	cmocka_unit_test(equal_values_are_exact),
	cmocka_unit_test(rank_is_the_next_whole_number),
	cmocka_unit_test(no_values_have_none),
	cmocka_unit_test(large_counts_do_not_overflow),
};

UNIT_MAIN(tests, NULL, NULL)
