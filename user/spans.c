// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "capped.h"
#include "spans.h"

/* Deeper than the module's stack of frames nothing can be. */
#define DEPTH_MAX 32

static int by_start(const void *left, const void *right)
{
	const struct hkj_span *a = left, *b = right;

	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns ? -1 : 1;
	return a->part < b->part ? -1 : a->part > b->part;
}

/* Nothing leaves the gap, whatever a file says. */
static uint64_t within(uint64_t ns, const struct hkj_longest *gap)
{
	return ns < gap->duration_ns ? ns : gap->duration_ns;
}

static void spans_fill(struct hkj_span *spans, const struct hkj_longest *gap)
{
	for (size_t i = 0; i < gap->nr_parts; i++) {
		const struct hkj_part_record *part = &gap->parts[i];
		uint64_t start = part->start_ns > gap->start_ns ?
					 part->start_ns - gap->start_ns :
					 0;

		spans[i] = (struct hkj_span){
			part, within(start, gap),
			within(hkj_capped_sum(within(start, gap), part->net_ns), gap), 0
		};
	}
	qsort(spans, gap->nr_parts, sizeof(*spans), by_start);
}

/*
 * A part that begins before another one has had its net duration is within it,
 * and puts off its end, and the ends of those that one is within.
 */
static void spans_nest(struct hkj_span *spans, const struct hkj_longest *gap)
{
	struct hkj_span *open[DEPTH_MAX];
	unsigned int depth = 0;

	for (size_t i = 0; i < gap->nr_parts; i++) {
		struct hkj_span *span = &spans[i];
		uint64_t length = span->end_ns - span->start_ns;

		while (depth && open[depth - 1]->end_ns <= span->start_ns)
			depth--;
		span->depth = depth;
		for (unsigned int k = 0; k < depth; k++)
			open[k]->end_ns =
				within(hkj_capped_sum(open[k]->end_ns, length), gap);
		if (depth < DEPTH_MAX)
			open[depth++] = span;
	}
}

/**
 * hkj_spans_new() - when each part of a gap began and ended
 * @gap: one of the longest
 *
 * Return: as many spans as the gap has parts, by their start, each one behind
 * those that it is within; to be freed. NULL if there is no memory, or if there
 * are no parts.
 */
struct hkj_span *hkj_spans_new(const struct hkj_longest *gap)
{
	struct hkj_span *spans;

	if (!gap->nr_parts)
		return NULL;
	spans = calloc(gap->nr_parts, sizeof(*spans));
	if (!spans)
		return NULL;
	spans_fill(spans, gap);
	spans_nest(spans, gap);
	return spans;
}

/**
 * hkj_spans_depth() - how many levels spans need
 * @spans: of a gap; NULL if @nr is 0
 * @nr: how many
 *
 * Return: one more than the greatest depth; 0 if there are none.
 */
unsigned int hkj_spans_depth(const struct hkj_span *spans, size_t nr)
{
	unsigned int depth = 0;

	for (size_t i = 0; i < nr; i++)
		if (spans[i].depth >= depth)
			depth = spans[i].depth + 1;
	return depth;
}
