// SPDX-License-Identifier: GPL-2.0
/*
 * The report: what it says, and that it keeps to 80 columns.
 */
#include <hkjitter/hist.h>

#include "fixture.h"
#include "result.h"
#include "unit.h"
#include "view.h"

static void print_report(const void *result, FILE *out)
{
	hkj_view_report(result, out);
}

static void print_chart(const void *histogram, FILE *out)
{
	hkj_view_chart(histogram, out);
}

static void recorded_report_is_made_again(void **state)
{
	struct hkj_result result;
	char *text, *expected = calloc(1, 65536);
	FILE *in = fopen(UNIT_DATA "/report.txt", "re");

	(void)state;
	assert_non_null(in);
	assert_true(fread(expected, 1, 65535, in) > 0);
	fclose(in);
	fixture_make(&result);
	text = printed(print_report, &result);
	assert_string_equal(text, expected);
	assert_true(longest_line(text) <= 80);
	free(text);
	free(expected);
	hkj_result_free(&result);
}

static void older_report_is_as_it_was(void **state)
{
	char *text, *expected = calloc(1, 65536);
	FILE *in = fopen(UNIT_DATA "/older.json", "re");
	struct hkj_result result;
	struct hkj_error error;

	(void)state;
	assert_non_null(in);
	assert_int_equal(hkj_result_read(&result, in, "older", &error), 0);
	fclose(in);
	in = fopen(UNIT_DATA "/older.txt", "re");
	assert_non_null(in);
	assert_true(fread(expected, 1, 65535, in) > 0);
	fclose(in);
	text = printed(print_report, &result);
	assert_string_equal(text, expected);
	free(text);
	free(expected);
	hkj_result_free(&result);
}

static void text_replace(char **text, const char *with)
{
	free(*text);
	*text = strdup(with);
}

static void numbers_widen(struct hkj_target *target)
{
	target->runtime_ns = HKJ_NONE / 4;
	target->gaps.total_ns = HKJ_NONE / 4;
	target->gaps.max_ns = HKJ_NONE / 4;
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		target->gaps.percentiles[i] = HKJ_NONE / 4;
	for (size_t i = 0; i < target->gaps.histogram.nr_buckets; i++)
		target->gaps.histogram.buckets[i].count = 1ULL << 50;
	target->gaps.count = hkj_histogram_count(&target->gaps.histogram);
	target->lost.clock_steps = HKJ_NONE / 4;
	target->lost.migrations = HKJ_NONE / 4;
	target->turn.mean_ns = 1e300;
	for (size_t i = 0; i < target->nr_longest; i++)
		target->longest[i].start_ns = HKJ_NONE / 4;
}

static void any_result_fits_80_columns(void **state)
{
	static char words[5000];
	struct hkj_result result;
	char *text;

	(void)state;
	memset(words, 'w', sizeof(words) - 1);
	fixture_make(&result);
	numbers_widen(&result.cpus[0]);
	text_replace(&result.host.cmdline, words);
	text_replace(&result.host.cpu_model, words);
	text_replace(&result.run.command->argv[0], words);
	text_replace(&result.run.stop_reason, words);
	text = printed(print_report, &result);
	assert_true(longest_line(text) <= 80);
	free(text);
	hkj_result_free(&result);
}

static void escape_sequences_do_not_get_out(void **state)
{
	struct hkj_result result;
	char *text;

	(void)state;
	fixture_make(&result);
	text_replace(&result.host.hostname, "evil\x1b[2J");
	text_replace(&result.run.command->argv[1], "\x1b]0;x\x07\r\n");
	text_replace(&result.cpus[0].stop_reason, "\x1b[31m");
	text = printed(print_report, &result);
	assert_null(strchr(text, '\x1b'));
	assert_null(strchr(text, '\r'));
	assert_null(strchr(text, '\x07'));
	assert_non_null(strstr(text, "evil?[2J"));
	free(text);
	hkj_result_free(&result);
}

static void faults_are_shown(void **state)
{
	struct hkj_result result;
	char *text;

	(void)state;
	fixture_make(&result);
	result.cpus[0].books.cycles.runtime += 7;
	result.cpus[0].lost.clock_steps = 3;
	result.cpus[1].gaps.count++;
	text = printed(print_report, &result);
	assert_non_null(strstr(text, "NOT BALANCED: runtime is quiet + gaps +7 cycles"));
	assert_non_null(strstr(text, "steps back of the clock: 3"));
	assert_non_null(strstr(text, "histogram counts 1 of 2 gaps"));
	assert_null(strstr(text, "balanced to the cycle"));
	free(text);
	hkj_result_free(&result);
}

static void no_gap_is_said(void **state)
{
	struct hkj_result result;
	struct hkj_gaps *gaps;
	char *text;

	(void)state;
	fixture_make(&result);
	gaps = &result.cpus[1].gaps;
	gaps->count = 0;
	gaps->min_ns = HKJ_NONE;
	gaps->max_ns = HKJ_NONE;
	free(gaps->histogram.buckets);
	gaps->histogram = (struct hkj_histogram){ 0, NULL };
	text = printed(print_report, &result);
	assert_non_null(strstr(text, "none of 500 ns or more"));
	free(text);
	hkj_result_free(&result);
}

/* Lines of the chart, and the sum of their counts, ten columns from 24 on. */
static unsigned int chart_lines(const char *chart, uint64_t *sum)
{
	unsigned int lines = 0;

	*sum = 0;
	chart = strchr(chart, '\n') + 1;
	for (; *chart; chart = strchr(chart, '\n') + 1, lines++) {
		if (strcspn(chart, "\n") > 24)
			*sum += strtoull(chart + 24, NULL, 10);
		else
			assert_memory_equal(chart, "        ...", 11);
	}
	return lines;
}

static void chart_counts_all_in_few_lines(void **state)
{
	uint64_t seed = 31;

	(void)state;
	for (int i = 0; i < 500; i++) {
		struct hkj_bucket buckets[40];
		struct hkj_histogram histogram = { 0, buckets };
		unsigned int slot = (unsigned int)random_below(&seed, 200);
		uint64_t sum;
		char *chart;

		for (; slot <= 1152 && histogram.nr_buckets < 40;
		     slot += 1 + random_below(&seed, 60))
			buckets[histogram.nr_buckets++] = (struct hkj_bucket){
				hkj_hist_low(slot), hkj_hist_high(slot),
				1 + random_below(&seed, 100000)
			};
		chart = printed(print_chart, &histogram);
		assert_in_range(chart_lines(chart, &sum), 1, 20);
		assert_int_equal(sum, hkj_histogram_count(&histogram));
		assert_true(longest_line(chart) <= 80);
		free(chart);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(recorded_report_is_made_again),
	cmocka_unit_test(older_report_is_as_it_was),
	cmocka_unit_test(any_result_fits_80_columns),
	cmocka_unit_test(escape_sequences_do_not_get_out),
	cmocka_unit_test(faults_are_shown),
	cmocka_unit_test(no_gap_is_said),
	cmocka_unit_test(chart_counts_all_in_few_lines),
};

UNIT_MAIN(tests, NULL, NULL)
