// SPDX-License-Identifier: GPL-2.0
/*
 * A trace file, damaged. An input is a list of changes to a file that is sound,
 * behind the length at which it is cut off. libtracecmd reads it in a process of
 * its own, and may crash there: what matters is what the tool makes of that.
 */
#include <limits.h>
#include <string.h>

#include "fuzz.h"
#include "paths.h"
#include "result.h"
#include "trace.h"
#include "trace_maker.h"

#define NR_GAPS 3
#define FILE_BYTES_MAX (256 * 1024)

/* One change: eight bytes at a place. */
struct change {
	uint32_t place;
	uint8_t bytes[8];
};

static struct hkj_result result;
static uint8_t base[FILE_BYTES_MAX], file[FILE_BYTES_MAX];
static size_t base_size;

static int check(size_t size)
{
	struct hkj_trace trace = { 0 };
	struct hkj_error error;
	int failed;

	FUZZ_HOLD(!hkj_trace_init(&trace, &result, NR_GAPS, 1000, &error));
	failed = hkj_trace_read(&trace, fuzz_file(file, size), &error);
	if (failed)
		FUZZ_HOLD(*error.text && !strchr(error.text, '\n'));
	hkj_trace_free(&trace);
	return failed;
}

int fuzz_begin(int *argc, char ***argv)
{
	/* The result is of the CPUs 1 and 2. */
	const struct trace_shape shape = { 3, 2, 7000000123, 700 };
	struct hkj_path path;
	FILE *in;

	(void)argc;
	(void)argv;
	fuzz_root();
	path = hkj_path_system("/trace.dat");
	trace_result_make(&result, &shape, trace_make(path.text, &shape),
			  NR_GAPS);
	in = fopen(path.text, "re");
	FUZZ_HOLD(in);
	base_size = fread(base, 1, sizeof(base), in);
	fclose(in);
	memcpy(file, base, base_size);
	FUZZ_HOLD(base_size < sizeof(base));
	FUZZ_HOLD(!check(base_size));
	return 0;
}

static void change_apply(const struct change *change)
{
	size_t place = change->place % base_size;
	size_t left = base_size - place;

	memcpy(file + place, change->bytes, left < 8 ? left : 8);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct change change;
	uint32_t cut = 0;

	if (size >= sizeof(cut)) {
		memcpy(&cut, data, sizeof(cut));
		data += sizeof(cut);
		size -= sizeof(cut);
	}
	memcpy(file, base, base_size);
	for (; size >= sizeof(change); size -= sizeof(change)) {
		memcpy(&change, data, sizeof(change));
		change_apply(&change);
		data += sizeof(change);
	}
	check(cut ? cut % base_size : base_size);
	return 0;
}
