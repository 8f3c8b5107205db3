// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "combine.h"
#include "histogram.h"
#include "shapes.h"
#include "sum.h"

static const char no_memory[] = "no memory left";

static int by_number(uint64_t left, uint64_t right)
{
	return left < right ? -1 : left > right;
}

/* A thread's number is new in each run: threads go by their names alone. */
static bool is_numbered(const struct hkj_source_record *source)
{
	return strcmp(source->class_name, hkj_class_names[HKJ_CLASS_THREAD]);
}

static int by_cause(const char *left, const char *right)
{
	return strcmp(left ? left : "", right ? right : "");
}

static int by_origin(const void *left, const void *right)
{
	const struct hkj_source_record *a = left, *b = right;
	int order = strcmp(a->class_name, b->class_name);

	if (!order)
		order = strcmp(a->function, b->function);
	if (!order)
		order = strcmp(a->name, b->name);
	if (!order)
		order = by_cause(a->cause, b->cause);
	return order || !is_numbered(a) ? order : by_number(a->id, b->id);
}

static int by_asker(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;
	int order = strcmp(a->comm, b->comm);

	if (!order)
		order = strcmp(a->function, b->function);
	if (!order)
		order = by_number(a->pid, b->pid);
	return order ? order : by_number(a->cpu, b->cpu);
}

static int initiators_move(struct hkj_source_record *to,
			   struct hkj_source_record *from)
{
	size_t nr = to->nr_initiators + from->nr_initiators;
	struct hkj_initiator_record *all;

	if (!from->nr_initiators)
		return 0;
	all = realloc(to->initiators, nr * sizeof(*all));
	if (!all)
		return -1;
	memcpy(all + to->nr_initiators, from->initiators,
	       from->nr_initiators * sizeof(*all));
	to->initiators = all;
	to->nr_initiators = nr;
	from->nr_initiators = 0;
	return 0;
}

static const char *source_add(struct hkj_source_record *to,
			      struct hkj_source_record *from)
{
	if (to->id != from->id)
		to->id = 0;
	to->count = hkj_sum(to->count, from->count);
	to->total_ns = hkj_sum(to->total_ns, from->total_ns);
	to->min_ns = hkj_least(to->min_ns, from->min_ns);
	to->max_ns = hkj_most(to->max_ns, from->max_ns);
	to->initiators_unknown =
		hkj_sum(to->initiators_unknown, from->initiators_unknown);
	to->initiators_others =
		hkj_sum(to->initiators_others, from->initiators_others);
	to->self = hkj_sum_maybe(to->self, from->self);
	if (initiators_move(to, from))
		return no_memory;
	return hkj_histogram_add(&to->histogram, &from->histogram);
}

static void initiator_free(struct hkj_initiator_record *who)
{
	free(who->comm);
	free(who->function);
}

/* Those that are the same become one; the fewest become "others". */
static void initiators_fold(struct hkj_source_record *source)
{
	struct hkj_initiator_record *all = source->initiators;
	uint64_t others = source->initiators_others;
	size_t nr = 0;

	if (!all)
		return;
	qsort(all, source->nr_initiators, sizeof(*all), by_asker);
	for (size_t i = 0; i < source->nr_initiators; i++) {
		if (nr && !by_asker(&all[nr - 1], &all[i])) {
			all[nr - 1].count =
				hkj_sum(all[nr - 1].count, all[i].count);
			initiator_free(&all[i]);
		} else {
			all[nr++] = all[i];
		}
	}
	qsort(all, nr, sizeof(*all), hkj_initiator_by_count);
	for (; nr > HKJ_COMBINE_INITIATORS; nr--) {
		others = hkj_sum(others, all[nr - 1].count);
		initiator_free(&all[nr - 1]);
	}
	source->nr_initiators = nr;
	source->initiators_others = others;
}

/*
 * Leaves what could not be added in the list, to be freed with it. Each source's
 * slot, its number before, leads to its place.
 */
static const char *sources_fold(struct hkj_target *target, size_t *places)
{
	struct hkj_source_record *all = target->sources;
	const char *why = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < target->nr_sources; i++) {
		bool is_same = nr && !by_origin(&all[nr - 1], &all[i]);

		if (is_same && !why)
			why = source_add(&all[nr - 1], &all[i]);
		places[all[i].slot] = is_same && !why ? nr - 1 : nr;
		if (is_same && !why)
			hkj_json_free(&hkj_shape_source, &all[i]);
		else
			all[nr++] = all[i];
	}
	target->nr_sources = nr;
	return why;
}

/* What a time series calls a source by is its number among those of all runs. */
static void tops_shift(struct hkj_series *series, uint64_t more)
{
	for (size_t i = 0; series && i < series->nr_points; i++)
		if (series->points[i].top != HKJ_NONE)
			series->points[i].top += more;
}

static int sources_move(struct hkj_target *to, struct hkj_target *const *from,
			size_t nr)
{
	size_t all = 0;

	for (size_t i = 0; i < nr; i++)
		all += from[i]->nr_sources;
	to->sources = calloc(all + 1, sizeof(*to->sources));
	if (!to->sources)
		return -1;
	for (size_t i = 0; i < nr; i++) {
		tops_shift(from[i]->series, to->nr_sources);
		if (from[i]->nr_sources)
			memcpy(to->sources + to->nr_sources, from[i]->sources,
			       from[i]->nr_sources * sizeof(*to->sources));
		to->nr_sources += from[i]->nr_sources;
		from[i]->nr_sources = 0;
	}
	return 0;
}

static void tops_place(struct hkj_series *series, const size_t *places)
{
	for (size_t i = 0; series && i < series->nr_points; i++)
		if (series->points[i].top != HKJ_NONE)
			series->points[i].top =
				places[series->points[i].top];
}

static void sources_number(struct hkj_target *target)
{
	for (size_t i = 0; i < target->nr_sources; i++)
		target->sources[i].slot = (uint32_t)i;
}

static void percentiles_make(struct hkj_target *target)
{
	for (size_t i = 0; i < target->nr_sources; i++) {
		struct hkj_source_record *source = &target->sources[i];

		initiators_fold(source);
		hkj_percentiles_fill(source->percentiles, &source->histogram,
				     source->min_ns, source->max_ns);
	}
}

/* Most total first; the places go with them. */
static void sources_sort(struct hkj_target *target, size_t *places,
			 size_t nr_before)
{
	size_t *sorted = places + nr_before;

	sources_number(target);
	qsort(target->sources, target->nr_sources, sizeof(*target->sources),
	      hkj_source_by_total);
	for (size_t i = 0; i < target->nr_sources; i++)
		sorted[target->sources[i].slot] = i;
	for (size_t i = 0; i < nr_before; i++)
		places[i] = sorted[places[i]];
}

static bool has_sources(struct hkj_target *const *from, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (from[i]->sources)
			return true;
	return false;
}

/**
 * hkj_combine_sources() - the sources of several runs, each once
 * @to: gets them, most total first; has none yet
 * @from: lose theirs; what their time series name are those of @to then
 * @nr: how many
 *
 * Return: NULL, or why they cannot be added up.
 */
const char *hkj_combine_sources(struct hkj_target *to,
				struct hkj_target *const *from, size_t nr)
{
	const char *why;
	size_t *places, all;

	if (!has_sources(from, nr))
		return NULL;
	if (sources_move(to, from, nr))
		return no_memory;
	all = to->nr_sources;
	places = calloc(2 * all + 1, sizeof(*places));
	if (!places)
		return no_memory;
	sources_number(to);
	qsort(to->sources, all, sizeof(*to->sources), by_origin);
	why = sources_fold(to, places);
	if (!why) {
		percentiles_make(to);
		sources_sort(to, places, all);
		for (size_t i = 0; i < nr; i++)
			tops_place(from[i]->series, places);
	}
	free(places);
	return why;
}
