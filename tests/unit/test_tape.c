// SPDX-License-Identifier: GPL-2.0
/*
 * The time series: whoever reads the module's ring, and how often, all gaps are
 * in it, each once.
 */
#include <inttypes.h>

#include "data.h"
#include "fixture.h"
#include "result.h"
#include "shapes.h"
#include "snapshot.h"
#include "series.h"
#include "tape.h"
#include "target.h"
#include "unit.h"

#define KHZ 2999999

static struct hkj_snapshot module;
static struct hkj_tape tape;

static int prepare(void **state)
{
	(void)state;
	data_snapshot(&module, 1, KHZ, NULL, 0);
	return 0;
}

static int drop(void **state)
{
	(void)state;
	hkj_tape_free(&tape);
	return 0;
}

/* As module/series.c counts it. */
static void gap_end(__u64 number, __u64 duration, unsigned int top)
{
	static struct hkj_second *second;

	if (!module.nr_seconds || second->number != number) {
		second = &module.seconds[module.nr_seconds++ % HKJ_NR_SECONDS];
		*second = (struct hkj_second){ .number = number };
	}
	second->nr_gaps++;
	second->gaps += duration;
	if (duration > second->longest) {
		second->longest = duration;
		second->top = top;
	}
	module.books.nr_gaps++;
	module.books.gaps += duration;
}

static void read_now(void)
{
	struct hkj_error error;

	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 0);
	assert_int_equal(hkj_tape_read(&tape, &module, &error), 0);
}

static uint64_t ns(__u64 cycles)
{
	return hkj_scale_ns(&module.scale, cycles);
}

/* All gaps but the dropped ones are in the points; returns their time. */
static uint64_t assert_complete(void)
{
	const struct hkj_series *series = &tape.series;
	uint64_t count = 0, total_ns = 0;

	assert_true(series->nr_points <= HKJ_SERIES_POINTS_MAX);
	for (size_t i = 0; i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];

		assert_true(point->count > 0);
		assert_true(point->start_ns % series->period_ns == 0);
		assert_true(!i || point->start_ns > point[-1].start_ns);
		count += point->count;
		total_ns += point->total_ns;
	}
	assert_true(count + series->dropped == module.books.nr_gaps);
	return total_ns;
}

static void assert_point(size_t i, uint64_t second, uint64_t count,
			 uint64_t max_ns, uint64_t top)
{
	const struct hkj_point *point = &tape.series.points[i];

	assert_true(i < tape.series.nr_points);
	assert_true(point->start_ns == second * HKJ_NSEC_PER_SEC);
	assert_true(point->count == count);
	assert_true(point->max_ns == max_ns);
	assert_true(point->top == top);
}

static void quiet_target_has_no_point(void **state)
{
	(void)state;
	read_now();
	assert_true(tape.series.period_ns == HKJ_NSEC_PER_SEC);
	assert_int_equal(tape.series.nr_points, 0);
	assert_true(assert_complete() == 0);
}

static void each_second_has_its_gaps(void **state)
{
	(void)state;
	gap_end(0, 1000, 7);
	gap_end(0, 3000, 8);
	gap_end(0, 2000, 9);
	gap_end(5, 500, HKJ_NR_SOURCES);
	read_now();
	assert_int_equal(tape.series.nr_points, 2);
	assert_point(0, 0, 3, ns(3000), 8);
	assert_point(1, 5, 1, ns(500), HKJ_NONE);
	assert_true(assert_complete() == ns(6500));
}

/* A second that still goes on is read again, and its rest added. */
static void nothing_is_counted_twice(void **state)
{
	(void)state;
	gap_end(3, 1001, 1);
	read_now();
	read_now();
	gap_end(3, 5003, 2);
	read_now();
	gap_end(4, 10, 3);
	read_now();
	read_now();
	assert_int_equal(tape.series.nr_points, 2);
	assert_point(0, 3, 2, ns(5003), 2);
	assert_point(1, 4, 1, ns(10), 3);
	assert_true(assert_complete() == ns(6014));
}

static void seconds_that_were_overwritten_are_dropped(void **state)
{
	(void)state;
	gap_end(0, 100, 0);
	gap_end(1, 100, 0);
	read_now();
	gap_end(1, 100, 0);
	for (__u64 second = 2; second < 2 + HKJ_NR_SECONDS; second++)
		gap_end(second, 70, 0);
	read_now();
	assert_int_equal(tape.series.dropped, 1);
	assert_int_equal(tape.series.nr_points, 2 + HKJ_NR_SECONDS);
	assert_complete();
}

/* Read each time the ring is half full, and each time it is just full. */
static void check_long(__u64 nr, __u64 step, unsigned int seconds_a_read)
{
	uint64_t random = nr * step, longest = 0, found = 0;

	prepare(NULL);
	for (__u64 i = 0; i < nr; i++) {
		__u64 gap = 1000 + random_below(&random, 100000);

		longest = gap > longest ? gap : longest;
		gap_end(i * step, gap, (unsigned int)(gap % HKJ_NR_SOURCES));
		if (i % seconds_a_read == seconds_a_read - 1)
			read_now();
	}
	read_now();
	assert_int_equal(tape.series.dropped, 0);
	assert_true(assert_complete() == ns(module.books.gaps));
	for (size_t i = 0; i < tape.series.nr_points; i++)
		if (tape.series.points[i].max_ns > found)
			found = tape.series.points[i].max_ns;
	assert_true(found == ns(longest));
	drop(NULL);
}

static void long_run_is_bounded_and_complete(void **state)
{
	(void)state;
	check_long(HKJ_SERIES_POINTS_MAX, 1, 30);
	check_long(HKJ_SERIES_POINTS_MAX + 1, 1, 30);
	check_long(HKJ_SERIES_POINTS_MAX + 1, 2, 30);
	check_long(86400, 1, HKJ_NR_SECONDS);
	check_long(86400, 7, 30);
	check_long(86400 * 8, 1, 59);
}

static void quiet_seconds_keep_the_period(void **state)
{
	(void)state;
	for (__u64 i = 0; i < HKJ_SERIES_POINTS_MAX; i++) {
		gap_end(i * 1000, 100, 0);
		if (i % 60 == 59)
			read_now();
	}
	read_now();
	assert_true(tape.series.period_ns == HKJ_NSEC_PER_SEC);
	assert_int_equal(tape.series.nr_points, HKJ_SERIES_POINTS_MAX);
}

static void joined_points_keep_the_longest_and_its_source(void **state)
{
	(void)state;
	for (__u64 i = 0; i <= HKJ_SERIES_POINTS_MAX; i++) {
		gap_end(i, i == 1001 ? 9000 : 100, i == 1001 ? 5 : 6);
		if (i % 60 == 59)
			read_now();
	}
	read_now();
	assert_true(tape.series.period_ns == 2 * HKJ_NSEC_PER_SEC);
	assert_int_equal(tape.series.nr_points, HKJ_SERIES_POINTS_MAX / 2 + 1);
	assert_point(500, 1000, 2, ns(9000), 5);
	assert_point(499, 998, 2, ns(100), 6);
}

static void tops_become_places_in_the_sources(void **state)
{
	static struct hkj_details details;
	struct hkj_target target;
	struct hkj_error error;
	__u64 gaps[300];

	(void)state;
	data_fill(gaps, ARRAY_SIZE(gaps), SHAPE_UNIFORM, 1);
	data_snapshot(&module, 1, KHZ, gaps, ARRAY_SIZE(gaps));
	data_details(&details, &module, gaps, ARRAY_SIZE(gaps));
	gap_end(100, 200000, data_slot(2));
	gap_end(200, 1000, 1); /* not in use, so not in the details */
	assert_int_equal(hkj_target_init(&target, &module, &details, &error), 0);
	read_now();
	assert_int_equal(hkj_tape_copy(&tape, &target, &error), 0);
	assert_int_equal(target.series->nr_points, 3);
	assert_true(target.series->points[0].top < target.nr_sources);
	assert_string_equal(target.sources[target.series->points[1].top].function,
			    "vmstat_update");
	assert_true(target.series->points[2].top == HKJ_NONE);
	hkj_json_free(&hkj_shape_target, &target);
}

static void records_that_cannot_be_are_refused(void **state)
{
	struct hkj_snapshot good;
	struct hkj_error error;

	(void)state;
	gap_end(3, 1000, 1);
	gap_end(4, 1000, 1);
	good = module;
	module.nr_seconds = 3;
	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "seconds");
	module = good;
	module.seconds[1].number = 3;
	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 -1);
	module = good;
	module.books.gaps = 1999;
	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 -1);
	module = good;
	module.books.nr_gaps = 1;
	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 -1);
	module = good;
	module.seconds[1].number = ~0ULL;
	assert_int_equal(hkj_snapshot_check(&module, sizeof(module), 1, &error),
			 -1);
}

/* Puts a text into the file in place of what begins and ends so. */
static char *file_with(const char *begin, const char *end, const char *text)
{
	struct hkj_result result;
	char *whole, *changed = NULL;
	const char *from, *to;

	fixture_make(&result);
	whole = fixture_text(&result);
	hkj_result_free(&result);
	from = strstr(whole, begin);
	assert_non_null(from);
	to = strstr(from, end);
	assert_non_null(to);
	assert_true(asprintf(&changed, "%.*s%s%s", (int)(from - whole), whole,
			     text, to + strlen(end)) > 0);
	free(whole);
	return changed;
}

static void check_file(char *text, const char *told)
{
	struct hkj_result back;
	struct hkj_error error;

	if (told) {
		assert_int_equal(fixture_read(text, &back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, told);
	} else {
		assert_int_equal(fixture_read(text, &back, &error), 0);
		hkj_result_free(&back);
	}
	free(text);
}

static char *file_with_points(const char *points)
{
	char text[200];

	snprintf(text, sizeof(text), "\"points\":%s", points);
	return file_with("\"points\":[[", "]]", text);
}

/* The first target has 400 gaps. */
static void files_that_cannot_be_are_refused(void **state)
{
	static const struct {
		const char *points;
		const char *told;
	} rows[] = {
		{ "[[0,400,889129,490691,0]]", NULL },
		{ "[[0,1,1,1,0],[7000000000,399,2,2,-1]]", NULL },
		{ "[[0,400,889129,490691,-2]]", "points[0]" },
		{ "[[0,400,889129,490691,null]]", "points[0]" },
		{ "[[0,400,889129,490691]]", "points[0]" },
		{ "[[0,400,889129,490691,999]]", "index of sources" },
		{ "[[0,399,889129,490691,0]]", "gaps.count" },
		{ "[[0,401,889129,490691,0]]", "gaps.count" },
		{ "[[5,400,889129,490691,0]]", "multiple of period_ns" },
		{ "[[0,200,1,1,0],[0,200,1,1,0]]", "later than" },
		{ "[[0,400,1,1,0],[1000000000,0,0,0,-1]]", "points[1]" },
		{ "[[0,9223372036854775807,1,1,0],[1000000000,9223372036854775807,1,1,0]]",
		  "gaps.count" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_file(file_with_points(rows[i].points), rows[i].told);
	check_file(file_with("\"period_ns\":", ",", "\"period_ns\":0,"),
		   "period_ns");
	check_file(file_with("\"dropped\":", "0", "\"dropped\":1"),
		   "dropped");
	check_file(file_with("\"series\"", ":", "\"other\":"), NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, drop)

static const struct CMUnitTest tests[] = {
	TEST(quiet_target_has_no_point),
	TEST(each_second_has_its_gaps),
	TEST(nothing_is_counted_twice),
	TEST(seconds_that_were_overwritten_are_dropped),
	TEST(long_run_is_bounded_and_complete),
	TEST(quiet_seconds_keep_the_period),
	TEST(joined_points_keep_the_longest_and_its_source),
	TEST(tops_become_places_in_the_sources),
	TEST(records_that_cannot_be_are_refused),
	TEST(files_that_cannot_be_are_refused),
};

UNIT_MAIN(tests, NULL, NULL)
