// SPDX-License-Identifier: GPL-2.0
/*
 * The page: its numbers are the file's, it needs nothing else, and no text of
 * a result becomes part of its markup.
 */
#include <ctype.h>
#include <inttypes.h>

#include <jansson.h>

#include "fixture.h"
#include "html.h"
#include "result.h"
#include "unit.h"

static void print_page(const void *result, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_html_report(result, NULL, out, &error), 0);
}

static char *page_of(const struct hkj_result *result)
{
	return printed(print_page, result);
}

/* Goes down one step: "[3]", or a key up to the next '.' or '['. */
static const json_t *step(const json_t *at, const char **key)
{
	char name[64];
	size_t length;

	if (**key == '[') {
		at = json_array_get(at, strtoul(*key + 1, (char **)key, 10));
		*key += strlen("]");
	} else {
		/* Names of percentiles have points in them. */
		length = **key == 'p' && isdigit((unsigned char)(*key)[1]) ?
				 strlen(*key) :
				 strcspn(*key, ".[");
		assert_true(length < sizeof(name));
		memcpy(name, *key, length);
		name[length] = '\0';
		at = json_object_get(at, name);
		*key += length;
	}
	*key += **key == '.';
	return at;
}

static uint64_t number_at(const json_t *json, const char *key)
{
	const char *rest = key;

	while (*rest && json)
		json = step(json, &rest);
	if (!json_is_integer(json))
		fail_msg("the file has no number at '%s'", key);
	return (uint64_t)json_integer_value(json);
}

/* "sum:" or "max:" of a key of all CPUs. */
static uint64_t number_of_all(const json_t *json, const char *key)
{
	const json_t *cpus = json_object_get(json, "cpus");
	bool is_sum = !strncmp(key, "sum:", 4);
	uint64_t all = 0;

	for (size_t i = 0; i < json_array_size(cpus); i++) {
		const json_t *cpu = json_array_get(cpus, i);
		const json_t *gaps = json_object_get(cpu, "gaps");
		uint64_t one;

		if (!json_integer_value(json_object_get(gaps, "count")))
			continue;
		one = number_at(cpu, key + 4);
		if (is_sum)
			all += one;
		else if (one > all)
			all = one;
	}
	return all;
}

static uint64_t wanted(const json_t *json, const char *key)
{
	return strchr(key, ':') ? number_of_all(json, key) :
				  number_at(json, key);
}

/* Return: how many numbers with a key there were. */
static unsigned int check_numbers(const char *page, const char *file)
{
	static const char mark[] = "<data value=\"";
	json_t *json = json_loads(file, 0, NULL);
	unsigned int nr = 0;

	assert_non_null(json);
	for (page = strstr(page, mark); page; page = strstr(page, mark)) {
		uint64_t value = strtoull(page += strlen(mark), NULL, 10);
		char key[100];

		if (sscanf(page, "%*[0-9]\" data-key=\"%99[^\"]\"", key) != 1)
			continue;
		if (value != wanted(json, key))
			fail_msg("the page has %" PRIu64 " for %s", value, key);
		nr++;
	}
	json_decref(json);
	return nr;
}

static void numbers_are_the_files(void **state)
{
	struct hkj_result result;
	char *page, *file;

	(void)state;
	fixture_make(&result);
	page = page_of(&result);
	file = fixture_text(&result);
	/* 2 CPUs x (cpu, 10 figures), 9 sources x 3, gaps and their parts. */
	assert_true(check_numbers(page, file) > 80);
	free(file);
	free(page);
	hkj_result_free(&result);
}

static char *data_text(const char *name)
{
	char path[256];
	char *text = NULL;
	size_t size = 0;
	FILE *in;

	snprintf(path, sizeof(path), UNIT_DATA "/%s", name);
	in = fopen(path, "re");
	assert_non_null(in);
	assert_true(getdelim(&text, &size, '\0', in) > 0);
	fclose(in);
	return text;
}

static void numbers_of_real_runs_are_the_files(void **state)
{
	static const char *const names[] = { "real-6.1.json", "real-6.12.json",
					     "early-6.1.json",
					     "early-6.12.json", "older.json" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct hkj_result result;
		struct hkj_error error;
		char *file = data_text(names[i]);
		char *page;

		assert_int_equal(fixture_read(file, &result, &error), 0);
		page = page_of(&result);
		assert_true(check_numbers(page, file) > 30);
		free(page);
		free(file);
		hkj_result_free(&result);
	}
}

/* The counts of the histogram's rows add up to all gaps. */
static void histogram_counts_all(void **state)
{
	struct hkj_result result;
	uint64_t sum = 0;
	char *page, *at;

	(void)state;
	fixture_make(&result);
	page = page_of(&result);
	for (at = strstr(page, "<tr class=\"row\">"); at;
	     at = strstr(at + 1, "<tr class=\"row\">")) {
		char *count = at;

		for (int cell = 0; cell < 3; cell++)
			count = strstr(count + 1, "<td>");
		count = strstr(count, "value=\"");
		sum += strtoull(count + strlen("value=\""), NULL, 10);
	}
	assert_int_equal(sum, 401);
	free(page);
	hkj_result_free(&result);
}

static void assert_absent(const char *page, const char *text)
{
	const char *at = strcasestr(page, text);

	if (at)
		fail_msg("'%s' is in the page: %.60s", text, at);
}

static void page_needs_nothing_else(void **state)
{
	static const char *const texts[] = { "<script", "http:", "https:",
					     " src=", " href=", "url(",
					     "@import", "<link", "<img",
					     "<iframe", "javascript:" };
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	page = page_of(&result);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		assert_absent(page, texts[i]);
	assert_non_null(strstr(page, "default-src 'none'"));
	free(page);
	hkj_result_free(&result);
}

/* Every element that is opened is closed, in its order. */
static void assert_nested(const char *page)
{
	static char open[64][24];
	size_t depth = 0;

	for (page = strchr(page, '<'); page; page = strchr(page + 1, '<')) {
		bool is_end = page[1] == '/';
		const char *name = page + 1 + is_end;
		size_t length = strcspn(name, " >/");
		const char *end = strchr(name, '>');

		assert_true(length && length < sizeof(open[0]) && end);
		if (*name == '!' || !strncmp(name, "meta ", 5) ||
		    end[-1] == '/')
			continue;
		if (is_end) {
			assert_true(depth);
			depth--;
			if (strncmp(open[depth], name, length) ||
			    open[depth][length])
				fail_msg("</%.*s> ends <%s>", (int)length, name,
					 open[depth]);
			continue;
		}
		assert_true(depth < ARRAY_SIZE(open));
		snprintf(open[depth++], sizeof(open[0]), "%.*s", (int)length,
			 name);
	}
	assert_int_equal(depth, 0);
}

static void elements_are_closed(void **state)
{
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	page = page_of(&result);
	assert_nested(page);
	free(page);
	hkj_result_free(&result);
}

static void assert_string_once(const char *page, const char *text)
{
	const char *found = strstr(page, text);

	assert_non_null(found);
	assert_null(strstr(found + 1, text));
}

static void text_replace(char **text, const char *with)
{
	free(*text);
	*text = strdup(with);
}

static const char hostile[] =
	"</script><script>alert(1)</script>\"'&<img src=x onerror=y>\x01\x1b[2J\xc3\xa4\n";

static void hostile_make(struct hkj_result *result)
{
	struct hkj_target *target = &result->cpus[0];
	struct hkj_source_record *source = &target->sources[3];

	text_replace(&result->host.hostname, hostile);
	text_replace(&result->host.cmdline, hostile);
	text_replace(&result->host.isolated, hostile);
	text_replace(&result->host.kernel, hostile);
	text_replace(&result->config.target_cpus, hostile);
	text_replace(&result->run.command->argv[1], hostile);
	text_replace(&result->run.settings[0].path, hostile);
	text_replace(&result->run.stop_reason, hostile);
	text_replace(&source->class_name, hostile);
	text_replace(&source->name, hostile);
	text_replace(&source->function, hostile);
	text_replace(&source->initiators[0].comm, hostile);
	text_replace(&source->initiators[0].function, hostile);
	text_replace(&target->longest[0].parts[0].class_name, hostile);
	text_replace(&target->longest[0].parts[0].name, hostile);
}

static void hostile_text_stays_text(void **state)
{
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	hostile_make(&result);
	page = page_of(&result);
	assert_absent(page, "<script");
	assert_absent(page, "<img");
	assert_null(strchr(page, '\x01'));
	assert_null(strchr(page, '\x1b'));
	assert_nested(page);
	assert_non_null(strstr(page, "&#60;/script&#62;"));
	assert_non_null(strstr(page, "\xc3\xa4"));
	free(page);
	hkj_result_free(&result);
}

/* One row a source and CPU, and none that looks like another. */
static void causes_tell_sources_apart(void **state)
{
	static const char *const causes[] = { "dl_task_timer",
					      "tlb_remove_table_smp_sync" };
	char *file = data_text("real-6.12.json"), *page;
	struct hkj_result result;
	struct hkj_error error;

	(void)state;
	assert_int_equal(fixture_read(file, &result, &error), 0);
	page = page_of(&result);
	for (size_t i = 0; i < ARRAY_SIZE(causes); i++) {
		char row[120];

		snprintf(row, sizeof(row),
			 "<code>tick_nohz_handler</code> <small>after <code>%s</code></small>",
			 causes[i]);
		assert_non_null(strstr(page, row));
	}
	free(page);
	free(file);
	hkj_result_free(&result);
}

/* Of all CPUs together only what all have in common is told. */
static void a_cause_of_one_is_not_all(void **state)
{
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	text_replace(&result.cpus[0].sources[0].cause, "just_here");
	page = page_of(&result);
	assert_string_once(page, "after <code>just_here</code>");
	free(page);
	hkj_result_free(&result);
}

static void target_empty(struct hkj_target *target)
{
	struct hkj_gaps *gaps = &target->gaps;

	gaps->count = 0;
	gaps->total_ns = 0;
	gaps->min_ns = HKJ_NONE;
	gaps->max_ns = HKJ_NONE;
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		gaps->percentiles[i] = HKJ_NONE;
	gaps->histogram.nr_buckets = 0;
	target->nr_longest = 0;
	target->nr_sources = 0;
}

static void no_gap_is_a_page_too(void **state)
{
	size_t nr_longest[2], nr_sources[2];
	struct hkj_result result;
	char *page, *file;

	(void)state;
	fixture_make(&result);
	for (unsigned int i = 0; i < 2; i++) {
		nr_longest[i] = result.cpus[i].nr_longest;
		nr_sources[i] = result.cpus[i].nr_sources;
		target_empty(&result.cpus[i]);
	}
	page = page_of(&result);
	file = fixture_text(&result);
	assert_non_null(strstr(page, "No CPU had a gap"));
	assert_nested(page);
	assert_absent(page, "nan");
	assert_true(check_numbers(page, file) > 8);
	free(page);
	free(file);
	for (unsigned int i = 0; i < 2; i++) {
		result.cpus[i].nr_longest = nr_longest[i];
		result.cpus[i].nr_sources = nr_sources[i];
	}
	hkj_result_free(&result);
}

static void huge_numbers_stay_numbers(void **state)
{
	struct hkj_result result;
	struct hkj_target *target;
	char *page;

	(void)state;
	fixture_make(&result);
	target = &result.cpus[0];
	target->runtime_ns = INT64_MAX;
	target->gaps.max_ns = INT64_MAX;
	target->gaps.total_ns = INT64_MAX;
	target->gaps.percentiles[HKJ_P99_999] = INT64_MAX;
	target->gaps.histogram.buckets[6].high = HKJ_NONE;
	target->gaps.histogram.buckets[6].count = INT64_MAX;
	target->longest[0].start_ns = INT64_MAX;
	target->longest[0].duration_ns = INT64_MAX;
	target->longest[0].parts[0].net_ns = INT64_MAX;
	target->sources[0].total_ns = INT64_MAX;
	result.cpus[1].gaps.total_ns = INT64_MAX;
	result.cpus[1].runtime_ns = 0;
	page = page_of(&result);
	assert_nested(page);
	assert_absent(page, "nan");
	assert_absent(page, "inf\"");
	assert_absent(page, "=\"-");
	free(page);
	hkj_result_free(&result);
}

static void each_class_has_a_colour(void **state)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };

	(void)state;
	for (size_t i = 0; i < HKJ_NR_CLASSES; i++) {
		char style[40];

		snprintf(style, sizeof(style), ".%s {",
			 hkj_html_colour(names[i]));
		assert_string_not_equal(style, ".c-other {");
		assert_non_null(strstr(hkj_html_style, style));
	}
}

/* Holds a result against a budget's text. Return: the page. */
static char *judged_page(const struct hkj_result *result, const char *text)
{
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	struct hkj_error error;
	char *page = NULL, path[100];
	size_t size;
	FILE *out = open_memstream(&page, &size);

	root_write("/budget", text);
	snprintf(path, sizeof(path), "%s/budget", root);
	if (hkj_budget_load(&budget, path, &error))
		fail_msg("%s", error.text);
	assert_int_equal(hkj_judge(&judgement, &budget, result, &error), 0);
	assert_int_equal(hkj_html_report(result, &judgement, out, &error), 0);
	fclose(out);
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
	return page;
}

#define BUDGET(limits)                                                      \
	"{\"schema\":\"hkjitter-budget/1\",\"name\":\"b<i>\",\"sets\":"         \
	"[{\"name\":\"s\",\"limits\":[" limits "]}]}"

static void budget_is_the_verdict(void **state)
{
	static const struct {
		const char *budget;
		const char *verdict;
	} cases[] = {
		{ BUDGET("{\"limit\":\"max\",\"at_most\":\"1us\"},{\"limit\":\"books\"}"),
		  "Failed: 1 of 2 limits are broken" },
		{ BUDGET("{\"limit\":\"books\"}"),
		  "Passed: 1 of 1 limits hold" },
	};
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *page = judged_page(&result, cases[i].budget);

		assert_non_null(strstr(page, cases[i].verdict));
		assert_non_null(strstr(page, "Budget b&#60;i&#62;"));
		assert_nested(page);
		free(page);
	}
	hkj_result_free(&result);
}

static void faults_are_told(void **state)
{
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	result.cpus[0].books.is_balanced = false;
	result.cpus[1].lost.clock_steps = 7;
	page = page_of(&result);
	assert_non_null(strstr(page, "verdict bad"));
	assert_non_null(strstr(page, "do NOT balance on 1 of 2 CPUs"));
	assert_non_null(strstr(page, "7 records were lost"));
	assert_null(strstr(page, "PARTIAL"));
	free(page);
	result.cpus[0].books.is_balanced = true;
	text_replace(&result.run.state, "running");
	page = page_of(&result);
	assert_non_null(strstr(page, "verdict care"));
	assert_non_null(strstr(page, "PARTIAL: written while it ran"));
	free(page);
	hkj_result_free(&result);
}

/* What a result does not tell is no good news. */
static void what_is_not_told_is_no_praise(void **state)
{
	static const struct {
		const char *name;
		const char *lacks;
	} cases[] = {
		{ "older.json", "clock_unstable, sources, frames, parts" },
		{ "early-6.1.json", "clock_unstable, frames" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *file = data_text(cases[i].name), *page;
		struct hkj_result result;
		struct hkj_error error;

		assert_int_equal(fixture_read(file, &result, &error), 0);
		page = page_of(&result);
		assert_null(strstr(page, "can be trusted"));
		assert_null(strstr(page, "Nothing was lost: "));
		assert_non_null(strstr(page, "verdict care"));
		assert_non_null(strstr(page, "Not told: whether the proof"));
		assert_non_null(strstr(page, cases[i].lacks));
		assert_nested(page);
		free(page);
		free(file);
		hkj_result_free(&result);
	}
}

static void a_proof_is_praised(void **state)
{
	struct hkj_result result;
	char *page;

	(void)state;
	fixture_make(&result);
	page = page_of(&result);
	assert_non_null(strstr(page, "this result can be trusted"));
	assert_non_null(strstr(page, "Nothing was lost: "));
	assert_null(strstr(page, "ot told"));
	free(page);
	hkj_result_free(&result);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(numbers_are_the_files),
	cmocka_unit_test(numbers_of_real_runs_are_the_files),
	cmocka_unit_test(histogram_counts_all),
	cmocka_unit_test(page_needs_nothing_else),
	cmocka_unit_test(elements_are_closed),
	cmocka_unit_test(hostile_text_stays_text),
	cmocka_unit_test(causes_tell_sources_apart),
	cmocka_unit_test(a_cause_of_one_is_not_all),
	cmocka_unit_test(no_gap_is_a_page_too),
	cmocka_unit_test(huge_numbers_stay_numbers),
	cmocka_unit_test(each_class_has_a_colour),
	cmocka_unit_test_setup_teardown(budget_is_the_verdict, root_make,
					root_remove),
	cmocka_unit_test(faults_are_told),
	cmocka_unit_test(what_is_not_told_is_no_praise),
	cmocka_unit_test(a_proof_is_praised),
};

UNIT_MAIN(tests, NULL, NULL)
