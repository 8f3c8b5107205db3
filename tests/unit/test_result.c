// SPDX-License-Identifier: GPL-2.0
/*
 * Result files: what is written reads back; what is not sound is refused with
 * the name of the key, whatever is wrong with it.
 */
#include <jansson.h>

#include "fixture.h"
#include "result.h"
#include "unit.h"

static struct hkj_result fixture;
static char *text;

static int prepare(void **state)
{
	(void)state;
	fixture_make(&fixture);
	text = fixture_text(&fixture);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	hkj_result_free(&fixture);
	free(text);
	return 0;
}

static void written_reads_back_the_same(void **state)
{
	struct hkj_result back;
	struct hkj_error error;
	char *again;

	(void)state;
	assert_int_equal(fixture_read(text, &back, &error), 0);
	again = fixture_text(&back);
	assert_string_equal(again, text);
	assert_int_equal(back.nr_cpus, 2);
	assert_true(back.cpus[0].runtime_ns == fixture.cpus[0].runtime_ns);
	assert_true(back.cpus[0].clock.start.realtime_ns ==
		    fixture.cpus[0].clock.start.realtime_ns);
	assert_memory_equal(back.cpus[0].gaps.percentiles,
			    fixture.cpus[0].gaps.percentiles,
			    sizeof(fixture.cpus[0].gaps.percentiles));
	assert_string_equal(back.cpus[0].sources[3].function,
			    "tlb_remove_table_smp_sync");
	assert_string_equal(back.cpus[0].sources[3].initiators[0].comm,
			    "khugepaged");
	assert_int_equal(back.cpus[0].tick->refusals[HKJ_TICK_SCHED].value, 12);
	assert_true(back.cpus[0].transition_ns.value ==
		    fixture.cpus[0].transition_ns.value);
	assert_int_equal(back.run.command->signal, 15);
	assert_true(back.run.command->exit_status == HKJ_NONE);
	free(again);
	hkj_result_free(&back);
}

/* The file in the tree is what users' files look like: it must stay readable. */
static void recorded_file_is_read(void **state)
{
	FILE *in = fopen(UNIT_DATA "/result.json", "re");
	struct hkj_result back;
	struct hkj_error error;
	char *again;

	(void)state;
	assert_non_null(in);
	assert_int_equal(hkj_result_read(&back, in, "result.json", &error), 0);
	fclose(in);
	again = fixture_text(&back);
	assert_string_equal(again, text);
	free(again);
	hkj_result_free(&back);
}

/* All but the single gaps is there, and a wrong file is as wrong. */
static void sums_are_read_without_single_gaps(void **state)
{
	FILE *in = fmemopen(text, strlen(text), "r");
	struct hkj_result back;
	struct hkj_error error;

	(void)state;
	assert_non_null(in);
	assert_int_equal(hkj_result_read_sums(&back, in, "test", &error), 0);
	fclose(in);
	assert_int_equal(back.nr_cpus, fixture.nr_cpus);
	assert_null(back.cpus[0].longest);
	assert_true(back.cpus[0].books.is_balanced);
	assert_true(back.cpus[0].gaps.total_ns == fixture.cpus[0].gaps.total_ns);
	assert_int_equal(back.cpus[0].nr_sources, fixture.cpus[0].nr_sources);
	assert_string_equal(back.cpus[0].sources[0].name,
			    fixture.cpus[0].sources[0].name);
	hkj_result_free(&back);
	in = fmemopen(text, strlen(text) - 3, "r");
	assert_int_equal(hkj_result_read_sums(&back, in, "test", &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "no complete");
	fclose(in);
}

/* Of a tool that did not tell interruptions apart: nothing is made up. */
static void older_file_stays_as_it_is(void **state)
{
	FILE *in = fopen(UNIT_DATA "/older.json", "re");
	char *expected = calloc(1, 65536);
	struct hkj_result back;
	struct hkj_error error;
	char *again;

	(void)state;
	assert_non_null(in);
	assert_true(fread(expected, 1, 65535, in) > 0);
	rewind(in);
	assert_int_equal(hkj_result_read(&back, in, "older.json", &error), 0);
	fclose(in);
	assert_true(back.cpus[0].books.is_balanced);
	assert_null(back.cpus[0].sources);
	assert_null(back.cpus[0].unexplained);
	again = fixture_text(&back);
	assert_string_equal(again, expected);
	free(again);
	free(expected);
	hkj_result_free(&back);
}

static void numbers_of_63_bits_are_exact(void **state)
{
	struct hkj_result result, back;
	struct hkj_error error;
	char *wide;

	(void)state;
	fixture_make(&result);
	result.cpus[0].clock.start.cycles = INT64_MAX;
	result.cpus[0].clock.stop.cycles = INT64_MAX - 1;
	wide = fixture_text(&result);
	assert_int_equal(fixture_read(wide, &back, &error), 0);
	assert_true(back.cpus[0].clock.start.cycles == INT64_MAX);
	assert_true(back.cpus[0].clock.stop.cycles == INT64_MAX - 1);
	hkj_result_free(&back);
	result.cpus[0].clock.start.cycles = (uint64_t)INT64_MAX + 1;
	assert_int_equal(hkj_result_write(&result, stderr, "x", &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "number above 2^63");
	hkj_result_free(&result);
	free(wide);
}

static void text_that_is_not_utf8_is_written(void **state)
{
	struct hkj_result result, back;
	struct hkj_error error;
	char *odd;

	(void)state;
	fixture_make(&result);
	strcpy(result.run.command->argv[0], "a\xff\x01z");
	odd = fixture_text(&result);
	assert_int_equal(fixture_read(odd, &back, &error), 0);
	assert_string_equal(back.run.command->argv[0], "a?\x01z");
	hkj_result_free(&back);
	hkj_result_free(&result);
	free(odd);
}

static void truncated_anywhere_is_refused(void **state)
{
	size_t length = strlen(text);
	struct hkj_result back;
	struct hkj_error error;
	char *cut = strdup(text);

	(void)state;
	for (size_t i = length - 1; i--;) {
		cut[i] = '\0';
		assert_int_equal(fixture_read(cut, &back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "'test' is no complete");
	}
	free(cut);
}

static void other_texts_are_refused(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} cases[] = {
		{ "", "no complete" },
		{ "\x01\x02", "no complete" },
		{ "{} {}", "schema" },
		{ "{\"schema\":\"hkjitter-result/1\",\"schema\":\"\"}",
		  "no complete" },
		{ "{\"schema\":\"hkjitter-result/1\",\"tool\":{\"version\":\"1\",\"version\":\"2\"}}",
		  "no complete" },
		{ "[]", "an object" },
		{ "{}", "schema" },
		{ "{\"schema\":1}", "schema" },
		{ "{\"schema\":\"hkjitter-result/2\"}", "hkjitter-result/2" },
		{ "{\"schema\":\"hkjitter-result/1\"}", "tool" },
		{ "{\"schema\":\"hkjitter-result/1\",\"tool\":{}}",
		  "tool.version" },
	};
	struct hkj_result back;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(fixture_read(cases[i].text, &back, &error),
				 -1);
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].why);
	}
}

/* All that a file says but whether its books balance: that is worked out. */
static json_t *claims_of(const json_t *root_json)
{
	json_t *claims = json_deep_copy(root_json);
	json_t *cpu;
	size_t i;

	json_array_foreach(json_object_get(claims, "cpus"), i, cpu)
		json_object_del(json_object_get(cpu, "books"), "is_balanced");
	return claims;
}

static void assert_same_claims(const json_t *left, const json_t *right)
{
	json_t *a = claims_of(left), *b = claims_of(right);

	assert_true(json_equal(a, b));
	json_decref(a);
	json_decref(b);
}

/* The whole with one value changed: read again, and told what became of it. */
static void check_changed(const json_t *root_json, const json_t *is_now,
			  const char *key)
{
	char *changed = json_dumps(root_json, JSON_COMPACT);
	struct hkj_result back;
	struct hkj_error error;
	char *again;

	if (fixture_read(changed, &back, &error)) {
		assert_told(&error, HKJ_EXIT_CANNOT, key);
	} else if (!json_is_integer(is_now)) {
		/* Taken: then it was understood, not passed over. */
		json_t *json;

		again = fixture_text(&back);
		json = json_loads(again, 0, NULL);
		assert_same_claims(json, root_json);
		json_decref(json);
		free(again);
		hkj_result_free(&back);
	} else {
		hkj_result_free(&back);
	}
	free(changed);
}

static json_t *replacement(unsigned int number)
{
	switch (number) {
	case 0:
		return json_null();
	case 1:
		return json_true();
	case 2:
		return json_integer(-1);
	case 3:
		return json_real(1.5);
	case 4:
		return json_string("x");
	case 5:
		return json_array();
	default:
		return json_object();
	}
}

#define NR_REPLACEMENTS 7

/* -1 is taken by real numbers only: whatever else takes it is at fault. */
static void check_minus_one(const json_t *was, const char *key,
			    const char *changed)
{
	struct hkj_result back;
	struct hkj_error error;
	int failed = fixture_read(changed, &back, &error);

	assert_int_equal(failed, json_is_real(was) ? 0 : -1);
	if (failed)
		assert_told(&error, HKJ_EXIT_CANNOT, key);
	else
		hkj_result_free(&back);
}

static void walk(json_t *whole, json_t *at, const char *key);

static void change_value(json_t *whole, json_t *object, const char *name)
{
	json_t *was = json_incref(json_object_get(object, name));

	for (unsigned int i = 0; i < NR_REPLACEMENTS; i++) {
		json_object_set_new(object, name, replacement(i));
		if (i == 2) {
			char *changed = json_dumps(whole, JSON_COMPACT);

			check_minus_one(was, name, changed);
			free(changed);
		} else {
			check_changed(whole, json_object_get(object, name),
				      name);
		}
	}
	json_object_set(object, name, was);
	walk(whole, was, name);
	json_decref(was);
}

static void change_element(json_t *whole, json_t *array, size_t index,
			   const char *key)
{
	json_t *was = json_incref(json_array_get(array, index));

	for (unsigned int i = 0; i < NR_REPLACEMENTS; i++) {
		json_array_set_new(array, index, replacement(i));
		check_changed(whole, json_array_get(array, index), key);
	}
	json_array_set(array, index, was);
	walk(whole, was, key);
	json_decref(was);
}

static void walk(json_t *whole, json_t *at, const char *key)
{
	const char *name;
	json_t *value;
	void *next;

	/* Long lists are all alike: their first three elements stand for all. */
	for (size_t i = 0; i < json_array_size(at) && i < 3; i++)
		change_element(whole, at, i, key);
	if (!json_is_object(at))
		return;
	json_object_foreach_safe(at, next, name, value)
		change_value(whole, at, name);
}

static void wrong_types_are_refused(void **state)
{
	json_t *json = json_loads(text, 0, NULL);

	(void)state;
	assert_non_null(json);
	walk(json, json, "whole");
	json_decref(json);
}

/* Each key taken out in turn; keys that may be missing are no error. */
static void check_without(json_t *whole, json_t *object, unsigned int *missed)
{
	json_t *names = json_copy(object);
	const char *name;
	json_t *value;

	json_object_foreach(names, name, value) {
		struct hkj_result back;
		struct hkj_error error;
		char *changed;

		json_object_del(object, name);
		changed = json_dumps(whole, JSON_COMPACT);
		json_object_set(object, name, value);
		if (!fixture_read(changed, &back, &error)) {
			hkj_result_free(&back);
		} else {
			assert_told(&error, HKJ_EXIT_CANNOT, name);
			(*missed)++;
		}
		free(changed);
		if (json_is_object(value))
			check_without(whole, value, missed);
		if (json_is_object(json_array_get(value, 0)))
			check_without(whole, json_array_get(value, 0), missed);
	}
	json_decref(names);
}

static void missing_keys_are_named(void **state)
{
	json_t *json = json_loads(text, 0, NULL);
	unsigned int missed = 0;

	(void)state;
	check_without(json, json, &missed);
	assert_true(missed > 60);
	json_decref(json);
}

static void unsound_numbers_are_refused(void **state)
{
	static const struct {
		const char *path[4];
		int64_t value;
		const char *why;
	} cases[] = {
		{ { "gaps", "count" }, 399, "histogram: counts 400" },
		{ { "gaps", "min_ns" }, INT64_MAX, "min_ns <= max_ns" },
		{ { "cpu" }, 2, "there twice" },
		{ { "cpu" }, 8192, "no CPU number" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		json_t *json = json_loads(text, 0, NULL);
		json_t *at = json_array_get(json_object_get(json, "cpus"), 0);
		const char *const *path = cases[i].path;
		struct hkj_result back;
		struct hkj_error error;
		char *changed;

		for (; path[1]; path++)
			at = json_object_get(at, *path);
		json_object_set_new(at, *path, json_integer(cases[i].value));
		changed = json_dumps(json, 0);
		assert_int_equal(fixture_read(changed, &back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].why);
		free(changed);
		json_decref(json);
	}
}

/* Percentiles are counted up from below: the buckets must be in order. */
static void buckets_out_of_order_are_refused(void **state)
{
	json_t *json = json_loads(text, 0, NULL);
	json_t *cpu = json_array_get(json_object_get(json, "cpus"), 0);
	json_t *rows = json_object_get(json_object_get(cpu, "gaps"),
				       "histogram");
	json_t *first = json_incref(json_array_get(rows, 0));
	struct hkj_result back;
	struct hkj_error error;
	char *changed;

	(void)state;
	json_array_remove(rows, 0);
	json_array_insert_new(rows, 1, first);
	changed = json_dumps(json, 0);
	assert_int_equal(fixture_read(changed, &back, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "histogram[1]: must be above");
	free(changed);
	json_decref(json);
}

/* A file that claims balance does not make its books balance. */
static void balance_is_worked_out_anew(void **state)
{
	struct hkj_result result, back;
	struct hkj_error error;
	char *claim;

	(void)state;
	fixture_make(&result);
	result.cpus[0].books.cycles.quiet++;
	claim = fixture_text(&result);
	assert_non_null(strstr(claim, "\"is_balanced\":true"));
	assert_int_equal(fixture_read(claim, &back, &error), 0);
	assert_false(back.cpus[0].books.is_balanced);
	assert_true(back.cpus[1].books.is_balanced);
	free(claim);
	hkj_result_free(&back);
	hkj_result_free(&result);
}

/* Gaps that are not what they are made of, whatever the file claims. */
static void balance_of_gaps_is_worked_out_anew(void **state)
{
	static const char *const keys[] = { "parts", "transition",
					    "unexplained" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		json_t *json = json_loads(text, 0, NULL);
		json_t *cpu = json_array_get(json_object_get(json, "cpus"), 0);
		json_t *books = json_object_get(cpu, "books");
		struct hkj_result back;
		struct hkj_error error;
		char *changed;

		json_object_del(json_object_get(books, "cycles"), keys[i]);
		changed = json_dumps(json, 0);
		assert_int_equal(fixture_read(changed, &back, &error), 0);
		assert_false(back.cpus[0].books.is_balanced);
		assert_true(back.cpus[1].books.is_balanced);
		hkj_result_free(&back);
		free(changed);
		json_decref(json);
	}
}

static void later_keys_are_passed_over(void **state)
{
	json_t *json = json_loads(text, 0, NULL);
	json_t *cpu = json_array_get(json_object_get(json, "cpus"), 0);
	struct hkj_result back;
	struct hkj_error error;
	char *later, *again;

	(void)state;
	json_object_set_new(cpu, "later", json_array());
	json_object_set_new(json, "new", json_true());
	later = json_dumps(json, 0);
	assert_int_equal(fixture_read(later, &back, &error), 0);
	again = fixture_text(&back);
	assert_string_equal(again, text);
	hkj_result_free(&back);
	free(later);
	free(again);
	json_decref(json);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(written_reads_back_the_same),
	cmocka_unit_test(recorded_file_is_read),
	cmocka_unit_test(sums_are_read_without_single_gaps),
	cmocka_unit_test(older_file_stays_as_it_is),
	cmocka_unit_test(numbers_of_63_bits_are_exact),
	cmocka_unit_test(text_that_is_not_utf8_is_written),
	cmocka_unit_test(truncated_anywhere_is_refused),
	cmocka_unit_test(other_texts_are_refused),
	cmocka_unit_test(wrong_types_are_refused),
	cmocka_unit_test(missing_keys_are_named),
	cmocka_unit_test(unsound_numbers_are_refused),
	cmocka_unit_test(buckets_out_of_order_are_refused),
	cmocka_unit_test(balance_is_worked_out_anew),
	cmocka_unit_test(balance_of_gaps_is_worked_out_anew),
	cmocka_unit_test(later_keys_are_passed_over),
};

UNIT_MAIN(tests, prepare, finish)
