// SPDX-License-Identifier: GPL-2.0
/*
 * The time series as a line of characters.
 */
#include "unit.h"
#include "view.h"

#define S 1000000000ULL

static struct hkj_point points[3000];
static struct hkj_series series;
static struct hkj_source_record source = { .class_name = (char *)"timer",
					   .name = (char *)"local_timer",
					   .function = (char *)"tick" };
static struct hkj_target target;

static int prepare(void **state)
{
	(void)state;
	series = (struct hkj_series){ .period_ns = S, .points = points };
	target = (struct hkj_target){ .series = &series,
				      .nr_sources = 1,
				      .sources = &source };
	return 0;
}

static void point_add(uint64_t second, uint64_t lost_ns, uint64_t top)
{
	points[series.nr_points++] = (struct hkj_point){
		.start_ns = second * S,
		.count = 1,
		.total_ns = lost_ns,
		.max_ns = lost_ns / 2,
		.top = top,
	};
}

static void print_series(const void *what, FILE *out)
{
	(void)what;
	hkj_view_series(&target, out);
}

static char *shown(void)
{
	char *text = printed(print_series, NULL);

	assert_true(longest_line(text) <= 80);
	return text;
}

static void assert_shows(const char *part)
{
	char *text = shown();

	if (!strstr(text, part))
		fail_msg("'%s' is not in '%s'", part, text);
	free(text);
}

static void assert_nothing(void)
{
	char *text = shown();

	assert_string_equal(text, "");
	free(text);
}

static void shades_are_quarters(void **state)
{
	(void)state;
	target.runtime_ns = 11 * S - 1;
	point_add(0, 1 << 20, 0);
	point_add(1, 1 << 19, HKJ_NONE);
	point_add(2, 1 << 18, HKJ_NONE);
	point_add(4, 1 << 16, HKJ_NONE);
	point_add(5, 1 << 14, HKJ_NONE);
	point_add(6, 1 << 12, HKJ_NONE);
	point_add(7, 1 << 10, HKJ_NONE);
	point_add(8, 1 << 8, HKJ_NONE);
	point_add(9, 1, HKJ_NONE);
	assert_shows("|@@# *+=-:. |\n");
	assert_shows("1 s each; @ lost 1.049 ms, from 0 s on");
	assert_shows("longest within 1 s from 0 s on: 524.3 us, timer tick\n");
}

static void unexplained_is_said(void **state)
{
	(void)state;
	target.runtime_ns = 5 * S;
	point_add(3, 2000, HKJ_NONE);
	assert_shows("|   @  |\n");
	assert_shows("longest within 1 s from 3 s on: 1.000 us, unexplained\n");
}

static void hour_fits_into_a_line(void **state)
{
	(void)state;
	target.runtime_ns = 3600 * S;
	for (uint64_t i = 0; i < 3000; i++)
		point_add(i, i == 1234 ? 200000 : 1000, 0);
	assert_shows("in time ");
	assert_shows("61 s each; @ lost 260.0 us, from 1220 s on;");
	assert_shows("longest within 1 s from 1234 s on: 100.0 us");
}

static void short_or_quiet_shows_nothing(void **state)
{
	(void)state;
	target.runtime_ns = 5 * S;
	assert_nothing();
	point_add(0, 100, 0);
	target.runtime_ns = 2 * S - 1;
	assert_nothing();
	target.runtime_ns = 2 * S;
	assert_shows("|@  |");
	target.series = NULL;
	assert_nothing();
}

static void dropped_gaps_are_told(void **state)
{
	(void)state;
	target.runtime_ns = 5 * S;
	series.dropped = 77;
	point_add(0, 100, 0);
	assert_shows("too late: 77");
}

/* A file may say anything: nothing is written beyond the line. */
static void points_out_of_the_window_are_at_its_end(void **state)
{
	(void)state;
	target.runtime_ns = 3 * S - 1;
	point_add(9, 100, 0);
	assert_shows("|  @|");
	point_add(9000000000, HKJ_NONE / 4, 0);
	assert_shows("|  @|");
	target.runtime_ns = HKJ_NONE;
	assert_shows(" each; ");
	series.period_ns = 1;
	assert_shows(" each; ");
	series.period_ns = INT64_MAX / 2;
	assert_shows(" each; ");
}

#define TEST(name) cmocka_unit_test_setup(name, prepare)

static const struct CMUnitTest tests[] = {
	TEST(shades_are_quarters),
	TEST(unexplained_is_said),
	TEST(hour_fits_into_a_line),
	TEST(short_or_quiet_shows_nothing),
	TEST(dropped_gaps_are_told),
	TEST(points_out_of_the_window_are_at_its_end),
};

UNIT_MAIN(tests, NULL, NULL)
