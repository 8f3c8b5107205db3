// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter check: hold a result against a budget.
 */
#include <string.h>

#include "check.h"
#include "cmd.h"
#include "load.h"
#include "result.h"

static int both_given(const struct hkj_options *options,
		      struct hkj_error *error)
{
	if (!options->budget)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--budget is missing: hkjitter check RESULT --budget=FILE");
	if (!strcmp(options->budget, "-") &&
	    !strcmp(options->operands[0], "-"))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "result and budget cannot both be standard input");
	return 0;
}

/**
 * hkj_cmd_check() - the command "check"
 * @options: its command line
 * @error: filled when a file cannot be read, a limit is broken, or none could
 *         be judged
 */
int hkj_cmd_check(const struct hkj_options *options, struct hkj_error *error)
{
	const char *name = options->operands[0];
	struct hkj_result result;
	struct hkj_budget budget;
	int failed;

	if (both_given(options, error) ||
	    hkj_budget_load(&budget, options->budget, error))
		return -1;
	failed = hkj_load(name, &result, error);
	if (!failed) {
		failed = hkj_check(options, &budget, &result, name, error);
		hkj_result_free(&result);
	}
	hkj_budget_free(&budget);
	return failed;
}
