// SPDX-License-Identifier: GPL-2.0
/*
 * The report's table of sources and parts of gaps: what it says, and that it
 * keeps to 80 columns.
 */
#include "fixture.h"
#include "json.h"
#include "result.h"
#include "shapes.h"
#include "unit.h"
#include "view.h"

#define LONG_FUNCTION "a_function_whose_name_goes_on_and_on_until_it_ends_with_tail"

static struct hkj_result result;
static struct hkj_target *target;
static char *text;

static int make(void **state)
{
	(void)state;
	fixture_make(&result);
	target = &result.cpus[0];
	text = NULL;
	return 0;
}

static int drop(void **state)
{
	(void)state;
	free(text);
	hkj_result_free(&result);
	return 0;
}

static void print_target(const void *what, FILE *out)
{
	hkj_view_target(what, out);
}

static void show(void)
{
	free(text);
	text = printed(print_target, target);
	assert_true(longest_line(text) <= 80);
}

static void assert_shown(const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in:\n%s", part, text);
}

static void assert_not_shown(const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' is in:\n%s", part, text);
}

static void set(char **to, const char *what)
{
	free(*to);
	*to = strdup(what);
}

static struct hkj_source_record *source_of(const char *class_name)
{
	for (size_t i = 0; i < target->nr_sources; i++)
		if (!strcmp(target->sources[i].class_name, class_name))
			return &target->sources[i];
	fail_msg("no source of class %s", class_name);
	return NULL;
}

static void sources_read_as_people_say_them(void **state)
{
	(void)state;
	show();
	assert_shown("  ipi tlb_remove_table_smp_sync\n");
	assert_shown("  timer tick_nohz_handler\n");
	assert_shown("  work vmstat_update (mm_percpu_wq)\n");
	assert_shown("  thread kworker/1:0\n");
	assert_shown("  irq 24 eth0 (e1000_intr)\n");
	assert_shown("  softirq rcu\n");
}

static void initiators_stand_below_their_source(void **state)
{
	(void)state;
	show();
	assert_shown("ipi tlb_remove_table_smp_sync\n"
		     "         <- khugepaged/34 on CPU 0, in tlb_remove_table_sync_one: 85\n"
		     "         <- bash/4711 on CPU 3: 28\n"
		     "         <- others: 14\n"
		     "         <- unknown: 14\n");
}

/* A chain is one line, with what it began with and what followed below it. */
static void chains_are_one_line(void **state)
{
	struct hkj_source_record *timer = source_of("timer");
	struct hkj_source_record *softirq = source_of("softirq");

	(void)state;
	set(&softirq->cause, timer->function);
	timer->count = 7;
	timer->total_ns = 3000;
	softirq->count = 5;
	softirq->total_ns = 1000;
	target->gaps.total_ns = 8000;
	show();
	assert_shown("  50.00%       7 4.000 us   571 ns        -  chain tick_nohz_handler\n");
	assert_shown("    timer tick_nohz_handler");
	assert_shown("    softirq rcu\n");
}

/* What began it may be on another CPU: then there are only followers. */
static void chain_may_begin_elsewhere(void **state)
{
	struct hkj_source_record *softirq = source_of("softirq");

	(void)state;
	set(&softirq->cause, "dl_task_timer");
	show();
	assert_shown("  chain dl_task_timer\n");
	assert_shown("    softirq rcu\n");
}

static void shares_are_of_the_time_lost(void **state)
{
	struct hkj_source_record *source = source_of("timer");

	(void)state;
	target->gaps.total_ns = 1000000;
	source->total_ns = 250000;
	source->count = 1000;
	target->transition_ns.value = 500000;
	target->unexplained->total_ns = 1000;
	show();
	assert_shown("  25.00%    1000 250.0 us   250 ns ");
	assert_shown("  50.00%     319 500.0 us 1.567 us        -  transition");
	assert_shown("   0.10%      81 1.000 us ");
}

static void no_time_lost_has_no_shares(void **state)
{
	(void)state;
	target->gaps.count = 0;
	target->gaps.total_ns = 0;
	show();
	assert_shown("       -     140 ");
	assert_shown("thread kworker/1:0");
	assert_shown("50 interruptions made no gap, being too short: 2.380 us");
	assert_not_shown("transition (");
}

/* As many threads, and nothing else. */
static void sources_replace(size_t nr)
{
	struct hkj_source_record *all = calloc(nr, sizeof(*all));
	struct hkj_target old = { .nr_sources = target->nr_sources,
				  .sources = target->sources };

	hkj_json_free(&hkj_shape_target, &old);
	for (size_t i = 0; i < nr; i++) {
		char name[32];

		snprintf(name, sizeof(name), "source-%zu", i);
		all[i].class_name = strdup("thread");
		all[i].name = strdup(name);
		all[i].function = strdup("");
		all[i].count = 1;
		all[i].total_ns = 1000 - i;
		all[i].max_ns = 1000 - i;
	}
	target->sources = all;
	target->nr_sources = nr;
}

static void many_sources_are_cut_short(void **state)
{
	(void)state;
	sources_replace(25);
	show();
	assert_shown("source-19\n");
	assert_not_shown("source-20\n");
	assert_shown("  (5 more in the result file)\n");
}

static void many_initiators_are_others(void **state)
{
	struct hkj_source_record *source = source_of("timer");

	(void)state;
	free(source->initiators);
	source->initiators = calloc(6, sizeof(*source->initiators));
	for (size_t i = 0; i < 6; i++) {
		source->initiators[i].comm = strdup("swapper/0");
		source->initiators[i].function = strdup("");
		source->initiators[i].cpu = i;
		source->initiators[i].count = 100 - i;
		source->nr_initiators++;
	}
	show();
	assert_shown("<- swapper/0/0 on CPU 3: 97\n         <- others: 191\n");
}

static void long_names_are_cut_in_the_middle(void **state)
{
	struct hkj_source_record *source = source_of("ipi");

	(void)state;
	set(&source->function, LONG_FUNCTION);
	set(&source->initiators[0].function, LONG_FUNCTION LONG_FUNCTION);
	set(&source->initiators[1].comm, LONG_FUNCTION LONG_FUNCTION);
	source->initiators[0].count = INT64_MAX;
	show();
	assert_shown("  ipi a_function_w...t_ends_with_tail\n");
	assert_shown("<- khugepaged/34 on CPU 0, in a_functio...ith_tail: 9223372036854775807\n");
	assert_shown("<- a_function_..._with_tail/4711 on CPU 3: 28\n");
	source->initiators[0].cpu = INT64_MAX;
	source->initiators[0].pid = INT64_MAX;
	show();
	assert_shown(": 9223372036854775807\n");
}

static void cuts_spare_characters(void **state)
{
	struct hkj_source_record *source = source_of("thread");
	char name[3 * 40 + 2];

	(void)state;
	for (size_t shift = 0; shift < 3; shift++) {
		memset(name, 'x', shift);
		for (size_t i = 0; i < 39; i++)
			memcpy(name + shift + 3 * i, "\xe2\x82\xac", 4);
		set(&source->name, name);
		show();
		for (const char *at = text; (at = strstr(at, "\xe2")); at += 3)
			assert_memory_equal(at, "\xe2\x82\xac", 3);
		for (const char *at = text; (at = strstr(at, "\x82")); at++)
			assert_memory_equal(at - 1, "\xe2\x82\xac", 3);
	}
}

static void any_numbers_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < target->nr_sources; i++) {
		struct hkj_source_record *source = &target->sources[i];

		source->count = HKJ_NONE / 4;
		source->total_ns = HKJ_NONE / 4;
		source->max_ns = HKJ_NONE / 4;
		source->id = HKJ_NONE / 4;
		set(&source->class_name, LONG_FUNCTION);
		set(&source->name, LONG_FUNCTION);
	}
	for (size_t i = 0; i < target->nr_longest; i++) {
		target->longest[i].parts_lost = hkj_maybe(HKJ_NONE / 4);
		for (size_t k = 0; k < target->longest[i].nr_parts; k++) {
			target->longest[i].parts[k].net_ns = HKJ_NONE / 4;
			set(&target->longest[i].parts[k].name,
			    LONG_FUNCTION LONG_FUNCTION);
		}
	}
	target->transition_ns.value = HKJ_NONE / 4;
	target->unexplained->count = HKJ_NONE / 4;
	target->quiet_parts->count = HKJ_NONE / 4;
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++)
		target->tick->refusals[i].value = HKJ_NONE / 4;
	show();
	assert_shown("rcu_exp 4611686018427387903");
}

static void escape_sequences_do_not_get_out(void **state)
{
	struct hkj_source_record *source = source_of("ipi");

	(void)state;
	set(&source->function, "\x1b[2J");
	set(&source->initiators[0].comm, "a\nb\x1b");
	set(&target->longest[0].parts[0].name, "\x1b[1m\r");
	show();
	assert_null(strchr(text, '\x1b'));
	assert_null(strchr(text, '\r'));
	assert_shown("ipi ?[2J");
	assert_shown("<- a?b?/34 on");
	assert_shown("thread ?[1m?");
}

static void gaps_have_their_parts(void **state)
{
	(void)state;
	target->longest[0].parts_lost = hkj_maybe(2);
	show();
	assert_shown("  490.7 us   at          0.006651766 s\n"
		     "        245.3 us  thread kworker/1:0\n"
		     "                  (2 more, in the sources)\n");
	assert_shown(" s   unexplained: steal\n");
	assert_shown("          261 ns  irq eth0 (e1000_intr)\n");
}

static void part_without_a_source_is_unknown(void **state)
{
	struct hkj_part_record *part = target->longest[0].parts;

	(void)state;
	set(&part->class_name, "unknown");
	set(&part->name, "");
	show();
	assert_shown("        245.3 us  unknown\n");
}

static void ticks_are_named(void **state)
{
	(void)state;
	show();
	assert_shown("  tick    refused to stop, by what stood against it: sched 12, rcu 3\n");
	target->tick->refusals[HKJ_TICK_SCHED].value = 0;
	target->tick->refusals[HKJ_TICK_RCU].value = 0;
	show();
	assert_not_shown("refused to stop");
}

static void faults_and_losses_are_shown(void **state)
{
	(void)state;
	target->books.cycles.transition.value -= 5;
	source_of("irq")->count++;
	target->lost.interruptions[HKJ_LOST_SOURCES].value = 17;
	target->lost.interruptions[HKJ_LOST_PARTS].value = 18;
	show();
	assert_shown("NOT BALANCED: gaps are parts + transition + unexplained +5");
	assert_shown("NOT BALANCED: the histogram of irq e1000_intr counts 132 of 133");
	assert_shown("that there was no room for: 17\n");
	assert_shown("18\n");
	assert_not_shown("balanced to the cycle");
}

/* A cause that no tool knows may be anything; it is not shown. */
static void unknown_word_for_a_cause_is_not_shown(void **state)
{
	struct hkj_longest *gap = target->longest;

	(void)state;
	while (gap->nr_parts)
		gap++;
	set(&gap->cause, "\033[31mfire");
	show();
	assert_shown(" s   unexplained\n");
	assert_not_shown("fire");
}

static void causes_of_the_unexplained_are_shown(void **state)
{
	(void)state;
	show();
	assert_shown("\n         smi: firmware ran, its counter moved: 13, 13.08 us\n");
	target->unexplained->causes[HKJ_CAUSE_UNKNOWN].count.value =
		target->unexplained->count;
	show();
	assert_not_shown("firmware ran");
}

static void own_noise_is_named(void **state)
{
	(void)state;
	show();
	assert_shown("no interruption was caused by the measurement itself");
	target->self.interruptions = hkj_maybe(3);
	source_of("irq")->self = hkj_maybe(3);
	show();
	assert_shown("that the measurement itself has caused: 3\n");
	assert_shown("          irq e1000_intr: 3\n");
}

static void proof_is_made_anew(void **state)
{
	(void)state;
	show();
	assert_shown("  proof   complete: each gap of 500 ns or more");
	target->lost.interruptions[HKJ_LOST_FRAMES].value = 1;
	target->lost.clock_unstable.value = 1;
	show();
	assert_shown("  proof   NOT COMPLETE, because of clock_unstable, frames\n");
	assert_not_shown("proof   complete");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

static const struct CMUnitTest tests[] = {
	TEST(sources_read_as_people_say_them),
	TEST(initiators_stand_below_their_source),
	TEST(chains_are_one_line),
	TEST(chain_may_begin_elsewhere),
	TEST(shares_are_of_the_time_lost),
	TEST(no_time_lost_has_no_shares),
	TEST(many_sources_are_cut_short),
	TEST(many_initiators_are_others),
	TEST(long_names_are_cut_in_the_middle),
	TEST(cuts_spare_characters),
	TEST(any_numbers_fit),
	TEST(escape_sequences_do_not_get_out),
	TEST(gaps_have_their_parts),
	TEST(part_without_a_source_is_unknown),
	TEST(ticks_are_named),
	TEST(faults_and_losses_are_shown),
	TEST(unknown_word_for_a_cause_is_not_shown),
	TEST(causes_of_the_unexplained_are_shown),
	TEST(own_noise_is_named),
	TEST(proof_is_made_anew),
};

UNIT_MAIN(tests, NULL, NULL)
