// SPDX-License-Identifier: GPL-2.0
/*
 * Results held against budgets: bounds are exact, what cannot be told is
 * never within, and a strict reader of KTAP understands what is printed.
 */
#include <ctype.h>
#include <glob.h>
#include <jansson.h>
#include <limits.h>

#include "budget.h"
#include "fixture.h"
#include "judge.h"
#include "result.h"
#include "stage.h"
#include "unit.h"
#include "view_check.h"

static struct hkj_result fixture;

static int prepare(void **state)
{
	fixture_make(&fixture);
	return root_make(state);
}

static int finish(void **state)
{
	hkj_result_free(&fixture);
	return root_remove(state);
}

/* A budget from text, by the file that users would write. */
static int budget_read(struct hkj_budget *budget, const char *text,
		       struct hkj_error *error)
{
	char path[PATH_MAX];

	root_write("/budget.json", text);
	snprintf(path, sizeof(path), "%s/budget.json", root);
	return hkj_budget_load(budget, path, error);
}

#define BOUND(quantity, text) \
	"{\"limit\":\"" quantity "\",\"at_most\":\"" text "\"}"
#define FORBIDDEN(selector) "{\"limit\":\"forbidden\",\"of\":[{" selector "}]}"
#define NAMED(name) \
	"{\"limit\":\"max\",\"at_most\":\"1ns\",\"name\":\"" name "\"}"

#define SET_FORMAT HEAD "\"sets\":[{\"name\":\"s\",\"cpus\":\"%s\",\"limits\":[%s]}]}"
#define HEAD "{\"schema\":\"hkjitter-budget/1\",\"name\":\"b\","

/* One set named "s" on @cpus, with the limits. */
static char *budget_text(const char *cpus, const char *limits)
{
	char *text;

	assert_true(asprintf(&text,
			     SET_FORMAT,
			     cpus, limits) > 0);
	return text;
}

static void judge(struct hkj_judgement *judgement, struct hkj_budget *budget,
		  const char *cpus, const char *limits,
		  const struct hkj_result *result)
{
	char *text = budget_text(cpus, limits);
	struct hkj_error error;

	if (budget_read(budget, text, &error))
		fail_msg("%s", error.text);
	assert_int_equal(hkj_judge(judgement, budget, result, &error), 0);
	free(text);
}

static enum hkj_ruling ruling_of(const char *cpus, const char *limit,
				 const struct hkj_result *result)
{
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	enum hkj_ruling ruling;

	judge(&judgement, &budget, cpus, limit, result);
	assert_int_equal(judgement.nr_findings, 1);
	ruling = judgement.findings[0].ruling;
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
	return ruling;
}

static void check_bound(const char *quantity, const char *of, uint64_t value,
			const char *unit)
{
	char limit[300];

	for (unsigned int below = 0; below < 2; below++) {
		snprintf(limit, sizeof(limit),
			 "{\"limit\":\"%s\",%s\"at_most\":\"%llu%s\"}",
			 quantity, of, (unsigned long long)(value - below),
			 unit);
		assert_int_equal(ruling_of("1", limit, &fixture),
				 below ? HKJ_RULING_FAIL : HKJ_RULING_PASS);
	}
}

#define OF_TLB "\"of\":[{\"class\":\"ipi\",\"name\":\"tlb_*\"}],"
#define OF_REST "\"of\":[{\"class\":\"unexplained\"}],"

static const struct hkj_source_record *source_find(const char *function)
{
	const struct hkj_target *target = &fixture.cpus[0];

	for (size_t i = 0; i < target->nr_sources; i++)
		if (!strcmp(target->sources[i].function, function))
			return &target->sources[i];
	fail_msg("no source %s", function);
	return NULL;
}

/* The value itself is within, one less is not. */
static void bounds_are_exact(void **state)
{
	const struct hkj_target *target = &fixture.cpus[0];
	const struct hkj_source_record *tlb =
		source_find("tlb_remove_table_smp_sync");

	(void)state;
	check_bound("max", "", target->gaps.max_ns, "ns");
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++) {
		check_bound(hkj_percentile_names[i], "",
			    target->gaps.percentiles[i], "ns");
		check_bound(hkj_percentile_names[i], OF_TLB,
			    tlb->percentiles[i], "ns");
	}
	check_bound("total", "", target->gaps.total_ns, "ns");
	check_bound("count", "", target->gaps.count, "");
	check_bound("threshold", "", target->threshold_ns, "ns");
	check_bound("max", OF_TLB, tlb->max_ns, "ns");
	check_bound("total", OF_TLB, tlb->total_ns, "ns");
	check_bound("count", OF_TLB, tlb->count, "");
	check_bound("max", OF_REST, target->unexplained->max_ns, "ns");
	check_bound("total", OF_REST, target->unexplained->total_ns, "ns");
	check_bound("count", OF_REST, target->unexplained->count, "");
}

/* Two sources together, whose bounds are the sums. */
static void sources_are_added_up(void **state)
{
	static const char of[] =
		"\"of\":[{\"class\":\"ipi\"},{\"class\":\"work\"},{\"name\":\"tlb_*\"}],";
	const struct hkj_source_record *tlb =
		source_find("tlb_remove_table_smp_sync");
	const struct hkj_source_record *work = source_find("vmstat_update");

	(void)state;
	check_bound("count", of, tlb->count + work->count, "");
	check_bound("total", of, tlb->total_ns + work->total_ns, "ns");
	check_bound("max", of,
		    tlb->max_ns > work->max_ns ? tlb->max_ns : work->max_ns,
		    "ns");
}

/* Rows of a limit on CPU 1 and what becomes of it. */
static void rulings_are_right(void **state)
{
	static const struct {
		const char *limit;
		enum hkj_ruling ruling;
	} cases[] = {
		{ "{\"limit\":\"share\",\"at_most\":\"2.1%\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"share\",\"at_most\":\"2e-2\"}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"share\",\"at_most\":\"20000ppm\"}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"rate\",\"at_most\":\"9300/s\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"rate\",\"at_most\":\"9200/s\"}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"rate\",\"at_most\":\"558000/min\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"runtime\",\"at_least\":\"43086129ns\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"runtime\",\"at_least\":\"43086130ns\"}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"losses\",\"at_most\":\"0\"}", HKJ_RULING_PASS },
		{ "{\"limit\":\"books\"}", HKJ_RULING_PASS },
		{ "{\"limit\":\"forbidden\",\"of\":[{\"class\":\"nmi\"}]}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"forbidden\",\"of\":[{\"class\":\"thread\"}]}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"forbidden\",\"of\":[{\"name\":\"eth*\"}]}",
		  HKJ_RULING_FAIL },
		/* khugepaged is known of some, of others nobody knows. */
		{ "{\"limit\":\"forbidden\",\"of\":[{\"initiator\":\"khugepaged\"}]}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"forbidden\",\"of\":[{\"initiator\":\"nobody\"}]}",
		  HKJ_RULING_SKIP },
		{ "{\"limit\":\"forbidden\",\"if_unknown\":\"fail\",\"of\":[{\"initiator\":\"nobody\"}]}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"forbidden\",\"of\":[{\"class\":\"timer\",\"initiator\":\"nobody\"}]}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"count\",\"of\":[{\"initiator\":\"khugepaged\"}],\"at_most\":\"134\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"max\",\"of\":[{\"initiator\":\"khugepaged\"}],\"at_most\":\"200ns\"}",
		  HKJ_RULING_SKIP },
		{ "{\"limit\":\"max\",\"of\":[{\"initiator\":\"khugepaged\"}],\"at_most\":\"1ms\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"max\",\"of\":[{\"initiator\":\"khugepaged\"}],\"at_most\":\"1ns\"}",
		  HKJ_RULING_FAIL },
		{ "{\"limit\":\"p99\",\"of\":[{\"class\":\"unexplained\"}],\"at_most\":\"1us\"}",
		  HKJ_RULING_SKIP },
		{ "{\"limit\":\"p99\",\"of\":[{\"class\":\"unexplained\"}],\"at_most\":\"1ms\"}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"allowed\",\"of\":[]}", HKJ_RULING_FAIL },
		{ "{\"limit\":\"allowed\",\"of\":[{\"class\":\"*\"}]}",
		  HKJ_RULING_PASS },
		{ "{\"limit\":\"allowed\",\"of\":[{\"name\":\"*\"}]}",
		  HKJ_RULING_FAIL }, /* the unexplained has no name */
		{ "{\"limit\":\"allowed\",\"of\":[{\"name\":\"*\"},{\"class\":\"unexplained\"}]}",
		  HKJ_RULING_PASS },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		if (ruling_of("1", cases[i].limit, &fixture) != cases[i].ruling)
			fail_msg("%s is not '%s'", cases[i].limit,
				 hkj_ruling_names[cases[i].ruling]);
}

/* CPUs that were not measured are not within any limit. */
static void what_was_not_measured_is_skipped(void **state)
{
	static const char within[] = "{\"limit\":\"max\",\"at_most\":\"1h\"}";
	static const char beyond[] = "{\"limit\":\"max\",\"at_most\":\"1ns\"}";

	(void)state;
	assert_int_equal(ruling_of("all", within, &fixture), HKJ_RULING_PASS);
	assert_int_equal(ruling_of("isolated", within, &fixture),
			 HKJ_RULING_PASS);
	assert_int_equal(ruling_of("1-2", within, &fixture), HKJ_RULING_PASS);
	assert_int_equal(ruling_of("1-3", within, &fixture), HKJ_RULING_SKIP);
	assert_int_equal(ruling_of("1-3", beyond, &fixture), HKJ_RULING_FAIL);
	assert_int_equal(ruling_of("5", within, &fixture), HKJ_RULING_SKIP);
	assert_int_equal(ruling_of("5", beyond, &fixture), HKJ_RULING_SKIP);
}

static void isolated_cpus_must_be_there(void **state)
{
	static const char within[] = "{\"limit\":\"max\",\"at_most\":\"1h\"}";
	static const char *const lists[] = { "", "1-3", "nonsense" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		struct hkj_result result;

		fixture_make(&result);
		free(result.host.isolated);
		result.host.isolated = strdup(lists[i]);
		assert_int_equal(ruling_of("isolated", within, &result),
				 HKJ_RULING_SKIP);
		hkj_result_free(&result);
	}
}

static void losses_and_books_break(void **state)
{
	static const char noise[] = BOUND("self_noise", "0");
	static const char loss[] = "{\"limit\":\"losses\",\"at_most\":\"0\"}";
	static const char ipi[] =
		"{\"limit\":\"forbidden\",\"of\":[{\"class\":\"nmi\"}]}";
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	result.cpus[1].lost.interruptions[HKJ_LOST_SOURCES].value = 3;
	assert_int_equal(ruling_of("all", loss, &result), HKJ_RULING_FAIL);
	/* Those that had no room may have been NMIs. */
	assert_int_equal(ruling_of("all", ipi, &result), HKJ_RULING_SKIP);
	result.cpus[1].lost.interruptions[HKJ_LOST_SOURCES].is_there = false;
	result.cpus[1].lost.interruptions[HKJ_LOST_SOURCES].value = 0;
	assert_int_equal(ruling_of("all", loss, &result), HKJ_RULING_SKIP);
	assert_int_equal(ruling_of("all", noise, &result), HKJ_RULING_PASS);
	result.cpus[1].self.interruptions.value = 1;
	assert_int_equal(ruling_of("all", noise, &result), HKJ_RULING_FAIL);
	result.cpus[1].self.interruptions.is_there = false;
	assert_int_equal(ruling_of("all", noise, &result), HKJ_RULING_SKIP);
	result.cpus[1].books.cycles.quiet++;
	assert_int_equal(ruling_of("all", "{\"limit\":\"books\"}", &result),
			 HKJ_RULING_FAIL);
	hkj_result_free(&result);
}

/* The worst CPU is named, and who made it so. */
static void culprits_are_named(void **state)
{
	static const char limits[] =
		BOUND("max", "1ns") "," FORBIDDEN("\"initiator\":\"bash\"") "," BOUND("share", "0");
	const struct hkj_finding *finding;
	struct hkj_judgement judgement;
	struct hkj_budget budget;

	(void)state;
	judge(&judgement, &budget, "all", limits, &fixture);
	finding = judgement.findings;
	assert_int_equal(finding[0].nr_broken, 2);
	assert_ptr_equal(finding[0].target, &fixture.cpus[0]);
	assert_ptr_equal(finding[0].culprit.gap, &fixture.cpus[0].longest[0]);
	assert_string_equal(finding[0].culprit.source->name, "kworker/1:0");
	assert_string_equal(finding[1].culprit.source->function,
			    "tlb_remove_table_smp_sync");
	assert_string_equal(finding[1].culprit.initiator->comm, "bash");
	assert_string_equal(finding[2].culprit.source->name, "kworker/1:0");
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
}

/* A reader of KTAP version 1 that takes nothing on trust. */
struct ktap {
	unsigned long planned;
	unsigned long seen;
	unsigned long counts[HKJ_NR_RULINGS];
};

static void assert_begins(const char *line, const char *begin)
{
	if (strncmp(line, begin, strlen(begin)))
		fail_msg("'%s' does not begin with '%s'", line, begin);
}

static void ktap_result_read(struct ktap *ktap, const char *line)
{
	bool is_ok = !strncmp(line, "ok ", 3);
	const char *at = line + (is_ok ? 3 : 7);
	const char *directive;
	char *end;

	if (!is_ok)
		assert_begins(line, "not ok ");
	assert_true(isdigit((unsigned char)*at));
	assert_int_equal(strtoul(at, &end, 10), ++ktap->seen);
	assert_int_equal(*end, ' ');
	assert_true(isgraph((unsigned char)end[1]));
	directive = strchr(end, '#');
	if (!directive) {
		ktap->counts[is_ok ? HKJ_RULING_PASS : HKJ_RULING_FAIL]++;
		return;
	}
	assert_begins(directive - 1, " # SKIP ");
	assert_true(isgraph((unsigned char)directive[7]));
	assert_null(strchr(directive + 1, '#'));
	ktap->counts[HKJ_RULING_SKIP]++;
}

static void ktap_read(struct ktap *ktap, char *text)
{
	char *rest = text;
	char *line = strsep(&rest, "\n");

	*ktap = (struct ktap){ 0 };
	assert_string_equal(line, "KTAP version 1");
	line = strsep(&rest, "\n");
	assert_begins(line, "1..");
	ktap->planned = strtoul(line + 3, &line, 10);
	assert_string_equal(line, "");
	while ((line = strsep(&rest, "\n")) && rest) {
		for (const char *at = line; *at; at++)
			assert_true((unsigned char)*at >= ' ');
		if (strncmp(line, "# ", 2))
			ktap_result_read(ktap, line);
	}
	assert_string_equal(line, "");
	assert_int_equal(ktap->seen, ktap->planned);
}

static void print(const void *what, FILE *out)
{
	hkj_view_check(what, "a\n#result.json", out);
}

static void check_ktap(const struct hkj_judgement *judgement)
{
	char *text = printed(print, judgement);
	struct ktap ktap;
	char totals[120];

	snprintf(totals, sizeof(totals),
		 "\n# Totals: pass:%zu fail:%zu xfail:0 xpass:0 skip:%zu error:0\n",
		 judgement->nr[HKJ_RULING_PASS], judgement->nr[HKJ_RULING_FAIL],
		 judgement->nr[HKJ_RULING_SKIP]);
	assert_non_null(strstr(text, totals));
	ktap_read(&ktap, text);
	assert_int_equal(ktap.planned, judgement->nr_findings);
	for (unsigned int i = 0; i < HKJ_NR_RULINGS; i++)
		assert_int_equal(ktap.counts[i], judgement->nr[i]);
	free(text);
}

#define ODD_SOURCE FORBIDDEN("\"name\":\"#\\u001b[31m\"")
#define ODD_NAMES NAMED("x\\nok 9 # SKIP") "," NAMED("# SKIP no")
#define ODD_LIMITS ODD_NAMES "," ODD_SOURCE "," BOUND("self_noise", "0")

/* Names come from files: none of them makes a line of its own. */
static void odd_names_stay_in_their_line(void **state)
{
	static const char limits[] = ODD_LIMITS;
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	free(result.cpus[0].sources[0].name);
	result.cpus[0].sources[0].name = strdup("a\nok 1 # SKIP");
	judge(&judgement, &budget, "all", limits, &result);
	assert_int_equal(judgement.nr[HKJ_RULING_FAIL], 2);
	check_ktap(&judgement);
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
	hkj_result_free(&result);
}

static void check_reasons(const struct hkj_budget *budget)
{
	assert_true(budget->why && *budget->why);
	for (size_t i = 0; i < budget->nr_sets; i++) {
		const struct hkj_budget_set *set = &budget->sets[i];

		assert_true(set->why && *set->why);
		for (size_t k = 0; k < set->nr_limits; k++)
			assert_true(set->limits[k].why && *set->limits[k].why);
	}
}

static void check_sample(const char *path)
{
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	struct hkj_error error;

	if (hkj_budget_load(&budget, path, &error))
		fail_msg("%s", error.text);
	check_reasons(&budget);
	assert_int_equal(hkj_judge(&judgement, &budget, &fixture, &error), 0);
	assert_true(judgement.nr[HKJ_RULING_FAIL] > 0);
	check_ktap(&judgement);
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
}

/* Those in the tree are right, and each limit has its reason. */
static void samples_are_right(void **state)
{
	glob_t files;

	(void)state;
	assert_int_equal(glob(UNIT_DATA "/../../../budgets/*.json", 0, NULL,
			      &files),
			 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_sample(files.gl_pathv[i]);
	assert_in_range(files.gl_pathc, 5, 50);
	globfree(&files);
}

/* Of some interruptions it is not known who asked. */
#define NOBODY "\"initiator\":\"nobody\""

static void verdicts_have_exit_codes(void **state)
{
	static const struct {
		const char *limits;
		int code;
	} cases[] = {
		{ "{\"limit\":\"books\"}", 0 },
		{ "{\"limit\":\"books\"}," FORBIDDEN(NOBODY),
		  0 },
		{ "{\"limit\":\"books\"},{\"limit\":\"max\",\"at_most\":\"0\"}",
		  1 },
		{ FORBIDDEN(NOBODY), 4 },
	};
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s/budget.json", root);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *text = budget_text("all", cases[i].limits);
		char *out, *whole;
		json_t *json;
		struct ktap ktap;

		root_write("/budget.json", text);
		assert_int_equal(TOOL("check", UNIT_DATA "/result.json", "-b",
				      path),
				 cases[i].code);
		out = root_read("/out");
		assert_true(asprintf(&whole, "%s\n", out) > 0); /* read less that */
		free(out);
		ktap_read(&ktap, whole);
		free(whole);
		assert_int_equal(TOOL("check", UNIT_DATA "/result.json", "-b",
				      path, "--json"),
				 cases[i].code);
		out = root_read("/out");
		json = json_loads(out, 0, NULL);
		assert_int_equal(json_array_size(json_object_get(json,
								 "limits")),
				 ktap.planned);
		json_decref(json);
		free(out);
		free(text);
	}
}

/* Of a tool that did not tell interruptions apart. */
static void older_results_are_judged_by_what_they_tell(void **state)
{
	static const char limits[] =
		BOUND("max", "1h") "," FORBIDDEN("\"class\":\"nmi\"") "," BOUND("losses", "0");
	FILE *in = fopen(UNIT_DATA "/older.json", "re");
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	struct hkj_result result;
	struct hkj_error error;

	(void)state;
	assert_non_null(in);
	assert_int_equal(hkj_result_read(&result, in, "older.json", &error), 0);
	fclose(in);
	judge(&judgement, &budget, "all", limits, &result);
	assert_int_equal(judgement.nr[HKJ_RULING_PASS], 1);
	assert_int_equal(judgement.nr[HKJ_RULING_SKIP], 2);
	hkj_judgement_exit(&judgement);
	hkj_budget_free(&budget);
	hkj_result_free(&result);
}

static void wrong_command_lines_are_told(void **state)
{
	(void)state;
	assert_int_equal(TOOL("check", UNIT_DATA "/result.json"),
			 HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("check", "-", "--budget=-"), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("check", UNIT_DATA "/result.json", "-b",
			      "/none"),
			 HKJ_EXIT_CANNOT);
	assert_int_equal(TOOL("run", "--budget=x", "-o", "-"), HKJ_EXIT_USAGE);
	assert_int_equal(TOOL("run", "--budget=/none"), HKJ_EXIT_CANNOT);
}

#define REACHED "{\"limit\":\"runtime\",\"at_least\":\"1ns\"}"
#define STRICT "{\"limit\":\"max\",\"at_most\":\"1h\",\"if_unknown\":\"fail\"}"

/*
 * Of a run that goes on nothing is proved by what holds so far; what is broken is,
 * and how long it took is. The same for one of merged runs.
 */
static void partial_results_prove_nothing(void **state)
{
	struct hkj_merged_run run = { .run.state = UNIT_TEXT("running") };
	struct hkj_result result = fixture;

	(void)state;
	assert_int_equal(ruling_of("1", BOUND("max", "1h"), &result),
			 HKJ_RULING_PASS);
	result.run.state = UNIT_TEXT("running");
	assert_int_equal(ruling_of("1", BOUND("max", "1h"), &result),
			 HKJ_RULING_SKIP);
	assert_int_equal(ruling_of("1", BOUND("max", "1ns"), &result),
			 HKJ_RULING_FAIL);
	assert_int_equal(ruling_of("1", REACHED, &result), HKJ_RULING_PASS);
	assert_int_equal(ruling_of("1", STRICT, &result), HKJ_RULING_FAIL);
	result.run.state = fixture.run.state;
	result.nr_runs = 1;
	result.runs = &run;
	assert_int_equal(ruling_of("1", BOUND("max", "1h"), &result),
			 HKJ_RULING_SKIP);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(bounds_are_exact),
	cmocka_unit_test(sources_are_added_up),
	cmocka_unit_test(rulings_are_right),
	cmocka_unit_test(what_was_not_measured_is_skipped),
	cmocka_unit_test(isolated_cpus_must_be_there),
	cmocka_unit_test(partial_results_prove_nothing),
	cmocka_unit_test(losses_and_books_break),
	cmocka_unit_test(culprits_are_named),
	cmocka_unit_test(odd_names_stay_in_their_line),
	cmocka_unit_test(samples_are_right),
	cmocka_unit_test(verdicts_have_exit_codes),
	cmocka_unit_test(older_results_are_judged_by_what_they_tell),
	cmocka_unit_test(wrong_command_lines_are_told),
};

UNIT_MAIN(tests, prepare, finish)
