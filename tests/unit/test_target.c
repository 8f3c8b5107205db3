// SPDX-License-Identifier: GPL-2.0
/*
 * From the module's record to the result: the books, the gaps, the clocks.
 */
#include <hkjitter/hist.h>
#include <hkjitter/ids.h>
#include <math.h>

#include "data.h"
#include "json.h"
#include "shapes.h"
#include "target.h"
#include "unit.h"

#define NR_GAPS 5000
#define KHZ 2999999

static __u64 gaps[NR_GAPS];
static struct hkj_snapshot snapshot;
static struct hkj_details details;
static struct hkj_target target;

static void make(enum shape shape, size_t nr, __u64 khz)
{
	struct hkj_error error;

	data_fill(gaps, nr, shape, 11);
	data_snapshot(&snapshot, 3, khz, gaps, nr);
	data_details(&details, &snapshot, gaps, nr);
	assert_int_equal(hkj_target_init(&target, &snapshot, &details, &error), 0);
}

static int target_drop(void **state)
{
	(void)state;
	hkj_json_free(&hkj_shape_target, &target);
	return 0;
}

static void books_balance_in_ns_too(void **state)
{
	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		make(shape, NR_GAPS, KHZ);
		assert_true(target.books.is_balanced);
		assert_true(target.runtime_ns ==
			    target.quiet_ns + target.gaps.total_ns);
		assert_true(target.gaps.total_ns ==
			    target.parts->total_ns +
				    target.transition_ns.value +
				    target.unexplained->total_ns);
		assert_true(target.runtime_ns ==
			    hkj_scale_ns(&snapshot.scale,
					 snapshot.books.runtime));
		target_drop(NULL);
	}
}

static void each_fault_in_the_books_is_seen(void **state)
{
	__u64 *const faults[] = { &snapshot.books.runtime,
				  &snapshot.books.quiet, &snapshot.books.gaps,
				  &snapshot.books.nr_gaps,
				  &snapshot.books.parts,
				  &snapshot.books.transition,
				  &snapshot.books.unexplained,
				  &details.sources[2].count,
				  &snapshot.histogram[600] };
	struct hkj_error error;

	(void)state;
	data_fill(gaps, NR_GAPS, SHAPE_UNIFORM, 12);
	data_snapshot(&snapshot, 3, KHZ, gaps, NR_GAPS);
	data_details(&details, &snapshot, gaps, NR_GAPS);
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		++*faults[i];
		assert_int_equal(hkj_target_init(&target, &snapshot, &details, &error),
				 0);
		assert_false(target.books.is_balanced);
		--*faults[i];
		target_drop(NULL);
	}
}

static void gaps_are_counted_and_bounded(void **state)
{
	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		__u64 min = ~0ULL, max = 0, overflow = 0;

		make(shape, NR_GAPS, KHZ);
		for (size_t i = 0; i < NR_GAPS; i++) {
			__u64 ns = hkj_scale_ns(&snapshot.scale, gaps[i]);

			min = ns < min ? ns : min;
			max = ns > max ? ns : max;
			overflow += ns >> HKJ_HIST_MAX_BITS != 0;
		}
		assert_int_equal(target.gaps.count, NR_GAPS);
		assert_true(target.gaps.min_ns == min);
		assert_true(target.gaps.max_ns == max);
		assert_int_equal(target.lost.overflow, overflow);
		assert_int_equal(hkj_histogram_count(&target.gaps.histogram),
				 NR_GAPS);
		assert_true(target.gaps.percentiles[HKJ_P99_999] <= max);
		assert_true(target.gaps.percentiles[HKJ_P50] >= min);
		target_drop(NULL);
	}
}

/* The sum is scaled once: within a nanosecond a gap of the scaled gaps. */
static void total_is_the_sum_of_the_gaps(void **state)
{
	__u64 sum = 0;

	(void)state;
	make(SHAPE_EXPONENTIAL, NR_GAPS, KHZ);
	for (size_t i = 0; i < NR_GAPS; i++)
		sum += hkj_scale_ns(&snapshot.scale, gaps[i]);
	assert_true(sum <= target.gaps.total_ns);
	assert_true(target.gaps.total_ns - sum < NR_GAPS);
}

static void longest_gaps_are_in_order(void **state)
{
	(void)state;
	make(SHAPE_LOG_UNIFORM, NR_GAPS, KHZ);
	assert_int_equal(target.nr_longest, HKJ_NR_LONGEST);
	assert_true(target.longest[0].duration_ns == target.gaps.max_ns);
	for (size_t i = 0; i < target.nr_longest; i++) {
		const struct hkj_longest *gap = &target.longest[i];

		assert_true(gap->start_ns + gap->duration_ns <=
			    target.runtime_ns + 1);
		assert_true(!i || gap->duration_ns <= gap[-1].duration_ns);
	}
}

static void no_gap_is_no_zero(void **state)
{
	(void)state;
	make(SHAPE_CONSTANT, 0, KHZ);
	assert_int_equal(target.gaps.count, 0);
	assert_true(target.gaps.min_ns == HKJ_NONE);
	assert_true(target.gaps.max_ns == HKJ_NONE);
	assert_true(target.gaps.percentiles[HKJ_P50] == HKJ_NONE);
	assert_int_equal(target.gaps.histogram.nr_buckets, 0);
	assert_true(target.books.is_balanced);
	assert_true(target.runtime_ns == target.quiet_ns);
}

static void names_and_turns_are_told(void **state)
{
	(void)state;
	make(SHAPE_CONSTANT, 10, 4000000);
	assert_int_equal(target.cpu, 3);
	assert_string_equal(target.state, "done");
	assert_string_equal(target.stop_reason, "duration");
	assert_string_equal(target.clock.kind, "cycles");
	assert_true(fabs(target.turn.min_ns - 3.5) < 0.0011);
	assert_true(fabs(target.turn.mean_ns - 3.505) < 0.0011);
	assert_int_equal(target.clock.khz, 4000000);
	assert_int_equal(target.self.turns, snapshot.books.nr_turns);
	assert_int_equal(target.self.own_ns, snapshot.books.own / 4);
}

static void drift_is_against_the_raw_clock(void **state)
{
	struct hkj_error error;
	__u64 elapsed;

	(void)state;
	make(SHAPE_CONSTANT, NR_GAPS, 1000000);
	assert_true(fabs(target.clock.drift_ppm) < 0.001);
	target_drop(NULL);
	elapsed = snapshot.stop.mono_raw_ns - snapshot.start.mono_raw_ns;
	snapshot.stop.mono_raw_ns += elapsed / 10000; /* raw is 100 ppm faster */
	assert_int_equal(hkj_target_init(&target, &snapshot, &details, &error), 0);
	assert_true(fabs(target.clock.drift_ppm + 100) < 0.1);
	target_drop(NULL);
	memset(&snapshot.stop, 0, sizeof(snapshot.stop));
	assert_int_equal(hkj_target_init(&target, &snapshot, &details, &error), 0);
	assert_true(isnan(target.clock.drift_ppm));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(books_balance_in_ns_too),
	cmocka_unit_test(each_fault_in_the_books_is_seen),
	cmocka_unit_test(gaps_are_counted_and_bounded),
	cmocka_unit_test_teardown(total_is_the_sum_of_the_gaps, target_drop),
	cmocka_unit_test_teardown(longest_gaps_are_in_order, target_drop),
	cmocka_unit_test_teardown(no_gap_is_no_zero, target_drop),
	cmocka_unit_test_teardown(names_and_turns_are_told, target_drop),
	cmocka_unit_test_teardown(drift_is_against_the_raw_clock, target_drop),
};

UNIT_MAIN(tests, NULL, NULL)
