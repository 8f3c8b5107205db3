// SPDX-License-Identifier: GPL-2.0
/*
 * A reading as one line of JSON, schema hkjitter-top/1: totals and, as "new",
 * what has come since the reading before.
 */
#include <jansson.h>
#include <time.h>

#include "top_json.h"

static json_t *number(uint64_t value)
{
	return value == HKJ_NONE ? json_null() : json_integer((json_int_t)value);
}

/* Texts of anybody's: what is no UTF-8 becomes an empty one. */
static json_t *text(const char *value)
{
	json_t *item = json_string(value ? value : "");

	return item ? item : json_string("");
}

static json_t *cpu_pack(const struct hkj_live_cpu *cpu)
{
	struct hkj_live_row row = hkj_live_cpu_row(cpu);
	const struct hkj_target *now = &cpu->now;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:{s:o, s:o}}",
			 "cpu", number(now->cpu), "state", text(now->state),
			 "stop_reason", text(now->stop_reason), "runtime_ns",
			 number(now->runtime_ns), "gaps", number(row.count),
			 "lost_ns", number(row.total_ns), "max_ns",
			 number(row.max_ns), "is_stale", cpu->is_stale, "new",
			 "gaps", number(row.new_count), "lost_ns",
			 number(row.new_ns));
}

static json_t *initiator_pack(const struct hkj_initiator_record *who)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "comm", text(who->comm),
			 "pid", number(who->pid), "cpu", number(who->cpu),
			 "function", text(who->function), "count",
			 number(who->count));
}

static json_t *initiators_pack(const struct hkj_source_record *source)
{
	json_t *list = json_array();

	for (size_t i = 0; i < source->nr_initiators; i++)
		json_array_append_new(list,
				      initiator_pack(&source->initiators[i]));
	return list;
}

static json_t *row_pack(const struct hkj_live_row *row)
{
	const struct hkj_source_record *source = row->source;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}, s:o}",
			 "class", text(source->class_name), "id",
			 number(source->id), "name", text(source->name),
			 "function", text(source->function), "cpus",
			 number(row->nr_cpus), "count", number(row->count),
			 "total_ns", number(row->total_ns), "max_ns",
			 number(row->max_ns), "new", "count",
			 number(row->new_count), "total_ns",
			 number(row->new_ns), "initiators",
			 initiators_pack(source));
}

static json_t *parts_pack(const struct hkj_longest *gap)
{
	json_t *list = json_array();

	for (size_t i = 0; i < gap->nr_parts; i++) {
		const struct hkj_part_record *part = &gap->parts[i];

		json_array_append_new(list,
				      json_pack("{s:o, s:o, s:o, s:o}", "class",
						text(part->class_name), "name",
						text(part->name), "function",
						text(part->function), "net_ns",
						number(part->net_ns)));
	}
	return list;
}

static json_t *gap_pack(const struct hkj_target *target,
			const struct hkj_longest *gap)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "cpu", number(target->cpu),
			 "start_ns", number(gap->start_ns), "duration_ns",
			 number(gap->duration_ns), "parts", parts_pack(gap));
}

/* The longest gap of each target, which is the first of its list. */
static json_t *longest_pack(const struct hkj_live *live)
{
	json_t *list = json_array();

	for (size_t i = 0; i < live->nr_cpus; i++) {
		const struct hkj_target *target = &live->cpus[i].now;

		if (live->cpus[i].has_now && target->nr_longest)
			json_array_append_new(list,
					      gap_pack(target,
						       target->longest));
	}
	return list;
}

static json_t *cpus_pack(const struct hkj_live *live)
{
	json_t *list = json_array();

	for (size_t i = 0; i < live->nr_cpus; i++)
		if (live->cpus[i].has_now)
			json_array_append_new(list, cpu_pack(&live->cpus[i]));
	return list;
}

static json_t *sources_pack(const struct hkj_top *top,
			    const struct hkj_live *live)
{
	struct hkj_live_rows rows;
	json_t *list = json_array();

	if (!hkj_live_rows_init(&rows, live, top->cpu, top->sort,
				top->is_reversed))
		for (size_t i = 0; i < rows.nr; i++)
			json_array_append_new(list, row_pack(&rows.items[i]));
	hkj_live_rows_free(&rows);
	return list;
}

/**
 * hkj_top_json() - print a reading as one line
 * @top: order of the sources
 * @live: read
 * @out: gets it
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_top_json(const struct hkj_top *top, const struct hkj_live *live,
		 FILE *out, struct hkj_error *error)
{
	struct timespec now;
	json_t *line;
	int failed;

	clock_gettime(CLOCK_REALTIME, &now);
	line = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema",
			 "hkjitter-top/1", "time_ns",
			 number((uint64_t)now.tv_sec * 1000000000 +
				(uint64_t)now.tv_nsec),
			 "session", number(live->session), "state",
			 text(live->state), "elapsed_ns",
			 number(live->elapsed_ns), "cpus", cpus_pack(live),
			 "sources", sources_pack(top, live), "longest",
			 longest_pack(live));
	if (!line)
		return hkj_error_memory(error);
	failed = json_dumpf(line, out, JSON_COMPACT);
	json_decref(line);
	if (failed)
		return hkj_error_memory(error);
	fputc('\n', out);
	return 0;
}
