// SPDX-License-Identifier: GPL-2.0
/*
 * The progress line: what it says, and that it keeps to its columns.
 */
#include "progress.h"
#include "unit.h"

#define S 1000000000ULL

static void line_says_all_of_one_cpu(void **state)
{
	struct hkj_progress_cpu cpu = { 1, 41, 12340 };
	char line[HKJ_PROGRESS_COLUMNS + 1];

	(void)state;
	hkj_progress_format(line, sizeof(line), 3 * S, 10 * S, &cpu, 1);
	assert_string_equal(line,
			    "3s, 7s left | CPU 1: 41 gaps, longest 12.34 us");
	cpu = (struct hkj_progress_cpu){ 1, 0, 0 };
	hkj_progress_format(line, sizeof(line), 3723 * S, 0, &cpu, 1);
	assert_string_equal(line, "1h02m03s | CPU 1: 0 gaps");
}

static void worst_ones_are_named_first(void **state)
{
	struct hkj_progress_cpu cpus[] = {
		{ 1, 5, 1000 },
		{ 2, 9, 9000 },
		{ 3, 7, 3000 },
		{ 4, 1, 500 },
	};
	char line[HKJ_PROGRESS_COLUMNS + 1];

	(void)state;
	hkj_progress_format(line, sizeof(line), 1 * S, 10 * S, cpus, 4);
	assert_string_equal(line,
			    "1s, 9s left | CPU 2: 9 gaps, longest 9.000 us | 3 more");
}

static void any_number_of_cpus_fits(void **state)
{
	static struct hkj_progress_cpu cpus[HKJ_CPUS_MAX];
	char line[HKJ_PROGRESS_COLUMNS + 1];
	uint64_t seed = 41;

	(void)state;
	for (size_t nr = 0; nr <= HKJ_CPUS_MAX; nr += nr < 70 ? 1 : 1777) {
		for (size_t i = 0; i < nr; i++)
			cpus[i] = (struct hkj_progress_cpu){
				(unsigned int)i,
				random_next(&seed) >> random_below(&seed, 64),
				random_next(&seed) >> random_below(&seed, 64),
			};
		hkj_progress_format(line, sizeof(line),
				    random_next(&seed) % (400 * 86400 * S),
				    nr % 2 * 366 * 86400 * S, cpus, nr);
		assert_true(strlen(line) < sizeof(line));
		if (nr > 8)
			assert_non_null(strstr(line, " more"));
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(line_says_all_of_one_cpu),
	cmocka_unit_test(worst_ones_are_named_first),
	cmocka_unit_test(any_number_of_cpus_fits),
};

UNIT_MAIN(tests, NULL, NULL)
