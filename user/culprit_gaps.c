// SPDX-License-Identifier: GPL-2.0
/*
 * The parts of all gaps are sorted by their source and then added up in one
 * walk. What no part took is a rival of theirs: unexplained in a gap without
 * one, else the transition around them, or parts that were not kept.
 */
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "culprit_gaps.h"
#include "sum.h"

/* Names stand in the order in which the first wins a tie. */
enum rest {
	REST_UNEXPLAINED,
	REST_TRANSITION,
	REST_LOST,
	NR_RESTS
};

static const char *const rest_names[NR_RESTS] = {
	[REST_UNEXPLAINED] = HKJ_CLASS_UNEXPLAINED,
	[REST_TRANSITION] = HKJ_CLASS_TRANSITION,
	[REST_LOST] = "interruptions that there was no room for",
};

static int text_compare(const char *left, const char *right)
{
	return strcmp(left ? left : "", right ? right : "");
}

static int part_compare(const struct hkj_part_record *a,
			const struct hkj_part_record *b)
{
	int order = text_compare(a->class_name, b->class_name);

	if (!order)
		order = text_compare(a->name, b->name);
	return order ? order : text_compare(a->function, b->function);
}

static int by_source(const void *left, const void *right)
{
	const struct hkj_part_record *const *a = left, *const *b = right;

	return part_compare(*a, *b);
}

static enum rest rest_of(const struct hkj_longest *gap)
{
	if (gap->parts_lost.is_there)
		return REST_LOST;
	return gap->nr_parts ? REST_TRANSITION : REST_UNEXPLAINED;
}

/* What no part of a gap took is added to @rests. */
static void gap_add(struct hkj_gaps_most *most, uint64_t *rests,
		    const struct hkj_longest *gap)
{
	uint64_t rest_ns = gap->duration_ns;

	for (size_t i = 0; i < gap->nr_parts; i++)
		rest_ns -= gap->parts[i].net_ns < rest_ns ?
				   gap->parts[i].net_ns :
				   rest_ns;
	most->nr_gaps++;
	most->gaps_ns = hkj_sum(most->gaps_ns, gap->duration_ns);
	rests[rest_of(gap)] = hkj_sum(rests[rest_of(gap)], rest_ns);
}

static void parts_sum(struct hkj_gaps_most *most,
		      const struct hkj_part_record **parts, size_t nr)
{
	size_t next;

	qsort(parts, nr, sizeof(*parts), by_source);
	for (size_t i = 0; i < nr; i = next) {
		uint64_t net_ns = 0;

		for (next = i; next < nr && !part_compare(parts[i], parts[next]);
		     next++)
			net_ns = hkj_sum(net_ns, parts[next]->net_ns);
		if (most->part && net_ns <= most->net_ns)
			continue;
		most->part = parts[i];
		most->net_ns = net_ns;
	}
}

/*
 * What is no part wins by more time alone. The transition goes with all parts
 * of its gaps: it has to be more than they and the others are together.
 */
static void rests_compare(struct hkj_gaps_most *most, uint64_t *rests)
{
	if (rests[REST_TRANSITION] <= most->gaps_ns / 2)
		rests[REST_TRANSITION] = 0;
	for (unsigned int i = 0; i < NR_RESTS; i++) {
		if (rests[i] <= most->net_ns)
			continue;
		most->net_ns = rests[i];
		most->other = rest_names[i];
		if (i != REST_TRANSITION)
			most->part = NULL;
	}
}

/**
 * hkj_gaps_most() - what took most of the time of gaps
 * @most: filled
 * @gaps: with their parts; outlive @most
 * @nr: how many; 1 or more
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_gaps_most(struct hkj_gaps_most *most, const struct hkj_longest *gaps,
		  size_t nr)
{
	const struct hkj_part_record **parts;
	uint64_t rests[NR_RESTS] = { 0 };
	size_t nr_parts = 0;

	*most = (struct hkj_gaps_most){ 0 };
	for (size_t i = 0; i < nr; i++)
		nr_parts += gaps[i].nr_parts;
	parts = calloc(nr_parts + 1, sizeof(*parts));
	if (!parts)
		return -1;
	nr_parts = 0;
	for (size_t i = 0; i < nr; i++) {
		gap_add(most, rests, &gaps[i]);
		for (size_t k = 0; k < gaps[i].nr_parts; k++)
			parts[nr_parts++] = &gaps[i].parts[k];
	}
	parts_sum(most, parts, nr_parts);
	rests_compare(most, rests);
	free(parts);
	return 0;
}
