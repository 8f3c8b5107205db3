// SPDX-License-Identifier: GPL-2.0
/*
 * The longest gaps with the events of a trace inside and around them.
 */
#include <inttypes.h>
#include <string.h>

#include "view.h"
#include "view_trace.h"

#define TIME_COLUMNS 17 /* mark, time, blanks */
#define NAME_COLUMNS 20
#define INFO_COLUMNS (HKJ_VIEW_COLUMNS - TIME_COLUMNS - NAME_COLUMNS)
#define INSIDE_SHOWN 40

/* The module's own events but the gap's: the report has told what they say. */
static bool is_told(const struct hkj_trace_event *event)
{
	return !strcmp(event->system, "hkjitter") && strcmp(event->name, "gap");
}

static bool is_inside(const struct hkj_trace_gap *gap,
		      const struct hkj_trace_event *event)
{
	return event->ts_ns >= gap->begin_ns && event->ts_ns <= gap->end_ns;
}

/* Long fields go on below themselves; cut where there is no blank. */
static void info_print(const char *info, size_t name_length, FILE *out)
{
	size_t room = INFO_COLUMNS;
	size_t length, cut;

	if (name_length > NAME_COLUMNS)
		room -= name_length - NAME_COLUMNS;
	for (;;) {
		length = strlen(info);
		if (length <= room) {
			fprintf(out, "%s\n", info);
			return;
		}
		for (cut = room; cut && info[cut] != ' '; cut--)
			;
		cut = cut ? cut : room;
		fprintf(out, "%.*s\n%*s", (int)cut, info,
			TIME_COLUMNS + NAME_COLUMNS, "");
		info += cut;
		info += strspn(info, " ");
		room = INFO_COLUMNS;
	}
}

/* The time is that since the gap's begin, in microseconds. */
static void event_print(const struct hkj_trace_gap *gap,
			const struct hkj_trace_event *event, FILE *out)
{
	double us = (double)(int64_t)(event->ts_ns - gap->begin_ns) / 1000;

	if (event->nr_lost)
		fprintf(out, "%*s(%" PRIu64 " or more events lost here)\n",
			TIME_COLUMNS, "", event->nr_lost);
	fprintf(out, "  %c%+12.3f  %-*.40s ", is_inside(gap, event) ? '|' : ' ',
		us, NAME_COLUMNS - 1, event->name);
	info_print(event->info, strlen(event->name) + 1, out);
}

static void events_print(const struct hkj_trace_gap *gap, FILE *out)
{
	uint64_t nr_left_out = gap->nr_left_out;
	unsigned int nr_inside = 0;

	for (size_t i = 0; i < gap->nr_events; i++) {
		const struct hkj_trace_event *event = &gap->events[i];

		if (is_told(event))
			continue;
		if (is_inside(gap, event) && ++nr_inside > INSIDE_SHOWN)
			nr_left_out++;
		else
			event_print(gap, event, out);
	}
	if (nr_left_out)
		fprintf(out, "%*s(%" PRIu64 " more inside; trace-cmd report has them)\n",
			TIME_COLUMNS, "", nr_left_out);
	if (!gap->nr_events)
		fprintf(out, "%*s(no event inside or around it)\n",
			TIME_COLUMNS, "");
}

static void gap_print(const struct hkj_trace_gap *gap, FILE *out)
{
	const struct hkj_longest *longest = gap->gap;

	fprintf(out,
		"\n  %9s   at %10" PRIu64 ".%09" PRIu64 " s   trace time %" PRIu64
		".%09" PRIu64 "\n",
		hkj_units_human(longest->duration_ns).text,
		longest->start_ns / 1000000000, longest->start_ns % 1000000000,
		gap->begin_ns / 1000000000, gap->begin_ns % 1000000000);
	events_print(gap, out);
}

/**
 * hkj_view_trace() - what the trace has on the longest gaps
 * @trace: read
 * @out: gets it, in 80 columns
 */
void hkj_view_trace(const struct hkj_trace *trace, FILE *out)
{
	for (size_t i = 0; i < trace->nr_gaps; i++) {
		const struct hkj_trace_gap *gap = &trace->gaps[i];

		if (!i || gap->cpu != gap[-1].cpu)
			fprintf(out,
				"\nCPU %" PRIu64
				": trace of the longest gaps, in us from their begin; | is inside\n",
				gap->cpu);
		gap_print(gap, out);
	}
}

static json_t *event_json(const struct hkj_trace_gap *gap,
			  const struct hkj_trace_event *event)
{
	json_t *json = json_pack("{s:I,s:I,s:s,s:I,s:s,s:s,s:s,s:b}",
				 "trace_ns", (json_int_t)event->ts_ns,
				 "from_begin_ns",
				 (json_int_t)(event->ts_ns - gap->begin_ns),
				 "comm", event->comm, "pid",
				 (json_int_t)event->pid, "system",
				 event->system, "event", event->name, "info",
				 event->info, "is_inside",
				 is_inside(gap, event));

	if (json && event->nr_lost)
		json_object_set_new(json, "lost_before",
				    json_integer((json_int_t)event->nr_lost));
	return json;
}

static json_t *gap_json(const struct hkj_trace_gap *gap)
{
	json_t *events = json_array();

	for (size_t i = 0; i < gap->nr_events; i++)
		json_array_append_new(events, event_json(gap, &gap->events[i]));
	return json_pack("{s:I,s:I,s:o}", "begin_trace_ns",
			 (json_int_t)gap->begin_ns, "left_out",
			 (json_int_t)gap->nr_left_out, "events", events);
}

static uint64_t cpu_of(const json_t *target)
{
	return (uint64_t)json_integer_value(json_object_get(target, "cpu"));
}

/**
 * hkj_view_trace_json() - put the events into a result's JSON
 * @trace: read; its gaps are the first of each target, in the result's order
 * @result: of the result that @trace was made for; each of these gaps gets a
 *          key "trace"
 */
void hkj_view_trace_json(const struct hkj_trace *trace, json_t *result)
{
	json_t *target, *gap;
	size_t next = 0, i, k;

	json_array_foreach(json_object_get(result, "cpus"), i, target) {
		uint64_t cpu = cpu_of(target);

		json_array_foreach(json_object_get(target, "longest"), k, gap) {
			if (next == trace->nr_gaps ||
			    trace->gaps[next].cpu != cpu)
				break;
			json_object_set_new(gap, "trace",
					    gap_json(&trace->gaps[next++]));
		}
	}
}
