// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter run: measure, write the result file, print the report.
 */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "cmd.h"
#include "measure.h"
#include "output.h"
#include "result.h"
#include "resume.h"
#include "view.h"

static bool is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

/* A budget that is wrong must not cost a measurement. */
static int budget_load(const struct hkj_options *options,
		       struct hkj_budget *budget, struct hkj_error *error)
{
	if (!options->budget)
		return 0;
	if (is_stdout(options->output))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--output=- and --budget both want standard output: name a file for the result");
	return hkj_budget_load(budget, options->budget, error);
}

static const char *path_of(const struct hkj_options *options)
{
	return options->output ? options->output : options->resume;
}

static int deliver(const struct hkj_options *options,
		   const struct hkj_budget *budget,
		   const struct hkj_result *result, struct hkj_output *output,
		   struct hkj_error *error)
{
	const char *path = path_of(options);

	/* Closed if what was to be written meanwhile could not be. */
	if (path && !is_stdout(path)) {
		if ((!output->stream && hkj_output_open(output, path, error)) ||
		    hkj_result_write(result, output->stream, path, error) ||
		    hkj_output_commit(output, error))
			return -1;
	}
	if (options->budget)
		return hkj_check(options, budget, result,
				 options->output ? options->output :
						   "of this run",
				 error);
	if (options->is_json || is_stdout(options->output))
		return hkj_result_write(result, stdout, "standard output",
					error);
	if (!options->is_quiet)
		hkj_view_report(result, stdout);
	return 0;
}

static int measure(const struct hkj_options *options, struct hkj_output *output,
		   struct hkj_result *result, struct hkj_error *error)
{
	return options->resume ? hkj_resume(options, output, result, error) :
				 hkj_measure(options, output, result, error);
}

/**
 * hkj_cmd_run() - the command "run"
 * @options: its command line
 * @error: filled when it fails
 *
 * Budget and result file are opened before the measurement, so that none is made
 * for nothing. The file is written while that goes on, too, as often as
 * --interval says. With a budget, KTAP takes the place of the report.
 */
int hkj_cmd_run(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_output output = { 0 };
	struct hkj_result result = { 0 };
	struct hkj_budget budget = { 0 };
	const char *path = path_of(options);
	int failed;

	failed = budget_load(options, &budget, error) ||
		 (options->resume && hkj_resume_check(options, error));
	if (!failed && path && !is_stdout(path))
		failed = hkj_output_open(&output, path, error);
	if (!failed)
		failed = measure(options, &output, &result, error) ||
			 deliver(options, &budget, &result, &output, error);
	hkj_output_drop(&output);
	hkj_budget_free(&budget);
	hkj_result_free(&result);
	return failed ? -1 : 0;
}
