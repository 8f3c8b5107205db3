// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter report: show a result file.
 */
#include <errno.h>
#include <string.h>

#include "cmd.h"
#include "result.h"
#include "view.h"

static int file_read(const char *name, struct hkj_result *result,
		     struct hkj_error *error)
{
	FILE *stream;
	int failed;

	if (!strcmp(name, "-"))
		return hkj_result_read(result, stdin, "standard input", error);
	stream = fopen(name, "re");
	if (!stream)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot read '%.200s': %s", name,
				     strerror(errno));
	failed = hkj_result_read(result, stream, name, error);
	fclose(stream);
	return failed;
}

/**
 * hkj_cmd_report() - the command "report"
 * @options: its command line
 * @error: filled when the file cannot be read or is no result
 */
int hkj_cmd_report(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_result result = { 0 };
	int failed = 0;

	if (file_read(options->operands[0], &result, error))
		return -1;
	if (options->is_json)
		failed = hkj_result_write(&result, stdout, "standard output",
					  error);
	else
		hkj_view_report(&result, stdout);
	hkj_result_free(&result);
	return failed;
}
