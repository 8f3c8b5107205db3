// SPDX-License-Identifier: GPL-2.0
/*
 * From the module's records to the result: sources, initiators, parts of gaps.
 */
#include <hkjitter/hist.h>
#include <hkjitter/ids.h>
#include <math.h>

#include "attribution.h"
#include "data.h"
#include "json.h"
#include "shapes.h"
#include "target.h"
#include "unit.h"
#include "verdict.h"

#define NR_GAPS 3000
#define KHZ 2999999

static __u64 gaps[NR_GAPS];
static struct hkj_snapshot snapshot;
static struct hkj_details details;
static struct hkj_target target;

static void records_make(enum shape shape)
{
	data_fill(gaps, NR_GAPS, shape, 41);
	data_snapshot(&snapshot, 3, KHZ, gaps, NR_GAPS);
	data_details(&details, &snapshot, gaps, NR_GAPS);
}

static void target_make(void)
{
	struct hkj_error error;

	assert_int_equal(hkj_target_init(&target, &snapshot, &details, &error),
			 0);
}

static void make(enum shape shape)
{
	records_make(shape);
	target_make();
}

static int target_drop(void **state)
{
	(void)state;
	hkj_json_free(&hkj_shape_target, &target);
	return 0;
}

static const struct hkj_source *from_of(const struct hkj_source_record *to)
{
	for (unsigned int i = 0; i < details.nr_sources; i++)
		if (!strcmp(details.sources[i].name, to->name))
			return &details.sources[i];
	fail_msg("'%s' is no source", to->name);
	return NULL;
}

static void each_source_is_told(void **state)
{
	(void)state;
	make(SHAPE_UNIFORM);
	assert_int_equal(target.nr_sources, DATA_NR_SOURCES);
	for (size_t i = 0; i < target.nr_sources; i++) {
		const struct hkj_source_record *to = &target.sources[i];
		const struct hkj_source *from = from_of(to);
		const struct hkj_scale *scale = &snapshot.scale;

		assert_string_equal(to->function, from->function);
		assert_int_equal(to->id, from->id);
		assert_true(to->count == from->count);
		assert_true(to->total_ns == hkj_scale_ns(scale, from->total));
		assert_true(to->min_ns == hkj_scale_ns(scale, from->min));
		assert_true(to->max_ns == hkj_scale_ns(scale, from->max));
		assert_true(!i || to->total_ns <= to[-1].total_ns);
	}
}

static void classes_have_their_names(void **state)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };

	(void)state;
	make(SHAPE_UNIFORM);
	for (size_t i = 0; i < target.nr_sources; i++)
		assert_string_equal(target.sources[i].class_name,
				    names[from_of(&target.sources[i])->class]);
}

static void histograms_count_all(void **state)
{
	(void)state;
	for (unsigned int shape = 0; shape < NR_SHAPES; shape++) {
		make(shape);
		for (size_t i = 0; i < target.nr_sources; i++) {
			const struct hkj_source_record *to = &target.sources[i];

			assert_true(hkj_histogram_count(&to->histogram) ==
				    to->count);
			if (!to->count)
				continue;
			assert_true(to->percentiles[HKJ_P50] >= to->min_ns);
			assert_true(to->percentiles[HKJ_P99_999] ==
				    to->max_ns);
		}
		target_drop(NULL);
	}
}

/* What interrupted is inside gaps, or too short to make one. */
static void sources_add_up_to_the_parts(void **state)
{
	uint64_t count = 0, total_ns = 0;

	(void)state;
	make(SHAPE_EXPONENTIAL);
	for (size_t i = 0; i < target.nr_sources; i++) {
		count += target.sources[i].count;
		total_ns += target.sources[i].total_ns;
	}
	assert_true(target.quiet_parts->count == NR_GAPS / 8);
	assert_true(count == target.parts->count + target.quiet_parts->count);
	assert_true(target.parts->total_ns + target.quiet_parts->total_ns -
			    total_ns + 2 <=
		    DATA_NR_SOURCES + 2);
}

static void books_of_gaps_balance(void **state)
{
	static const __u64 speeds[] = { 1000, 24000, 1000003, 2100000, 5700000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(speeds); i++) {
		data_fill(gaps, NR_GAPS, SHAPE_EXPONENTIAL, 43 + i);
		data_snapshot(&snapshot, 3, speeds[i], gaps, NR_GAPS);
		data_details(&details, &snapshot, gaps, NR_GAPS);
		target_make();
		assert_true(target.books.is_balanced);
		assert_int_equal(hkj_target_gaps_off(&target), 0);
		assert_true(target.gaps.total_ns ==
			    target.parts->total_ns +
				    target.transition_ns.value +
				    target.unexplained->total_ns);
		target_drop(NULL);
	}
}

static void unexplained_is_told(void **state)
{
	uint64_t nr = 0, max = 0;

	(void)state;
	make(SHAPE_UNIFORM);
	for (size_t i = 0; i < NR_GAPS; i++) {
		if (data_nr_parts(gaps[i]))
			continue;
		nr++;
		max = gaps[i] > max ? gaps[i] : max;
	}
	assert_true(target.unexplained->count == nr);
	assert_true(target.unexplained->max_ns ==
		    hkj_scale_ns(&snapshot.scale, max));
	target_drop(NULL);
	snapshot.books.nr_unexplained = 0;
	target_make();
	assert_true(target.unexplained->max_ns == HKJ_NONE);
}

/* Books that do not balance must not come out as 18 quintillion ns. */
static void transition_is_never_below_zero(void **state)
{
	(void)state;
	records_make(SHAPE_UNIFORM);
	snapshot.books.parts += snapshot.books.gaps;
	target_make();
	assert_int_equal(target.transition_ns.value, 0);
	assert_false(target.books.is_balanced);
	assert_true(hkj_target_gaps_off(&target) < 0);
}

static void initiators_are_told(void **state)
{
	const struct hkj_source *from = &details.sources[1];
	const struct hkj_source_record *to;
	const struct hkj_initiator_record *first;

	(void)state;
	make(SHAPE_UNIFORM);
	for (to = target.sources; strcmp(to->class_name, "ipi"); to++)
		;
	first = to->initiators;
	assert_int_equal(to->nr_initiators, 2);
	assert_string_equal(first->comm, "khugepaged");
	assert_string_equal(first->function, "tlb_remove_table_sync_one");
	assert_int_equal(first->pid, 34);
	assert_int_equal(first->cpu, 0);
	assert_true(first->count == from->initiators[0].count);
	assert_string_equal(first[1].comm, "bash");
	assert_int_equal(first[1].cpu, 3);
	assert_true(to->initiators_unknown == from->nr_unknown);
	assert_true(to->initiators_others == from->nr_others);
	assert_true(first[0].count + first[1].count + to->initiators_unknown +
			    to->initiators_others ==
		    to->count);
}

static void initiators_are_sorted(void **state)
{
	struct hkj_source *source = &details.sources[1];

	(void)state;
	records_make(SHAPE_UNIFORM);
	source->initiators[1].count = source->initiators[0].count + 1;
	source->total = ~0ULL / 4;
	target_make();
	assert_string_equal(target.sources[0].class_name, "ipi");
	assert_string_equal(target.sources[0].initiators[0].comm, "bash");
}

static void parts_of_gap_check(const struct hkj_longest *to,
			       const struct hkj_gap *from)
{
	const struct hkj_scale *scale = &snapshot.scale;
	unsigned int nr = from->nr_parts < HKJ_NR_PARTS ? from->nr_parts :
							  HKJ_NR_PARTS;

	assert_int_equal(to->nr_parts, nr);
	assert_int_equal(to->parts_lost.is_there, from->nr_parts > nr);
	assert_int_equal(to->parts_lost.value, from->nr_parts - nr);
	for (unsigned int i = 0; i < nr; i++) {
		unsigned int at = data_part_source(from->duration, i);
		const struct hkj_part_record *part = &to->parts[i];

		assert_string_equal(part->name, details.sources[at].name);
		assert_string_equal(part->function,
				    details.sources[at].function);
		assert_true(part->net_ns ==
			    hkj_scale_ns(scale, data_part_net(from->duration)));
		assert_true(part->start_ns >= to->start_ns);
		assert_true(part->start_ns + part->net_ns <=
			    to->start_ns + to->duration_ns + 1);
	}
}

static void longest_gaps_have_their_parts(void **state)
{
	unsigned int nr_lost = 0, nr_empty = 0;

	(void)state;
	make(SHAPE_LOG_UNIFORM);
	assert_int_equal(target.nr_longest, HKJ_NR_LONGEST);
	for (size_t i = 0; i < target.nr_longest; i++) {
		parts_of_gap_check(&target.longest[i], &snapshot.longest[i]);
		nr_lost += target.longest[i].parts_lost.is_there;
		nr_empty += !target.longest[i].nr_parts;
	}
	assert_true(nr_lost);
	assert_true(nr_empty);
}

static void part_without_a_source_is_unknown(void **state)
{
	const struct hkj_gap *gap = snapshot.longest;
	const struct hkj_part_record *part;

	(void)state;
	records_make(SHAPE_UNIFORM);
	while (!gap->nr_parts)
		gap++;
	details.parts[gap->slot][0].source = HKJ_NR_SOURCES;
	target_make();
	part = target.longest[gap - snapshot.longest].parts;
	assert_string_equal(part->class_name, "unknown");
	assert_string_equal(part->name, "");
	assert_true(part->net_ns == hkj_scale_ns(&snapshot.scale,
						 data_part_net(gap->duration)));
}

static void losses_and_ticks_are_told(void **state)
{
	(void)state;
	records_make(SHAPE_UNIFORM);
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		snapshot.books.lost[i] = 7 + i;
	snapshot.books.is_clock_doubtful = 1;
	snapshot.books.nr_self = 5;
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++)
		details.ticks[i] = 100 + i;
	target_make();
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		assert_int_equal(target.lost.interruptions[i].value, 7 + i);
	assert_int_equal(target.lost.clock_unstable.value, 1);
	assert_int_equal(target.self.interruptions.value, 5);
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++)
		assert_int_equal(target.tick->refusals[i].value, 100 + i);
}

static void causes_add_up_to_the_unexplained(void **state)
{
	const struct hkj_unexplained *unexplained;
	uint64_t count = 0, total_ns = 0;

	(void)state;
	make(SHAPE_LOG_UNIFORM);
	unexplained = target.unexplained;
	for (unsigned int i = 0; i < HKJ_NR_CAUSES; i++) {
		assert_true(unexplained->causes[i].count.value > 0);
		count += unexplained->causes[i].count.value;
		total_ns += unexplained->causes[i].total_ns.value;
	}
	assert_true(count == unexplained->count);
	assert_true(total_ns == unexplained->total_ns);
	assert_true(unexplained->nr_smis.value ==
		    unexplained->causes[HKJ_CAUSE_SMI].count.value);
	assert_false(unexplained->steal_clock_ns.is_there);
}

static void gaps_without_parts_have_a_cause(void **state)
{
	(void)state;
	make(SHAPE_UNIFORM);
	for (size_t i = 0; i < target.nr_longest; i++) {
		const struct hkj_longest *gap = &target.longest[i];
		unsigned int cause = data_cause(snapshot.longest[i].duration);

		if (gap->nr_parts || gap->parts_lost.is_there)
			assert_null(gap->cause);
		else
			assert_string_equal(gap->cause, hkj_cause_names[cause]);
	}
}

/* One thing at a time that makes "so many gaps" no proof; and one that does not. */
static void each_loss_makes_it_incomplete(void **state)
{
	__u64 *const doubts[] = {
		&snapshot.books.nr_clock_steps,
		&snapshot.books.nr_migrations,
		&snapshot.books.is_clock_doubtful,
		&snapshot.books.lost[HKJ_LOST_SOURCES],
		&snapshot.books.lost[HKJ_LOST_FRAMES],
		&snapshot.books.lost[HKJ_LOST_PARTS],
		&snapshot.books.runtime, /* no longer quiet + gaps */
	};

	(void)state;
	make(SHAPE_UNIFORM);
	assert_true(snapshot.books.lost[HKJ_LOST_INITIATORS] > 0);
	assert_true(target.verdict->is_complete);
	for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]); i++) {
		target_drop(NULL);
		++*doubts[i];
		target_make();
		assert_false(target.verdict->is_complete);
		assert_int_equal(target.verdict->nr_doubts, 1);
		--*doubts[i];
	}
}

/* Half a percent over a second is the clock's, over 100 us a read's. */
static void stray_clock_is_more_than_a_stray_read(void **state)
{
	(void)state;
	make(SHAPE_UNIFORM);
	target.runtime_ns = 1000000000;
	target.clock.drift_ppm = 5000;
	assert_true(hkj_verdict_clock_strays(&target));
	target.clock.drift_ppm = -5000;
	assert_true(hkj_verdict_clock_strays(&target));
	target.runtime_ns = 100000;
	assert_false(hkj_verdict_clock_strays(&target));
	target.runtime_ns = 1000000000;
	target.clock.drift_ppm = 900;
	assert_false(hkj_verdict_clock_strays(&target));
	target.clock.drift_ppm = (double)NAN; /* the window is open */
	assert_false(hkj_verdict_clock_strays(&target));
}

static void tick_causes_are_told(void **state)
{
	const struct hkj_tick_cause_record *causes;

	(void)state;
	records_make(SHAPE_UNIFORM);
	target_make();
	causes = target.tick->causes;
	assert_int_equal(target.tick->nr_causes, 2);
	assert_string_equal(causes[0].dep, "sched");
	assert_string_equal(causes[0].comm, "[hardirq]");
	assert_string_equal(causes[0].function, "dl_task_timer");
	assert_true(causes[0].pid == 0 && causes[0].count == 12);
	assert_string_equal(causes[1].dep, "rcu");
	assert_string_equal(causes[1].comm, "");
	assert_true(causes[1].pid == HKJ_NONE);
}

static void cause_of_a_source_is_told(void **state)
{
	bool is_told = false;

	(void)state;
	records_make(SHAPE_UNIFORM);
	strcpy(details.sources[0].cause, "dl_task_timer");
	target_make();
	for (size_t i = 0; i < target.nr_sources; i++) {
		const char *cause = target.sources[i].cause;

		if (!strcmp(target.sources[i].function, details.sources[0].function))
			is_told = cause && !strcmp(cause, "dl_task_timer");
		else
			assert_null(cause);
	}
	assert_true(is_told);
}

static void no_source_is_no_error(void **state)
{
	(void)state;
	data_snapshot(&snapshot, 3, KHZ, gaps, 0);
	data_details(&details, &snapshot, gaps, 0);
	details.nr_sources = 0;
	target_make();
	assert_int_equal(target.nr_sources, 0);
	assert_non_null(target.sources);
	assert_int_equal(target.unexplained->count, 0);
	assert_int_equal(target.transition_ns.value, 0);
	assert_true(target.books.is_balanced);
}

static void silent_source_has_no_percentiles(void **state)
{
	const struct hkj_source_record *source = &target.sources[0];

	(void)state;
	data_snapshot(&snapshot, 3, KHZ, gaps, 0);
	data_details(&details, &snapshot, gaps, 0);
	target_make();
	source = target.sources;
	assert_int_equal(source->count, 0);
	assert_true(source->min_ns == HKJ_NONE);
	assert_true(source->max_ns == HKJ_NONE);
	assert_true(source->percentiles[HKJ_P50] == HKJ_NONE);
	assert_int_equal(source->histogram.nr_buckets, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, target_drop)

static const struct CMUnitTest tests[] = {
	TEST(each_source_is_told),
	TEST(classes_have_their_names),
	cmocka_unit_test(histograms_count_all),
	TEST(sources_add_up_to_the_parts),
	cmocka_unit_test(books_of_gaps_balance),
	TEST(unexplained_is_told),
	TEST(transition_is_never_below_zero),
	TEST(initiators_are_told),
	TEST(initiators_are_sorted),
	TEST(longest_gaps_have_their_parts),
	TEST(part_without_a_source_is_unknown),
	TEST(losses_and_ticks_are_told),
	TEST(causes_add_up_to_the_unexplained),
	TEST(gaps_without_parts_have_a_cause),
	TEST(each_loss_makes_it_incomplete),
	TEST(stray_clock_is_more_than_a_stray_read),
	TEST(tick_causes_are_told),
	TEST(cause_of_a_source_is_told),
	TEST(no_source_is_no_error),
	TEST(silent_source_has_no_percentiles),
};

UNIT_MAIN(tests, NULL, NULL)
