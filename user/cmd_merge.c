// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter merge: results of many CPUs, runs or machines as one.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "host_figures.h"
#include "hosts_json.h"
#include "load.h"
#include "merge.h"
#include "output.h"
#include "result.h"
#include "view.h"

static int inputs_load(struct hkj_merge_input *inputs,
		       const struct hkj_options *options,
		       struct hkj_error *error)
{
	for (int i = 0; i < options->nr_operands; i++) {
		inputs[i].name = options->operands[i];
		if (hkj_load(inputs[i].name, &inputs[i].result, error))
			return -1;
	}
	return 0;
}

static int file_write(const struct hkj_result *result, const char *name,
		      struct hkj_output *output, struct hkj_error *error)
{
	if (!output->stream)
		return 0;
	if (hkj_result_write(result, output->stream, name, error))
		return -1;
	return hkj_output_commit(output, error);
}

static int summary_print(const struct hkj_result *result,
			 const struct hkj_options *options,
			 struct hkj_error *error)
{
	struct hkj_hosts hosts;
	int failed = 0;

	if (hkj_hosts_init(&hosts, result))
		return hkj_error_memory(error);
	if (options->is_json)
		failed = hkj_hosts_write_json(result, &hosts, stdout, error);
	else
		hkj_view_hosts(result, &hosts, stdout);
	hkj_hosts_exit(&hosts);
	return failed;
}

static int deliver(const struct hkj_result *result,
		   const struct hkj_options *options, struct hkj_output *output,
		   struct hkj_error *error)
{
	if (options->output && !strcmp(options->output, "-"))
		return hkj_result_write(result, stdout, "standard output",
					error);
	if (file_write(result, options->output, output, error))
		return -1;
	return summary_print(result, options, error);
}

static int merge(const struct hkj_options *options,
		 struct hkj_merge_input *inputs, struct hkj_output *output,
		 struct hkj_error *error)
{
	struct hkj_result result = { 0 };
	int failed;

	failed = inputs_load(inputs, options, error) ||
		 hkj_merge(&result, inputs, (size_t)options->nr_operands,
			   error) ||
		 deliver(&result, options, output, error);
	hkj_result_free(&result);
	return failed ? -1 : 0;
}

/**
 * hkj_cmd_merge() - the command "merge"
 * @options: its command line
 * @error: filled when a file cannot be read or they cannot be merged
 */
int hkj_cmd_merge(const struct hkj_options *options, struct hkj_error *error)
{
	size_t nr = (size_t)options->nr_operands;
	struct hkj_merge_input *inputs = calloc(nr, sizeof(*inputs));
	struct hkj_output output = { 0 };
	int failed = 0;

	if (!inputs)
		return hkj_error_memory(error);
	if (options->output && strcmp(options->output, "-"))
		failed = hkj_output_open(&output, options->output, error);
	if (!failed)
		failed = merge(options, inputs, &output, error);
	hkj_output_drop(&output);
	for (size_t i = 0; i < nr; i++)
		hkj_result_free(&inputs[i].result);
	free(inputs);
	return failed;
}
