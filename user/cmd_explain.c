// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter explain: what sources are, and what ends them on this kernel.
 */
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "explain.h"
#include "host.h"
#include "load.h"
#include "pasted.h"
#include "result.h"
#include "shapes.h"

static int explanation_print(const struct hkj_explanation *explanation,
			     const struct hkj_options *options,
			     struct hkj_error *error)
{
	if (options->is_json)
		return hkj_explain_write_json(explanation, stdout, error);
	hkj_explain_write_text(explanation, stdout);
	return 0;
}

static int explain_file(const char *name, const struct hkj_options *options,
			struct hkj_error *error)
{
	struct hkj_explanation explanation = { 0 };
	struct hkj_result result = { 0 };
	int failed;

	if (hkj_load(name, &result, error))
		return -1;
	if (hkj_explain_result(&explanation, &result))
		failed = hkj_error_memory(error);
	else
		failed = explanation_print(&explanation, options, error);
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
	return failed;
}

static int explain_name(const struct hkj_host *host,
			const struct hkj_pasted *pasted,
			const struct hkj_options *options,
			struct hkj_error *error)
{
	struct hkj_explanation explanation = { 0 };
	int failed;

	if (hkj_explain_name(&explanation, host, pasted->class_name,
			     pasted->name))
		failed = hkj_error_memory(error);
	else if (!explanation.nr_sources)
		failed = hkj_error_set(error, HKJ_EXIT_USAGE,
				       "'%.100s' is neither a result file nor a source that is known: 'hkjitter explain' without a name lists all",
				       pasted->name);
	else
		failed = explanation_print(&explanation, options, error);
	hkj_explanation_free(&explanation);
	return failed;
}

static int explain_names(const struct hkj_options *options,
			 struct hkj_error *error)
{
	struct hkj_host host = { 0 };
	struct hkj_pasted pasted;
	int failed;

	if (hkj_pasted_init(&pasted, options))
		return hkj_error_memory(error);
	failed = hkj_host_read(&host, error);
	if (!failed) {
		failed = explain_name(&host, &pasted, options, error);
		hkj_json_free(&hkj_shape_host, &host);
	}
	hkj_pasted_exit(&pasted);
	return failed;
}

/* A file, or what looks like the name of one. */
static bool is_file(const char *operand)
{
	size_t length = strlen(operand);

	if (!strcmp(operand, "-") || !access(operand, F_OK))
		return true;
	return length > 5 && !strcmp(operand + length - 5, ".json");
}

/**
 * hkj_cmd_explain() - the command "explain"
 * @options: its command line
 * @error: filled when the file is no result, or the name is not known
 */
int hkj_cmd_explain(const struct hkj_options *options, struct hkj_error *error)
{
	if (options->nr_operands == 1 && is_file(options->operands[0]))
		return explain_file(options->operands[0], options, error);
	return explain_names(options, error);
}
