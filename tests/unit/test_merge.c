// SPDX-License-Identifier: GPL-2.0
/*
 * Merging: what comes out is what one measurement of all would have been, and
 * what is not the same measurement is refused.
 */
#include "combine.h"
#include "csv.h"
#include "data.h"
#include "fixture.h"
#include "histogram.h"
#include "host_figures.h"
#include "merge.h"
#include "merge_maker.h"
#include "result.h"
#include "target.h"
#include "unit.h"
#include "verdict.h"
#include "view.h"

static void assert_same_histogram(const struct hkj_histogram *left,
				  const struct hkj_histogram *right)
{
	assert_int_equal(left->nr_buckets, right->nr_buckets);
	if (left->nr_buckets)
		assert_memory_equal(left->buckets, right->buckets,
				    left->nr_buckets * sizeof(*left->buckets));
}

static void assert_same_source(const struct hkj_source_record *left,
			       const struct hkj_source_record *right)
{
	assert_string_equal(left->function, right->function);
	assert_string_equal(left->name, right->name);
	assert_true(left->count == right->count);
	assert_true(left->total_ns == right->total_ns);
	assert_true(left->min_ns == right->min_ns);
	assert_true(left->max_ns == right->max_ns);
	assert_same_histogram(&left->histogram, &right->histogram);
	assert_memory_equal(left->percentiles, right->percentiles,
			    sizeof(left->percentiles));
	assert_int_equal(left->nr_initiators, right->nr_initiators);
}

static void assert_same_target(const struct hkj_target *left,
			       const struct hkj_target *right)
{
	assert_true(left->gaps.count == right->gaps.count);
	assert_true(left->gaps.total_ns == right->gaps.total_ns);
	assert_true(left->gaps.min_ns == right->gaps.min_ns);
	assert_true(left->gaps.max_ns == right->gaps.max_ns);
	assert_same_histogram(&left->gaps.histogram, &right->gaps.histogram);
	assert_memory_equal(left->gaps.percentiles, right->gaps.percentiles,
			    sizeof(left->gaps.percentiles));
	assert_true(left->parts->count == right->parts->count);
	assert_true(left->parts->total_ns == right->parts->total_ns);
	assert_true(left->transition_ns.value == right->transition_ns.value);
	assert_true(left->unexplained->max_ns == right->unexplained->max_ns);
	assert_true(left->unexplained->nr_smis.is_there);
	assert_memory_equal(left->unexplained->causes,
			    right->unexplained->causes,
			    sizeof(left->unexplained->causes));
	assert_int_equal(left->nr_sources, right->nr_sources);
	for (size_t i = 0; i < left->nr_sources; i++)
		assert_same_source(&left->sources[i], &right->sources[i]);
	assert_int_equal(left->nr_longest, right->nr_longest);
	for (size_t i = 0; i < left->nr_longest; i++)
		assert_true(left->longest[i].duration_ns ==
			    right->longest[i].duration_ns);
}

/*
 * The gaps of one run cut in two, whatever their distribution and the cut: a
 * multiple of 8, as one interruption in so many gaps is made outside of them.
 */
static void check_parts_against_the_whole(enum shape shape, size_t cut)
{
	struct hkj_merge_input inputs[2] = { { .name = "one" },
					     { .name = "two" } };
	struct hkj_target whole;
	struct hkj_result merged;
	struct hkj_error error;
	__u64 gaps[NR_GAPS];

	data_fill(gaps, NR_GAPS, shape, 7);
	target_make(&whole, gaps, NR_GAPS);
	result_make(&inputs[0].result, 1, gaps, cut);
	result_make(&inputs[1].result, 2, gaps + cut, NR_GAPS - cut);
	assert_int_equal(hkj_merge(&merged, inputs, 2, &error), 0);
	assert_int_equal(merged.nr_cpus, 1);
	assert_true(merged.cpus[0].books.is_balanced);
	assert_true(merged.cpus[0].runtime_ns ==
		    merged.cpus[0].quiet_ns + merged.cpus[0].gaps.total_ns);
	assert_same_target(&merged.cpus[0], &whole);
	hkj_result_free(&merged);
	for (size_t i = 0; i < 2; i++)
		hkj_result_free(&inputs[i].result);
	merged.cpus = calloc(1, sizeof(*merged.cpus));
	assert_non_null(merged.cpus);
	merged.cpus[0] = whole;
	merged.nr_cpus = 1;
	hkj_result_free(&merged);
}

static void merged_is_what_the_whole_would_be(void **state)
{
	static const size_t cuts[] = { 8, 16, 304, NR_GAPS - 8 };

	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++)
		for (size_t i = 0; i < ARRAY_SIZE(cuts); i++)
			check_parts_against_the_whole(shape, cuts[i]);
}

/* A doubt stays where its figure does not: the drift of several clocks is none. */
static void doubts_of_one_are_of_all(void **state)
{
	struct hkj_merge_input inputs[2] = { { .name = "one" },
					     { .name = "two" } };
	struct hkj_target *doubted = NULL;
	struct hkj_result merged;
	struct hkj_error error;
	__u64 gaps[NR_GAPS];

	(void)state;
	data_fill(gaps, NR_GAPS, SHAPE_UNIFORM, 7);
	for (unsigned int i = 0; i < 2; i++) {
		result_make(&inputs[i].result, i, gaps, NR_GAPS);
		doubted = &inputs[i].result.cpus[0];
		assert_true(doubted->verdict->is_complete);
	}
	doubted->runtime_ns = doubted->runtime_ns + 10000000000;
	doubted->clock.drift_ppm = 5000;
	assert_int_equal(hkj_merge(&merged, inputs, 2, &error), 0);
	assert_false(merged.cpus[0].verdict->is_complete);
	assert_int_equal(merged.cpus[0].verdict->nr_doubts, 1);
	assert_string_equal(merged.cpus[0].verdict->doubts[0], "clock_drift");
	assert_true(hkj_verdict_doubts(&merged.cpus[0]));
	assert_string_equal(merged.run.verdict->doubts[0],
			    "CPU 1: clock_drift");
	hkj_result_free(&merged);
	for (size_t i = 0; i < 2; i++)
		hkj_result_free(&inputs[i].result);
}

static char *merged_text(struct hkj_merge_input *inputs, size_t nr)
{
	struct hkj_result merged;
	struct hkj_error error;
	char *text;

	assert_int_equal(hkj_merge(&merged, inputs, nr, &error), 0);
	text = fixture_text(&merged);
	hkj_result_free(&merged);
	return text;
}

static void merging_in_steps_is_the_same(void **state)
{
	struct hkj_merge_input inputs[3], steps[2];
	struct hkj_error error;
	char *at_once, *stepwise;

	(void)state;
	three_make(inputs);
	at_once = merged_text(inputs, 3);
	inputs_free(inputs, 3);
	three_make(inputs);
	steps[0].name = "steps";
	assert_int_equal(hkj_merge(&steps[0].result, inputs, 2, &error), 0);
	steps[1] = inputs[2];
	stepwise = merged_text(steps, 2);
	assert_string_equal(stepwise, at_once);
	free(at_once);
	free(stepwise);
	inputs_free(steps, 2);
	inputs_free(inputs, 2);
}

static void hosts_and_runs_are_kept(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result back;
	struct hkj_error error;
	char *text, *again;

	(void)state;
	three_make(inputs);
	text = merged_text(inputs, 3);
	assert_int_equal(fixture_read(text, &back, &error), 0);
	assert_int_equal(back.nr_hosts, 2);
	assert_int_equal(back.nr_runs, 3);
	assert_int_equal(back.nr_cpus, 2);
	assert_string_equal(back.hosts[1].hostname, "lab-8");
	assert_int_equal(back.cpus[0].nr_runs.value, 2);
	assert_int_equal(back.cpus[1].nr_runs.value, 1);
	assert_string_equal(hkj_result_host(&back, &back.cpus[1])->hostname,
			    "lab-8");
	assert_string_equal(back.runs[2].file, "three");
	assert_string_equal(back.runs[2].cpus, "1");
	assert_string_equal(back.host.hostname, HKJ_SEVERAL);
	assert_string_equal(back.host.kernel, "6.12.0-amd64");
	assert_true(back.cpus[0].longest[0].run.is_there);
	again = fixture_text(&back);
	assert_string_equal(again, text);
	hkj_result_free(&back);
	inputs_free(inputs, 3);
	free(text);
	free(again);
}

static char *report_of(const struct hkj_result *result, const char *table)
{
	struct hkj_error error;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	if (table)
		assert_int_equal(hkj_csv_print(result, table, out, &error), 0);
	else
		hkj_view_report(result, out);
	fclose(out);
	return text;
}

static void check_told_apart(const struct hkj_result *merged, const char *first,
			     const char *second)
{
	static const char *const tables[] = { NULL, "cpus", "gaps" };

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		char *text = report_of(merged, tables[i]);

		assert_non_null(strstr(text, first));
		assert_non_null(strstr(text, second));
		free(text);
	}
}

/* Two machines of one name, or one that was booted with another kernel. */
static void equal_names_are_told_apart(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result merged;
	struct hkj_error error;
	char *text;

	(void)state;
	three_make(inputs);
	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), 0);
	text = report_of(&merged, NULL);
	assert_non_null(strstr(text, "3.000 s in 3 runs within"));
	assert_null(strstr(text, "hosts["));
	free(text);
	strcpy(merged.hosts[1].hostname, "lab-7");
	check_told_apart(&merged, "lab-7 (hosts[0])", "lab-7 (hosts[1])");
	strcpy(merged.hosts[1].kernel, "6.1.0");
	check_told_apart(&merged, "lab-7 (6.12.0-amd64)", "lab-7 (6.1.0)");
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
}

static void check_refused(struct hkj_merge_input *inputs, const char *why)
{
	struct hkj_result merged;
	struct hkj_error error;

	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, why);
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
}

static void text_change(char **text, const char *to)
{
	free(*text);
	*text = strdup(to);
}

/* One bucket for all: no file of this tool has it. */
static void histogram_widen(struct hkj_histogram *histogram)
{
	histogram->buckets[0] = (struct hkj_bucket){
		0, HKJ_NONE, hkj_histogram_count(histogram)
	};
	histogram->nr_buckets = 1;
}

static void what_is_not_the_same_is_refused(void **state)
{
	struct hkj_merge_input inputs[3];

	(void)state;
	three_make(inputs);
	inputs[2].result.run.start_realtime_ns =
		inputs[0].result.run.start_realtime_ns;
	check_refused(inputs, "give each run once");
	three_make(inputs);
	text_change(&inputs[2].result.config.policy, "other");
	check_refused(inputs, "policies differ");
	three_make(inputs);
	text_change(&inputs[2].result.config.workload, "user");
	check_refused(inputs, "workloads differ");
	three_make(inputs);
	text_change(&inputs[2].result.cpus[0].clock.kind, "sched");
	check_refused(inputs, "different clocks");
	three_make(inputs);
	inputs[2].result.cpus[0].books.cycles.quiet++;
	check_refused(inputs, "do not balance");
	three_make(inputs);
	histogram_widen(&inputs[2].result.cpus[0].gaps.histogram);
	check_refused(inputs, "overlap");
	three_make(inputs);
	histogram_widen(&inputs[2].result.cpus[0].sources[0].histogram);
	check_refused(inputs, "overlap");
}

/* On a machine of its own, what differs is no obstacle. */
static void machines_may_differ(void **state)
{
	struct hkj_merge_input inputs[3];
	char *text;

	(void)state;
	three_make(inputs);
	text_change(&inputs[1].result.config.policy, "other");
	inputs[1].result.cpus[0].books.cycles.quiet++;
	text = merged_text(inputs, 3);
	assert_non_null(strstr(text, "\"policy\":\"several\""));
	inputs_free(inputs, 3);
	free(text);
}

static void wrong_indices_are_refused(void **state)
{
	static const struct {
		const char *from;
		const char *to;
		const char *why;
	} cases[] = {
		{ "{\"host\":1,\"nr_runs\"", "{\"host\":2,\"nr_runs\"",
		  "cpus[1].host" },
		{ "{\"host\":1,\"nr_runs\"", "{\"hXst\":1,\"nr_runs\"",
		  "cpus[1].host" },
		{ "{\"host\":1,\"file\"", "{\"host\":9,\"file\"",
		  "runs[1].host" },
		{ "\"runs\": [", "\"rXns\": [", "runs" },
		{ "\"hosts\": [", "\"hXsts\": [", "host" },
		{ "\"longest\":[{\"run\":0", "\"longest\":[{\"run\":3",
		  "longest[0].run" },
	};
	struct hkj_merge_input inputs[3];
	struct hkj_result back;
	struct hkj_error error;
	char *text;

	(void)state;
	three_make(inputs);
	text = merged_text(inputs, 3);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *at = strstr(text, cases[i].from);

		assert_non_null(at);
		memcpy(at, cases[i].to, strlen(cases[i].to));
		assert_int_equal(fixture_read(text, &back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].why);
		memcpy(at, cases[i].from, strlen(cases[i].from));
	}
	inputs_free(inputs, 3);
	free(text);
}

static void sums_that_do_not_fit_are_told(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result merged;
	struct hkj_error error;

	(void)state;
	three_make(inputs);
	inputs[0].result.cpus[0].self.upkeeps = INT64_MAX;
	inputs[2].result.cpus[0].self.upkeeps = INT64_MAX;
	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), 0);
	assert_int_equal(hkj_result_write(&merged, stderr, "x", &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "2^63");
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
}

/* What the measurement took itself is added once, as everything else. */
static void own_noise_adds_up(void **state)
{
	struct hkj_merge_input inputs[3];
	struct hkj_result merged;
	struct hkj_error error;

	(void)state;
	three_make(inputs);
	inputs[0].result.cpus[0].self.interruptions = hkj_maybe(3);
	inputs[2].result.cpus[0].self.interruptions = hkj_maybe(4);
	assert_int_equal(hkj_merge(&merged, inputs, 3, &error), 0);
	assert_true(merged.cpus[0].self.interruptions.is_there);
	assert_int_equal(merged.cpus[0].self.interruptions.value, 7);
	hkj_result_free(&merged);
	inputs_free(inputs, 3);
}

static const struct hkj_source_record *kept_source(struct hkj_target *targets)
{
	struct hkj_target *from[2] = { &targets[0], &targets[1] };
	static struct hkj_target to;

	to = (struct hkj_target){ 0 };
	assert_null(hkj_combine_sources(&to, from, 2));
	assert_int_equal(to.nr_sources, 1);
	return to.sources;
}

/* More tasks asked than are kept: the rest is counted, not dropped. */
static void initiators_beyond_the_limit_are_summed(void **state)
{
	struct hkj_result results[3] = { { .nr_cpus = 0 } };
	struct hkj_target *targets = calloc(2, sizeof(*targets));
	const struct hkj_source_record *kept;
	uint64_t count = 0;

	(void)state;
	assert_non_null(targets);
	for (size_t i = 0; i < 2; i++) {
		struct hkj_source_record *source = calloc(1, sizeof(*source));

		targets[i].sources = source;
		targets[i].nr_sources = 1;
		source->class_name = strdup("ipi");
		source->name = strdup("n");
		source->function = strdup("f");
		source->min_ns = HKJ_NONE;
		source->max_ns = HKJ_NONE;
		source->nr_initiators = HKJ_COMBINE_INITIATORS;
		source->initiators = calloc(HKJ_COMBINE_INITIATORS,
					    sizeof(*source->initiators));
		for (size_t k = 0; k < HKJ_COMBINE_INITIATORS; k++)
			source->initiators[k] = (struct hkj_initiator_record){
				strdup("bash"), i * 1000 + k, 0, strdup(""),
				k + 1
			};
	}
	kept = kept_source(targets);
	assert_int_equal(kept->nr_initiators, HKJ_COMBINE_INITIATORS);
	for (size_t k = 0; k < kept->nr_initiators; k++)
		count += kept->initiators[k].count;
	assert_true(count + kept->initiators_others ==
		    HKJ_COMBINE_INITIATORS * (HKJ_COMBINE_INITIATORS + 1ULL));
	assert_true(kept->initiators[0].count == HKJ_COMBINE_INITIATORS);
	results[0].cpus = targets;
	results[0].nr_cpus = 2;
	hkj_result_free(&results[0]);
	results[1].cpus = calloc(1, sizeof(struct hkj_target));
	results[1].cpus[0].sources = (struct hkj_source_record *)(uintptr_t)kept;
	results[1].cpus[0].nr_sources = 1;
	results[1].nr_cpus = 1;
	hkj_result_free(&results[1]);
}

/* Machines whose longest gaps are @max_ns. */
static void hosts_make(struct hkj_result *result, const uint64_t *max_ns,
		       size_t nr)
{
	*result = (struct hkj_result){ .nr_hosts = nr, .nr_cpus = nr };
	result->hosts = calloc(nr, sizeof(*result->hosts));
	result->cpus = calloc(nr, sizeof(*result->cpus));
	assert_non_null(result->hosts);
	assert_non_null(result->cpus);
	for (size_t i = 0; i < nr; i++) {
		result->cpus[i].host = hkj_maybe(i);
		result->cpus[i].runtime_ns = 1000000000;
		result->cpus[i].gaps.max_ns = max_ns[i];
		result->cpus[i].gaps.count = 1;
	}
}

static void outliers_are_named(void **state)
{
	static const struct {
		uint64_t max_ns[7];
		size_t nr;
		int apart; /* -1: none */
	} cases[] = {
		{ { 1000, 1100, 900, 1050, 40000 }, 5, 4 },
		{ { 1000, 1000, 1000, 1000, 9000 }, 5, 4 }, /* MAD is 0 */
		{ { 1000, 20, 1100, 900, 1050, 1010 }, 6, 1 },
		{ { 1000, 1000, 1000, 1000, 1000 }, 5, -1 },
		{ { 1000, 1001, 999, 1000, 1100 }, 5, -1 }, /* not twice */
		{ { 1000, 2000, 4000, 8000, 16000, 500, 250 }, 7, -1 },
		{ { 1000, 1000, 1000, 90000 }, 4, -1 }, /* too few */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hkj_result result;
		struct hkj_hosts hosts;

		hosts_make(&result, cases[i].max_ns, cases[i].nr);
		assert_int_equal(hkj_hosts_init(&hosts, &result), 0);
		for (size_t k = 0; k < cases[i].nr; k++) {
			assert_int_equal(hosts.items[k].is_apart[HKJ_HOST_MAX],
					 (int)k == cases[i].apart);
			assert_false(hosts.items[k].is_apart[HKJ_HOST_LOST]);
		}
		hkj_hosts_exit(&hosts);
		hkj_result_free(&result);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(merged_is_what_the_whole_would_be),
	cmocka_unit_test(doubts_of_one_are_of_all),
	cmocka_unit_test(merging_in_steps_is_the_same),
	cmocka_unit_test(hosts_and_runs_are_kept),
	cmocka_unit_test(equal_names_are_told_apart),
	cmocka_unit_test(what_is_not_the_same_is_refused),
	cmocka_unit_test(machines_may_differ),
	cmocka_unit_test(wrong_indices_are_refused),
	cmocka_unit_test(sums_that_do_not_fit_are_told),
	cmocka_unit_test(own_noise_adds_up),
	cmocka_unit_test(initiators_beyond_the_limit_are_summed),
	cmocka_unit_test(outliers_are_named),
};

UNIT_MAIN(tests, NULL, NULL)
