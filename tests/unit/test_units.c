// SPDX-License-Identifier: GPL-2.0
/*
 * Durations: read, written, refused.
 */
#include "unit.h"
#include "units.h"

static void known_texts_are_read(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} cases[] = {
		{ "500ns", 500 },
		{ "10us", 10000 },
		{ "10\xc2\xb5s", 10000 },
		{ "10\xce\xbcs", 10000 },
		{ "1.5ms", 1500000 },
		{ "0.001us", 1 },
		{ "10s", 10000000000ULL },
		{ "2m", 120000000000ULL },
		{ "2min", 120000000000ULL },
		{ "24h", 86400000000000ULL },
		{ "366d", 31622400000000000ULL },
		{ "0", 0 },
		{ "0s", 0 },
		{ "18446744073709551615ns", UINT64_MAX },
		{ "18446744073.709551615s", UINT64_MAX },
		{ "1.0000000000s", 1000000000 },
	};
	struct hkj_error error;
	uint64_t ns;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(hkj_units_parse(cases[i].text, &ns, &error), 0);
		assert_true(ns == cases[i].ns);
	}
}

static void nonsense_is_refused(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} cases[] = {
		{ "", "no number" },
		{ "s", "no number" },
		{ "-1s", "no number" },
		{ "+1s", "no number" },
		{ " 1s", "no number" },
		{ ".5s", "no number" },
		{ "1.s", "no number" },
		{ "10", "no unit" },
		{ "1.5", "no unit" },
		{ "1 s", "unit" },
		{ "1S", "unit" },
		{ "1ss", "unit" },
		{ "1..5s", "no number" },
		{ "1.5.5s", "unit" },
		{ "1e3s", "unit" },
		{ "0x10s", "unit" },
		{ "1s\n", "unit" },
		{ "0.5ns", "finer" },
		{ "1.0005us", "finer" },
		{ "18446744073709551616ns", "too large" },
		{ "18446744074s", "too large" },
		{ "213504d", "too large" },
		{ "99999999999999999999999999d", "too large" },
		{ "0.00000000000000000000001s", "too large" },
	};
	struct hkj_error error;
	uint64_t ns = 77;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(hkj_units_parse(cases[i].text, &ns, &error),
				 -1);
		assert_told(&error, HKJ_EXIT_USAGE, cases[i].why);
		assert_told(&error, HKJ_EXIT_USAGE, "right: 500ns");
		assert_int_equal(ns, 77);
	}
}

static void exact_text_reads_back(void **state)
{
	uint64_t seed = 3, ns, back;
	struct hkj_error error;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		static const uint64_t steps[] = { 1, 1000, 1000000, 1000000000,
						  60000000000, 86400000000000 };
		uint64_t step = steps[random_below(&seed, ARRAY_SIZE(steps))];

		ns = random_next(&seed) >> random_below(&seed, 64);
		ns -= ns % step;
		assert_int_equal(hkj_units_parse(hkj_units_exact(ns).text, &back,
						 &error),
				 0);
		assert_true(back == ns);
	}
}

static void people_read_four_digits(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{ 0, "0 ns" },
		{ 999, "999 ns" },
		{ 1000, "1.000 us" },
		{ 1234, "1.234 us" },
		{ 12344, "12.34 us" },
		{ 12345, "12.35 us" },
		{ 123456, "123.5 us" },
		{ 999949, "999.9 us" },
		{ 999950, "1.000 ms" },
		{ 9999500, "10.00 ms" },
		{ 1000000000, "1.000 s" },
		{ 10000000123ULL, "10.00 s" },
		{ 999949999999ULL, "999.9 s" },
		{ 999999999999ULL, "0h16m39s" },
		{ 1000000000000ULL, "0h16m40s" },
		{ 86400000000000ULL, "24h00m00s" },
		{ 31622400000000000ULL, "366.0 d" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(hkj_units_human(cases[i].ns).text,
				    cases[i].text);
}

/* Reads "12.34 us" again: it must be within half a unit of the last digit. */
static void human_text_is_near(void **state)
{
	uint64_t seed = 4;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t ns = random_below(&seed, 999000000000ULL) >>
			      random_below(&seed, 40);
		struct hkj_units_text human = hkj_units_human(ns);
		char copy[2 * HKJ_UNITS_TEXT];
		char *blank = strchr(human.text, ' ');
		struct hkj_error error;
		uint64_t back;

		assert_true(strlen(human.text) <= 9);
		assert_non_null(blank);
		*blank = '\0';
		snprintf(copy, sizeof(copy), "%s%s", human.text, blank + 1);
		assert_int_equal(hkj_units_parse(copy, &back, &error), 0);
		assert_true(back > ns ? back - ns <= ns / 2000 + 1 :
					ns - back <= ns / 2000 + 1);
	}
}

static void texts_never_are_too_wide(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t number = random_next(&seed) >> random_below(&seed, 64);

		assert_true(strlen(hkj_units_count(number).text) <= 10);
		assert_true(strlen(hkj_units_human(number / 4).text) <= 9);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(known_texts_are_read),
	cmocka_unit_test(nonsense_is_refused),
	cmocka_unit_test(exact_text_reads_back),
	cmocka_unit_test(people_read_four_digits),
	cmocka_unit_test(human_text_is_near),
	cmocka_unit_test(texts_never_are_too_wide),
};

UNIT_MAIN(tests, NULL, NULL)
