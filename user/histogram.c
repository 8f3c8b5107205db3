// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>

#include "histogram.h"

/* The two are walked at once, from the lowest bucket up. */
struct walk {
	const struct hkj_bucket *at;
	const struct hkj_bucket *end;
};

/* An empty histogram may have no buckets at all, to which nothing is added. */
static struct walk walk_of(const struct hkj_histogram *histogram)
{
	const struct hkj_bucket *at = histogram->buckets;

	return (struct walk){ at, at ? at + histogram->nr_buckets : at };
}

static bool is_same(const struct hkj_bucket *left,
		    const struct hkj_bucket *right)
{
	return left->low == right->low && left->high == right->high;
}

/* Takes the lower bucket, or both if they are the same; NULL: no end. */
static const char *step(struct walk *left, struct walk *right,
			struct hkj_bucket *to)
{
	bool has_left = left->at != left->end;
	bool has_right = right->at != right->end;

	if (has_left && has_right && is_same(left->at, right->at)) {
		*to = *left->at++;
		if (__builtin_add_overflow(to->count, right->at++->count,
					   &to->count))
			return "a bucket would count more than 64 bits hold";
		return NULL;
	}
	if (has_left && (!has_right || left->at->high < right->at->low)) {
		*to = *left->at++;
		return NULL;
	}
	if (has_right && (!has_left || right->at->high < left->at->low)) {
		*to = *right->at++;
		return NULL;
	}
	return "buckets overlap that are not the same";
}

/*
 * Adds in place where @to has all buckets already, as it soon has when many
 * histograms of one source are added. Return: false with nothing changed.
 */
static bool add_in_place(struct hkj_histogram *to,
			 const struct hkj_histogram *more)
{
	struct walk walk = walk_of(to);
	size_t nr = more->nr_buckets;

	for (size_t i = 0; i < nr; i++, walk.at++) {
		while (walk.at != walk.end &&
		       walk.at->low < more->buckets[i].low)
			walk.at++;
		if (walk.at == walk.end || !is_same(walk.at, &more->buckets[i]) ||
		    walk.at->count > UINT64_MAX - more->buckets[i].count)
			return false;
	}
	for (size_t i = 0, at = 0; i < nr; at++)
		if (to->buckets[at].low == more->buckets[i].low)
			to->buckets[at].count += more->buckets[i++].count;
	return true;
}

/**
 * hkj_histogram_add() - add one histogram to another
 * @to: gets the sum; untouched on failure; its buckets are owned, from malloc()
 * @more: sound, as is @to: ascending buckets that do not overlap
 *
 * Return: NULL, or what stands against it.
 */
const char *hkj_histogram_add(struct hkj_histogram *to,
			      const struct hkj_histogram *more)
{
	struct walk left = walk_of(to), right = walk_of(more);
	struct hkj_histogram sum = { 0 };
	const char *why = NULL;

	if (add_in_place(to, more))
		return NULL;
	sum.buckets = calloc(to->nr_buckets + more->nr_buckets,
			     sizeof(*sum.buckets));
	if (!sum.buckets)
		return "no memory left";
	while (!why && (left.at != left.end || right.at != right.end))
		why = step(&left, &right, &sum.buckets[sum.nr_buckets++]);
	if (why) {
		free(sum.buckets);
		return why;
	}
	free(to->buckets);
	*to = sum;
	return NULL;
}
