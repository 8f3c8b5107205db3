// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter report: show a result file.
 */
#include "cmd.h"
#include "load.h"
#include "result.h"
#include "view.h"

/**
 * hkj_cmd_report() - the command "report"
 * @options: its command line
 * @error: filled when the file cannot be read or is no result
 */
int hkj_cmd_report(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_result result = { 0 };
	int failed = 0;

	if (hkj_load(options->operands[0], &result, error))
		return -1;
	if (options->is_json)
		failed = hkj_result_write(&result, stdout, "standard output",
					  error);
	else
		hkj_view_report(&result, stdout);
	hkj_result_free(&result);
	return failed;
}
