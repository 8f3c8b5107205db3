// SPDX-License-Identifier: GPL-2.0
/*
 * The second of a clock read, on a clock that jumps.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#include "kernel.h"

#include "../../module/series.c"

#define SECOND	1000000000ULL
#define HOUR	(3600 * SECOND)

static struct hkj_target target;

static int prepare(void **state)
{
	memset(&target, 0, sizeof(target));
	target.second_length = SECOND;
	hkj_series_reset(&target);
	hkj_series_open(&target, 5 * SECOND);
	return 0;
}

static void check(u64 now, u64 second)
{
	hkj_series_roll(&target, now);
	assert_int_equal(target.second, second);
}

static void a_second_follows_another(void **state)
{
	check(5 * SECOND, 0);
	check(6 * SECOND - 1, 0);
	check(6 * SECOND, 1);
	check(7 * SECOND - 1, 1);
	check(7 * SECOND + 1, 2);
	check(105 * SECOND, 100);
	check(106 * SECOND - 1, 100);
	check(HOUR + 5 * SECOND, 3600);
}

/* Years at once, and back: a step for each of them would take minutes. */
static void a_clock_may_jump_by_years(void **state)
{
	check(17ULL * 1000 * 1000 * 1000 * SECOND, 17ULL * 1000 * 1000 * 1000 - 5);
	check(17ULL * 1000 * 1000 * 1000 * SECOND + SECOND,
	      17ULL * 1000 * 1000 * 1000 - 4);
}

/* A loop in user space was quiet for hours: its second had not been looked for. */
static void a_clock_may_begin_anew(void **state)
{
	u64 last = 5 * SECOND + 10 * HOUR + SECOND / 2;

	hkj_series_step(&target, last, last - 1);
	assert_int_equal(target.second, 36000);
	check(1 + SECOND / 2 - 1, 36000);
	check(1 + SECOND / 2, 36001);
	check(1 + 100 * SECOND, 36100);
}

/* Before the window everything is of one second. */
static void no_second_has_no_end(void **state)
{
	hkj_series_reset(&target);
	hkj_series_step(&target, 10 * HOUR, 9 * HOUR);
	check(20 * HOUR, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_second_follows_another, prepare),
		cmocka_unit_test_setup(a_clock_may_jump_by_years, prepare),
		cmocka_unit_test_setup(a_clock_may_begin_anew, prepare),
		cmocka_unit_test_setup(no_second_has_no_end, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
