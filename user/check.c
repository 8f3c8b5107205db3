// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "check.h"
#include "view_check.h"

/**
 * hkj_check() - judge a result, and print what becomes of it
 * @options: whether as JSON
 * @budget: checked
 * @result: sound
 * @name: of the result's file
 * @error: filled when a limit is broken, or none could be judged
 *
 * Return: 0 or -1.
 */
int hkj_check(const struct hkj_options *options,
	      const struct hkj_budget *budget, const struct hkj_result *result,
	      const char *name, struct hkj_error *error)
{
	struct hkj_judgement judgement;
	int failed = 0;

	if (hkj_judge(&judgement, budget, result, error))
		return -1;
	if (options->is_json)
		failed = hkj_check_write_json(&judgement, name, stdout, error);
	else
		hkj_view_check(&judgement, name, stdout);
	if (!failed)
		failed = hkj_judgement_verdict(&judgement, error);
	hkj_judgement_exit(&judgement);
	return failed;
}
