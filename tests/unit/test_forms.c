// SPDX-License-Identifier: GPL-2.0
/*
 * The other forms of a report: comma-separated values, traces, metrics; and
 * how parts of a gap lie in one another, and what CPUs have together.
 */
#include <inttypes.h>

#include <jansson.h>

#include "csv.h"
#include "fixture.h"
#include "initiators.h"
#include "openmetrics.h"
#include "overall.h"
#include "perfetto.h"
#include "result.h"
#include "spans.h"
#include "unit.h"

static struct hkj_result fixture;
static const char *table;

static int prepare(void **state)
{
	(void)state;
	fixture_make(&fixture);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	hkj_result_free(&fixture);
	return 0;
}

static void print_csv(const void *result, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_csv_print(result, table, out, &error), 0);
}

static void print_trace(const void *result, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_perfetto_print(result, out, &error), 0);
}

static void print_metrics(const void *result, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_openmetrics_print(result, out, &error), 0);
}

static void text_replace(char **text, const char *with)
{
	free(*text);
	*text = strdup(with);
}

/* Return: end of a row; counts its fields, those in quotation marks as one. */
static const char *row_end(const char *row, unsigned int *fields)
{
	bool is_quoted = false;

	*fields = 1;
	for (; *row && (is_quoted || *row != '\n'); row++) {
		if (*row == '"')
			is_quoted = !is_quoted;
		*fields += *row == ',' && !is_quoted;
	}
	assert_false(is_quoted);
	return row;
}

/* Return: rows below the names, each with as many fields as there are names. */
static unsigned int rows_of(const char *text)
{
	unsigned int names, fields, rows = 0;

	text = row_end(text, &names);
	for (; text[1]; rows++) {
		text = row_end(text + 1, &fields);
		assert_int_equal(fields, names);
	}
	return rows;
}

static size_t nr_of(const char *name)
{
	size_t nr = 0;

	for (size_t i = 0; i < fixture.nr_cpus; i++) {
		const struct hkj_target *target = &fixture.cpus[i];

		if (!strcmp(name, "cpus"))
			nr++;
		else if (!strcmp(name, "percentiles"))
			nr += HKJ_NR_PERCENTILES + 2;
		else if (!strcmp(name, "histogram"))
			nr += target->gaps.histogram.nr_buckets;
		else if (!strcmp(name, "sources"))
			nr += target->nr_sources;
		else if (!strcmp(name, "gaps"))
			nr += target->nr_longest;
		else if (target->series)
			nr += target->series->nr_points;
	}
	return nr;
}

static void csv_has_all_rows(void **state)
{
	static const char *const names[] = { "cpus", "percentiles", "histogram",
					     "sources", "gaps", "series" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char *text;

		table = names[i];
		text = printed(print_csv, &fixture);
		assert_memory_equal(text, "host,cpu,", 9);
		assert_int_equal(rows_of(text), nr_of(names[i]));
		free(text);
	}
}

static void csv_has_the_numbers(void **state)
{
	char row[200];
	char *text;

	(void)state;
	table = "sources";
	text = printed(print_csv, &fixture);
	snprintf(row, sizeof(row),
		 "\n\"lab-7\",1,\"ipi\",252,\"call_function\",\"%s\",%u,%u,",
		 fixture.cpus[0].sources[3].function,
		 (unsigned int)fixture.cpus[0].sources[3].count,
		 (unsigned int)fixture.cpus[0].sources[3].total_ns);
	assert_non_null(strstr(text, row));
	free(text);
	table = "initiators";
	text = printed(print_csv, &fixture);
	snprintf(row, sizeof(row),
		 "\"khugepaged\",34,0,\"tlb_remove_table_sync_one\",%u,\"\"\n",
		 (unsigned int)fixture.cpus[0].sources[3].initiators[0].count);
	assert_non_null(strstr(text, row));
	free(text);
	table = "parts";
	text = printed(print_csv, &fixture);
	snprintf(row, sizeof(row),
		 "1,0,\"thread\",\"kworker/1:0\",\"\",%u,%u\n",
		 (unsigned int)fixture.cpus[0].longest[0].parts[0].start_ns,
		 (unsigned int)fixture.cpus[0].longest[0].parts[0].net_ns);
	assert_non_null(strstr(text, row));
	free(text);
}

/* A source is there once for each thing that began it. */
static void csv_tells_causes_apart(void **state)
{
	struct hkj_result result;
	struct hkj_source_record *sources;
	char *text;

	(void)state;
	fixture_make(&result);
	sources = result.cpus[0].sources;
	sources[3].cause = strdup("its,\"own\"");
	table = "sources";
	text = printed(print_csv, &result);
	assert_non_null(strstr(text, ",\"its,\"\"own\"\"\"\n"));
	assert_int_equal(rows_of(text), nr_of("sources"));
	free(text);
	table = "initiators";
	text = printed(print_csv, &result);
	assert_non_null(strstr(text, ",\"its,\"\"own\"\"\"\n"));
	free(text);
	hkj_result_free(&result);
}

static void csv_quotes_any_text(void **state)
{
	struct hkj_result result;
	char *text;

	(void)state;
	fixture_make(&result);
	text_replace(&result.cpus[0].sources[0].name, "a\",\"b\nc\x1b,d");
	table = "sources";
	text = printed(print_csv, &result);
	assert_int_equal(rows_of(text), nr_of("sources"));
	assert_non_null(strstr(text, ",\"a\"\",\"\"b?c?,d\","));
	free(text);
	hkj_result_free(&result);
}

static void unknown_table_is_refused(void **state)
{
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_csv_print(&fixture, "nonsense", stderr, &error),
			 -1);
	assert_told(&error, HKJ_EXIT_USAGE, "there are cpus, percentiles,");
}

static double real_of(const json_t *event, const char *key)
{
	return json_number_value(json_object_get(event, key));
}

static const char *text_of(const json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));

	return text ? text : "";
}

static json_t *trace_of(const struct hkj_result *result)
{
	char *text = printed(print_trace, result);
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	free(text);
	return json;
}

/* Slices of a thread come by their start, and parts lie within their gap. */
static void trace_is_nested(void **state)
{
	json_t *json = trace_of(&fixture);
	const json_t *event, *gap = NULL;
	size_t i, nr_gaps = 0;

	(void)state;
	json_array_foreach(json_object_get(json, "traceEvents"), i, event) {
		if (strcmp(text_of(event, "ph"), "X"))
			continue;
		if (!strcmp(text_of(event, "cat"), "gap")) {
			if (gap && real_of(gap, "tid") == real_of(event, "tid"))
				assert_true(real_of(gap, "ts") <=
					    real_of(event, "ts"));
			gap = event;
			nr_gaps++;
			continue;
		}
		assert_non_null(gap);
		assert_true(real_of(event, "tid") == real_of(gap, "tid"));
		assert_true(real_of(event, "ts") >= real_of(gap, "ts"));
		assert_true(real_of(event, "ts") + real_of(event, "dur") <=
			    real_of(gap, "ts") + real_of(gap, "dur") + 0.001);
	}
	assert_int_equal(nr_gaps, nr_of("gaps"));
	json_decref(json);
}

static void trace_has_any_text(void **state)
{
	static const char odd[] = "</script>\"\\\x01\n\xc3\xa4";
	struct hkj_result result;
	bool is_found = false;
	const json_t *event;
	json_t *json;
	size_t i;

	(void)state;
	fixture_make(&result);
	text_replace(&result.cpus[0].longest[0].parts[0].name, odd);
	json = trace_of(&result);
	json_array_foreach(json_object_get(json, "traceEvents"), i, event)
		is_found |= !strcmp(text_of(event, "name"), odd);
	assert_true(is_found);
	json_decref(json);
	hkj_result_free(&result);
}

static void trace_counts_the_series(void **state)
{
	struct hkj_point points[] = { { 0, 3, 900, 500, 0 },
				      { 2000000000, 1, 70, 70, HKJ_NONE } };
	struct hkj_series series = { .period_ns = 1000000000,
				     .nr_points = 2,
				     .points = points };
	struct hkj_series *was = fixture.cpus[0].series;
	uint64_t counts[] = { 3, 0, 1, 0 };
	const json_t *event;
	size_t i, nr = 0;
	json_t *json;

	(void)state;
	fixture.cpus[0].series = &series;
	json = trace_of(&fixture);
	fixture.cpus[0].series = was;
	json_array_foreach(json_object_get(json, "traceEvents"), i, event) {
		const json_t *args = json_object_get(event, "args");

		if (strcmp(text_of(event, "ph"), "C") ||
		    real_of(event, "tid") != 2)
			continue;
		assert_true(nr < ARRAY_SIZE(counts));
		assert_true(real_of(args, "gaps") == (double)counts[nr]);
		nr++;
	}
	assert_int_equal(nr, ARRAY_SIZE(counts));
	json_decref(json);
}

/* Lines that a form must have; the first one that it has not is told. */
static void assert_lines(const char *text, const char *const *lines)
{
	for (; *lines; lines++)
		if (!strstr(text, *lines))
			fail_msg("there is no line '%s'", *lines);
}

static unsigned int times(const char *text, const char *part)
{
	unsigned int nr = 0;

	for (text = strstr(text, part); text; text = strstr(text + 1, part))
		nr++;
	return nr;
}

static void metrics_have_the_numbers(void **state)
{
	static const char *const lines[] = {
		"\nhkjitter_gaps{cpu=\"1\"} 400\n",
		"\nhkjitter_gap_max_seconds{cpu=\"1\"} 0.000490691\n",
		"_percentile_seconds{cpu=\"1\",percentile=\"99.99\"} 0.000490691\n",
		"\nhkjitter_gap_seconds_bucket{cpu=\"1\",le=\"0.000001023\"} 310\n",
		"\nhkjitter_gap_seconds_bucket{cpu=\"1\",le=\"+Inf\"} 400\n",
		"\nhkjitter_gap_seconds_sum{cpu=\"1\"} 0.000889129\n",
		"{cpu=\"1\",class=\"softirq\",id=\"9\",name=\"rcu\",function=\"\"} ",
		NULL
	};
	char *text = printed(print_metrics, &fixture);

	(void)state;
	assert_lines(text, lines);
	assert_string_equal(text + strlen(text) - 6, "# EOF\n");
	assert_int_equal(times(text, "# EOF"), 1);
	free(text);
}

static void metrics_escape_labels(void **state)
{
	struct hkj_result result;
	char *text;

	(void)state;
	fixture_make(&result);
	text_replace(&result.cpus[0].sources[0].name, "a\"b\\c\nd} 1\n# EOF\x1b");
	text = printed(print_metrics, &result);
	assert_int_equal(times(text, "name=\"a\\\"b\\\\c\\\\x0ad} 1\\\\x0a# EOF\\\\x1b\""),
			 3);
	assert_int_equal(times(text, "\n# EOF"), 1);
	free(text);
	hkj_result_free(&result);
}

/* Two series with the same labels would make a scrape fail. */
static void metrics_of_equal_sources_are_one(void **state)
{
	struct hkj_source_record *a, *b;
	struct hkj_result result;
	char expected[100];
	char *text;

	(void)state;
	fixture_make(&result);
	a = &result.cpus[0].sources[0];
	b = &result.cpus[0].sources[1];
	text_replace(&b->class_name, a->class_name);
	text_replace(&b->name, a->name);
	text_replace(&b->function, a->function);
	b->id = a->id;
	text = printed(print_metrics, &result);
	snprintf(expected, sizeof(expected),
		 "name=\"kworker/1:0\",function=\"\"} %" PRIu64 "\n",
		 a->count + b->count);
	assert_int_equal(times(text, "hkjitter_source_interruptions{cpu=\"1\",class=\"thread\""),
			 1);
	assert_non_null(strstr(text, expected));
	free(text);
	hkj_result_free(&result);
}

/* 100 ns of work, hit by an interrupt of 30 that an NMI of 10 hits; then 20. */
static void parts_nest_by_net_time(void **state)
{
	struct hkj_part_record parts[] = {
		{ .start_ns = 1040, .net_ns = 10 },
		{ .start_ns = 1020, .net_ns = 30 },
		{ .start_ns = 1000, .net_ns = 100 },
		{ .start_ns = 1140, .net_ns = 20 },
	};
	struct hkj_longest gap = { .start_ns = 1000,
				   .duration_ns = 200,
				   .nr_parts = 4,
				   .parts = parts };
	const struct {
		size_t part;
		uint64_t start_ns, end_ns;
		unsigned int depth;
	} wanted[] = { { 2, 0, 140, 0 },
		       { 1, 20, 60, 1 },
		       { 0, 40, 50, 2 },
		       { 3, 140, 160, 0 } };
	struct hkj_span *spans = hkj_spans_new(&gap);

	(void)state;
	assert_non_null(spans);
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		assert_ptr_equal(spans[i].part, &parts[wanted[i].part]);
		assert_int_equal(spans[i].start_ns, wanted[i].start_ns);
		assert_int_equal(spans[i].end_ns, wanted[i].end_ns);
		assert_int_equal(spans[i].depth, wanted[i].depth);
	}
	assert_int_equal(hkj_spans_depth(spans, 4), 3);
	free(spans);
}

/* Whatever a file says, no part leaves its gap, and any number may nest. */
static void parts_stay_within_the_gap(void **state)
{
	static struct hkj_part_record parts[300];
	struct hkj_longest gap = { .start_ns = 50,
				   .duration_ns = 1000,
				   .nr_parts = ARRAY_SIZE(parts),
				   .parts = parts };
	uint64_t seed = 3;
	struct hkj_span *spans;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		parts[i].start_ns = i % 9 ? random_below(&seed, 2000) :
					    random_next(&seed);
		parts[i].net_ns = i % 7 ? random_below(&seed, 900) :
					  random_next(&seed);
	}
	spans = hkj_spans_new(&gap);
	assert_non_null(spans);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		assert_true(spans[i].start_ns <= spans[i].end_ns);
		assert_true(spans[i].end_ns <= gap.duration_ns);
	}
	free(spans);
}

static void gaps_of_all_add_up(void **state)
{
	struct hkj_error error;
	struct hkj_gaps gaps;

	(void)state;
	assert_int_equal(hkj_overall_gaps(fixture.cpus, 2, &gaps, &error), 0);
	assert_int_equal(gaps.count, 401);
	assert_int_equal(gaps.total_ns, fixture.cpus[0].gaps.total_ns +
						fixture.cpus[1].gaps.total_ns);
	assert_int_equal(gaps.min_ns, 952);
	assert_int_equal(gaps.max_ns, 490691);
	assert_int_equal(hkj_histogram_count(&gaps.histogram), 401);
	for (size_t i = 1; i < gaps.histogram.nr_buckets; i++)
		assert_true(gaps.histogram.buckets[i].low >
			    gaps.histogram.buckets[i - 1].high);
	free(gaps.histogram.buckets);
}

static void sources_of_all_add_up(void **state)
{
	struct hkj_source_record merged;
	struct hkj_groups groups;
	struct hkj_error error;
	uint64_t count = 0, wanted = 0;

	(void)state;
	assert_int_equal(hkj_groups_init(&groups, fixture.cpus, 2,
					 hkj_source_by_what, &error),
			 0);
	assert_int_equal(groups.nr, 6);
	for (size_t i = 0; i < groups.nr; i++) {
		assert_int_equal(hkj_group_initiators(&groups.groups[i],
						      &merged, &error),
				 0);
		assert_int_equal(merged.count, groups.groups[i].count);
		count += merged.count;
		free(merged.initiators);
		if (i)
			assert_true(groups.groups[i].total_ns <=
				    groups.groups[i - 1].total_ns);
	}
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < fixture.cpus[i].nr_sources; k++)
			wanted += fixture.cpus[i].sources[k].count;
	assert_int_equal(count, wanted);
	hkj_groups_exit(&groups);
}

static void equal_initiators_are_one(void **state)
{
	char a[] = "a", b[] = "b", f[] = "f", g[] = "g";
	struct hkj_initiator_record who[] = {
		{ .comm = a, .pid = 7, .cpu = 1, .function = f, .count = 2 },
		{ .comm = b, .pid = 7, .cpu = 1, .function = f, .count = 4 },
		{ .comm = g, .pid = 1, .cpu = 1, .function = f, .count = 0 },
		{ .comm = a, .pid = 7, .cpu = 1, .function = f, .count = 3 },
		{ .comm = a, .pid = 7, .cpu = 2, .function = f, .count = 1 },
		{ .comm = a, .pid = 7, .cpu = 1, .function = g, .count = 1 },
	};
	struct hkj_source_record source = { .nr_initiators = ARRAY_SIZE(who),
					    .initiators = who };
	struct hkj_initiators all;

	(void)state;
	hkj_initiators_init(&all, &source);
	assert_int_equal(all.nr, 4);
	assert_string_equal(all.list[0].comm, "a");
	assert_int_equal(all.list[0].count, 5);
	assert_string_equal(all.list[1].comm, "b");
	assert_int_equal(all.list[2].count, 1);
	assert_int_equal(who[0].count, 2);
	hkj_initiators_exit(&all);
	source.nr_initiators = 0;
	hkj_initiators_init(&all, &source);
	assert_int_equal(all.nr, 0);
	hkj_initiators_exit(&all);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(equal_initiators_are_one),
	cmocka_unit_test(csv_has_all_rows),
	cmocka_unit_test(csv_has_the_numbers),
	cmocka_unit_test(csv_tells_causes_apart),
	cmocka_unit_test(csv_quotes_any_text),
	cmocka_unit_test(unknown_table_is_refused),
	cmocka_unit_test(trace_is_nested),
	cmocka_unit_test(trace_has_any_text),
	cmocka_unit_test(trace_counts_the_series),
	cmocka_unit_test(metrics_have_the_numbers),
	cmocka_unit_test(metrics_escape_labels),
	cmocka_unit_test(metrics_of_equal_sources_are_one),
	cmocka_unit_test(parts_nest_by_net_time),
	cmocka_unit_test(parts_stay_within_the_gap),
	cmocka_unit_test(gaps_of_all_add_up),
	cmocka_unit_test(sources_of_all_add_up),
};

UNIT_MAIN(tests, prepare, finish)
