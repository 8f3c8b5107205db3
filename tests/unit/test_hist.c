// SPDX-License-Identifier: GPL-2.0
/*
 * The histogram's arithmetic: edges, error, merging, nothing dropped.
 */
#include <hkjitter/hist.h>

#include "data.h"
#include "unit.h"

#define NR_VALUES 20000

static void edges_belong_to_their_slot(void **state)
{
	(void)state;
	for (unsigned int slot = 0; slot < HKJ_HIST_SLOTS; slot++) {
		assert_int_equal(hkj_hist_slot(hkj_hist_low(slot)), slot);
		assert_int_equal(hkj_hist_slot(hkj_hist_high(slot)), slot);
	}
}

static void slots_have_no_holes(void **state)
{
	(void)state;
	assert_int_equal(hkj_hist_low(0), 0);
	for (unsigned int slot = 0; slot < HKJ_HIST_OVERFLOW; slot++)
		assert_true(hkj_hist_high(slot) + 1 == hkj_hist_low(slot + 1));
	assert_true(hkj_hist_low(HKJ_HIST_OVERFLOW) ==
		    1ULL << HKJ_HIST_MAX_BITS);
	assert_true(hkj_hist_high(HKJ_HIST_OVERFLOW) == ~0ULL);
}

static void width_is_a_32nd_of_the_value_at_most(void **state)
{
	(void)state;
	for (unsigned int slot = 0; slot < HKJ_HIST_OVERFLOW; slot++) {
		__u64 low = hkj_hist_low(slot);
		__u64 width = hkj_hist_high(slot) - low + 1;

		assert_true(width == 1 || width * 32 <= low);
	}
}

static void values_lie_between_their_edges(void **state)
{
	static __u64 values[NR_VALUES];

	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		data_fill(values, NR_VALUES, shape, 1);
		for (size_t i = 0; i < NR_VALUES; i++) {
			unsigned int slot = hkj_hist_slot(values[i]);

			assert_in_range(slot, 0, HKJ_HIST_OVERFLOW);
			assert_true(hkj_hist_low(slot) <= values[i]);
			assert_true(values[i] <= hkj_hist_high(slot));
		}
	}
}

static void histogram_fill(__u64 *slots, const __u64 *values, size_t nr)
{
	memset(slots, 0, HKJ_HIST_SLOTS * sizeof(*slots));
	for (size_t i = 0; i < nr; i++)
		slots[hkj_hist_slot(values[i])]++;
}

/* Two machines count a part each; one that saw all counts the same. */
static void merged_is_that_of_the_union(void **state)
{
	static __u64 values[NR_VALUES], left[HKJ_HIST_SLOTS],
		right[HKJ_HIST_SLOTS], all[HKJ_HIST_SLOTS];

	(void)state;
	for (unsigned int a = 0; a < NR_SHAPES; a++) {
		for (unsigned int b = 0; b < NR_SHAPES; b++) {
			size_t cut = 1 + (a * 2777 + b * 991) % (NR_VALUES - 2);

			data_fill(values, cut, a, 2);
			data_fill(values + cut, NR_VALUES - cut, b, 3);
			histogram_fill(left, values, cut);
			histogram_fill(right, values + cut, NR_VALUES - cut);
			histogram_fill(all, values, NR_VALUES);
			for (size_t i = 0; i < HKJ_HIST_SLOTS; i++)
				left[i] += right[i];
			assert_memory_equal(left, all, sizeof(all));
		}
	}
}

static void sum_of_slots_is_the_count(void **state)
{
	static __u64 values[NR_VALUES], slots[HKJ_HIST_SLOTS];

	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		__u64 sum = 0;

		data_fill(values, NR_VALUES, shape, 4);
		histogram_fill(slots, values, NR_VALUES);
		for (size_t i = 0; i < HKJ_HIST_SLOTS; i++)
			sum += slots[i];
		assert_int_equal(sum, NR_VALUES);
	}
	assert_true(slots[HKJ_HIST_OVERFLOW] > NR_VALUES / 4);
}

static void source_slots_have_no_holes(void **state)
{
	(void)state;
	assert_int_equal(hkj_source_low(0), 0);
	for (unsigned int slot = 0; slot < HKJ_SOURCE_SLOTS; slot++) {
		__u64 low = hkj_source_low(slot), high = hkj_source_high(slot);

		assert_int_equal(hkj_source_slot(low), slot);
		assert_int_equal(hkj_source_slot(high), slot);
		if (slot == HKJ_SOURCE_OVERFLOW)
			break;
		assert_true(high + 1 == hkj_source_low(slot + 1));
		assert_true(high == low || (high - low + 1) * 16 <= low);
	}
	assert_true(hkj_source_low(HKJ_SOURCE_OVERFLOW) ==
		    1ULL << HKJ_SOURCE_MAX_BITS);
	assert_true(hkj_source_high(HKJ_SOURCE_OVERFLOW) == ~0ULL);
}

static void source_values_lie_between_their_edges(void **state)
{
	static __u64 values[NR_VALUES];

	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		data_fill(values, NR_VALUES, shape, 5);
		for (size_t i = 0; i < NR_VALUES; i++) {
			unsigned int slot = hkj_source_slot(values[i]);

			assert_in_range(slot, 0, HKJ_SOURCE_OVERFLOW);
			assert_true(hkj_source_low(slot) <= values[i]);
			assert_true(values[i] <= hkj_source_high(slot));
		}
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(edges_belong_to_their_slot),
	cmocka_unit_test(slots_have_no_holes),
	cmocka_unit_test(width_is_a_32nd_of_the_value_at_most),
	cmocka_unit_test(values_lie_between_their_edges),
	cmocka_unit_test(merged_is_that_of_the_union),
	cmocka_unit_test(sum_of_slots_is_the_count),
	cmocka_unit_test(source_slots_have_no_holes),
	cmocka_unit_test(source_values_lie_between_their_edges),
};

UNIT_MAIN(tests, NULL, NULL)
