// SPDX-License-Identifier: GPL-2.0
/*
 * Time series of one CPU in several runs: one line, on which nothing is lost.
 */
#include "combine.h"
#include "fixture.h"
#include "merge_maker.h"
#include "result.h"
#include "series.h"
#include "unit.h"

/* All gaps in one point, whose longest was of this source. */
static void series_make(struct hkj_target *target, uint64_t period_ns,
			uint64_t start_ns, uint64_t top)
{
	struct hkj_series *series = calloc(1, sizeof(*series));

	assert_non_null(series);
	series->points = calloc(1, sizeof(*series->points));
	assert_non_null(series->points);
	series->period_ns = period_ns;
	series->nr_points = 1;
	series->points[0] = (struct hkj_point){ start_ns, target->gaps.count,
						target->gaps.total_ns,
						target->gaps.max_ns, top };
	target->series = series;
}

/* Two runs of CPU 1: inputs 0 and 2. */
static void two_series_make(struct hkj_merge_input *inputs)
{
	struct hkj_target *first = &inputs[0].result.cpus[0];
	struct hkj_target *second = &inputs[2].result.cpus[0];

	first->runtime_ns = 2500000000;
	first->quiet_ns = first->runtime_ns - first->gaps.total_ns;
	first->books.cycles.runtime = first->runtime_ns;
	first->books.cycles.quiet = first->quiet_ns;
	series_make(first, 1000000000, 1000000000, 0);
	series_make(second, 2000000000, 0, second->nr_sources - 1);
}

static struct hkj_target *target_of_runs(struct hkj_result *merged, uint64_t nr)
{
	for (size_t i = 0; i < merged->nr_cpus; i++)
		if (merged->cpus[i].nr_runs.value == nr)
			return &merged->cpus[i];
	fail_msg("no CPU has %u runs", (unsigned int)nr);
	return NULL;
}

/* The second run begins where the first has ended, with a common period. */
static void check_line(struct hkj_result *merged, const uint64_t *counts,
		       const char *function)
{
	const struct hkj_target *target = target_of_runs(merged, 2);
	const struct hkj_series *series = target->series;
	const struct hkj_longest gap = { .run = hkj_maybe(2), .start_ns = 5 };

	assert_non_null(series);
	assert_true(series->period_ns == 2000000000);
	assert_int_equal(series->nr_points, 2);
	assert_true(series->points[0].start_ns == 0);
	assert_true(series->points[0].count == counts[0]);
	assert_true(series->points[1].start_ns == 4000000000);
	assert_true(series->points[1].count == counts[1]);
	assert_string_equal(target->sources[series->points[1].top].function,
			    function);
	assert_int_equal(series->nr_runs, 2);
	assert_true(series->runs[0].run == 0 && series->runs[1].run == 2);
	assert_true(series->runs[0].runtime_ns == 2500000000);
	assert_true(series->runs[1].start_ns == 4000000000);
	assert_true(hkj_series_place(target, &gap) == 4000000005);
	assert_true(hkj_series_span(target) ==
		    4000000000 + series->runs[1].runtime_ns);
}

static void runs_make_one_line_of_time(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result merged, again;
	struct hkj_error error;
	const struct hkj_target *last;
	uint64_t counts[2];
	char *function, *text;

	(void)state;
	three_make(inputs);
	two_series_make(inputs);
	last = &inputs[2].result.cpus[0];
	counts[0] = inputs[0].result.cpus[0].gaps.count;
	counts[1] = last->gaps.count;
	function = strdup(last->sources[last->nr_sources - 1].function);
	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), 0);
	check_line(&merged, counts, function);
	text = fixture_text(&merged);
	assert_int_equal(fixture_read(text, &again, &error), 0);
	check_line(&again, counts, function);
	hkj_result_free(&again);
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
	free(function);
	free(text);
}

/* A run that does not tell its time line leaves none for all. */
static void no_line_without_all(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result merged;
	struct hkj_error error;

	(void)state;
	three_make(inputs);
	series_make(&inputs[0].result.cpus[0], 1000000000, 0, HKJ_NONE);
	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), 0);
	assert_null(target_of_runs(&merged, 2)->series);
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
}

/* So many points of so many runs are no more than one run may have. */
static void long_lines_are_thinned(void **state)
{
	struct hkj_series lines[3] = { { .nr_points = 0 } };
	struct hkj_target targets[3] = { { .cpu = 1 } }, to = { .cpu = 1 };
	struct hkj_target *from[3] = { &targets[0], &targets[1], &targets[2] };
	static struct hkj_point points[HKJ_SERIES_POINTS_MAX];
	static struct hkj_series_run run = { 0, 0, 4096000000000 };
	uint64_t count = 0;

	(void)state;
	for (size_t i = 0; i < HKJ_SERIES_POINTS_MAX; i++)
		points[i] = (struct hkj_point){ i * 1000000000, 1, 9, 9,
						HKJ_NONE };
	for (size_t i = 0; i < 3; i++) {
		lines[i] = (struct hkj_series){ 1000000000, 2, 1, &run,
						HKJ_SERIES_POINTS_MAX, points };
		targets[i].series = &lines[i];
	}
	assert_int_equal(hkj_combine_series(&to, from, 3), 0);
	assert_true(to.series->period_ns == 4000000000);
	assert_int_equal(to.series->nr_points, 3 * HKJ_SERIES_POINTS_MAX / 4);
	for (size_t i = 0; i < to.series->nr_points; i++)
		count += to.series->points[i].count;
	assert_int_equal(count, 3 * HKJ_SERIES_POINTS_MAX);
	assert_int_equal(to.series->dropped, 6);
	free(to.series->points);
	free(to.series->runs);
	free(to.series);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(runs_make_one_line_of_time),
	cmocka_unit_test(no_line_without_all),
	cmocka_unit_test(long_lines_are_thinned),
};

UNIT_MAIN(tests, NULL, NULL)
