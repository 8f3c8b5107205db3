// SPDX-License-Identifier: GPL-2.0
#include "report_trace.h"
#include "result.h"
#include "shapes.h"
#include "view.h"
#include "view_trace.h"

/* Of each target; as many as the report lists. */
#define TRACED_GAPS 10

/* The result's own JSON, whose longest gaps have one more key. */
static int traced_json(const struct hkj_result *result,
		       const struct hkj_trace *trace, struct hkj_error *error)
{
	json_t *json = json_pack("{ss}", "schema", HKJ_RESULT_SCHEMA);
	json_t *body = hkj_json_write(&hkj_shape_result, result);
	int failed = !json || !body || json_object_update(json, body);

	if (!failed) {
		hkj_view_trace_json(trace, json);
		failed = hkj_json_dump(json, stdout);
	}
	json_decref(body);
	json_decref(json);
	return failed ? hkj_error_set(error, HKJ_EXIT_CANNOT,
				      "cannot write to standard output") :
			0;
}

static int traced_show(const struct hkj_options *options,
		       const struct hkj_result *result,
		       const struct hkj_trace *trace, struct hkj_error *error)
{
	if (options->is_json)
		return traced_json(result, trace, error);
	hkj_view_report(result, stdout);
	hkj_view_trace(trace, stdout);
	return 0;
}

/**
 * hkj_report_trace() - show a result with what a trace has on its longest gaps
 * @options: with the trace file's name, and how
 * @result: complete
 * @error: filled when the file cannot be read or is not of this result
 *
 * Return: 0 or -1.
 */
int hkj_report_trace(const struct hkj_options *options,
		     const struct hkj_result *result, struct hkj_error *error)
{
	struct hkj_trace trace;
	int failed;

	failed = hkj_trace_init(&trace, result, TRACED_GAPS, options->around_ns,
				error) ||
		 hkj_trace_read(&trace, options->trace, error) ||
		 traced_show(options, result, &trace, error);
	hkj_trace_free(&trace);
	return failed ? -1 : 0;
}
