// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter record: measure, with a trace beside the result.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "measure.h"
#include "output.h"
#include "result.h"
#include "units.h"
#include "view.h"

#define RESULT_NAME "result.json"
#define TRACE_NAME "trace.dat"

static bool is_stdout(const char *name)
{
	return !strcmp(name, "-");
}

/* Which part of the run the trace has. */
static void snapshot_tell(const struct hkj_recorder *recorder)
{
	struct hkj_units_text limit =
		hkj_units_whole(recorder->snapshot_above_ns);

	if (recorder->is_frozen)
		fprintf(stderr,
			"hkjitter: the trace has what led to the first gap longer than %s, and ends with it\n",
			limit.text);
	else
		fprintf(stderr,
			"hkjitter: no gap was longer than %s: the trace has the end of the run\n",
			limit.text);
}

/* What a result was written to, and how to see both together. */
static void trace_tell(const struct hkj_recorder *recorder, const char *name)
{
	fprintf(stderr,
		"hkjitter: %.1f MiB of trace in %s; 'hkjitter report %s --trace %s' shows what was in the gaps\n",
		(double)recorder->bytes / (1 << 20), recorder->path, name,
		recorder->path);
	if (recorder->snapshot_above_ns)
		snapshot_tell(recorder);
	if (recorder->nr_lost)
		fprintf(stderr,
			"hkjitter: %" PRIu64
			" trace events found no room and are lost; the trace says where\n",
			recorder->nr_lost);
}

/* The result is there; the trace may be not. */
static int trace_check(const struct hkj_recorder *recorder, const char *name,
		       struct hkj_error *error)
{
	if (recorder->is_done)
		return 0;
	return hkj_error_set(error, recorder->error.code,
			     "%.300s; the result is in '%.100s'",
			     recorder->error.text, name);
}

static int file_write(const struct hkj_result *result, const char *name,
		      struct hkj_output *output, struct hkj_error *error)
{
	/* Closed if what was to be written meanwhile could not be. */
	if (!output->stream && hkj_output_open(output, name, error))
		return -1;
	return hkj_result_write(result, output->stream, name, error) ||
			       hkj_output_commit(output, error) ?
		       -1 :
		       0;
}

static int deliver(const struct hkj_options *options,
		   const struct hkj_result *result, struct hkj_output *output,
		   struct hkj_error *error)
{
	bool is_piped = is_stdout(options->output);

	if (!is_piped && file_write(result, options->output, output, error))
		return -1;
	if (options->is_json || is_piped)
		return hkj_result_write(result, stdout, "standard output",
					error);
	if (!options->is_quiet)
		hkj_view_report(result, stdout);
	return 0;
}

static int record(const struct hkj_options *options, struct hkj_output *output,
		  struct hkj_error *error)
{
	struct hkj_recorder recorder = HKJ_RECORDER_NONE;
	struct hkj_result result = { 0 };
	int failed;

	recorder.path = options->trace ? options->trace : TRACE_NAME;
	recorder.events = options->events;
	recorder.stop_above_ns = options->stop_above_ns;
	recorder.snapshot_above_ns = options->snapshot_above_ns;
	failed = hkj_measure_recorded(options, &recorder, output, &result,
				      error) ||
		 deliver(options, &result, output, error) ||
		 trace_check(&recorder, options->output, error);
	if (!failed && !options->is_quiet)
		trace_tell(&recorder, options->output);
	hkj_result_free(&result);
	return failed ? -1 : 0;
}

/* A run that is over before what it waits for is a mistake. */
static int limits_check(const struct hkj_options *options,
			struct hkj_error *error)
{
	if (!options->stop_above_ns ||
	    options->snapshot_above_ns <= options->stop_above_ns)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "--snapshot-above %s: the run would have ended by then; it must not be more than --stop-above %s",
			     hkj_units_whole(options->snapshot_above_ns).text,
			     hkj_units_whole(options->stop_above_ns).text);
}

/**
 * hkj_cmd_record() - the command "record"
 * @options: its command line
 * @error: filled when it fails, or when there is a result but no trace
 */
int hkj_cmd_record(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_options named = *options;
	struct hkj_output output = { 0 };
	int failed = 0;

	if (limits_check(options, error))
		return -1;
	if (!named.output)
		named.output = RESULT_NAME;
	if (!is_stdout(named.output))
		failed = hkj_output_open(&output, named.output, error);
	if (!failed)
		failed = record(&named, &output, error);
	hkj_output_drop(&output);
	return failed;
}
