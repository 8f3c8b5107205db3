// SPDX-License-Identifier: GPL-2.0
/*
 * Sources of several targets that are one.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capped.h"
#include "overall.h"

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static int by_number(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/**
 * hkj_source_by_all() - one only if everything is the same
 * @a: a source
 * @b: another one
 */
int hkj_source_by_all(const struct hkj_source_record *a,
		      const struct hkj_source_record *b)
{
	int order = strcmp(a->class_name, b->class_name);

	if (!order)
		order = by_number(a->id, b->id);
	if (!order)
		order = strcmp(text_of(a->function), text_of(b->function));
	return order ? order : strcmp(a->name, b->name);
}

/*
 * Each CPU has workers and vectors of its own; a function says what they do.
 * Interrupts have numbers, which are the machine's.
 */
static bool is_known_by_function(const struct hkj_source_record *source)
{
	return *text_of(source->function) && strcmp(source->class_name, "irq");
}

/**
 * hkj_source_by_what() - one if they are the same on different CPUs
 * @a: a source
 * @b: another one
 */
int hkj_source_by_what(const struct hkj_source_record *a,
		       const struct hkj_source_record *b)
{
	int order = strcmp(a->class_name, b->class_name);

	if (!order)
		order = strcmp(text_of(a->function), text_of(b->function));
	if (order || is_known_by_function(a))
		return order;
	return strcmp(a->name, b->name);
}

/* What qsort_r() hands over. */
struct ordering {
	hkj_source_order *order;
};

static int by_order(const void *left, const void *right, void *ordering)
{
	const struct hkj_source_record *a =
		*(const struct hkj_source_record *const *)left;
	const struct hkj_source_record *b =
		*(const struct hkj_source_record *const *)right;

	return ((const struct ordering *)ordering)->order(a, b);
}

static int by_total(const void *left, const void *right)
{
	const struct hkj_group *a = left, *b = right;

	if (a->total_ns != b->total_ns)
		return by_number(b->total_ns, a->total_ns);
	return a->sources < b->sources ? -1 : a->sources > b->sources;
}

/* Those that interrupted at least once. */
static size_t collect(const struct hkj_target *targets, size_t nr_targets,
		      const struct hkj_source_record **sources)
{
	size_t nr = 0;

	for (size_t i = 0; i < nr_targets; i++)
		for (size_t k = 0; k < targets[i].nr_sources; k++) {
			if (!targets[i].sources[k].count)
				continue;
			if (sources)
				sources[nr] = &targets[i].sources[k];
			nr++;
		}
	return nr;
}

static void group_add(struct hkj_group *group,
		      const struct hkj_source_record *source)
{
	group->nr++;
	group->count = hkj_capped_sum(group->count, source->count);
	group->total_ns = hkj_capped_sum(group->total_ns, source->total_ns);
	if (source->max_ns != HKJ_NONE &&
	    (group->max_ns == HKJ_NONE || source->max_ns > group->max_ns))
		group->max_ns = source->max_ns;
}

static void groups_fill(struct hkj_groups *groups, size_t nr_sources,
			hkj_source_order *order)
{
	struct hkj_group *group = NULL;

	for (size_t i = 0; i < nr_sources; i++) {
		const struct hkj_source_record **at = &groups->sources[i];

		if (!group || order(*group->sources, *at)) {
			group = &groups->groups[groups->nr++];
			*group = (struct hkj_group){ .sources = at,
						     .max_ns = HKJ_NONE };
		}
		group_add(group, *at);
	}
}

/**
 * hkj_groups_init() - what interrupted several targets
 * @groups: to be filled; points into @targets
 * @targets: complete
 * @nr_targets: how many
 * @order: by which sources are one
 * @error: filled when there is no memory
 *
 * Return: 0, or -1 with nothing to give up.
 */
int hkj_groups_init(struct hkj_groups *groups, const struct hkj_target *targets,
		    size_t nr_targets, hkj_source_order *order,
		    struct hkj_error *error)
{
	size_t nr = collect(targets, nr_targets, NULL);

	*groups = (struct hkj_groups){ 0 };
	groups->sources = calloc(nr + 1, sizeof(*groups->sources));
	groups->groups = calloc(nr + 1, sizeof(*groups->groups));
	if (!groups->sources || !groups->groups) {
		hkj_groups_exit(groups);
		return hkj_error_memory(error);
	}
	collect(targets, nr_targets, groups->sources);
	qsort_r(groups->sources, nr, sizeof(*groups->sources), by_order,
		&(struct ordering){ order });
	groups_fill(groups, nr, order);
	qsort(groups->groups, groups->nr, sizeof(*groups->groups), by_total);
	return 0;
}

/**
 * hkj_groups_exit() - give groups up
 * @groups: filled or zeroed
 */
void hkj_groups_exit(struct hkj_groups *groups)
{
	free(groups->sources);
	free(groups->groups);
	*groups = (struct hkj_groups){ 0 };
}

static int by_who(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;
	int order = by_number(a->pid, b->pid);

	if (!order)
		order = by_number(a->cpu, b->cpu);
	if (!order)
		order = strcmp(a->comm, b->comm);
	return order ? order :
		       strcmp(text_of(a->function), text_of(b->function));
}

static int by_count(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;

	return a->count == b->count ? by_who(left, right) :
				      by_number(b->count, a->count);
}

/* Return: how many are left. */
static size_t initiators_unite(struct hkj_initiator_record *all, size_t nr)
{
	size_t kept = 0;

	qsort(all, nr, sizeof(*all), by_who);
	for (size_t i = 0; i < nr; i++) {
		struct hkj_initiator_record *last = &all[kept - !!kept];

		if (kept && !by_who(last, &all[i]))
			last->count = hkj_capped_sum(last->count, all[i].count);
		else
			all[kept++] = all[i];
	}
	qsort(all, kept, sizeof(*all), by_count);
	return kept;
}

/**
 * hkj_group_initiators() - the sum of a group's sources
 * @group: which
 * @merged: to be filled: names of the first one, sums, and initiators, most
 *	first; has no histogram. Only the list of initiators is its own, and to
 *	be freed; texts are the group's
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_group_initiators(const struct hkj_group *group,
			 struct hkj_source_record *merged,
			 struct hkj_error *error)
{
	size_t nr = 0;

	*merged = *group->sources[0];
	merged->histogram = (struct hkj_histogram){ 0 };
	merged->count = group->count;
	merged->total_ns = group->total_ns;
	merged->max_ns = group->max_ns;
	merged->initiators_unknown = 0;
	merged->initiators_others = 0;
	for (size_t i = 0; i < group->nr; i++)
		nr += group->sources[i]->nr_initiators;
	merged->initiators = calloc(nr + 1, sizeof(*merged->initiators));
	if (!merged->initiators)
		return hkj_error_memory(error);
	nr = 0;
	for (size_t i = 0; i < group->nr; i++) {
		const struct hkj_source_record *source = group->sources[i];

		merged->initiators_unknown =
			hkj_capped_sum(merged->initiators_unknown,
				       source->initiators_unknown);
		merged->initiators_others =
			hkj_capped_sum(merged->initiators_others,
				       source->initiators_others);
		for (size_t k = 0; k < source->nr_initiators; k++)
			merged->initiators[nr++] = source->initiators[k];
	}
	merged->nr_initiators = initiators_unite(merged->initiators, nr);
	return 0;
}
