// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter report: show a result file.
 */
#include "cmd.h"
#include "load.h"
#include "report_trace.h"
#include "result.h"
#include "view.h"

static int show(const struct hkj_options *options,
		const struct hkj_result *result, struct hkj_error *error)
{
	if (options->trace)
		return hkj_report_trace(options, result, error);
	if (options->is_json)
		return hkj_result_write(result, stdout, "standard output",
					error);
	hkj_view_report(result, stdout);
	return 0;
}

/**
 * hkj_cmd_report() - the command "report"
 * @options: its command line
 * @error: filled when a file cannot be read or is not what it should be
 */
int hkj_cmd_report(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_result result = { 0 };
	int failed;

	if (hkj_load(options->operands[0], &result, error))
		return -1;
	failed = show(options, &result, error);
	hkj_result_free(&result);
	return failed;
}
