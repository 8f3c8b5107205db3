// SPDX-License-Identifier: GPL-2.0
/*
 * One table a call, RFC 4180 with plain newlines: a line of names, then rows.
 * Columns are only ever added, at the right.
 */
#include <inttypes.h>
#include <string.h>

#include "csv.h"
#include "initiators.h"
#include "result.h"

/**
 * hkj_csv_text() - print a field of any text
 * @out: gets it, in quotation marks
 * @text: control characters in it become question marks, so that a row is
 *	always one line
 */
void hkj_csv_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"')
			fputc('"', out);
		fputc(c < ' ' || c == 0x7f ? '?' : c, out);
	}
	fputc('"', out);
}

/* Whose rows are printed. */
struct rows {
	const char *host;
	const struct hkj_target *target;
};

/* What is not known is an empty field. */
static void number(FILE *out, uint64_t value)
{
	fputc(',', out);
	if (value != HKJ_NONE)
		fprintf(out, "%" PRIu64, value);
}

static void text(FILE *out, const char *what)
{
	fputc(',', out);
	hkj_csv_text(out, what ? what : "");
}

static void numbers(FILE *out, const uint64_t *values, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		number(out, values[i]);
}

static uint64_t maybe_value(struct hkj_maybe maybe)
{
	return maybe.is_there ? maybe.value : HKJ_NONE;
}

/* The columns that each row begins with. */
static void place(FILE *out, const struct rows *rows)
{
	hkj_csv_text(out, rows->host);
	number(out, rows->target->cpu);
}

static void cpus_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_target *target = rows->target;
	const struct hkj_unexplained *none = target->unexplained;
	const uint64_t values[] = {
		target->threshold_ns,
		target->runtime_ns,
		target->quiet_ns,
		target->gaps.count,
		target->gaps.total_ns,
		target->gaps.min_ns,
		target->gaps.max_ns,
		target->parts ? target->parts->total_ns : HKJ_NONE,
		maybe_value(target->transition_ns),
		none ? none->count : HKJ_NONE,
		none ? none->total_ns : HKJ_NONE,
		none ? none->max_ns : HKJ_NONE,
		target->lost.clock_steps,
		target->lost.migrations,
		target->lost.overflow,
		maybe_value(target->lost.interruptions[HKJ_LOST_SOURCES]),
		maybe_value(target->lost.interruptions[HKJ_LOST_PARTS]),
		target->books.is_balanced,
	};

	place(out, rows);
	text(out, target->stop_reason);
	numbers(out, values, sizeof(values) / sizeof(values[0]));
	fputc('\n', out);
}

static void percentile_row(FILE *out, const struct rows *rows,
			   const char *name, uint64_t value)
{
	place(out, rows);
	text(out, name);
	number(out, value);
	fputc('\n', out);
}

static void percentiles_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_gaps *gaps = &rows->target->gaps;

	percentile_row(out, rows, "min", gaps->min_ns);
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		percentile_row(out, rows, hkj_percentile_names[i],
			       gaps->percentiles[i]);
	percentile_row(out, rows, "max", gaps->max_ns);
}

static void histogram_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_histogram *histogram = &rows->target->gaps.histogram;

	for (size_t i = 0; i < histogram->nr_buckets; i++) {
		const struct hkj_bucket *bucket = &histogram->buckets[i];

		place(out, rows);
		number(out, bucket->low);
		number(out, bucket->high);
		number(out, bucket->count);
		fputc('\n', out);
	}
}

static void source_names(const struct rows *rows,
			 const struct hkj_source_record *source, FILE *out)
{
	place(out, rows);
	text(out, source->class_name);
	number(out, source->id);
	text(out, source->name);
	text(out, source->function);
}

static void sources_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_target *target = rows->target;

	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		source_names(rows, source, out);
		number(out, source->count);
		number(out, source->total_ns);
		number(out, source->min_ns);
		number(out, source->max_ns);
		numbers(out, source->percentiles, HKJ_NR_PERCENTILES);
		number(out, source->initiators_unknown);
		number(out, source->initiators_others);
		text(out, source->cause);
		fputc('\n', out);
	}
}

static void initiators_of(const struct rows *rows,
			  const struct hkj_source_record *source, FILE *out)
{
	struct hkj_initiators all;

	hkj_initiators_init(&all, source);
	for (size_t i = 0; i < all.nr; i++) {
		const struct hkj_initiator_record *who = &all.list[i];

		source_names(rows, source, out);
		text(out, who->comm);
		number(out, who->pid);
		number(out, who->cpu);
		text(out, who->function);
		number(out, who->count);
		text(out, source->cause);
		fputc('\n', out);
	}
	hkj_initiators_exit(&all);
}

static void initiators_rows(const struct rows *rows, FILE *out)
{
	for (size_t i = 0; i < rows->target->nr_sources; i++)
		initiators_of(rows, &rows->target->sources[i], out);
}

static void gaps_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_target *target = rows->target;

	for (size_t i = 0; i < target->nr_longest; i++) {
		const struct hkj_longest *gap = &target->longest[i];

		place(out, rows);
		number(out, i);
		number(out, gap->start_ns);
		number(out, gap->duration_ns);
		number(out, gap->nr_parts);
		number(out, gap->parts_lost.value);
		fputc('\n', out);
	}
}

static void parts_of(const struct rows *rows, size_t index, FILE *out)
{
	const struct hkj_longest *gap = &rows->target->longest[index];

	for (size_t i = 0; i < gap->nr_parts; i++) {
		const struct hkj_part_record *part = &gap->parts[i];

		place(out, rows);
		number(out, index);
		text(out, part->class_name);
		text(out, part->name);
		text(out, part->function);
		number(out, part->start_ns);
		number(out, part->net_ns);
		fputc('\n', out);
	}
}

static void parts_rows(const struct rows *rows, FILE *out)
{
	for (size_t i = 0; i < rows->target->nr_longest; i++)
		parts_of(rows, i, out);
}

/* The source of the longest interruption in a point's longest gap. */
static void top_names(const struct hkj_target *target,
		      const struct hkj_point *point, FILE *out)
{
	const struct hkj_source_record *top = NULL;

	if (point->top < target->nr_sources)
		top = &target->sources[point->top];
	text(out, top ? top->class_name : "");
	text(out, top ? top->name : "");
	text(out, top ? top->function : "");
}

static void series_rows(const struct rows *rows, FILE *out)
{
	const struct hkj_series *series = rows->target->series;

	for (size_t i = 0; series && i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];

		place(out, rows);
		number(out, point->start_ns);
		number(out, point->count);
		number(out, point->total_ns);
		number(out, point->max_ns);
		top_names(rows->target, point, out);
		fputc('\n', out);
	}
}

/**
 * struct table - one table
 * @name: what the user types
 * @columns: names, behind "host" and "cpu"
 * @rows: prints those of a target
 */
struct table {
	const char *name;
	const char *columns;
	void (*rows)(const struct rows *rows, FILE *out);
};

static const struct table tables[] = {
	{ "cpus",
	  "stop_reason,threshold_ns,runtime_ns,quiet_ns,gaps,gaps_ns,gap_min_ns,gap_max_ns,parts_ns,transition_ns,unexplained,unexplained_ns,unexplained_max_ns,lost_clock_steps,lost_migrations,lost_overflow,lost_sources,lost_parts,is_balanced",
	  cpus_rows },
	{ "percentiles", "percentile,gap_ns", percentiles_rows },
	{ "histogram", "low_ns,high_ns,count", histogram_rows },
	{ "sources",
	  "class,id,name,function,count,total_ns,min_ns,max_ns,p50_ns,p90_ns,p99_ns,p99.9_ns,p99.99_ns,p99.999_ns,initiators_unknown,initiators_others,cause",
	  sources_rows },
	{ "initiators",
	  "class,id,name,function,comm,pid,initiator_cpu,initiator_function,count,cause",
	  initiators_rows },
	{ "gaps", "gap,start_ns,duration_ns,parts,parts_lost", gaps_rows },
	{ "parts", "gap,class,name,function,start_ns,net_ns", parts_rows },
	{ "series",
	  "start_ns,gaps,lost_ns,longest_ns,top_class,top_name,top_function",
	  series_rows },
};

#define NR_TABLES (sizeof(tables) / sizeof(tables[0]))

static bool has_series(const struct hkj_result *result)
{
	for (size_t i = 0; i < result->nr_cpus; i++)
		if (result->cpus[i].series)
			return true;
	return false;
}

static int unknown(const char *name, struct hkj_error *error)
{
	char names[200] = "";

	for (size_t i = 0; i < NR_TABLES; i++) {
		size_t used = strlen(names);

		snprintf(names + used, sizeof(names) - used, "%s%s",
			 i ? ", " : "", tables[i].name);
	}
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "--csv '%.40s': is no table; there are %s", name,
			     names);
}

/**
 * hkj_csv_print() - print a table of all targets
 * @result: complete
 * @table: its name
 * @out: gets it
 * @error: filled when there is no such table
 *
 * Return: 0 or -1.
 */
int hkj_csv_print(const struct hkj_result *result, const char *table,
		  FILE *out, struct hkj_error *error)
{
	const struct table *found = NULL;

	for (size_t i = 0; i < NR_TABLES; i++)
		if (!strcmp(tables[i].name, table))
			found = &tables[i];
	if (!found)
		return unknown(table, error);
	if (found->rows == series_rows && !has_series(result))
		fputs("hkjitter: the result has no series: there are no rows\n",
		      stderr);
	fprintf(out, "host,cpu,%s\n", found->columns);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];
		struct hkj_host_label room;
		const struct hkj_host *host = hkj_result_host(result, target);
		const struct rows rows = {
			hkj_result_host_name(result, host, &room), target
		};

		found->rows(&rows, out);
	}
	return 0;
}
