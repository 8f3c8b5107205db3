// SPDX-License-Identifier: GPL-2.0
/*
 * CPU lists: read, written, refused.
 */
#include "cpulist.h"
#include "unit.h"

static void known_lists_are_read(void **state)
{
	static const struct {
		const char *text;
		const char *again;
	} cases[] = {
		{ "", "" },
		{ "\n", "" },
		{ "0", "0" },
		{ "3\n", "3" },
		{ "0-3,7,9-11", "0-3,7,9-11" },
		{ "1,2", "1-2" },
		{ "5,1-2,3", "1-3,5" },
		{ "1,1,1-1", "1" },
		{ "0-31:2/4", "0-1,4-5,8-9,12-13,16-17,20-21,24-25,28-29" },
		{ "1-9:1/3", "1,4,7" },
		{ "0-7:4/4", "0-7" },
		{ "63-64,8191", "63-64,8191" },
		{ "0-8191", "0-8191" },
	};
	struct hkj_error error;
	struct hkj_cpus cpus;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *again;

		assert_int_equal(hkj_cpus_parse(cases[i].text, &cpus, &error),
				 0);
		again = hkj_cpus_format(&cpus);
		assert_string_equal(again, cases[i].again);
		free(again);
	}
}

static void nonsense_is_refused(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} cases[] = {
		{ "a", "missing" },
		{ "isolated", "missing" },
		{ "-1", "missing" },
		{ "1-", "no end" },
		{ "1,", "comma" },
		{ ",1", "missing" },
		{ "1,,2", "comma" },
		{ "1 2", "comma" },
		{ "1, 2", "comma" },
		{ "1-2-3", "comma" },
		{ "3-1", "backwards" },
		{ "8192", "above 8191" },
		{ "0-8192", "above 8191" },
		{ "1.5", "comma" },
		{ "0x3", "comma" },
		{ "+1", "missing" },
		{ "18446744073709551617", "above 8191" },
		{ "4294967296-4294967297", "above 8191" },
		{ "1-9:", "stride" },
		{ "1-9:2", "stride" },
		{ "1-9:0/2", "stride" },
		{ "1-9:3/2", "stride" },
		{ "1-9:1/0", "stride" },
		{ "1:1/2", "comma" },
		{ "1\n2", "one line" },
		{ "1\n\n", "one line" },
	};
	struct hkj_cpus cpus = { { 42 } };
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(hkj_cpus_parse(cases[i].text, &cpus, &error),
				 -1);
		assert_told(&error, HKJ_EXIT_USAGE, cases[i].why);
		assert_told(&error, HKJ_EXIT_USAGE, "right: 1-3,5");
		assert_int_equal(cpus.words[0], 42);
	}
}

static void set_random(struct hkj_cpus *cpus, uint64_t *seed)
{
	unsigned int limit = 1 + (unsigned int)random_below(seed, HKJ_CPUS_MAX);
	size_t nr = random_below(seed, 300);

	*cpus = (struct hkj_cpus){ { 0 } };
	while (nr--) {
		unsigned int first = (unsigned int)random_below(seed, limit);
		unsigned int length = (unsigned int)random_below(seed, 9);

		for (unsigned int i = 0; i < length; i++)
			hkj_cpus_add(cpus, first + i);
	}
}

static void random_sets_read_back(void **state)
{
	struct hkj_cpus cpus, back;
	struct hkj_error error;
	uint64_t seed = 6;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		char *text;

		set_random(&cpus, &seed);
		text = hkj_cpus_format(&cpus);
		assert_int_equal(hkj_cpus_parse(text, &back, &error), 0);
		assert_memory_equal(&cpus, &back, sizeof(cpus));
		free(text);
	}
}

static void walk_meets_each_once(void **state)
{
	struct hkj_cpus cpus, met;
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < 200; i++) {
		unsigned int cpu, nr = 0;

		set_random(&cpus, &seed);
		met = (struct hkj_cpus){ { 0 } };
		hkj_cpus_for_each(cpu, &cpus) {
			assert_false(hkj_cpus_has(&met, cpu));
			hkj_cpus_add(&met, cpu);
			nr++;
		}
		assert_memory_equal(&cpus, &met, sizeof(cpus));
		assert_int_equal(nr, hkj_cpus_count(&cpus));
	}
}

static void sets_are_merged_and_subtracted(void **state)
{
	struct hkj_cpus a, b, both, rest;
	uint64_t seed = 8;

	(void)state;
	for (int i = 0; i < 100; i++) {
		set_random(&a, &seed);
		set_random(&b, &seed);
		both = a;
		rest = a;
		hkj_cpus_merge(&both, &b);
		hkj_cpus_subtract(&rest, &b);
		for (unsigned int cpu = 0; cpu < HKJ_CPUS_MAX; cpu++) {
			bool in_a = hkj_cpus_has(&a, cpu);
			bool in_b = hkj_cpus_has(&b, cpu);

			assert_int_equal(hkj_cpus_has(&both, cpu), in_a || in_b);
			assert_int_equal(hkj_cpus_has(&rest, cpu),
					 in_a && !in_b);
		}
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(known_lists_are_read),
	cmocka_unit_test(nonsense_is_refused),
	cmocka_unit_test(random_sets_read_back),
	cmocka_unit_test(walk_meets_each_once),
	cmocka_unit_test(sets_are_merged_and_subtracted),
};

UNIT_MAIN(tests, NULL, NULL)
