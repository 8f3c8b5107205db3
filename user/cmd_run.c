// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter run: measure, write the result file, print the report.
 */
#include <stdbool.h>
#include <string.h>

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

static const char *path_of(const struct hkj_options *options)
{
	return options->output ? options->output : options->resume;
}

static int deliver(const struct hkj_options *options,
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
 * The result file is opened before the measurement, so that none is made for
 * nothing. It is written while that goes on, too, as often as --interval says.
 */
int hkj_cmd_run(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_output output = { 0 };
	struct hkj_result result = { 0 };
	const char *path = path_of(options);
	int failed = 0;

	if (options->resume)
		failed = hkj_resume_check(options, error);
	if (!failed && path && !is_stdout(path))
		failed = hkj_output_open(&output, path, error);
	if (!failed)
		failed = measure(options, &output, &result, error) ||
			 deliver(options, &result, &output, error);
	hkj_output_drop(&output);
	hkj_result_free(&result);
	return failed ? -1 : 0;
}
