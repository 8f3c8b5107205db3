// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "details.h"

static const char *const tick_names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };

const char *const hkj_class_names[HKJ_NR_CLASSES] = { HKJ_NAMES(HKJ_CLASSES) };
const char *const hkj_cause_names[HKJ_NR_CAUSES] = { HKJ_NAMES(HKJ_CAUSES) };

static struct hkj_parts_sum *sum_new(uint64_t count, uint64_t total_ns)
{
	struct hkj_parts_sum *sum = malloc(sizeof(*sum));

	if (sum)
		*sum = (struct hkj_parts_sum){ count, total_ns };
	return sum;
}

/* Sums are rounded down, each by itself; the unknown has what that leaves. */
static void causes_init(struct hkj_unexplained *to,
			const struct hkj_snapshot *from)
{
	struct hkj_maybe *unknown = &to->causes[HKJ_CAUSE_UNKNOWN].total_ns;
	uint64_t known_ns = 0;

	for (unsigned int i = 0; i < HKJ_NR_CAUSES; i++) {
		const struct hkj_cause_sum *sum = &from->books.causes[i];
		uint64_t ns = hkj_scale_ns(&from->scale, sum->total);

		to->causes[i].count = hkj_maybe(sum->count);
		to->causes[i].total_ns = hkj_maybe(ns);
		known_ns += i == HKJ_CAUSE_UNKNOWN ? 0 : ns;
	}
	if (to->causes[HKJ_CAUSE_UNKNOWN].count.value &&
	    to->total_ns > known_ns)
		unknown->value = to->total_ns - known_ns;
}

static struct hkj_maybe counter_of(__u64 value)
{
	struct hkj_maybe none = { 0 };

	return value == HKJ_NOT_COUNTED ? none : hkj_maybe(value);
}

static struct hkj_unexplained *unexplained_new(const struct hkj_snapshot *from)
{
	const struct hkj_books *books = &from->books;
	struct hkj_unexplained *to = calloc(1, sizeof(*to));

	if (!to)
		return NULL;
	to->nr_smis = counter_of(books->nr_smis);
	to->nr_vectors = counter_of(books->nr_vectors);
	to->steal_clock_ns = counter_of(books->steal_ns);
	to->count = books->nr_unexplained;
	to->total_ns = hkj_scale_ns(&from->scale, books->unexplained);
	to->max_ns = HKJ_NONE;
	if (to->count)
		to->max_ns = hkj_scale_ns(&from->scale, books->unexplained_max);
	causes_init(to, from);
	return to;
}

/*
 * Sums are rounded down, each by itself; the transition takes what that
 * leaves, so that the books add up in nanoseconds, too.
 */
static int books_init(struct hkj_target *to, const struct hkj_snapshot *from)
{
	const struct hkj_books *books = &from->books;
	const struct hkj_scale *scale = &from->scale;
	uint64_t given_ns;

	to->books.cycles.parts = hkj_maybe(books->parts);
	to->books.cycles.transition = hkj_maybe(books->transition);
	to->books.cycles.unexplained = hkj_maybe(books->unexplained);
	to->unexplained = unexplained_new(from);
	to->parts = sum_new(books->nr_parts, hkj_scale_ns(scale, books->parts));
	to->quiet_parts = sum_new(books->nr_quiet_parts,
				  hkj_scale_ns(scale, books->quiet_parts));
	if (!to->unexplained || !to->parts || !to->quiet_parts)
		return -1;
	given_ns = to->parts->total_ns + to->unexplained->total_ns;
	to->transition_ns = hkj_maybe(0);
	if (to->gaps.total_ns > given_ns)
		to->transition_ns.value = to->gaps.total_ns - given_ns;
	return 0;
}

static int names_init(struct hkj_part_record *to,
		      const struct hkj_source *source)
{
	to->class_name = strdup(source ? hkj_class_names[source->class] :
					 HKJ_CLASS_UNKNOWN);
	to->name = strdup(source ? source->name : "");
	to->function = strdup(source ? source->function : "");
	return to->class_name && to->name && to->function ? 0 : -1;
}

static int part_init(struct hkj_part_record *to, const struct hkj_part *from,
		     const struct hkj_snapshot *snapshot,
		     const struct hkj_details *details)
{
	bool is_known = from->source < details->nr_sources;
	const struct hkj_scale *scale = &snapshot->scale;
	uint64_t begin = snapshot->start.cycles;

	to->net_ns = hkj_scale_ns(scale, from->net);
	if (from->start > begin)
		to->start_ns = hkj_scale_ns(scale, from->start - begin);
	return names_init(to, is_known ? &details->sources[from->source] :
					 NULL);
}

/*
 * While the window is open the parts may already be those of a later gap that
 * has taken the slot. What was spilled has no begin.
 */
static bool has_own_parts(const struct hkj_gap *gap,
			  const struct hkj_snapshot *snapshot,
			  const struct hkj_details *details)
{
	if (snapshot->state != HKJ_STATE_RUNNING)
		return true;
	for (unsigned int i = 0; i < hkj_details_nr_parts(gap); i++) {
		__u64 start = details->parts[gap->slot][i].start;

		if (start && start - gap->start >= gap->duration)
			return false;
	}
	return true;
}

static int gap_init(struct hkj_longest *to, const struct hkj_gap *gap,
		    const struct hkj_snapshot *snapshot,
		    const struct hkj_details *details)
{
	unsigned int nr = has_own_parts(gap, snapshot, details) ?
				  hkj_details_nr_parts(gap) :
				  0;

	to->parts = calloc(nr + 1, sizeof(*to->parts));
	if (!to->parts)
		return -1;
	to->nr_parts = nr;
	if (gap->nr_parts > nr)
		to->parts_lost = hkj_maybe(gap->nr_parts - nr);
	if (!gap->nr_parts) {
		to->cause = strdup(hkj_cause_names[gap->cause]);
		if (!to->cause)
			return -1;
	}
	for (unsigned int i = 0; i < nr; i++) {
		const struct hkj_part *part = &details->parts[gap->slot][i];

		if (part_init(&to->parts[i], part, snapshot, details))
			return -1;
	}
	return 0;
}

/**
 * hkj_tick_cause_by_count() - order for qsort(): most first
 * @left: a struct hkj_tick_cause_record
 * @right: another
 */
int hkj_tick_cause_by_count(const void *left, const void *right)
{
	const struct hkj_tick_cause_record *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return strcmp(a->comm, b->comm);
}

static int cause_init(struct hkj_tick_cause_record *to,
		      const struct hkj_tick_cause *from)
{
	to->dep = strdup(tick_names[from->dep]);
	to->comm = strdup(from->comm);
	to->pid = from->pid < 0 ? HKJ_NONE : (uint64_t)from->pid;
	to->function = strdup(from->function);
	to->count = from->count;
	return to->dep && to->comm && to->function ? 0 : -1;
}

static int tick_causes_init(struct hkj_tick *to, const struct hkj_details *details)
{
	unsigned int nr = details->nr_tick_causes;

	to->causes = calloc(nr + 1, sizeof(*to->causes));
	if (!to->causes)
		return -1;
	for (unsigned int i = 0; i < nr; i++) {
		to->nr_causes++;
		if (cause_init(&to->causes[i], &details->tick_causes[i]))
			return -1;
	}
	qsort(to->causes, nr, sizeof(*to->causes),
	      hkj_tick_cause_by_count);
	return 0;
}

static int tick_init(struct hkj_target *to, const struct hkj_details *details)
{
	to->tick = calloc(1, sizeof(*to->tick));
	if (!to->tick)
		return -1;
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++)
		to->tick->refusals[i] = hkj_maybe(details->ticks[i]);
	return tick_causes_init(to->tick, details);
}

/**
 * hkj_attribution_init() - what interrupted a target
 * @target: its gaps and longest gaps are filled in; gets the rest
 * @snapshot: checked by hkj_snapshot_check()
 * @details: checked by hkj_details_check() against @snapshot
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_attribution_init(struct hkj_target *target,
			 const struct hkj_snapshot *snapshot,
			 const struct hkj_details *details)
{
	for (size_t i = 0; i < target->nr_longest; i++)
		if (gap_init(&target->longest[i], &snapshot->longest[i],
			     snapshot, details))
			return -1;
	if (books_init(target, snapshot) || tick_init(target, details))
		return -1;
	return hkj_sources_init(target, &snapshot->scale, details);
}
