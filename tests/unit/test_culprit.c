// SPDX-License-Identifier: GPL-2.0
/*
 * Who breaks a limit: by what the gaps beyond it are made of, not by the first
 * one that has a name in it.
 */
#include <limits.h>

#include "culprit_gaps.h"
#include "finding_text.h"
#include "load.h"
#include "result.h"
#include "stage.h"
#include "unit.h"

#define BOUND(quantity, text) \
	"{\"limit\":\"" quantity "\",\"at_most\":\"" text "\"}"
#define HEAD \
	"{\"schema\":\"hkjitter-budget/1\",\"name\":\"b\",\"sets\":[{\"name\":\"s\",\"cpus\":\"1\",\"limits\":["
#define TAIL "]}]}"

/* A result of the data, held against limits on its CPU 1. */
struct found {
	struct hkj_result result;
	struct hkj_budget budget;
	struct hkj_judgement judgement;
};

static void judge(struct found *found, const char *name, const char *budget)
{
	struct hkj_error error;
	char path[PATH_MAX];

	root_write("/budget.json", budget);
	snprintf(path, sizeof(path), "%s/budget.json", root);
	if (hkj_budget_load(&found->budget, path, &error))
		fail_msg("%s", error.text);
	snprintf(path, sizeof(path), "%s/%s", UNIT_DATA, name);
	if (hkj_load(path, &found->result, &error))
		fail_msg("%s", error.text);
	assert_int_equal(hkj_judge(&found->judgement, &found->budget,
				   &found->result, &error),
			 0);
}

static void found_free(struct found *found)
{
	hkj_judgement_exit(&found->judgement);
	hkj_budget_free(&found->budget);
	hkj_result_free(&found->result);
}

/* Most gaps beyond it have no part, although the longest one has two. */
static void percentiles_are_broken_by_all_gaps_beyond(void **state)
{
	static const char limits[] =
		HEAD BOUND("p99.9", "50us") "," BOUND("max", "1ns") "," BOUND("share", "0") TAIL;
	const struct hkj_culprit *who;
	struct found found;
	char *text;

	(void)state;
	judge(&found, "early-6.12.json", limits);
	who = &found.judgement.findings[0].culprit;
	assert_string_equal(who->other, "unexplained");
	assert_null(who->source);
	assert_null(who->gap);
	assert_int_equal(who->nr_gaps, found.result.cpus[0].nr_longest);
	assert_true(who->has_more && who->is_below);
	assert_true(who->net_ns <= who->gaps_ns && who->net_ns > 8000000000);
	assert_ptr_equal(found.judgement.findings[0].knob,
			 hkj_knob_of_unexplained(&found.result.host));
	text = hkj_finding_detail(&found.judgement, &found.judgement.findings[0]);
	assert_non_null(strstr(text, "culprit: unexplained, of the host"));
	free(text);
	/* The longest gap is its two parts' least of all. */
	who = &found.judgement.findings[1].culprit;
	assert_ptr_equal(who->gap, found.result.cpus[0].longest);
	assert_string_equal(who->other, "transition");
	assert_ptr_equal(found.judgement.findings[1].knob,
			 hkj_knob_of_transition(&found.result.host));
	assert_string_equal(found.judgement.findings[2].culprit.other, "unexplained");
	found_free(&found);
}

/* Shorter gaps together outweigh the longest: 2 x 300 against 500. */
static void parts_of_all_gaps_are_added_up(void **state)
{
	struct hkj_part_record once = { UNIT_TEXT("thread"), UNIT_TEXT("a"),
					UNIT_TEXT(""), 0, 500 };
	struct hkj_part_record twice = { UNIT_TEXT("irq"), UNIT_TEXT("b"),
					 UNIT_TEXT("f"), 0, 300 };
	struct hkj_longest gaps[] = {
		{ .duration_ns = 600, .nr_parts = 1, .parts = &once },
		{ .duration_ns = 350, .nr_parts = 1, .parts = &twice },
		{ .duration_ns = 340, .nr_parts = 1, .parts = &twice },
		{ .duration_ns = 700 },
	};
	struct hkj_gaps_most most;

	(void)state;
	assert_int_equal(hkj_gaps_most(&most, gaps, 1), 0);
	assert_ptr_equal(most.part, &once);
	assert_int_equal(hkj_gaps_most(&most, gaps, 3), 0);
	assert_ptr_equal(most.part, &twice);
	assert_int_equal(most.net_ns, 600);
	assert_int_equal(most.gaps_ns, 1290);
	assert_int_equal(hkj_gaps_most(&most, gaps, 4), 0);
	assert_string_equal(most.other, "unexplained");
	assert_int_equal(most.net_ns, 700);
	gaps[3].parts_lost = hkj_maybe(5);
	assert_int_equal(hkj_gaps_most(&most, gaps, 4), 0);
	assert_non_null(strstr(most.other, "no room"));
}

#define THREE BOUND("max", "1ns") "," BOUND("p99", "1ns") "," BOUND("share", "0")

/* Of a tool that did not tell interruptions apart: nobody is blamed. */
static void older_results_blame_nobody(void **state)
{
	static const char limits[] = HEAD THREE TAIL;
	struct found found;

	(void)state;
	judge(&found, "older.json", limits);
	assert_int_equal(found.judgement.nr[HKJ_RULING_FAIL], 3);
	for (size_t i = 0; i < found.judgement.nr_findings; i++) {
		const struct hkj_finding *finding = &found.judgement.findings[i];

		assert_string_equal(finding->culprit.other,
				    "the result does not tell what was in it");
		assert_null(finding->knob);
	}
	found_free(&found);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(percentiles_are_broken_by_all_gaps_beyond),
	cmocka_unit_test(parts_of_all_gaps_are_added_up),
	cmocka_unit_test(older_results_blame_nobody),
};

UNIT_MAIN(tests, root_make, root_remove)
