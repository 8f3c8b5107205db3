// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "collect.h"
#include "keeper.h"
#include "result.h"

/* From here on the file on disk is whole, whatever happens. */
static int result_save(struct hkj_keeper *keeper,
		       const struct hkj_result *result, struct hkj_error *error)
{
	struct hkj_output *output = keeper->output;

	if (!output->stream && hkj_output_open(output, keeper->path, error))
		return -1;
	if (hkj_result_write(result, output->stream, keeper->path, error)) {
		hkj_output_drop(output);
		return -1;
	}
	return hkj_output_commit(output, error) ||
			       hkj_output_open(output, keeper->path, error) ?
		       -1 :
		       0;
}

/* What stands against it now may be over the next time; it is said once. */
static void keep(void *context)
{
	struct hkj_keeper *keeper = context;
	struct hkj_result result = { 0 };
	struct hkj_error error;

	if (hkj_collect(&result, keeper->options, keeper->session, &error) ||
	    hkj_collect_settings(&result, keeper->settings, &error) ||
	    hkj_collect_command(&result, keeper->command, &error) ||
	    result_save(keeper, &result, &error)) {
		if (!keeper->has_failed)
			fprintf(stderr,
				"hkjitter: no result so far: %s; the run goes on\n",
				error.text);
		keeper->has_failed = true;
	}
	hkj_result_free(&result);
}

/**
 * hkj_keeper_attach() - have the result so far written while a session runs
 * @keeper: filled; outlives the session
 * @interval_ns: how often
 *
 * Nothing is written where the file is a device or a pipe: those take it once.
 */
void hkj_keeper_attach(struct hkj_keeper *keeper, uint64_t interval_ns)
{
	if (!keeper->output || !keeper->output->temporary)
		return;
	keeper->session->interval_ns = interval_ns;
	keeper->session->keep = keep;
	keeper->session->keep_context = keeper;
}
