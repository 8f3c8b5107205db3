// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "result.h"

static int load(const char *name, struct hkj_result *result,
		int (*reader)(struct hkj_result *result, FILE *stream,
			      const char *name, struct hkj_error *error),
		struct hkj_error *error)
{
	FILE *stream;
	int failed;

	if (!strcmp(name, "-"))
		return reader(result, stdin, "standard input", error);
	stream = fopen(name, "re");
	if (!stream)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot read '%.200s': %s", name,
				     strerror(errno));
	failed = reader(result, stream, name, error);
	fclose(stream);
	return failed;
}

/**
 * hkj_load() - read a result file
 * @name: of the file; "-" is standard input
 * @result: filled; to be freed by hkj_result_free() on success only
 * @error: filled when it cannot be read or is no sound result
 *
 * Return: 0 or -1.
 */
int hkj_load(const char *name, struct hkj_result *result,
	     struct hkj_error *error)
{
	return load(name, result, hkj_result_read, error);
}

/**
 * hkj_load_sums() - read a result file without its single gaps
 * @name: of the file; "-" is standard input
 * @result: filled; to be freed by hkj_result_free() on success only
 * @error: filled when it cannot be read or is no sound result
 *
 * Return: 0 or -1.
 */
int hkj_load_sums(const char *name, struct hkj_result *result,
		  struct hkj_error *error)
{
	return load(name, result, hkj_result_read_sums, error);
}
