// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event format of Chrome: a process for each machine, a thread for
 * each target CPU, a slice for each of the longest gaps and within it its
 * parts. Times are those of the kernel's trace clock, so that the trace lies
 * beside one that ftrace has recorded; of a merged result, whose runs have
 * clocks of their own, the time since the first run began.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "capped.h"
#include "json_out.h"
#include "perfetto.h"
#include "result.h"
#include "series.h"
#include "spans.h"
#include "target.h"
#include "units.h"

/* Microseconds, with nanoseconds behind the point. */
static void time_print(FILE *out, const char *key, uint64_t ns)
{
	fprintf(out, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000,
		(unsigned int)(ns % 1000));
}

static void number_print(FILE *out, const char *key, uint64_t number)
{
	fprintf(out, "\"%s\":%" PRIu64, key, number);
}

static void text_print(FILE *out, const char *key, const char *text)
{
	fprintf(out, "\"%s\":", key);
	hkj_json_out_text(text, out);
}

/**
 * struct track - where the events of a target go
 * @result: the whole
 * @target: the target
 * @out: gets them
 */
struct track {
	const struct hkj_result *result;
	const struct hkj_target *target;
	FILE *out;
};

/* Process and thread 0 are nobody's in this format. */
static uint64_t process_of(const struct hkj_target *target)
{
	return target->host.is_there ? target->host.value + 1 : 1;
}

static void event_begin(const struct track *track, char phase)
{
	fprintf(track->out, ",\n{\"ph\":\"%c\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64 ",",
		phase, process_of(track->target), track->target->cpu + 1);
}

static void process_print(FILE *out, size_t index, const struct hkj_host *host)
{
	char *name;

	if (asprintf(&name, "hkjitter %s, Linux %s", host->hostname,
		     host->kernel) < 0)
		return;
	fprintf(out, "%s{\"ph\":\"M\",\"pid\":%zu,\"name\":\"process_name\",\"args\":{",
		index ? ",\n" : "", index + 1);
	text_print(out, "name", name);
	fputs("}}", out);
	free(name);
}

static void processes_print(const struct hkj_result *result, FILE *out)
{
	if (!result->nr_hosts)
		process_print(out, 0, &result->host);
	for (size_t i = 0; i < result->nr_hosts; i++)
		process_print(out, i, &result->hosts[i]);
}

static void thread_print(const struct track *track)
{
	uint64_t cpu = track->target->cpu;

	event_begin(track, 'M');
	fprintf(track->out, "\"name\":\"thread_name\",\"args\":{\"name\":\"CPU %" PRIu64 "\"}}",
		cpu);
	event_begin(track, 'M');
	fprintf(track->out, "\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%" PRIu64 "}}",
		cpu);
}

/* From the first run's begin: a viewer's numbers have 53 bits. */
static uint64_t begin_of_run(const struct hkj_result *result, uint64_t run)
{
	uint64_t first = result->run.start_realtime_ns;
	uint64_t begin = result->runs[run].run.start_realtime_ns;

	return begin > first ? begin - first : 0;
}

static uint64_t begin_of(const struct track *track,
			 const struct hkj_longest *gap)
{
	uint64_t window = track->target->clock.start.trace_ns;

	if (gap->run.is_there && gap->run.value < track->result->nr_runs)
		window = begin_of_run(track->result, gap->run.value);
	return hkj_capped_sum(window, gap->start_ns);
}

static void part_print(const struct track *track,
		       const struct hkj_longest *gap,
		       const struct hkj_span *span)
{
	const struct hkj_part_record *part = span->part;
	const char *function = part->function ? part->function : "";
	FILE *out = track->out;

	event_begin(track, 'X');
	text_print(out, "name", *function ? function : part->name);
	fputc(',', out);
	text_print(out, "cat", part->class_name);
	time_print(out, "ts",
		   hkj_capped_sum(begin_of(track, gap), span->start_ns));
	time_print(out, "dur", span->end_ns - span->start_ns);
	fputs(",\"args\":{", out);
	text_print(out, "class", part->class_name);
	fputc(',', out);
	text_print(out, "name", part->name);
	fputc(',', out);
	text_print(out, "function", function);
	fprintf(out, ",\"net_ns\":%" PRIu64 "}}", part->net_ns);
}

static int parts_print(const struct track *track, const struct hkj_longest *gap,
		       struct hkj_error *error)
{
	struct hkj_span *spans = hkj_spans_new(gap);

	if (gap->nr_parts && !spans)
		return hkj_error_memory(error);
	for (size_t i = 0; i < gap->nr_parts; i++)
		part_print(track, gap, &spans[i]);
	free(spans);
	return 0;
}

static int gap_print(const struct track *track, const struct hkj_longest *gap,
		     struct hkj_error *error)
{
	bool is_empty = track->target->unexplained && !gap->nr_parts &&
			!gap->parts_lost.is_there;

	event_begin(track, 'X');
	fprintf(track->out, "\"name\":\"%s\",\"cat\":\"gap\"",
		is_empty ? "unexplained gap" : "gap");
	time_print(track->out, "ts", begin_of(track, gap));
	time_print(track->out, "dur", gap->duration_ns);
	fputs(",\"args\":{", track->out);
	number_print(track->out, "duration_ns", gap->duration_ns);
	fputc(',', track->out);
	number_print(track->out, "start_ns", gap->start_ns);
	fputc(',', track->out);
	number_print(track->out, "parts_lost", gap->parts_lost.value);
	fputs("}}", track->out);
	return parts_print(track, gap, error);
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

static int gaps_print(const struct track *track, struct hkj_error *error)
{
	const struct hkj_target *target = track->target;
	const struct hkj_longest **gaps =
		calloc(target->nr_longest + 1, sizeof(*gaps));
	int failed = 0;

	if (!gaps)
		return hkj_error_memory(error);
	for (size_t i = 0; i < target->nr_longest; i++)
		gaps[i] = &target->longest[i];
	qsort(gaps, target->nr_longest, sizeof(*gaps), by_start);
	for (size_t i = 0; i < target->nr_longest && !failed; i++)
		failed = gap_print(track, gaps[i], error);
	free(gaps);
	return failed;
}

/* When a moment of the line of a target's runs was. */
static uint64_t moment_of(const struct track *track,
			  const struct hkj_series_run *run, uint64_t at_ns)
{
	if (!run)
		return hkj_capped_sum(track->target->clock.start.trace_ns,
				      at_ns);
	return hkj_capped_sum(begin_of_run(track->result, run->run),
			      at_ns - (run->start_ns < at_ns ? run->start_ns :
							       at_ns));
}

static void counter_print(const struct track *track, uint64_t moment_ns,
			  uint64_t nr_gaps, uint64_t lost_ns)
{
	event_begin(track, 'C');
	fprintf(track->out, "\"name\":\"CPU %" PRIu64 " gaps and ns lost a period\"",
		track->target->cpu);
	time_print(track->out, "ts", moment_ns);
	fprintf(track->out, ",\"args\":{\"gaps\":%" PRIu64 ",\"lost_ns\":%" PRIu64 "}}",
		nr_gaps, lost_ns);
}

/* Whether nothing is known of the time behind a point's period. */
static bool is_last(const struct hkj_series *series, size_t index,
		    uint64_t end_ns)
{
	const struct hkj_point *next = &series->points[index + 1];

	return index + 1 == series->nr_points || next->start_ns > end_ns ||
	       hkj_series_run_at(series, next->start_ns) !=
		       hkj_series_run_at(series, next[-1].start_ns);
}

/* A quiet period has no point: the counters go back to 0 before it. */
static void series_print(const struct track *track)
{
	const struct hkj_series *series = track->target->series;

	for (size_t i = 0; series && i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];
		const struct hkj_series_run *run =
			hkj_series_run_at(series, point->start_ns);
		uint64_t end = hkj_capped_sum(point->start_ns,
					      series->period_ns);

		counter_print(track, moment_of(track, run, point->start_ns),
			      point->count, point->total_ns);
		if (is_last(series, i, end))
			counter_print(track, moment_of(track, run, end), 0, 0);
	}
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
	processes_print(result, out);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct track track = { result, &result->cpus[i], out };

		thread_print(&track);
		series_print(&track);
		if (gaps_print(&track, error))
			return -1;
	}
	origin_print(result, out);
	return 0;
}
