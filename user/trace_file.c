// SPDX-License-Identifier: GPL-2.0
/*
 * A trace file, searched by libtracecmd. This runs in a process of its own: it
 * may crash on a damaged file, and an alarm ends it when it makes no progress.
 *
 * What it finds it prints, a JSON array a line:
 *
 *	[GAP, TS, LOST, PID, COMM, SYSTEM, NAME, INFO]	an event
 *	[GAP, LEFT_OUT]					a gap is through
 *	["error", TEXT]					the end, for that reason
 *	["done"]					the end
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <trace-cmd.h>

#include "trace.h"

/* Without a sign of life; opening a file with all symbols takes seconds. */
#define ALARM_S 60

/* The smallest page of a trace file; a larger one is found by any of its parts. */
#define STEP 4096ULL

/**
 * struct track - what one buffer of the file has of one CPU
 * @handle: the buffer
 * @cpu: the CPU
 * @base: offset of its first page
 * @nr_steps: pages from there that hold a record, or some more
 */
struct track {
	struct tracecmd_input *handle;
	int cpu;
	uint64_t base;
	uint64_t nr_steps;
};

/**
 * struct search - of one gap in one track
 * @trace: all gaps
 * @index: of the gap
 * @out: gets the events
 * @before: the last records before the gap, a ring
 * @nr_before: how many have been seen
 * @nr_inside: events inside the gap
 * @nr_after: events after it
 * @nr_left_out: events inside that were too many
 */
struct search {
	const struct hkj_trace *trace;
	size_t index;
	FILE *out;
	struct tep_record *before[HKJ_TRACE_BEFORE];
	size_t nr_before;
	uint64_t nr_inside;
	uint64_t nr_after;
	uint64_t nr_left_out;
};

static void line_print(FILE *out, json_t *line)
{
	if (!line)
		_exit(1);
	json_dumpf(line, out, JSON_COMPACT);
	fputc('\n', out);
	json_decref(line);
}

static void fail(FILE *out, const char *why)
{
	line_print(out, json_pack("[ss]", "error", why));
}

/* As JSON wants its texts, whatever the file says. */
static json_t *text_of(const char *bytes)
{
	char *text = strdup(bytes ? bytes : "");
	json_t *json;

	for (char *c = text; c && *c; c++)
		if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7f)
			*c = *c == '\t' || *c == '\n' ? ' ' : '?';
	json = json_string(text ? text : "");
	free(text);
	return json;
}

static json_t *info_of(struct tracecmd_input *handle, struct tep_record *record)
{
	struct trace_seq seq;
	json_t *json;

	trace_seq_init(&seq);
	tep_print_event(tracecmd_get_tep(handle), &seq, record, "%s",
			TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	json = text_of(seq.buffer);
	trace_seq_destroy(&seq);
	return json;
}

static void record_print(const struct search *search,
			 struct tracecmd_input *handle,
			 struct tep_record *record)
{
	struct tep_handle *tep = tracecmd_get_tep(handle);
	struct tep_event *event = tep_find_event_by_record(tep, record);
	int pid = tep_data_pid(tep, record);
	long long lost = record->missed_events;

	line_print(search->out,
		   json_pack("[IIIIoooo]", (json_int_t)search->index,
			     (json_int_t)record->ts, (json_int_t)(lost < 0 ? 1 : lost),
			     (json_int_t)(pid < 0 ? 0 : pid),
			     text_of(tep_data_comm_from_pid(tep, pid)),
			     text_of(event ? event->system : "?"),
			     text_of(event ? event->name : "?"),
			     info_of(handle, record)));
}

static struct tep_record *record_at(const struct track *track, uint64_t step)
{
	struct tep_record *record;
	int cpu = -1;

	record = tracecmd_read_at(track->handle, track->base + step * STEP,
				  &cpu);
	if (!record || cpu == track->cpu)
		return record;
	tracecmd_free_record(record);
	return NULL;
}

/* Whether the records from there on begin before a moment. */
static bool is_before(const struct track *track, uint64_t step, uint64_t ts)
{
	struct tep_record *record = record_at(track, step);
	bool is_so = record && record->ts < ts;

	tracecmd_free_record(record);
	return is_so;
}

/* The last page whose records begin before @ts; 0 if none does. */
static uint64_t step_find(const struct track *track, uint64_t ts)
{
	uint64_t low = 0, high = track->nr_steps, middle;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (is_before(track, middle, ts))
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Doubles its steps until it is beyond the last record. */
static uint64_t steps_count(const struct track *track)
{
	uint64_t steps = 1;

	while (steps < UINT64_MAX / STEP / 4 &&
	       is_before(track, steps, UINT64_MAX))
		steps *= 2;
	return steps;
}

/* The newest take the place of the oldest; they are printed when a gap is met. */
static void before_keep(struct search *search, struct tep_record *record)
{
	size_t slot = search->nr_before++ % HKJ_TRACE_BEFORE;

	tracecmd_free_record(search->before[slot]);
	search->before[slot] = record;
}

static void before_print(struct search *search, struct tracecmd_input *handle)
{
	for (size_t i = 0; i < HKJ_TRACE_BEFORE; i++) {
		size_t slot = (search->nr_before + i) % HKJ_TRACE_BEFORE;

		if (search->before[slot])
			record_print(search, handle, search->before[slot]);
		tracecmd_free_record(search->before[slot]);
		search->before[slot] = NULL;
	}
}

/* Takes @record. Return: whether the next may belong to the gap, too. */
static bool record_take(struct search *search, struct tracecmd_input *handle,
			struct tep_record *record)
{
	const struct hkj_trace *trace = search->trace;
	const struct hkj_trace_gap *gap = &trace->gaps[search->index];
	bool is_kept;

	if (record->ts < gap->begin_ns) {
		if (gap->begin_ns - record->ts <= trace->around_ns)
			before_keep(search, record);
		else
			tracecmd_free_record(record);
		return true;
	}
	before_print(search, handle);
	if (record->ts <= gap->end_ns) {
		is_kept = search->nr_inside++ < HKJ_TRACE_INSIDE;
		search->nr_left_out += !is_kept;
	} else {
		is_kept = record->ts - gap->end_ns <= trace->around_ns &&
			  search->nr_after++ < HKJ_TRACE_AFTER;
	}
	if (is_kept)
		record_print(search, handle, record);
	is_kept |= record->ts <= gap->end_ns;
	tracecmd_free_record(record);
	return is_kept;
}

static void track_search(const struct track *track, struct search *search)
{
	const struct hkj_trace_gap *gap = &search->trace->gaps[search->index];
	uint64_t around = search->trace->around_ns;
	uint64_t from = gap->begin_ns > around ? gap->begin_ns - around : 0;
	struct tep_record *record = record_at(track, step_find(track, from));

	while (record && record_take(search, track->handle, record))
		record = tracecmd_read_data(track->handle, track->cpu);
	before_print(search, track->handle);
}

/* Return: whether the buffer has records of the CPU. */
static bool track_init(struct track *track, struct tracecmd_input *handle,
		       int cpu)
{
	struct tep_record *record = tracecmd_read_cpu_first(handle, cpu);

	if (!record)
		return false;
	*track = (struct track){ handle, cpu, record->offset & ~(STEP - 1), 0 };
	tracecmd_free_record(record);
	track->nr_steps = steps_count(track);
	return true;
}

/* The file's own buffer, then the instances'. */
static struct tracecmd_input *buffer_of(struct tracecmd_input *file, int index)
{
	return index ? tracecmd_buffer_instance_handle(file, index - 1) : file;
}

/**
 * struct cpu_tracks - what the file has of one CPU
 * @cpu: which
 * @nr: how many buffers have records of it
 * @tracks: those
 */
struct cpu_tracks {
	uint64_t cpu;
	int nr;
	struct track *tracks;
};

/* Gaps are ordered by CPU: a CPU's tracks are found when its first gap comes. */
static void tracks_find(struct cpu_tracks *tracks, struct tracecmd_input *file,
			uint64_t cpu)
{
	int nr_buffers = tracecmd_buffer_instances(file) + 1;

	if (tracks->tracks && tracks->cpu == cpu)
		return;
	free(tracks->tracks);
	*tracks = (struct cpu_tracks){ .cpu = cpu };
	tracks->tracks = calloc((size_t)nr_buffers, sizeof(*tracks->tracks));
	if (!tracks->tracks)
		_exit(1);
	for (int i = 0; i < nr_buffers; i++) {
		struct tracecmd_input *buffer = buffer_of(file, i);

		if (buffer && cpu < (uint64_t)tep_get_cpus(tracecmd_get_tep(file)))
			tracks->nr += track_init(&tracks->tracks[tracks->nr],
						 buffer, (int)cpu);
	}
}

static void gaps_search(const struct hkj_trace *trace,
			struct tracecmd_input *file, FILE *out)
{
	struct cpu_tracks tracks = { 0 };

	for (size_t i = 0; i < trace->nr_gaps; i++) {
		struct search search = { .trace = trace, .index = i, .out = out };

		alarm(ALARM_S);
		tracks_find(&tracks, file, trace->gaps[i].cpu);
		for (int k = 0; k < tracks.nr; k++) {
			search.nr_inside = 0;
			search.nr_after = 0;
			track_search(&tracks.tracks[k], &search);
		}
		line_print(out, json_pack("[II]", (json_int_t)i,
					  (json_int_t)search.nr_left_out));
	}
	free(tracks.tracks);
}

/**
 * hkj_trace_file_search() - print the events around gaps
 * @trace: the gaps
 * @path: the trace file
 * @out: gets lines as above
 *
 * Plugins stay out: they are programs from the user's home.
 */
void hkj_trace_file_search(const struct hkj_trace *trace, const char *path,
			   FILE *out)
{
	struct tracecmd_input *file;

	alarm(ALARM_S);
	file = tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!file) {
		fail(out, "it is damaged or cut short, or of a newer trace-cmd");
		return;
	}
	gaps_search(trace, file, out);
	line_print(out, json_pack("[s]", "done"));
}
