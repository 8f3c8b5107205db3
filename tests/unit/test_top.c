// SPDX-License-Identifier: GPL-2.0
/*
 * Live views: what two readings of a session make of each other, and pages of
 * any size made of them.
 */
#include <curses.h>
#include <jansson.h>

#include "data.h"
#include "shapes.h"
#include "target.h"
#include "top.h"
#include "top_json.h"
#include "unit.h"

#define KHZ 2100000
#define NR_GAPS 3000
#define NR_TARGETS 3

static const char state_running[] = "running";
static const char policy_other[] = "other";

/* CPU 4 + @i after @nr gaps. */
static void target_make(struct hkj_target *target, unsigned int i, size_t nr)
{
	static struct hkj_details details;
	static __u64 gaps[NR_GAPS];
	struct hkj_snapshot snapshot;
	struct hkj_error error;

	data_fill(gaps, nr, SHAPE_TWO_PEAKS, i);
	data_snapshot(&snapshot, 4 + i, KHZ, gaps, nr);
	data_details(&details, &snapshot, gaps, nr);
	assert_int_equal(hkj_target_init(target, &snapshot, &details, &error),
			 0);
}

/* @before and @now are numbers of gaps; 0: not read. */
static void live_make(struct hkj_live *live, size_t before, size_t now)
{
	*live = (struct hkj_live){ .device = -1,
				   .state = (char *)state_running,
				   .policy = (char *)policy_other,
				   .duration_ms = 10000,
				   .session = 7,
				   .nr_cpus = NR_TARGETS,
				   .elapsed_ns = before ? 500000000 : 0 };
	live->cpus = calloc(NR_TARGETS, sizeof(*live->cpus));
	for (unsigned int i = 0; i < NR_TARGETS; i++) {
		struct hkj_live_cpu *cpu = &live->cpus[i];

		hkj_cpus_add(&live->targets, 4 + i);
		cpu->has_now = now;
		cpu->has_before = before;
		if (now)
			target_make(&cpu->now, i, now);
		if (before)
			target_make(&cpu->before, i, before);
	}
}

static void live_free(struct hkj_live *live)
{
	for (size_t i = 0; i < live->nr_cpus; i++) {
		hkj_json_free(&hkj_shape_target, &live->cpus[i].now);
		hkj_json_free(&hkj_shape_target, &live->cpus[i].before);
	}
	free(live->cpus);
}

static const struct hkj_live_row *row_find(const struct hkj_live_rows *rows,
					   const char *class_name)
{
	for (size_t i = 0; i < rows->nr; i++)
		if (!strcmp(rows->items[i].source->class_name, class_name))
			return &rows->items[i];
	fail_msg("no row of class %s", class_name);
	return NULL;
}

/* What a class has counted in one target. */
static uint64_t count_of(const struct hkj_target *target, const char *class_name)
{
	uint64_t count = 0;

	for (size_t i = 0; i < target->nr_sources; i++)
		if (!strcmp(target->sources[i].class_name, class_name))
			count += target->sources[i].count;
	return count;
}

static void rows_add_up(void **state)
{
	static const char *const classes[] = { "timer", "ipi", "work",
					       "thread", "irq", "softirq" };
	struct hkj_live live;
	struct hkj_live_rows rows;

	(void)state;
	live_make(&live, 1000, 2500);
	assert_int_equal(hkj_live_rows_init(&rows, &live, HKJ_NONE,
					    HKJ_LIVE_TOTAL, false),
			 0);
	assert_int_equal(rows.nr, DATA_NR_SOURCES + 2);
	for (size_t i = 0; i < ARRAY_SIZE(classes); i++) {
		const struct hkj_live_row *row = row_find(&rows, classes[i]);
		uint64_t now = 0, before = 0;

		for (size_t k = 0; k < NR_TARGETS; k++) {
			now += count_of(&live.cpus[k].now, classes[i]);
			before += count_of(&live.cpus[k].before, classes[i]);
		}
		assert_int_equal(row->count, now);
		assert_int_equal(row->new_count, now - before);
		assert_true(now > before);
		assert_int_equal(row->nr_cpus, NR_TARGETS);
	}
	hkj_live_rows_free(&rows);
	live_free(&live);
}

static void text_copy(char **to, const char *from)
{
	free(*to);
	*to = strdup(from);
}

/* Makes a source another one's twin, which something else began. */
static void twin_make(struct hkj_source_record *to,
		      const struct hkj_source_record *from)
{
	text_copy(&to->class_name, from->class_name);
	text_copy(&to->name, from->name);
	text_copy(&to->function, from->function);
	text_copy(&to->cause, "another");
	to->id = from->id;
}

/* Two that begin one source on a target do not make it two targets. */
static void causes_add_up(void **state)
{
	const struct hkj_source_record *first;
	struct hkj_live live;
	struct hkj_live_rows rows;
	uint64_t count;

	(void)state;
	live_make(&live, 1000, 2500);
	for (size_t i = 0; i < NR_TARGETS; i++) {
		twin_make(&live.cpus[i].now.sources[1],
			  &live.cpus[i].now.sources[0]);
		twin_make(&live.cpus[i].before.sources[1],
			  &live.cpus[i].before.sources[0]);
	}
	first = live.cpus[1].now.sources;
	count = first[0].count + first[1].count;
	assert_int_equal(hkj_live_rows_init(&rows, &live, 5, HKJ_LIVE_TOTAL,
					    false),
			 0);
	assert_int_equal(row_find(&rows, first->class_name)->count, count);
	assert_int_equal(row_find(&rows, first->class_name)->nr_cpus, 1);
	hkj_live_rows_free(&rows);
	assert_int_equal(hkj_live_rows_init(&rows, &live, HKJ_NONE,
					    HKJ_LIVE_TOTAL, false),
			 0);
	assert_int_equal(row_find(&rows, first->class_name)->nr_cpus,
			 NR_TARGETS);
	hkj_live_rows_free(&rows);
	live_free(&live);
}

/* Time lost is of sources inside gaps, the transition, and nobody. */
static void rest_is_a_row(void **state)
{
	const struct hkj_target *target;
	struct hkj_live live;
	struct hkj_live_rows rows;

	(void)state;
	live_make(&live, 0, 2500);
	target = &live.cpus[1].now;
	assert_int_equal(hkj_live_rows_init(&rows, &live, 5, HKJ_LIVE_TOTAL,
					    false),
			 0);
	assert_int_equal(row_find(&rows, "transition")->total_ns,
			 target->transition_ns.value);
	assert_int_equal(row_find(&rows, "unexplained")->count,
			 target->unexplained->count);
	assert_int_equal(row_find(&rows, "unexplained")->max_ns,
			 target->unexplained->max_ns);
	assert_int_equal(row_find(&rows, "ipi")->count,
			 count_of(target, "ipi"));
	assert_int_equal(row_find(&rows, "ipi")->nr_cpus, 1);
	hkj_live_rows_free(&rows);
	live_free(&live);
}

/* The number that a sort is about; larger ones come first. */
static uint64_t key_of(const struct hkj_live_row *row, enum hkj_live_sort sort)
{
	switch (sort) {
	case HKJ_LIVE_RATE:
		return row->new_ns;
	case HKJ_LIVE_COUNT:
		return row->count;
	case HKJ_LIVE_MAX:
		return row->max_ns + 1;
	default:
		return row->total_ns;
	}
}

static void check_order(const struct hkj_live_rows *rows,
			enum hkj_live_sort sort, bool is_reversed)
{
	for (size_t i = 1; i < rows->nr; i++) {
		const struct hkj_live_row *a = &rows->items[i - !is_reversed];
		const struct hkj_live_row *b = &rows->items[i - is_reversed];

		if (sort == HKJ_LIVE_NAME)
			assert_true(strcmp(a->source->class_name,
					   b->source->class_name) <= 0);
		else
			assert_true(key_of(a, sort) >= key_of(b, sort));
	}
}

static void rows_are_sorted(void **state)
{
	struct hkj_live live;
	struct hkj_live_rows rows;

	(void)state;
	live_make(&live, 1000, 2500);
	for (unsigned int i = 0; i < HKJ_NR_LIVE_SORTS * 2; i++) {
		assert_int_equal(hkj_live_rows_init(&rows, &live, HKJ_NONE,
						    i / 2, i % 2),
				 0);
		check_order(&rows, i / 2, i % 2);
		hkj_live_rows_free(&rows);
	}
	live_free(&live);
}

static void check_page(struct hkj_top *top, const struct hkj_live *live,
		       size_t columns, size_t rows)
{
	struct hkj_page page;

	assert_int_equal(hkj_top_page(&page, top, live, columns, rows), 0);
	assert_true(page.nr <= (rows ? rows : 1));
	assert_true(page.nr > 0);
	for (size_t i = 0; i < page.nr; i++)
		assert_true(strlen(page.lines[i].text) <= columns);
	if (columns < HKJ_TOP_COLUMNS_MIN || rows < HKJ_TOP_ROWS_MIN)
		assert_int_equal(page.nr, 1);
	else
		assert_int_equal(page.nr, rows);
	hkj_page_free(&page);
}

static void pages_fit_any_size(void **state)
{
	struct hkj_live live[3];

	(void)state;
	live_make(&live[0], 0, 0);
	live_make(&live[1], 0, 10);
	live_make(&live[2], 1000, 2500);
	for (size_t columns = 0; columns <= 240; columns += 1 + columns / 12)
		for (size_t rows = 0; rows <= 70; rows += 1 + rows / 9)
			for (size_t i = 0; i < 3 * HKJ_NR_TOP_VIEWS; i++) {
				struct hkj_top top = { .view = i / 3,
						       .cpu = HKJ_NONE,
						       .scroll = columns };

				check_page(&top, &live[i % 3], columns, rows);
			}
	for (size_t i = 0; i < 3; i++)
		live_free(&live[i]);
}

static char *page_text(struct hkj_top *top, const struct hkj_live *live,
		       size_t columns, size_t rows)
{
	struct hkj_page page;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(hkj_top_page(&page, top, live, columns, rows), 0);
	hkj_page_print(&page, out);
	assert_int_equal(fclose(out), 0);
	hkj_page_free(&page);
	return text;
}

static void assert_shown(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not shown: %s", part, text);
}

static void page_of_everything_names_all(void **state)
{
	static const char *const wide[] = {
		"CPUs 4-6 running", "of 10 s", "gaps from 500 ns",
		"ipi tlb_remove_table_smp_sync",
		"<- khugepaged/34 on CPU 0, in tlb_remove_table_sync_one",
		"unexplained (no interruption)", "irq 24 eth0 (e1000_intr)",
		"longest ", " on CPU ", "last of the longest ", "q quit"
	};
	struct hkj_top top = { .cpu = HKJ_NONE };
	struct hkj_live live;

	(void)state;
	live_make(&live, 1000, 2500);
	for (size_t columns = 80; columns <= 200; columns += 60) {
		char *text = page_text(&top, &live, columns, 40);

		for (size_t i = 0; i < ARRAY_SIZE(wide); i++)
			assert_shown(text, wide[i]);
		free(text);
	}
	live_free(&live);
}

/* 3 targets, 1500 new gaps each, in half a second. */
static void rates_are_of_a_second(void **state)
{
	struct hkj_top top = { .cpu = HKJ_NONE };
	struct hkj_live live;
	char *text;

	(void)state;
	live_make(&live, 1000, 2500);
	text = page_text(&top, &live, 80, 24);
	assert_shown(text, "gaps 9000/s now, 7500 in all");
	assert_shown(text, "\n   4    3000 ");
	free(text);
	live_free(&live);
	live_make(&live, 0, 2500);
	text = page_text(&top, &live, 80, 24);
	assert_shown(text, "gaps -/s now, 7500 in all");
	free(text);
	live_free(&live);
}

static void keys_choose(void **state)
{
	struct hkj_top top = { .cpu = HKJ_NONE };
	struct hkj_live live;

	(void)state;
	live_make(&live, 0, 10);
	assert_int_equal(hkj_top_key(&top, &live, 'c', 24), 0);
	assert_int_equal(top.cpu, 4);
	assert_int_equal(hkj_top_key(&top, &live, KEY_LEFT, 24), 0);
	assert_true(top.cpu == HKJ_NONE);
	assert_int_equal(hkj_top_key(&top, &live, KEY_LEFT, 24), 0);
	assert_int_equal(top.cpu, 6);
	assert_int_equal(hkj_top_key(&top, &live, 's', 24), 0);
	assert_int_equal(top.sort, HKJ_LIVE_TOTAL);
	assert_int_equal(hkj_top_key(&top, &live, '4', 24), 0);
	assert_int_equal(top.view, HKJ_TOP_GAPS);
	assert_int_equal(hkj_top_key(&top, &live, 'h', 24), 0);
	assert_int_equal(top.view, HKJ_TOP_KEYS);
	assert_int_equal(hkj_top_key(&top, &live, 'h', 24), 0);
	assert_int_equal(top.view, HKJ_TOP_ALL);
	assert_int_equal(hkj_top_key(&top, &live, KEY_UP, 24), 0);
	assert_int_equal(top.scroll, 0);
	assert_int_equal(hkj_top_key(&top, &live, KEY_NPAGE, 24), 0);
	assert_true(top.scroll > 10);
	assert_int_equal(hkj_top_key(&top, &live, 'r', 24), 0);
	assert_true(top.is_reversed);
	assert_int_equal(top.scroll, 0);
	assert_int_equal(hkj_top_key(&top, &live, ' ', 24), 0);
	assert_true(top.is_paused);
	assert_int_equal(hkj_top_key(&top, &live, 'x', 24), -1);
	assert_int_equal(hkj_top_key(&top, &live, 0, 24), -1);
	assert_int_equal(hkj_top_key(&top, &live, KEY_RESIZE, 24), -1);
	assert_false(top.is_ended);
	assert_int_equal(hkj_top_key(&top, &live, 'q', 24), 0);
	assert_true(top.is_ended);
	live_free(&live);
}

/* A list cannot be left behind: its last item stays. */
static void lists_end(void **state)
{
	struct hkj_top top = { .cpu = HKJ_NONE,
			       .view = HKJ_TOP_SOURCES,
			       .sort = HKJ_LIVE_NAME,
			       .scroll = 1000 };
	struct hkj_live live;
	char *text;

	(void)state;
	live_make(&live, 0, 100);
	text = page_text(&top, &live, 80, 24);
	assert_int_equal(top.scroll, DATA_NR_SOURCES + 1);
	assert_shown(text, "work vmstat_update");
	assert_shown(text, "(7 above)");
	free(text);
	live_free(&live);
}

/* Names come from modules and tasks: nothing in them reaches the terminal. */
static void names_are_clean(void **state)
{
	struct hkj_top top = { .cpu = HKJ_NONE, .view = HKJ_TOP_SOURCES };
	struct hkj_live live;
	char *text;

	(void)state;
	live_make(&live, 0, 1000);
	for (size_t i = 0; i < live.cpus[0].now.nr_sources; i++) {
		struct hkj_source_record *source =
			&live.cpus[0].now.sources[i];

		free(source->name);
		source->name = strdup("a\033[2Jb\nc\td");
		for (size_t k = 0; k < source->nr_initiators; k++)
			source->initiators[k].comm[0] = '\033';
	}
	text = page_text(&top, &live, 100, 40);
	for (const char *c = text; *c; c++)
		assert_true(*c == '\n' || (unsigned char)*c >= ' ');
	assert_shown(text, "a?[2Jb?c?d");
	free(text);
	live_free(&live);
}

static json_int_t number_in(json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static json_t *json_of(const struct hkj_live *live)
{
	struct hkj_top top = { .cpu = HKJ_NONE };
	struct hkj_error error;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	json_t *line;

	assert_int_equal(hkj_top_json(&top, live, out, &error), 0);
	fclose(out);
	assert_ptr_equal(strchr(text, '\n'), text + size - 1);
	line = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(line);
	return line;
}

static void json_has_totals_and_news(void **state)
{
	struct hkj_live live;
	json_t *line, *cpu, *sources, *source, *schema;

	(void)state;
	live_make(&live, 1000, 2500);
	line = json_of(&live);
	schema = json_object_get(line, "schema");
	assert_string_equal(json_string_value(schema), "hkjitter-top/1");
	cpu = json_array_get(json_object_get(line, "cpus"), 2);
	assert_int_equal(number_in(cpu, "cpu"), 6);
	assert_int_equal(number_in(cpu, "gaps"), 2500);
	assert_int_equal(number_in(json_object_get(cpu, "new"), "gaps"), 1500);
	sources = json_object_get(line, "sources");
	assert_int_equal(json_array_size(sources), DATA_NR_SOURCES + 2);
	source = json_array_get(sources, 0);
	assert_true(json_is_string(json_object_get(source, "function")));
	assert_true(number_in(json_object_get(source, "new"), "total_ns") > 0);
	assert_int_equal(json_array_size(json_object_get(line, "longest")),
			 NR_TARGETS);
	json_decref(line);
	live_free(&live);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(rows_add_up),
	cmocka_unit_test(causes_add_up),
	cmocka_unit_test(rest_is_a_row),
	cmocka_unit_test(rows_are_sorted),
	cmocka_unit_test(pages_fit_any_size),
	cmocka_unit_test(page_of_everything_names_all),
	cmocka_unit_test(rates_are_of_a_second),
	cmocka_unit_test(keys_choose),
	cmocka_unit_test(lists_end),
	cmocka_unit_test(names_are_clean),
	cmocka_unit_test(json_has_totals_and_news),
};

UNIT_MAIN(tests, NULL, NULL)
