// SPDX-License-Identifier: GPL-2.0
/*
 * A trace file, damaged. An input is a list of changes to a file that is sound,
 * behind the length at which it is cut off, and how it is to be shown. libtracecmd
 * reads it in a process of its own, and may crash there: what matters is what the
 * tool makes of that. (libFuzzer keeps such inputs with those that fail.)
 */
#include <limits.h>
#include <string.h>

#include "fixture.h"
#include "fuzz.h"
#include "paths.h"
#include "result.h"
#include "trace.h"
#include "trace_maker.h"

#define NR_GAPS 3
#define FILE_BYTES_MAX (256 * 1024)
#define RESULT "/result.json"
#define AROUND_NS 1000
#define AROUND_NS_MAX 1000000000

/* @around_ns: as --around takes it; @form: of forms. */
struct head {
	uint32_t cut; /* 0: nowhere */
	uint32_t around_ns;
	uint32_t form;
};

/* One change: eight bytes at a place. */
struct change {
	uint32_t place;
	uint8_t bytes[8];
};

static struct hkj_result result;
static uint8_t base[FILE_BYTES_MAX], file[FILE_BYTES_MAX];
static size_t base_size;

/* As the tool's user has it: text, or JSON. */
static void check_command(size_t size, const struct head *head)
{
	struct hkj_path whole = hkj_path_system(RESULT);
	const char *words[6] = { "report" };
	char around[40], trace[80];

	snprintf(around, sizeof(around), "--around=%uns", head->around_ns);
	snprintf(trace, sizeof(trace), "--trace=%s", fuzz_file(file, size));
	words[1] = trace;
	words[2] = around;
	words[3] = whole.text;
	if (head->form == 2)
		words[4] = "--json";
	fuzz_command(words);
}

static int check(size_t size, uint32_t around_ns)
{
	struct hkj_trace trace = { 0 };
	struct hkj_error error;
	int failed;

	FUZZ_HOLD(!hkj_trace_init(&trace, &result, NR_GAPS, around_ns, &error));
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
	char *text;
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
	FUZZ_HOLD(!check(base_size, AROUND_NS));
	text = fixture_text(&result);
	fuzz_root_write(RESULT, (const uint8_t *)text, strlen(text));
	free(text);
	fuzz_share_coverage();
	return 0;
}

/* libtracecmd asks for whatever size a file says, and is refused, as by malloc. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

static void change_apply(const struct change *change)
{
	size_t place = change->place % base_size;
	size_t left = base_size - place;

	memcpy(file + place, change->bytes, left < 8 ? left : 8);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct head head = { .around_ns = AROUND_NS };
	struct change change;
	size_t length;

	if (size >= sizeof(head)) {
		memcpy(&head, data, sizeof(head));
		data += sizeof(head);
		size -= sizeof(head);
	}
	head.around_ns %= AROUND_NS_MAX + 1;
	head.form %= 3;
	memcpy(file, base, base_size);
	for (; size >= sizeof(change); size -= sizeof(change)) {
		memcpy(&change, data, sizeof(change));
		change_apply(&change);
		data += sizeof(change);
	}
	length = head.cut ? head.cut % base_size : base_size;
	if (head.form)
		check_command(length, &head);
	else
		check(length, head.around_ns);
	return 0;
}
