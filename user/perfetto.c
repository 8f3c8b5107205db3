// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event format of Chrome: a process for the machine, a thread for
 * each target CPU, a slice for each of the longest gaps and within it its
 * parts. Times are those of the kernel's trace clock, so that the trace lies
 * beside one that ftrace has recorded.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "capped.h"
#include "json_out.h"
#include "perfetto.h"
#include "spans.h"
#include "target.h"
#include "units.h"

#define PROCESS 1

/* Microseconds, with nanoseconds behind the point. */
static void time_print(FILE *out, const char *key, uint64_t ns)
{
	fprintf(out, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000,
		(unsigned int)(ns % 1000));
}

static void text_print(FILE *out, const char *key, const char *text)
{
	fprintf(out, "\"%s\":", key);
	hkj_json_out_text(out, text);
}

/* Thread 0 is nobody's in this format. */
static uint64_t thread_of(const struct hkj_target *target)
{
	return target->cpu + 1;
}

static void event_begin(FILE *out, char phase, const struct hkj_target *target)
{
	fprintf(out, ",\n{\"ph\":\"%c\",\"pid\":%d,\"tid\":%" PRIu64 ",", phase,
		PROCESS, thread_of(target));
}

static void process_print(const struct hkj_result *result, FILE *out)
{
	char *name;

	if (asprintf(&name, "hkjitter %s, Linux %s", result->host.hostname,
		     result->host.kernel) < 0)
		return;
	fprintf(out, "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{",
		PROCESS);
	text_print(out, "name", name);
	fputs("}}", out);
	free(name);
}

static void thread_print(const struct hkj_target *target, FILE *out)
{
	event_begin(out, 'M', target);
	fprintf(out, "\"name\":\"thread_name\",\"args\":{\"name\":\"CPU %" PRIu64 "\"}}",
		target->cpu);
	event_begin(out, 'M', target);
	fprintf(out, "\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%" PRIu64 "}}",
		target->cpu);
}

static uint64_t begin_of(const struct hkj_target *target,
			 const struct hkj_longest *gap)
{
	return hkj_capped_sum(target->clock.start.trace_ns, gap->start_ns);
}

static void part_print(const struct hkj_target *target,
		       const struct hkj_longest *gap,
		       const struct hkj_span *span, FILE *out)
{
	const struct hkj_part_record *part = span->part;
	const char *function = part->function ? part->function : "";

	event_begin(out, 'X', target);
	text_print(out, "name", *function ? function : part->name);
	fputc(',', out);
	text_print(out, "cat", part->class_name);
	time_print(out, "ts",
		   hkj_capped_sum(begin_of(target, gap), span->start_ns));
	time_print(out, "dur", span->end_ns - span->start_ns);
	fputs(",\"args\":{", out);
	text_print(out, "class", part->class_name);
	fputc(',', out);
	text_print(out, "name", part->name);
	fputc(',', out);
	text_print(out, "function", function);
	fprintf(out, ",\"net_ns\":%" PRIu64 "}}", part->net_ns);
}

static int parts_print(const struct hkj_target *target,
		       const struct hkj_longest *gap, FILE *out,
		       struct hkj_error *error)
{
	struct hkj_span *spans = hkj_spans_new(gap);

	if (gap->nr_parts && !spans)
		return hkj_error_memory(error);
	for (size_t i = 0; i < gap->nr_parts; i++)
		part_print(target, gap, &spans[i], out);
	free(spans);
	return 0;
}

static const char *gap_name(const struct hkj_target *target,
			    const struct hkj_longest *gap)
{
	bool is_empty = !gap->nr_parts && !gap->parts_lost.is_there;

	return target->unexplained && is_empty ? "unexplained gap" : "gap";
}

static int gap_print(const struct hkj_target *target,
		     const struct hkj_longest *gap, FILE *out,
		     struct hkj_error *error)
{
	event_begin(out, 'X', target);
	fprintf(out, "\"name\":\"%s\",\"cat\":\"gap\"", gap_name(target, gap));
	time_print(out, "ts", begin_of(target, gap));
	time_print(out, "dur", gap->duration_ns);
	fprintf(out, ",\"args\":{\"duration_ns\":%" PRIu64 ",\"start_ns\":%" PRIu64 ",\"parts_lost\":%" PRIu64 "}}",
		gap->duration_ns, gap->start_ns, gap->parts_lost.value);
	return parts_print(target, gap, out, error);
}

/* Events that lie within others have to follow them: by their start. */
static int by_start(const void *left, const void *right)
{
	const struct hkj_longest *a = *(const struct hkj_longest *const *)left;
	const struct hkj_longest *b = *(const struct hkj_longest *const *)right;

	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int target_print(const struct hkj_target *target, FILE *out,
			struct hkj_error *error)
{
	const struct hkj_longest **gaps =
		calloc(target->nr_longest + 1, sizeof(*gaps));
	int failed = 0;

	if (!gaps)
		return hkj_error_memory(error);
	for (size_t i = 0; i < target->nr_longest; i++)
		gaps[i] = &target->longest[i];
	qsort(gaps, target->nr_longest, sizeof(*gaps), by_start);
	thread_print(target, out);
	for (size_t i = 0; i < target->nr_longest && !failed; i++)
		failed = gap_print(target, gaps[i], out, error);
	free(gaps);
	return failed;
}

static void origin_print(const struct hkj_result *result, FILE *out)
{
	const struct hkj_host *host = &result->host;

	fputs("\n],\"displayTimeUnit\":\"ns\",\"otherData\":{", out);
	text_print(out, "tool", result->tool.version);
	fputc(',', out);
	text_print(out, "hostname", host->hostname);
	fputc(',', out);
	text_print(out, "kernel", host->kernel);
	fputc(',', out);
	text_print(out, "cmdline", host->cmdline);
	fprintf(out, ",\"start_realtime_ns\":\"%" PRIu64 "\"}}\n",
		result->run.start_realtime_ns);
}

/**
 * hkj_perfetto_print() - print a result as a trace
 * @result: complete
 * @out: gets JSON
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_perfetto_print(const struct hkj_result *result, FILE *out,
		       struct hkj_error *error)
{
	fputs("{\"traceEvents\":[\n", out);
	process_print(result, out);
	for (size_t i = 0; i < result->nr_cpus; i++)
		if (target_print(&result->cpus[i], out, error))
			return -1;
	origin_print(result, out);
	return 0;
}
