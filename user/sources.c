// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "attribution.h"

/* Orders numbers downwards, as qsort() wants it. */
static int by_most(uint64_t left, uint64_t right)
{
	return left < right ? 1 : -(left > right);
}

/* Orders as qsort() wants it: most first. */
int hkj_initiator_by_count(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;
	int order = by_most(a->count, b->count);

	return order ? order : strcmp(a->comm, b->comm);
}

/* Likewise; what took as long goes by count, then by name. */
int hkj_source_by_total(const void *left, const void *right)
{
	const struct hkj_source_record *a = left, *b = right;
	int order = by_most(a->total_ns, b->total_ns);

	if (!order)
		order = by_most(a->count, b->count);
	if (!order)
		order = strcmp(a->function, b->function);
	return order ? order : strcmp(a->name, b->name);
}

static int initiators_init(struct hkj_source_record *to,
			   const struct hkj_source *from)
{
	unsigned int nr = from->nr_initiators;

	to->initiators_unknown = from->nr_unknown;
	to->initiators_others = from->nr_others;
	to->self = hkj_maybe(from->nr_self);
	to->initiators = calloc(nr + 1, sizeof(*to->initiators));
	if (!to->initiators)
		return -1;
	for (unsigned int i = 0; i < nr; i++) {
		const struct hkj_initiator *who = &from->initiators[i];
		struct hkj_initiator_record *item = &to->initiators[i];

		to->nr_initiators++;
		item->pid = (uint64_t)who->pid;
		item->cpu = who->cpu;
		item->count = who->count;
		item->comm = strdup(who->comm);
		item->function = strdup(who->function);
		if (!item->comm || !item->function)
			return -1;
	}
	qsort(to->initiators, nr, sizeof(*to->initiators),
	      hkj_initiator_by_count);
	return 0;
}

static int histogram_init(struct hkj_histogram *to,
			  const struct hkj_source *from)
{
	size_t nr = 0;

	for (unsigned int slot = 0; slot < HKJ_SOURCE_SLOTS; slot++)
		nr += !!from->histogram[slot];
	to->buckets = calloc(nr + 1, sizeof(*to->buckets));
	if (!to->buckets)
		return -1;
	for (unsigned int slot = 0; slot < HKJ_SOURCE_SLOTS; slot++) {
		if (!from->histogram[slot])
			continue;
		to->buckets[to->nr_buckets++] = (struct hkj_bucket){
			.low = hkj_source_low(slot),
			.high = hkj_source_high(slot), /* overflow: HKJ_NONE */
			.count = from->histogram[slot],
		};
	}
	return 0;
}

static void counts_init(struct hkj_source_record *to,
			const struct hkj_source *from,
			const struct hkj_scale *scale)
{
	to->id = from->id;
	to->slot = from->slot;
	to->count = from->count;
	to->total_ns = hkj_scale_ns(scale, from->total);
	to->min_ns = HKJ_NONE;
	to->max_ns = HKJ_NONE;
	if (!to->count)
		return;
	to->min_ns = hkj_scale_ns(scale, from->min);
	to->max_ns = hkj_scale_ns(scale, from->max);
}

static int source_init(struct hkj_source_record *to,
		       const struct hkj_source *from,
		       const struct hkj_scale *scale)
{
	counts_init(to, from, scale);
	to->class_name = strdup(hkj_class_names[from->class]);
	to->name = strdup(from->name);
	to->function = strdup(from->function);
	if (*from->cause) {
		to->cause = strdup(from->cause);
		if (!to->cause)
			return -1;
	}
	if (!to->class_name || !to->name || !to->function ||
	    initiators_init(to, from) || histogram_init(&to->histogram, from))
		return -1;
	hkj_percentiles_fill(to->percentiles, &to->histogram, to->min_ns,
			     to->max_ns);
	return 0;
}

/**
 * hkj_sources_init() - the sources of a target
 * @target: gets them, most total first, and each one's initiators likewise
 * @scale: of the session
 * @details: checked by hkj_details_check()
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_sources_init(struct hkj_target *target, const struct hkj_scale *scale,
		     const struct hkj_details *details)
{
	unsigned int nr = details->nr_sources;

	target->sources = calloc(nr + 1, sizeof(*target->sources));
	if (!target->sources)
		return -1;
	for (unsigned int i = 0; i < nr; i++) {
		target->nr_sources++;
		if (source_init(&target->sources[i], &details->sources[i],
				scale))
			return -1;
	}
	qsort(target->sources, nr, sizeof(*target->sources),
	      hkj_source_by_total);
	return 0;
}
