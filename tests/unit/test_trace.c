// SPDX-License-Identifier: GPL-2.0
/*
 * Trace files: the events of a gap are found, wherever it lies; what is no
 * trace file, cut short or damaged gives an error and nothing worse.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "result.h"
#include "trace_maker.h"
#include "unit.h"
#include "view_trace.h"

#define NR_GAPS 5
#define NR_DAMAGED 120

static const struct trace_shape usual = { 3, 40, 7000000123, 700 };

static struct hkj_result result;
static char path[128];
static uint64_t nr_events;

static int prepare(void **state)
{
	if (root_make(state))
		return -1;
	snprintf(path, sizeof(path), "%s/trace.dat", root);
	nr_events = trace_make(path, &usual);
	trace_result_make(&result, &usual, nr_events, NR_GAPS);
	return 0;
}

static int finish(void **state)
{
	hkj_result_free(&result);
	return root_remove(state);
}

/* The events of a file, read anew. */
static int read_it(struct hkj_trace *trace, const char *name,
		   uint64_t around_ns, struct hkj_error *error)
{
	assert_int_equal(hkj_trace_init(trace, &result, NR_GAPS, around_ns,
					error),
			 0);
	return hkj_trace_read(trace, name, error);
}

static void read_well(struct hkj_trace *trace, uint64_t around_ns)
{
	struct hkj_error error = { .text = "" };
	int failed = read_it(trace, path, around_ns, &error);

	if (failed)
		print_error("%s\n", error.text);
	assert_int_equal(failed, 0);
}

static void refused(const char *name, const char *part)
{
	struct hkj_error error;
	struct hkj_trace trace;

	assert_int_equal(read_it(&trace, name, 0, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, part);
	hkj_trace_free(&trace);
}

/* Every event is where the file's shape says, and none is missing. */
static void check_gap(const struct hkj_trace_gap *gap, size_t nr_before,
		      size_t nr_after)
{
	uint64_t first = (gap->begin_ns - usual.first_ns + usual.period_ns - 1) /
			 usual.period_ns;
	uint64_t last = (gap->end_ns - usual.first_ns) / usual.period_ns;

	assert_int_equal(gap->nr_left_out, 0);
	assert_int_equal(gap->nr_events,
			 nr_before + (last - first + 1) + nr_after);
	for (size_t i = 0; i < gap->nr_events; i++) {
		uint64_t number = first - nr_before + i;

		assert_int_equal(gap->events[i].ts_ns,
				 usual.first_ns + number * usual.period_ns);
		assert_int_equal(gap->events[i].pid, 4711);
		assert_string_equal(gap->events[i].comm, "kworker/1:1");
	}
}

static void finds_the_events(void **state)
{
	struct hkj_trace trace;

	(void)state;
	read_well(&trace, 3 * usual.period_ns);
	assert_int_equal(trace.nr_gaps, 2 * NR_GAPS);
	for (size_t i = 0; i < trace.nr_gaps; i++)
		check_gap(&trace.gaps[i], 3, 3);
	hkj_trace_free(&trace);
}

static void keeps_within_its_bounds(void **state)
{
	struct hkj_trace trace;

	(void)state;
	read_well(&trace, 1000000000);
	for (size_t i = 0; i < trace.nr_gaps; i++)
		check_gap(&trace.gaps[i], HKJ_TRACE_BEFORE, HKJ_TRACE_AFTER);
	hkj_trace_free(&trace);
}

static void says_what_is_left_out(void **state)
{
	uint64_t usually = result.cpus[0].longest[0].duration_ns;
	struct hkj_trace trace;

	(void)state;
	result.cpus[0].longest[0].duration_ns = 300 * usual.period_ns;
	read_well(&trace, 0);
	assert_int_equal(trace.gaps[0].nr_events, HKJ_TRACE_INSIDE);
	assert_int_equal(trace.gaps[0].nr_left_out, 301 - HKJ_TRACE_INSIDE);
	result.cpus[0].longest[0].duration_ns = usually;
	hkj_trace_free(&trace);
}

static void prints_events_as_trace_cmd_does(void **state)
{
	struct hkj_trace trace;
	const struct hkj_trace_event *event;
	char wanted[64];
	uint64_t number;

	(void)state;
	read_well(&trace, 0);
	event = &trace.gaps[1].events[0];
	for (; strcmp(event->name, "irq_handler_entry"); event++)
		;
	number = (event->ts_ns - usual.first_ns) / usual.period_ns;
	snprintf(wanted, sizeof(wanted), "irq=%u name=eth0",
		 (unsigned int)number);
	assert_string_equal(event->system, "irq");
	assert_string_equal(event->info, wanted);
	hkj_trace_free(&trace);
}

/* What ftrace's clock gained on the session's is spread over the window. */
static void follows_a_clock_that_drifts(void **state)
{
	struct hkj_clock_record *clock = &result.cpus[0].clock;
	const struct hkj_longest *gap = &result.cpus[0].longest[NR_GAPS - 1];
	uint64_t span = clock->stop.trace_ns - clock->start.trace_ns;
	struct hkj_trace trace;

	(void)state;
	clock->stop.trace_ns += span / 1000;
	read_well(&trace, 0);
	assert_in_range(trace.gaps[NR_GAPS - 1].begin_ns,
			usual.first_ns + gap->start_ns + gap->start_ns / 1001,
			usual.first_ns + gap->start_ns + gap->start_ns / 999);
	clock->stop.trace_ns -= span / 1000;
	hkj_trace_free(&trace);
}

static void refuses_a_trace_of_another_time(void **state)
{
	struct hkj_clock_record *clock = &result.cpus[0].clock;
	uint64_t far = 3600ULL * 1000000000;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		clock = &result.cpus[i].clock;
		clock->start.trace_ns += far;
		clock->stop.trace_ns += far;
	}
	refused(path, "no event near the longest gaps");
	for (size_t i = 0; i < 2; i++) {
		clock = &result.cpus[i].clock;
		clock->start.trace_ns -= far;
		clock->stop.trace_ns -= far;
	}
}

static void refuses_what_is_no_trace(void **state)
{
	char name[160];

	(void)state;
	root_write("/text", "a text\n");
	snprintf(name, sizeof(name), "%s/text", root);
	refused(name, "no trace file");
	root_write("/empty", "");
	snprintf(name, sizeof(name), "%s/empty", root);
	refused(name, "no trace file");
	refused(root, "no trace file");
	snprintf(name, sizeof(name), "%s/none", root);
	refused(name, "cannot read");
}

static char *contents(size_t *size)
{
	struct stat status;
	int fd = open(path, O_RDONLY);
	char *bytes;

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &status), 0);
	*size = (size_t)status.st_size;
	bytes = malloc(*size);
	assert_non_null(bytes);
	assert_int_equal(read(fd, bytes, *size), *size);
	close(fd);
	return bytes;
}

/* It is read, or refused with a line; nothing else happens. */
static void survives(const char *bytes, size_t size)
{
	struct hkj_error error = { .text = "" };
	struct hkj_trace trace;
	char name[160];
	FILE *out;

	snprintf(name, sizeof(name), "%s/damaged", root);
	out = fopen(name, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, size, out), size);
	assert_int_equal(fclose(out), 0);
	if (read_it(&trace, name, 1000, &error))
		assert_told(&error, HKJ_EXIT_CANNOT, "damaged");
	hkj_trace_free(&trace);
}

static void survives_a_file_cut_short(void **state)
{
	size_t size, head = 16;
	char *bytes = contents(&size);

	(void)state;
	for (; head < size; head += head / 3)
		survives(bytes, head);
	survives(bytes, size - 1);
	survives(bytes, size - 4096);
	free(bytes);
}

/* Most of the damage is done to what is parsed: formats, sizes, page heads. */
static void survives_damage(void **state)
{
	uint64_t random = 20;
	size_t size;
	char *bytes = contents(&size);

	(void)state;
	for (unsigned int i = 0; i < NR_DAMAGED; i++) {
		size_t reach = i % 3 ? 4096 : size - 12;
		size_t place = 12 + random_below(&random, reach);
		char byte = bytes[place];

		bytes[place] = (char)random_next(&random);
		survives(bytes, size);
		bytes[place] = byte;
	}
	free(bytes);
}

static void print_text(const void *trace, FILE *out)
{
	hkj_view_trace(trace, out);
}

static void shows_them_in_80_columns(void **state)
{
	struct hkj_trace trace;
	char *text;

	(void)state;
	read_well(&trace, 3 * usual.period_ns);
	text = printed(print_text, &trace);
	assert_true(longest_line(text) <= 80);
	assert_non_null(strstr(text, "\nCPU 1: trace of the longest gaps"));
	assert_non_null(strstr(text, "\nCPU 2: trace of the longest gaps"));
	assert_non_null(strstr(text, "  |      +0.000  "));
	assert_non_null(strstr(text, "         -0.700  "));
	assert_non_null(strstr(text, "more inside; trace-cmd report has them)"));
	free(text);
	hkj_trace_free(&trace);
}

static void puts_them_into_the_json(void **state)
{
	struct hkj_error error;
	struct hkj_trace trace;
	json_t *json, *gap, *events;
	char *text = fixture_text(&result);

	(void)state;
	json = json_loads(text, 0, NULL);
	assert_non_null(json);
	assert_int_equal(hkj_trace_init(&trace, &result, 2, 0, &error), 0);
	assert_int_equal(hkj_trace_read(&trace, path, &error), 0);
	hkj_view_trace_json(&trace, json);
	for (size_t cpu = 0; cpu < 2; cpu++) {
		json_t *target = json_array_get(json_object_get(json, "cpus"), cpu);
		json_t *longest = json_object_get(target, "longest");

		gap = json_object_get(json_array_get(longest, 1), "trace");
		events = json_object_get(gap, "events");
		assert_int_equal(json_array_size(events), 101);
		assert_null(json_object_get(json_array_get(longest, 2), "trace"));
	}
	json_decref(json);
	free(text);
	hkj_trace_free(&trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_events),
		cmocka_unit_test(keeps_within_its_bounds),
		cmocka_unit_test(says_what_is_left_out),
		cmocka_unit_test(prints_events_as_trace_cmd_does),
		cmocka_unit_test(follows_a_clock_that_drifts),
		cmocka_unit_test(refuses_a_trace_of_another_time),
		cmocka_unit_test(refuses_what_is_no_trace),
		cmocka_unit_test(survives_a_file_cut_short),
		cmocka_unit_test(survives_damage),
		cmocka_unit_test(shows_them_in_80_columns),
		cmocka_unit_test(puts_them_into_the_json),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, prepare, finish);
}
