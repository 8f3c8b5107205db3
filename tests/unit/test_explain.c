// SPDX-License-Identifier: GPL-2.0
/*
 * What is told of a result's sources, and of names.
 */
#include <jansson.h>
#include <sys/utsname.h>

#include "explain.h"
#include "fixture.h"
#include "json.h"
#include "result.h"
#include "unit.h"

static void print_text(const void *explanation, FILE *out)
{
	hkj_explain_write_text(explanation, out);
}

static void print_json(const void *explanation, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_explain_write_json(explanation, out, &error), 0);
}

static const struct hkj_explained *
source_find(const struct hkj_explanation *explanation, const char *class_name,
	    const char *name)
{
	for (size_t i = 0; i < explanation->nr_sources; i++) {
		const struct hkj_explained *source = &explanation->sources[i];

		if (strcmp(source->class_name, class_name) != 0)
			continue;
		if (!strcmp(source->name, name) ||
		    (source->function && !strcmp(source->function, name)))
			return source;
	}
	return NULL;
}

static uint64_t count_of(const struct hkj_target *target, const char *function)
{
	for (size_t i = 0; i < target->nr_sources; i++)
		if (!strcmp(target->sources[i].function, function))
			return target->sources[i].count;
	return 0;
}

/* Both CPUs' counts together, most time first, nothing left out. */
static void result_is_explained(void **state)
{
	struct hkj_explanation explanation = { 0 };
	const struct hkj_explained *source;
	struct hkj_result result;

	(void)state;
	fixture_make(&result);
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	source = source_find(&explanation, "irq", "e1000_intr");
	assert_non_null(source);
	assert_int_equal(source->count,
			 count_of(&result.cpus[0], "e1000_intr") +
				 count_of(&result.cpus[1], "e1000_intr"));
	assert_string_equal(source->cpus, "1-2");
	assert_int_equal(source->nr_remedies, 1);
	assert_int_equal(source->remedies[0].count, source->count);
	for (size_t i = 1; i < explanation.nr_sources; i++)
		assert_true(explanation.sources[i].total_ns <=
			    explanation.sources[i - 1].total_ns);
	source = source_find(&explanation, "tick", "sched");
	assert_non_null(source);
	assert_int_equal(source->count,
			 result.cpus[0].tick->refusals[HKJ_TICK_SCHED].value +
				 result.cpus[1].tick->refusals[HKJ_TICK_SCHED].value);
	assert_non_null(source_find(&explanation, "unexplained", ""));
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
}

/* khugepaged's and bash's have remedies of their own, which add up. */
static void initiators_have_their_remedies(void **state)
{
	struct hkj_explanation explanation = { 0 };
	const struct hkj_explained *source;
	struct hkj_result result;
	uint64_t sum = 0;

	(void)state;
	fixture_make(&result);
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	source = source_find(&explanation, "ipi", "tlb_remove_table_smp_sync");
	assert_non_null(source);
	assert_int_equal(source->nr_remedies, 2);
	assert_string_equal(source->initiators[0].comm, "khugepaged");
	assert_int_equal(source->remedies[0].count,
			 source->initiators[0].count);
	for (size_t i = 0; i < source->nr_remedies; i++)
		sum += source->remedies[i].count;
	assert_int_equal(sum, source->count);
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
}

/* Labels are followed by a blank: the text behind them begins in a column. */
static void assert_labels_stand_apart(const char *text)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "  ", 2) && strcspn(line, "\n") > 10)
			assert_int_equal(line[9], ' ');
	}
}

/* On another kernel the same source is told again, and its remedy if it differs. */
static void kernels_are_kept_apart(void **state)
{
	struct hkj_explanation explanation = { 0 };
	struct hkj_result result;
	char *text;

	(void)state;
	fixture_make(&result);
	result.hosts = calloc(2, sizeof(*result.hosts));
	result.nr_hosts = 2;
	result.hosts[0].kernel = strdup("6.12.0");
	result.hosts[1].kernel = strdup("6.1.0");
	for (size_t i = 0; i < 2; i++)
		result.cpus[i].host = hkj_maybe(i);
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	text = printed(print_text, &explanation);
	assert_labels_stand_apart(text);
	assert_non_null(strstr(text, "as above: write the housekeeping CPUs"));
	assert_non_null(strstr(text, "Linux 6.1.0"));
	free(text);
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
}

static void texts_say_it(void **state)
{
	struct hkj_explanation explanation = { 0 };
	struct hkj_result result;
	char *text;
	json_t *json;

	(void)state;
	fixture_make(&result);
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	text = printed(print_text, &explanation);
	assert_non_null(strstr(text, "ipi tlb_remove_table_smp_sync"));
	assert_non_null(strstr(text, "khugepaged, in"));
	assert_non_null(strstr(text, "transparent_hugepage/enabled"));
	assert_true(longest_line(text) <= 80);
	free(text);
	text = printed(print_json, &explanation);
	json = json_loads(text, 0, NULL);
	assert_non_null(json);
	assert_string_equal(json_string_value(json_object_get(json, "schema")),
			    HKJ_EXPLAIN_SCHEMA);
	assert_int_equal(json_array_size(json_object_get(json, "sources")),
			 explanation.nr_sources);
	json_decref(json);
	free(text);
	hkj_explanation_free(&explanation);
	hkj_result_free(&result);
}

/* A result of nothing has nothing to explain. */
static void empty_result_is_fine(void **state)
{
	struct hkj_explanation explanation = { 0 };
	struct hkj_result result = { 0 };
	char *text;

	(void)state;
	assert_int_equal(hkj_explain_result(&explanation, &result), 0);
	assert_int_equal(explanation.nr_sources, 0);
	text = printed(print_text, &explanation);
	free(text);
	hkj_explanation_free(&explanation);
}

static size_t nr_found(const struct hkj_host *host, const char *class_name,
		       const char *name)
{
	struct hkj_explanation explanation = { 0 };
	size_t nr;

	assert_int_equal(hkj_explain_name(&explanation, host, class_name, name),
			 0);
	nr = explanation.nr_sources;
	hkj_explanation_free(&explanation);
	return nr;
}

static void names_are_found(void **state)
{
	const struct hkj_host host = {
		.kernel = UNIT_TEXT("6.12.0"),
		.arch = UNIT_TEXT("x86_64"),
		.nohz_full = UNIT_TEXT("1"),
	};

	(void)state;
	assert_true(nr_found(&host, NULL, NULL) > 100);
	assert_true(nr_found(&host, NULL, "flush_tlb_func") > 3);
	assert_true(nr_found(&host, NULL, "khugepaged") > 2);
	assert_int_equal(nr_found(&host, NULL, "vmstat_update"), 1);
	assert_int_equal(nr_found(&host, "thread", "kcompactd0"), 2);
	assert_int_equal(nr_found(&host, NULL, "tick"), HKJ_NR_TICK_DEPS - 1);
	assert_int_equal(nr_found(&host, NULL, "no_such_name"), 0);
	assert_int_equal(nr_found(&host, "no_such_class", NULL), 0);
	assert_int_equal(nr_found(&host, "ipi", "no_such_name"), 1);
}

static struct hkj_remedy tick_remedy(const char *kernel)
{
	struct hkj_host host = { .kernel = UNIT_TEXT(kernel) };
	struct hkj_explanation explanation = { 0 };
	struct hkj_remedy remedy;

	assert_int_equal(hkj_explain_name(&explanation, &host, "timer",
					  "tick_nohz_handler"),
			 0);
	remedy = explanation.sources[0].remedies[0];
	hkj_explanation_free(&explanation);
	return remedy;
}

/* A knob that needs an option: told by the kernel's own configuration. */
static void configuration_is_asked(void **state)
{
	(void)state;
	assert_string_equal(tick_remedy("6.12.0-a").needs, "CONFIG_NO_HZ_FULL");
	assert_string_equal(tick_remedy("6.12.0-a").has_needs, "unknown");
	root_write("/boot/config-6.12.0-a",
		   "CONFIG_NO_HZ_FULL_X=y\n# CONFIG_NO_HZ_FULL is not set\n");
	assert_string_equal(tick_remedy("6.12.0-a").has_needs, "no");
	root_write("/lib/modules/6.12.0-b/config", "CONFIG_NO_HZ_FULL=y\n");
	assert_string_equal(tick_remedy("6.12.0-b").has_needs, "yes");
	root_write("/etc/config", "CONFIG_NO_HZ_FULL=y\n");
	assert_string_equal(tick_remedy("../../../etc/config").has_needs,
			    "unknown");
}

/* The kernel that runs has its own at hand, packed. */
static void running_kernel_is_asked(void **state)
{
	/* "CONFIG_NO_HZ_FULL=m\n", by gzip -n */
	static const unsigned char packed[] = {
		0x1f,
		0x8b,
		0x08,
		0x00,
		0x00,
		0x00,
		0x00,
		0x00,
		0x00,
		0x03,
		0x73,
		0xf6,
		0xf7,
		0x73,
		0xf3,
		0x74,
		0x8f,
		0xf7,
		0xf3,
		0x8f,
		0xf7,
		0x88,
		0x8a,
		0x77,
		0x0b,
		0xf5,
		0xf1,
		0xb1,
		0xcd,
		0xe5,
		0x02,
		0x00,
		0xd9,
		0xbf,
		0x00,
		0x32,
		0x14,
		0x00,
		0x00,
		0x00,
	};
	struct utsname name;
	char path[128];
	FILE *file;

	(void)state;
	root_write("/proc/config.gz", "");
	assert_true(snprintf(path, sizeof(path), "%s/proc/config.gz", root) > 0);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_int_equal(fwrite(packed, 1, sizeof(packed), file),
			 sizeof(packed));
	assert_int_equal(fclose(file), 0);
	assert_int_equal(uname(&name), 0);
	assert_string_equal(tick_remedy(name.release).has_needs, "yes");
}

#define STAGED(name) \
	cmocka_unit_test_setup_teardown(name, root_make, root_remove)

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(result_is_explained),
	cmocka_unit_test(initiators_have_their_remedies),
	cmocka_unit_test(texts_say_it),
	cmocka_unit_test(kernels_are_kept_apart),
	cmocka_unit_test(empty_result_is_fine),
	cmocka_unit_test(names_are_found),
	STAGED(configuration_is_asked),
	STAGED(running_kernel_is_asked),
};

UNIT_MAIN(tests, NULL, NULL)
