// SPDX-License-Identifier: GPL-2.0
/*
 * make_trace DIRECTORY MIB: a trace file of that size, DIRECTORY/trace.dat, and
 * a result whose gaps lie in it, DIRECTORY/result.json. Prints the events.
 */
#include <inttypes.h>

#include "fixture.h"
#include "result.h"
#include "trace_maker.h"
#include "unit.h"

#define FILE_CPUS 4
#define NR_GAPS 10

static void result_write(const char *directory, const struct hkj_result *result)
{
	char path[4096], *text = fixture_text(result);
	FILE *out;

	snprintf(path, sizeof(path), "%s/result.json", directory);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
	free(text);
}

int main(int argc, char **argv)
{
	struct trace_shape shape = { FILE_CPUS, 1, 5000000000, 500 };
	struct hkj_result result;
	char path[4096];
	uint64_t nr;

	if (argc != 3 || atoi(argv[2]) < 1) {
		fprintf(stderr, "usage: make_trace DIRECTORY MIB\n");
		return 2;
	}
	shape.nr_pages = (uint64_t)atoi(argv[2]) * 256 / FILE_CPUS;
	snprintf(path, sizeof(path), "%s/trace.dat", argv[1]);
	nr = trace_make(path, &shape);
	trace_result_make(&result, &shape, nr, NR_GAPS);
	result_write(argv[1], &result);
	printf("%" PRIu64 "\n", nr * FILE_CPUS);
	hkj_result_free(&result);
	return 0;
}
