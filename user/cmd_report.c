// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter report: show a result file, in one of the forms, or with what a
 * trace has beside it.
 */
#include <string.h>

#include "cmd.h"
#include "formats.h"
#include "load.h"
#include "output.h"
#include "report_trace.h"
#include "result.h"

static int report_print(const struct hkj_options *options,
			const struct hkj_format *format,
			struct hkj_output *output, struct hkj_error *error)
{
	FILE *stream = output->stream ? output->stream : stdout;
	struct hkj_result result = { 0 };
	int failed;

	if (hkj_load(options->operands[0], &result, error))
		return -1;
	if (options->trace)
		failed = hkj_report_trace(options, &result, error);
	else
		failed = format->print(&result, options, stream, error);
	hkj_result_free(&result);
	if (!failed && output->stream)
		failed = hkj_output_commit(output, error);
	return failed;
}

static int budget_check(const struct hkj_options *options,
			struct hkj_error *error)
{
	if (!options->budget)
		return 0;
	if (!options->is_html)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--budget goes with --html: hkjitter check tells it as text");
	if (!strcmp(options->budget, "-") && !strcmp(options->operands[0], "-"))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "result and budget cannot both be standard input");
	return 0;
}

/* What a trace is shown in: text or JSON, on standard output. */
static int trace_check(const struct hkj_options *options,
		       const struct hkj_format *format, struct hkj_error *error)
{
	if (!options->trace)
		return 0;
	if (options->output)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--trace goes to standard output: without --output");
	if (format->name && strcmp(format->name, "json"))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--trace is text or JSON: without --%s",
				     format->name);
	return 0;
}

/**
 * hkj_cmd_report() - the command "report"
 * @options: its command line
 * @error: filled when a file cannot be read or is not what it should be, or
 *	when the report cannot be written; what was in its place is then still
 *	there
 */
int hkj_cmd_report(const struct hkj_options *options, struct hkj_error *error)
{
	const struct hkj_format *format = hkj_formats_find(options, error);
	struct hkj_output output = { 0 };
	int failed;

	if (!format || trace_check(options, format, error) ||
	    budget_check(options, error))
		return -1;
	if (options->output && strcmp(options->output, "-") &&
	    hkj_output_open(&output, options->output, error))
		return -1;
	failed = report_print(options, format, &output, error);
	hkj_output_drop(&output);
	return failed;
}
