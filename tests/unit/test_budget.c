// SPDX-License-Identifier: GPL-2.0
/*
 * Budgets: each mistake in one is told with its place.
 */
#include <limits.h>

#include "budget.h"
#include "unit.h"

static int budget_read(struct hkj_budget *budget, const char *text,
		       struct hkj_error *error)
{
	char path[PATH_MAX];

	root_write("/budget.json", text);
	snprintf(path, sizeof(path), "%s/budget.json", root);
	return hkj_budget_load(budget, path, error);
}

#define HEAD "{\"schema\":\"hkjitter-budget/1\",\"name\":\"b\",\"sets\":"
#define LIMITS(text) HEAD "[{\"name\":\"s\",\"limits\":[" text "]}]}"

/* Each mistake is told with its place. */
static void wrong_budgets_are_refused(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} cases[] = {
		{ "", "no complete" },
		{ "[]", "an object" },
		{ "{}", "schema" },
		{ "{\"schema\":\"hkjitter-result/1\"}", "hkjitter-budget/1" },
		{ "{\"schema\":\"hkjitter-budget/1\"}", "name" },
		{ HEAD "[]}", "sets: must be a list of one or more" },
		{ HEAD "[],\"nmae\":1}", "nmae: must be away" },
		{ HEAD "[],\"nam\":1}", "did you mean 'name'" },
		{ HEAD "[{\"name\":\"s\"}]}", "sets[0].limits" },
		{ HEAD "[{\"name\":\"s\",\"limits\":[]}]}", "sets[0].limits" },
		{ HEAD "[{\"name\":\"s\",\"cpus\":\"x\",\"limits\":[{\"limit\":\"books\"}]}]}",
		  "sets[0].cpus" },
		{ HEAD "[{\"name\":\"s\",\"cpus\":\"\",\"limits\":[{\"limit\":\"books\"}]}]}",
		  "sets[0].cpus" },
		{ LIMITS("{}"), "sets[0].limits[0].limit" },
		{ LIMITS("{\"limit\":\"maxx\"}"), "did you mean 'max'?" },
		{ LIMITS("{\"limit\":\"nonsense\"}"), "one of max p50" },
		{ LIMITS("{\"limit\":\"max\"}"),
		  "sets[0].limits[0].at_most: must be there" },
		{ LIMITS("{\"limit\":\"books\"},{\"limit\":\"max\",\"atmost\":\"1ns\"}"),
		  "sets[0].limits[1].atmost" },
		{ LIMITS("{\"limit\":\"max\",\"at_most\":20}"), "a string" },
		{ LIMITS("{\"limit\":\"max\",\"at_most\":\"20\"}"), "20us" },
		{ LIMITS("{\"limit\":\"max\",\"at_most\":\"-1us\"}"), "20us" },
		{ LIMITS("{\"limit\":\"max\",\"at_least\":\"1us\"}"),
		  "'at_most'" },
		{ LIMITS("{\"limit\":\"runtime\",\"at_most\":\"1us\"}"),
		  "'at_least'" },
		{ LIMITS("{\"limit\":\"books\",\"at_most\":\"0\"}"),
		  "no bound" },
		{ LIMITS("{\"limit\":\"share\",\"at_most\":\"101%\"}"),
		  "up to 1" },
		{ LIMITS("{\"limit\":\"share\",\"at_most\":\"nan\"}"),
		  "up to 1" },
		{ LIMITS("{\"limit\":\"share\",\"at_most\":\"0x1p-9\"}"),
		  "up to 1" },
		{ LIMITS("{\"limit\":\"share\",\"at_most\":\"1e-999999%\"}"),
		  "up to 1" },
		{ LIMITS("{\"limit\":\"count\",\"at_most\":\"1.5\"}"),
		  "whole number" },
		{ LIMITS("{\"limit\":\"rate\",\"at_most\":\"5\"}"), "0.1/s" },
		{ LIMITS("{\"limit\":\"rate\",\"at_most\":\"5/d\"}"), "0.1/s" },
		{ LIMITS("{\"limit\":\"forbidden\"}"), "which sources" },
		{ LIMITS("{\"limit\":\"forbidden\",\"of\":[]}"),
		  "one selector or more" },
		{ LIMITS("{\"limit\":\"books\",\"of\":[{\"class\":\"ipi\"}]}"),
		  "the run itself" },
		{ LIMITS("{\"limit\":\"forbidden\",\"of\":[{}]}"),
		  "limits[0].of[0]: must be an object with" },
		{ LIMITS("{\"limit\":\"forbidden\",\"of\":[{\"class\":\"ipis\"}]}"),
		  "limits[0].of[0].class: must be a glob" },
		{ LIMITS("{\"limit\":\"forbidden\",\"of\":[{\"clas\":\"ipi\"}]}"),
		  "did you mean 'class'" },
		{ LIMITS("{\"limit\":\"books\",\"if_unknown\":\"pass\"}"),
		  "'skip' or 'fail'" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hkj_budget budget;
		struct hkj_error error;

		assert_int_equal(budget_read(&budget, cases[i].text, &error),
				 -1);
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].why);
		assert_told(&error, HKJ_EXIT_CANNOT, "budget.json");
	}
}

static void truncated_budgets_are_refused(void **state)
{
	char *text = strdup(LIMITS("{\"limit\":\"books\"}"));
	struct hkj_budget budget;
	struct hkj_error error;

	(void)state;
	for (size_t i = strlen(text); i--;) {
		text[i] = '\0';
		assert_int_equal(budget_read(&budget, text, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "no complete");
	}
	free(text);
}

#define TINY 0.000000000001

static void bounds_are_read(void **state)
{
	static const struct {
		const char *text;
		enum hkj_unit unit;
		double bound;
	} cases[] = {
		{ "20us", HKJ_UNIT_DURATION, 20000 },
		{ "1.5ms", HKJ_UNIT_DURATION, 1500000 },
		{ "0", HKJ_UNIT_DURATION, 0 },
		{ "0.5", HKJ_UNIT_SHARE, 0.5 },
		{ "50%", HKJ_UNIT_SHARE, 0.5 },
		{ "1e-6", HKJ_UNIT_SHARE, 0.000001 },
		{ "0", HKJ_UNIT_SHARE, 0 },
		{ "7", HKJ_UNIT_COUNT, 7 },
		{ "2.5/s", HKJ_UNIT_RATE, 2.5 },
		{ "30/min", HKJ_UNIT_RATE, 0.5 },
		{ "1800/h", HKJ_UNIT_RATE, 0.5 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		double bound = -1;

		assert_null(hkj_bound_parse(cases[i].text, cases[i].unit,
					    &bound));
		assert_true(bound > cases[i].bound * 0.999999999 - TINY);
		assert_true(bound < cases[i].bound * 1.000000001 + TINY);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(bounds_are_read),
	cmocka_unit_test(wrong_budgets_are_refused),
	cmocka_unit_test(truncated_budgets_are_refused),
};

UNIT_MAIN(tests, root_make, root_remove)
