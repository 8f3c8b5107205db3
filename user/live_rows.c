// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "live_rows.h"

#define NR_RESTS 2 /* transition, unexplained */

#define X(id, word, what) word,
const char *const hkj_live_sort_words[HKJ_NR_LIVE_SORTS] = { HKJ_LIVE_SORTS(X) };
#undef X
#define X(id, word, what) what,
const char *const hkj_live_sort_texts[HKJ_NR_LIVE_SORTS] = { HKJ_LIVE_SORTS(X) };
#undef X

/**
 * struct mention - a source as one reading of one target has it
 * @source: the record
 * @cpu: the target
 * @is_now: of the last reading, not of the one before
 */
struct mention {
	const struct hkj_source_record *source;
	uint64_t cpu;
	bool is_now;
};

/* Order of names; a thread's and an IRQ's number belongs to its name. */
static int by_name(const struct hkj_source_record *a,
		   const struct hkj_source_record *b)
{
	int order = strcmp(a->class_name, b->class_name);

	if (!order)
		order = strcmp(a->name, b->name);
	if (!order)
		order = strcmp(a->function, b->function);
	return order ? order : (a->id > b->id) - (a->id < b->id);
}

static int by_mention(const void *left, const void *right)
{
	const struct mention *a = left, *b = right;
	int order = by_name(a->source, b->source);

	return order ? order : (a->cpu > b->cpu) - (a->cpu < b->cpu);
}

static size_t target_mention(struct mention *to, const struct hkj_target *from,
			     bool is_now)
{
	for (size_t i = 0; i < from->nr_sources; i++)
		to[i] = (struct mention){ &from->sources[i], from->cpu, is_now };
	return from->nr_sources;
}

static bool is_wanted(const struct hkj_live_cpu *cpu, uint64_t wanted)
{
	return cpu->has_now && (wanted == HKJ_NONE || cpu->now.cpu == wanted);
}

/* Gaps that hold an interruption; records may be a moment apart. */
static uint64_t nr_explained(const struct hkj_target *target)
{
	return target->gaps.count > target->unexplained->count ?
		       target->gaps.count - target->unexplained->count :
		       0;
}

/* What is lost and is of no source, in the form of two. */
static void rest_make(struct hkj_source_record rest[NR_RESTS],
		      const struct hkj_target *target)
{
	rest[0] = (struct hkj_source_record){
		.class_name = (char *)"transition",
		.name = (char *)"(entry, exit, caches)",
		.function = (char *)"",
		.count = nr_explained(target),
		.total_ns = target->transition_ns.value,
		.max_ns = HKJ_NONE,
	};
	rest[1] = (struct hkj_source_record){
		.class_name = (char *)"unexplained",
		.name = (char *)"(no interruption)",
		.function = (char *)"",
		.count = target->unexplained->count,
		.total_ns = target->unexplained->total_ns,
		.max_ns = target->unexplained->max_ns,
	};
}

static size_t mentions_count(const struct hkj_live *live)
{
	size_t nr = 0;

	for (size_t i = 0; i < live->nr_cpus; i++)
		nr += live->cpus[i].now.nr_sources +
		      live->cpus[i].before.nr_sources + 2 * NR_RESTS;
	return nr;
}

static size_t rest_mention(struct mention *to, struct hkj_source_record *rest,
			   const struct hkj_target *target, bool is_now)
{
	rest_make(rest, target);
	for (size_t i = 0; i < NR_RESTS; i++)
		to[i] = (struct mention){ &rest[i], target->cpu, is_now };
	return NR_RESTS;
}

static size_t mentions_make(struct mention *to, struct hkj_source_record *rest,
			    const struct hkj_live *live, uint64_t wanted)
{
	size_t nr = 0;

	for (size_t i = 0; i < live->nr_cpus; i++) {
		const struct hkj_live_cpu *cpu = &live->cpus[i];

		if (!is_wanted(cpu, wanted))
			continue;
		nr += target_mention(to + nr, &cpu->now, true);
		nr += rest_mention(to + nr, rest, &cpu->now, true);
		rest += NR_RESTS;
		if (!cpu->has_before)
			continue;
		nr += target_mention(to + nr, &cpu->before, false);
		nr += rest_mention(to + nr, rest, &cpu->before, false);
		rest += NR_RESTS;
	}
	qsort(to, nr, sizeof(*to), by_mention);
	return nr;
}

static void row_add(struct hkj_live_row *row, const struct hkj_source_record *from)
{
	if (!row->source || from->total_ns > row->source->total_ns)
		row->source = from;
	row->count += from->count;
	row->total_ns += from->total_ns;
	row->new_count += from->count;
	row->new_ns += from->total_ns;
	if (row->max_ns == HKJ_NONE ||
	    (from->max_ns != HKJ_NONE && from->max_ns > row->max_ns))
		row->max_ns = from->max_ns;
}

/* A record is copied field by field: what is newer is never less by much. */
static void row_take_off(struct hkj_live_row *row,
			 const struct hkj_source_record *before)
{
	row->new_count -= before->count < row->new_count ? before->count :
							   row->new_count;
	row->new_ns -= before->total_ns < row->new_ns ? before->total_ns :
							row->new_ns;
}

/* A target has a name more than once where several things began it. */
static uint64_t nr_cpus_of(const struct mention *mentions, size_t nr)
{
	uint64_t cpu = HKJ_NONE, nr_cpus = 0;

	for (size_t i = 0; i < nr; i++) {
		if (!mentions[i].is_now || mentions[i].cpu == cpu)
			continue;
		cpu = mentions[i].cpu;
		nr_cpus++;
	}
	return nr_cpus;
}

/* One row of mentions of one name; those of now come first. */
static void row_make(struct hkj_live_row *row, const struct mention *mentions,
		     size_t nr)
{
	*row = (struct hkj_live_row){ .max_ns = HKJ_NONE,
				      .nr_cpus = nr_cpus_of(mentions, nr) };
	for (size_t i = 0; i < nr; i++)
		if (mentions[i].is_now)
			row_add(row, mentions[i].source);
	for (size_t i = 0; i < nr; i++)
		if (!mentions[i].is_now)
			row_take_off(row, mentions[i].source);
}

static void rows_make(struct hkj_live_rows *rows,
		      const struct mention *mentions, size_t nr)
{
	for (size_t i = 0, end; i < nr; i = end) {
		struct hkj_live_row *row = &rows->items[rows->nr];

		for (end = i + 1; end < nr; end++)
			if (by_name(mentions[i].source, mentions[end].source))
				break;
		row_make(row, mentions + i, end - i);
		rows->nr += row->source && row->count;
	}
}

/* Largest first. */
static int by_number(uint64_t a, uint64_t b)
{
	return (a < b) - (a > b);
}

/**
 * hkj_live_row_order() - which of two rows comes first
 * @a: one
 * @b: another
 * @sort: by what; rows that are equal in it go by the time in all
 *
 * Return: as of strcmp().
 */
int hkj_live_row_order(const struct hkj_live_row *a,
		       const struct hkj_live_row *b, enum hkj_live_sort sort)
{
	int order = 0;

	if (sort == HKJ_LIVE_RATE)
		order = by_number(a->new_ns, b->new_ns);
	else if (sort == HKJ_LIVE_COUNT)
		order = by_number(a->count, b->count);
	else if (sort == HKJ_LIVE_MAX)
		order = by_number(a->max_ns + 1, b->max_ns + 1);
	else if (sort == HKJ_LIVE_NAME && a->source && b->source)
		return by_name(a->source, b->source);
	else if (sort == HKJ_LIVE_NAME)
		return 0;
	return order ? order : by_number(a->total_ns, b->total_ns);
}

/* What qsort_r() hands through. */
struct order {
	enum hkj_live_sort sort;
	bool is_reversed;
};

static int by_order(const void *left, const void *right, void *data)
{
	const struct hkj_live_row *a = left, *b = right;
	const struct order *order = data;
	int result = hkj_live_row_order(a, b, order->sort);

	if (!result)
		result = by_name(a->source, b->source);
	return order->is_reversed ? -result : result;
}

/**
 * hkj_live_rows_init() - the sources of a session, each once
 * @rows: to be filled; hkj_live_rows_free() frees it whatever happens
 * @live: read
 * @cpu: only of this target; HKJ_NONE: of all
 * @sort: order of the rows
 * @is_reversed: the other way round
 *
 * The transition and the unexplained are among them, as classes of their own.
 * Sources that never interrupted are left out.
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_live_rows_init(struct hkj_live_rows *rows, const struct hkj_live *live,
		       uint64_t cpu, enum hkj_live_sort sort, bool is_reversed)
{
	struct order order = { sort, is_reversed };
	struct mention *mentions;
	size_t nr = mentions_count(live);

	*rows = (struct hkj_live_rows){ 0 };
	mentions = calloc(nr + 1, sizeof(*mentions));
	rows->items = calloc(nr + 1, sizeof(*rows->items));
	rows->rest = calloc(live->nr_cpus * 2 * NR_RESTS + 1,
			    sizeof(*rows->rest));
	if (!mentions || !rows->items || !rows->rest) {
		free(mentions);
		return -1;
	}
	nr = mentions_make(mentions, rows->rest, live, cpu);
	rows_make(rows, mentions, nr);
	free(mentions);
	qsort_r(rows->items, rows->nr, sizeof(*rows->items), by_order, &order);
	return 0;
}

/**
 * hkj_live_rows_free() - the end of them
 * @rows: initialized
 */
void hkj_live_rows_free(struct hkj_live_rows *rows)
{
	free(rows->items);
	free(rows->rest);
	*rows = (struct hkj_live_rows){ 0 };
}

static uint64_t less(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

/**
 * hkj_live_cpu_row() - a target's gaps, as a row
 * @cpu: any
 *
 * Return: zeros for one that was never read.
 */
struct hkj_live_row hkj_live_cpu_row(const struct hkj_live_cpu *cpu)
{
	const struct hkj_gaps *now = &cpu->now.gaps;
	const struct hkj_gaps *before = &cpu->before.gaps;
	struct hkj_live_row row = { .nr_cpus = 1, .max_ns = HKJ_NONE };

	if (!cpu->has_now)
		return row;
	row.count = now->count;
	row.total_ns = now->total_ns;
	row.max_ns = now->max_ns;
	if (!cpu->has_before)
		return row;
	row.new_count = less(now->count, before->count);
	row.new_ns = less(now->total_ns, before->total_ns);
	return row;
}
