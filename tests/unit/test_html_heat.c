// SPDX-License-Identifier: GPL-2.0
/*
 * The heat map: time lost stands where it was lost, and no column holds more
 * than it lasts.
 */
#include "fixture.h"
#include "html.h"
#include "result.h"
#include "unit.h"

static void print_page(const void *result, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_html_report(result, NULL, out, &error), 0);
}

static char *page_of(const struct hkj_result *result)
{
	return printed(print_page, result);
}

/* Cells of the heat map's table. Return: their sum. */
static uint64_t heat_sum(const char *page, uint64_t cell_max)
{
	const char *at = strstr(page, "Heat map");
	const char *end = at ? strstr(at, "</table>") : NULL;
	uint64_t sum = 0;

	assert_non_null(end);
	for (at = strstr(at, "<data value=\""); at && at < end;
	     at = strstr(at + 1, "<data value=\"")) {
		uint64_t ns = strtoull(at + strlen("<data value=\""), NULL, 10);

		assert_true(ns <= cell_max);
		sum += ns;
	}
	return sum;
}

/* One that fills three eighths of the run is in all the columns that it covers. */
static void long_gap_is_in_all_its_columns(void **state)
{
	struct hkj_result result;
	struct hkj_target *target;
	struct hkj_longest *gap;
	size_t nr_longest[2], nr_cpus;
	uint64_t eighth;

	(void)state;
	fixture_make(&result);
	target = &result.cpus[0];
	gap = &target->longest[0];
	nr_longest[0] = target->nr_longest;
	nr_longest[1] = result.cpus[1].nr_longest;
	nr_cpus = result.nr_cpus;
	eighth = target->runtime_ns / 8;
	gap->start_ns = target->runtime_ns / 5;
	gap->duration_ns = 3 * eighth;
	target->nr_longest = 1;
	result.cpus[1].nr_longest = 0;
	for (result.nr_cpus = 2; result.nr_cpus; result.nr_cpus--) {
		char *page = page_of(&result);

		assert_int_equal(heat_sum(page, eighth + 1), 3 * eighth);
		free(page);
	}
	target->nr_longest = nr_longest[0];
	result.cpus[1].nr_longest = nr_longest[1];
	result.nr_cpus = nr_cpus;
	hkj_result_free(&result);
}

/* A gap of 30 s is told in the second in which it ended; others came before. */
static void points_are_where_their_gaps_were(void **state)
{
	static const uint64_t second = 1000000000;
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	for (size_t i = 0; i < result.nr_cpus; i++) {
		struct hkj_series *series = result.cpus[i].series;

		assert_true(series->nr_points);
		series->period_ns = second;
		series->nr_points = 2;
		series->points = realloc(series->points,
					 2 * sizeof(*series->points));
		assert_non_null(series->points);
		series->points[0] = (struct hkj_point){
			.start_ns = 20 * second,
			.count = 1,
			.max_ns = second,
			.total_ns = second / 2,
			.top = HKJ_NONE,
		};
		series->points[1] = (struct hkj_point){
			.start_ns = 50 * second,
			.count = 1,
			.total_ns = 30 * second,
			.max_ns = 30 * second,
			.top = HKJ_NONE,
		};
		result.cpus[i].runtime_ns = 80 * second;
	}
	page = page_of(&result);
	assert_int_equal(heat_sum(page, 10 * second + 1), 61 * second);
	free(page);
	hkj_result_free(&result);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(long_gap_is_in_all_its_columns),
	cmocka_unit_test(points_are_where_their_gaps_were),
};

UNIT_MAIN(tests, NULL, NULL)
