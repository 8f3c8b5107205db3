// SPDX-License-Identifier: GPL-2.0
/*
 * What a mistyped word was meant to be, and commands found by their names.
 */
#include "cmds.h"
#include "guess.h"
#include "unit.h"

static const char *guess_of(const char *word)
{
	static const char *const names[] = { "run", "report", "status",
					     "record", "duration" };
	struct hkj_guess guess;

	hkj_guess_init(&guess, word);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		hkj_guess_try(&guess, names[i]);
	return guess.best;
}

static void near_words_are_found(void **state)
{
	static const char *const cases[][2] = {
		{ "run", "run" },	    { "rnu", "run" },
		{ "rum", "run" },	    { "runn", "run" },
		{ "ru", "run" },	    { "repotr", "report" },
		{ "rep", "report" },	    { "s", "status" },
		{ "sattus", "status" },	    { "stats", "status" },
		{ "recod", "record" },	    { "duratoin", "duration" },
		{ "durations", "duration" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_string_equal(guess_of(cases[i][0]), cases[i][1]);
}

static void far_words_are_not(void **state)
{
	static const char *const cases[] = {
		"", "x", "xyz", "rain", "duxyzaon", "measure",
		"a word that is longer than any name could be, by far"
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_null(guess_of(cases[i]));
}

static void commands_are_found(void **state)
{
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		assert_ptr_equal(hkj_cmds_find(hkj_cmds[i].name, &error),
				 &hkj_cmds[i]);
	assert_null(hkj_cmds_find("statsu", &error));
	assert_told(&error, HKJ_EXIT_USAGE, "did you mean 'status'?");
	assert_null(hkj_cmds_find("nonsense", &error));
	assert_told(&error, HKJ_EXIT_USAGE, "'nonsense' is no command: see");
}

static void a_missing_command_tells_all(void **state)
{
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_cmds_missing(&error), -1);
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		assert_told(&error, HKJ_EXIT_USAGE, hkj_cmds[i].name);
}

/* Two rows of one name or bit would hide each other. */
static void commands_are_different(void **state)
{
	(void)state;
	for (size_t i = 0; i < hkj_nr_cmds; i++) {
		assert_int_equal(__builtin_popcount(hkj_cmds[i].bit), 1);
		for (size_t k = 0; k < i; k++) {
			assert_string_not_equal(hkj_cmds[i].name,
						hkj_cmds[k].name);
			assert_int_not_equal(hkj_cmds[i].bit, hkj_cmds[k].bit);
		}
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(near_words_are_found),
	cmocka_unit_test(far_words_are_not),
	cmocka_unit_test(commands_are_found),
	cmocka_unit_test(a_missing_command_tells_all),
	cmocka_unit_test(commands_are_different),
};

UNIT_MAIN(tests, NULL, NULL)
