// SPDX-License-Identifier: GPL-2.0
/*
 * Gaps of several targets: histograms have the same edges everywhere, and are
 * added.
 */
#include <stdlib.h>
#include <string.h>

#include "capped.h"
#include "overall.h"

static int by_low(const void *left, const void *right)
{
	const struct hkj_bucket *a = left, *b = right;

	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	return a->high < b->high ? -1 : a->high > b->high;
}

static size_t nr_buckets_of(const struct hkj_target *targets, size_t nr_targets)
{
	size_t nr = 0;

	for (size_t i = 0; i < nr_targets; i++)
		nr += targets[i].gaps.histogram.nr_buckets;
	return nr;
}

/* Buckets with the same edges become one. Return: how many are left. */
static size_t buckets_unite(struct hkj_bucket *buckets, size_t nr)
{
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		struct hkj_bucket *last = &buckets[kept - !!kept];

		if (kept && !by_low(last, &buckets[i]))
			last->count = hkj_capped_sum(last->count,
						     buckets[i].count);
		else
			buckets[kept++] = buckets[i];
	}
	return kept;
}

static void gaps_add(struct hkj_gaps *gaps, const struct hkj_gaps *more)
{
	gaps->count = hkj_capped_sum(gaps->count, more->count);
	gaps->total_ns = hkj_capped_sum(gaps->total_ns, more->total_ns);
	if (more->min_ns < gaps->min_ns)
		gaps->min_ns = more->min_ns;
	if (more->max_ns != HKJ_NONE &&
	    (gaps->max_ns == HKJ_NONE || more->max_ns > gaps->max_ns))
		gaps->max_ns = more->max_ns;
}

/**
 * hkj_overall_gaps() - the gaps of several targets
 * @targets: complete
 * @nr_targets: how many
 * @gaps: to be filled; its buckets are to be freed
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_overall_gaps(const struct hkj_target *targets, size_t nr_targets,
		     struct hkj_gaps *gaps, struct hkj_error *error)
{
	struct hkj_histogram *histogram = &gaps->histogram;

	*gaps = (struct hkj_gaps){ .min_ns = HKJ_NONE, .max_ns = HKJ_NONE };
	histogram->buckets = calloc(nr_buckets_of(targets, nr_targets) + 1,
				    sizeof(*histogram->buckets));
	if (!histogram->buckets)
		return hkj_error_memory(error);
	for (size_t i = 0; i < nr_targets; i++) {
		const struct hkj_histogram *more = &targets[i].gaps.histogram;

		gaps_add(gaps, &targets[i].gaps);
		if (more->nr_buckets)
			memcpy(histogram->buckets + histogram->nr_buckets,
			       more->buckets,
			       more->nr_buckets * sizeof(*more->buckets));
		histogram->nr_buckets += more->nr_buckets;
	}
	qsort(histogram->buckets, histogram->nr_buckets,
	      sizeof(*histogram->buckets), by_low);
	histogram->nr_buckets =
		buckets_unite(histogram->buckets, histogram->nr_buckets);
	hkj_percentiles_fill(gaps->percentiles, histogram, gaps->min_ns,
			     gaps->max_ns);
	return 0;
}
