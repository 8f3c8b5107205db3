// SPDX-License-Identifier: GPL-2.0
/*
 * Comparing results: what is per second does not depend on how long a run was,
 * what changed is told as it did, and the exit code is that of the test.
 */
#include <jansson.h>
#include <limits.h>
#include <math.h>

#include "compare.h"
#include "fixture.h"
#include "result.h"
#include "stage.h"
#include "unit.h"

static const char *path_of(const char *name)
{
	static char paths[16][PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % 16];

	snprintf(path, PATH_MAX, "%s/%s", root, name);
	return path;
}

/* Each run has its own time, as no CPU is in two at once. */
static uint64_t start_next(void)
{
	static uint64_t start_ns = 1735689600000000000ULL;

	return start_ns += 1000000000000ULL;
}

static void result_save(const struct hkj_result *result, const char *name)
{
	struct hkj_result one = *result;
	char *text;

	one.run.start_realtime_ns = start_next();
	one.run.stop_realtime_ns = one.run.start_realtime_ns + 43086129;
	text = fixture_text(&one);
	root_write(name, text);
	free(text);
}

/* Of the first CPU, one source, so that it interrupts never. */
static void source_silence(struct hkj_result *result, const char *function)
{
	for (size_t i = 0; i < result->nr_cpus; i++) {
		for (size_t k = 0; k < result->cpus[i].nr_sources; k++) {
			struct hkj_source_record *source =
				&result->cpus[i].sources[k];

			if (strcmp(source->function, function))
				continue;
			source->count = 0;
			source->total_ns = 0;
			source->min_ns = HKJ_NONE;
			source->max_ns = HKJ_NONE;
			source->histogram.nr_buckets = 0;
		}
	}
}

/* Runs that vary a little: A without one source, B slower by a third. */
static void runs_make(const char *format, unsigned int nr, double speed,
		      const char *silent)
{
	uint64_t state = (uint64_t)(speed * 1000);

	for (unsigned int i = 0; i < nr; i++) {
		double vary = 1 + (double)random_below(&state, 100) / 2000;
		struct hkj_result result;
		char name[40];

		fixture_make(&result);
		for (size_t k = 0; k < result.nr_cpus; k++)
			result.cpus[k].runtime_ns =
				(uint64_t)((double)result.cpus[k].runtime_ns *
					   vary * speed);
		if (silent)
			source_silence(&result, silent);
		snprintf(name, sizeof(name), "/%s%u.json", format, i);
		result_save(&result, name);
		hkj_result_free(&result);
	}
}

static void time_set(json_t *json)
{
	json_t *run = json_object_get(json, "run");
	json_int_t start = (json_int_t)start_next();

	json_object_set_new(run, "start_realtime_ns", json_integer(start));
	json_object_set_new(run, "stop_realtime_ns",
			    json_integer(start + 43086129));
}

/* A run as a tool recorded it that told no sources: of one CPU, or of all. */
static void lacking_save(const char *name, bool is_of_all)
{
	json_t *older = json_load_file(UNIT_DATA "/older.json", 0, NULL);
	json_t *mixed = json_load_file(UNIT_DATA "/result.json", 0, NULL);
	json_t *cpus = json_object_get(mixed, "cpus");
	char *text;

	assert_int_equal(json_array_set(cpus, 1,
					json_array_get(json_object_get(older,
								       "cpus"),
						       1)),
			 0);
	time_set(is_of_all ? older : mixed);
	text = json_dumps(is_of_all ? older : mixed, 0);
	assert_non_null(text);
	root_write(name, text);
	free(text);
	json_decref(older);
	json_decref(mixed);
}

static int prepare(void **state)
{
	if (root_make(state))
		return -1;
	runs_make("a", 6, 1.5, "tlb_remove_table_smp_sync");
	runs_make("b", 4, 1, "vmstat_update");
	lacking_save("/c0.json", true);
	lacking_save("/c1.json", true);
	lacking_save("/c2.json", false);
	return 0;
}

static json_t *json_of_out(void)
{
	char *text = root_read("/out");
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	free(text);
	return json;
}

static void assert_verdict(const char *expected)
{
	json_t *json = json_of_out();

	assert_string_equal(json_string_value(json_object_get(json, "verdict")),
			    expected);
	json_decref(json);
}

#define A3 path_of("a0.json"), path_of("a1.json"), path_of("a2.json")
#define A2 path_of("a0.json"), path_of("a1.json")
#define C3 path_of("c0.json"), path_of("c1.json"), path_of("c2.json")
#define B3 path_of("b0.json"), path_of("b1.json"), path_of("b2.json")

static void exit_codes_are_those_of_the_test(void **state)
{
	(void)state;
	assert_int_equal(TOOL("diff", "--json", A3, "--", B3), HKJ_EXIT_CHECK);
	assert_verdict("worse");
	assert_int_equal(TOOL("diff", B3, "--", A3, "--json"), HKJ_EXIT_FINE);
	assert_verdict("better");
	assert_int_equal(TOOL("diff", "--json", A3, "--",
			      path_of("a3.json"), path_of("a4.json"),
			      path_of("a5.json")),
			 HKJ_EXIT_FINE);
	assert_verdict("same");
	assert_int_equal(TOOL("diff", "--by=max", "--json", A3, "--", B3),
			 HKJ_EXIT_FINE);
	assert_verdict("same");
	assert_int_equal(TOOL("diff", path_of("a0.json"), path_of("b0.json"),
			      "--json"),
			 HKJ_EXIT_SKIP);
	assert_verdict("cannot_tell");
	assert_int_equal(TOOL("diff", path_of("a0.json"), path_of("a1.json"),
			      "--json", "--", B3),
			 HKJ_EXIT_SKIP);
	assert_verdict("cannot_tell");
}

static const char *text_of(const json_t *json, const char *key)
{
	return json_string_value(json_object_get(json, key));
}

static const char *change_of(const json_t *json, const char *function)
{
	json_t *source;
	size_t i;

	json_array_foreach(json_object_get(json, "sources"), i, source)
		if (!strcmp(text_of(source, "function"), function))
			return text_of(source, "change");
	return "missing";
}

static void changes_are_told(void **state)
{
	json_t *json;

	(void)state;
	assert_int_equal(TOOL("diff", "--json", A3, "--", B3), HKJ_EXIT_CHECK);
	json = json_of_out();
	assert_string_equal(change_of(json, "tlb_remove_table_smp_sync"),
			    "appeared");
	assert_string_equal(change_of(json, "vmstat_update"), "vanished");
	assert_string_equal(change_of(json, "tick_nohz_handler"), "grew");
	json_decref(json);
	assert_int_equal(TOOL("diff", "--json", B3, "--", A3), HKJ_EXIT_FINE);
	json = json_of_out();
	assert_string_equal(change_of(json, "tick_nohz_handler"), "shrank");
	json_decref(json);
}

/* A run twice as long with twice as much in it is the same. */
static void rates_do_not_depend_on_length(void **state)
{
	struct hkj_comparison comparison;
	struct hkj_result result;
	struct hkj_error error;
	char *names[2];

	(void)state;
	names[0] = strdup(path_of("once.json"));
	names[1] = strdup(path_of("twice.json"));
	fixture_make(&result);
	result_save(&result, "/once.json");
	result_save(&result, "/earlier.json");
	result_save(&result, "/later.json");
	hkj_result_free(&result);
	assert_int_equal(TOOL("merge", path_of("earlier.json"),
			      path_of("later.json"), "-o", names[1]),
			 0);
	assert_int_equal(hkj_compare(&comparison, names, 1, 1, &error), 0);
	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++) {
		double a = hkj_side_value(&comparison.sides[HKJ_A], i);
		double b = hkj_side_value(&comparison.sides[HKJ_B], i);

		assert_true(fabs(a - b) <= a * 0.000000001);
	}
	for (size_t i = 0; i < comparison.nr_pairs; i++) {
		double a = hkj_pair_lost(&comparison, comparison.pairs[i],
					 HKJ_A);
		double b = hkj_pair_lost(&comparison, comparison.pairs[i],
					 HKJ_B);

		assert_true(fabs(a - b) <= a * 0.000000001);
	}
	assert_int_equal(comparison.nr_pairs, 6);
	hkj_comparison_exit(&comparison);
	free(names[0]);
	free(names[1]);
}

static void thread_set(struct hkj_result *result, const char *name)
{
	for (size_t i = 0; i < result->cpus[0].nr_sources; i++) {
		struct hkj_source_record *source = &result->cpus[0].sources[i];

		if (strcmp(source->class_name, "thread"))
			continue;
		free(source->name);
		source->name = strdup(name);
	}
}

/* kworker/1:0 and kworker/3:12 are the same, python3 and python2 are not. */
static void numbers_of_threads_do_not_tell_apart(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		size_t nr_pairs;
	} cases[] = {
		{ "kworker/1:0", "kworker/3:12", 6 },
		{ "irq/24-eth0", "irq/117-eth0", 6 },
		{ "python3", "python2", 7 },
		{ "kworker/1:0", "kworker/u8:0", 7 },
	};
	char *names[2];

	(void)state;
	names[0] = strdup(path_of("left.json"));
	names[1] = strdup(path_of("right.json"));
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hkj_comparison comparison;
		struct hkj_result result;
		struct hkj_error error;

		fixture_make(&result);
		result.nr_cpus = 1;
		thread_set(&result, cases[i].a);
		result_save(&result, "/left.json");
		thread_set(&result, cases[i].b);
		result_save(&result, "/right.json");
		result.nr_cpus = 2;
		hkj_result_free(&result);
		assert_int_equal(hkj_compare(&comparison, names, 1, 1, &error),
				 0);
		assert_int_equal(comparison.nr_pairs, cases[i].nr_pairs);
		hkj_comparison_exit(&comparison);
	}
	free(names[0]);
	free(names[1]);
}

/* A kernel before 6.10 against a later one. */
static void renamed_tick_is_the_same(void **state)
{
	struct hkj_result result;
	json_t *json;

	(void)state;
	fixture_make(&result);
	for (size_t i = 0; i < result.cpus[0].nr_sources; i++) {
		struct hkj_source_record *source = &result.cpus[0].sources[i];

		if (strcmp(source->function, "tick_nohz_handler"))
			continue;
		free(source->function);
		source->function = strdup("tick_sched_timer");
	}
	result_save(&result, "/before.json");
	hkj_result_free(&result);
	assert_int_equal(TOOL("diff", "--json", path_of("before.json"),
			      path_of("b0.json")),
			 HKJ_EXIT_SKIP);
	json = json_of_out();
	assert_string_equal(change_of(json, "tick_sched_timer"), "missing");
	assert_string_not_equal(change_of(json, "tick_nohz_handler"), "missing");
	assert_string_not_equal(change_of(json, "tick_nohz_handler"),
				"appeared");
	json_decref(json);
}

static void text_is_80_columns(void **state)
{
	char *text;

	(void)state;
	assert_int_equal(TOOL("diff", A3, "--", B3), HKJ_EXIT_CHECK);
	text = root_read("/out");
	assert_true(longest_line(text) <= 80);
	assert_non_null(strstr(text, "appeared"));
	assert_non_null(strstr(text, "B is worse in 'lost'"));
	free(text);
	assert_int_equal(TOOL("diff", path_of("a0.json"), path_of("b0.json")),
			 HKJ_EXIT_SKIP);
	text = root_read("/out");
	assert_true(longest_line(text) <= 80);
	assert_non_null(strstr(text, "cannot tell: of 1 against 1"));
	assert_non_null(strstr(text, "give 3 runs of each"));
	free(text);
}

static void what_else_differs_is_noted(void **state)
{
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	strcpy(result.host.kernel, "6.1.0");
	strcpy(result.config.policy, "other");
	result.cpus[0].threshold_ns = 87;
	result_save(&result, "/other.json");
	hkj_result_free(&result);
	assert_int_equal(TOOL("diff", path_of("a0.json"),
			      path_of("other.json")),
			 HKJ_EXIT_SKIP);
	assert_in_file("/out", "kernel: A has 6.12.0-amd64, B has 6.1.0");
	assert_in_file("/out", "policy: A has fifo:1, B has other");
	assert_in_file("/out", "thresholds from 87 ns to 500 ns");
}

static void results_without_sources_compare(void **state)
{
	(void)state;
	assert_int_equal(TOOL("diff", path_of("c0.json"), path_of("c1.json"),
			      "--json"),
			 HKJ_EXIT_SKIP);
	assert_verdict("cannot_tell");
}

static void what_is_not_told_is_not_none(void **state)
{
	json_t *json;
	char *text;

	(void)state;
	assert_int_equal(TOOL("diff", C3, "--", B3),
			 HKJ_EXIT_FINE);
	assert_in_file("/out", "A does not tell sources");
	assert_in_file("/out", "A does not tell what is unexplained");
	text = root_read("/out");
	assert_null(strstr(text, "appeared"));
	assert_null(strstr(text, "  unexplained "));
	assert_null(strstr(text, "B does not"));
	free(text);
	assert_int_equal(TOOL("diff", "--json", B3, "--", A2,
			      path_of("c2.json")),
			 HKJ_EXIT_FINE);
	json = json_of_out();
	assert_null(json_object_get(json, "sources"));
	assert_int_equal(json_array_size(json_object_get(json, "figures")),
			 HKJ_NR_FIGURES - 1);
	json_decref(json);
	assert_int_equal(TOOL("diff", B3, "--", A2, path_of("c2.json")),
			 HKJ_EXIT_FINE);
	assert_in_file("/out", "B has 1 of 3 runs that do not tell sources");
}

/* Under another name, on the other side, or within a merged one, too. */
static void a_run_counts_once(void **state)
{
	char *text = root_read("/a0.json");

	(void)state;
	root_write("/copy.json", text);
	free(text);
	assert_int_equal(TOOL("merge", path_of("a0.json"), path_of("a1.json"),
			      "-o", path_of("both.json")),
			 0);
	assert_int_equal(TOOL("diff", A2, path_of("copy.json"), "--", B3),
			 HKJ_EXIT_CANNOT);
	assert_in_file("/err", "copy.json");
	assert_in_file("/err", "give each run once");
	assert_int_equal(TOOL("diff", B3, "--", A2, path_of("a0.json")),
			 HKJ_EXIT_CANNOT);
	assert_int_equal(TOOL("diff", A3, "--", A3), HKJ_EXIT_CANNOT);
	assert_int_equal(TOOL("diff", path_of("both.json"),
			      path_of("a1.json")),
			 HKJ_EXIT_CANNOT);
	assert_int_equal(TOOL("diff", path_of("both.json"),
			      path_of("a2.json")),
			 HKJ_EXIT_SKIP);
}

static void wrong_calls_are_told(void **state)
{
	(void)state;
	assert_int_equal(TOOL("diff", path_of("a0.json")), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("diff", A3), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("diff", A3, "--"), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("diff", "--", A3), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("diff", "--by=nonsense", A3, "--", B3),
			 HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("diff", A3, "--", B3, "--nonsense"),
			 HKJ_EXIT_USAGE);
	root_write("/cut.json", "{\"schema\":\"hkjitter-result/1\",");
	assert_int_equal(TOOL("diff", path_of("a0.json"), path_of("cut.json")),
			 HKJ_EXIT_CANNOT);
	assert_in_file("/err", "cut.json");
	assert_int_equal(TOOL("diff", path_of("a0.json"), path_of("none.json")),
			 HKJ_EXIT_CANNOT);
}

static void no_run_time_is_told(void **state)
{
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	fixture_without_cpus(&result);
	result_save(&result, "/empty.json");
	hkj_result_free(&result);
	assert_int_equal(TOOL("diff", path_of("a0.json"),
			      path_of("empty.json")),
			 HKJ_EXIT_CANNOT);
	assert_in_file("/err", "no run time");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(exit_codes_are_those_of_the_test),
	cmocka_unit_test(changes_are_told),
	cmocka_unit_test(rates_do_not_depend_on_length),
	cmocka_unit_test(numbers_of_threads_do_not_tell_apart),
	cmocka_unit_test(renamed_tick_is_the_same),
	cmocka_unit_test(text_is_80_columns),
	cmocka_unit_test(what_else_differs_is_noted),
	cmocka_unit_test(results_without_sources_compare),
	cmocka_unit_test(what_is_not_told_is_not_none),
	cmocka_unit_test(a_run_counts_once),
	cmocka_unit_test(wrong_calls_are_told),
	cmocka_unit_test(no_run_time_is_told),
};

UNIT_MAIN(tests, prepare, root_remove)
