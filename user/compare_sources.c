// SPDX-License-Identifier: GPL-2.0
/*
 * Sources on both sides, each once: a tree finds them by a hash, as a result
 * may have some hundred thousand.
 */
#include <ctype.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "compare.h"
#include "ranktest.h"

const char *const hkj_change_names[HKJ_NR_CHANGES] = {
	"appeared", "vanished", "grew", "shrank", "same"
};

/* Longest name that is told from others. */
#define NAME_SIZE 256

/* Fowler, Noll, Vo: FNV-1a. The end of a text counts, too. */
static uint64_t hash_add(uint64_t hash, const char *text)
{
	do
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3ULL;
	while (*text++);
	return hash;
}

/*
 * "kworker/1:2" becomes "kworker/N:N": the numbers of CPUs, workers and IRQs in
 * names of kernel threads differ from run to run.
 */
static void name_copy(char *to, const struct hkj_source_record *source)
{
	bool is_thread = !strcmp(source->class_name,
				 hkj_class_names[HKJ_CLASS_THREAD]) &&
			 strchr(source->name, '/');
	const char *from = source->name;
	size_t length = 0;

	while (*from && length < NAME_SIZE - 1) {
		if (is_thread && isdigit((unsigned char)*from)) {
			from += strspn(from, "0123456789");
			to[length++] = 'N';
		} else {
			to[length++] = *from++;
		}
	}
	to[length] = '\0';
}

/* The tick's timer has had another name until 6.10; it is the same. */
static bool is_old_tick(const struct hkj_source_record *source)
{
	return !strcmp(source->function, "tick_sched_timer");
}

static int by_identity(const void *left, const void *right)
{
	const struct hkj_pair *a = left, *b = right;
	int order;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	order = strcmp(a->class_name, b->class_name);
	if (!order)
		order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->function, b->function);
}

static void pair_free(struct hkj_pair *pair)
{
	for (unsigned int i = 0; i < HKJ_NR_SIDES; i++) {
		free(pair->values[i]);
		free(pair->tally[i].histogram.buckets);
	}
	free(pair->class_name);
	free(pair->name);
	free(pair->function);
	free(pair);
}

static struct hkj_pair *pair_new(const struct hkj_comparison *comparison,
				 const struct hkj_pair *like)
{
	struct hkj_pair *pair = calloc(1, sizeof(*pair));
	bool has_failed;

	if (!pair)
		return NULL;
	pair->hash = like->hash;
	pair->class_name = strdup(like->class_name);
	pair->name = strdup(like->name);
	pair->function = strdup(like->function);
	has_failed = !pair->class_name || !pair->name || !pair->function;
	for (unsigned int i = 0; i < HKJ_NR_SIDES; i++) {
		pair->tally[i].min_ns = HKJ_NONE;
		pair->tally[i].max_ns = HKJ_NONE;
		pair->values[i] =
			calloc(comparison->sides[i].nr, sizeof(double));
		has_failed |= !pair->values[i];
	}
	if (!has_failed)
		return pair;
	pair_free(pair);
	return NULL;
}

static int pair_append(struct hkj_comparison *comparison, struct hkj_pair *pair)
{
	size_t nr = comparison->nr_pairs;
	struct hkj_pair **pairs = comparison->pairs;

	/* Room doubles. */
	if (!(nr & (nr - 1))) {
		pairs = realloc(pairs, (nr ? 2 * nr : 1) * sizeof(*pairs));
		if (!pairs)
			return -1;
		comparison->pairs = pairs;
	}
	pairs[comparison->nr_pairs++] = pair;
	return 0;
}

static struct hkj_pair *pair_add(struct hkj_comparison *comparison,
				 const struct hkj_pair *like)
{
	struct hkj_pair *pair = pair_new(comparison, like);

	if (!pair)
		return NULL;
	if (pair_append(comparison, pair)) {
		pair_free(pair);
		return NULL;
	}
	return tsearch(pair, &comparison->tree, by_identity) ? pair : NULL;
}

static struct hkj_pair *pair_get(struct hkj_comparison *comparison,
				 const struct hkj_source_record *source)
{
	char tick[] = "tick_nohz_handler";
	char name[NAME_SIZE];
	struct hkj_pair like = { .class_name = source->class_name,
				 .name = name,
				 .function = is_old_tick(source) ? tick :
								   source->function };
	struct hkj_pair *const *found;

	name_copy(name, source);
	like.hash = hash_add(0xcbf29ce484222325ULL, like.class_name);
	like.hash = hash_add(like.hash, like.name);
	like.hash = hash_add(like.hash, like.function);
	found = tfind(&like, &comparison->tree, by_identity);
	return found ? *found : pair_add(comparison, &like);
}

static const char *source_add(struct hkj_comparison *comparison,
			      const struct hkj_source_record *source,
			      unsigned int side, size_t run)
{
	const struct hkj_tally more = { source->count, source->total_ns,
					source->min_ns, source->max_ns,
					source->histogram };
	struct hkj_pair *pair;

	if (!source->count)
		return NULL;
	pair = pair_get(comparison, source);
	if (!pair)
		return "no memory left";
	pair->values[side][run] += (double)source->total_ns /
				   comparison->sides[side].runtimes[run];
	return hkj_tally_add(&pair->tally[side], &more);
}

/**
 * hkj_pairs_add() - the sources of a run
 * @comparison: gets them
 * @result: the run; its run time is known there already
 * @side: that it is of
 * @run: its number there
 *
 * Return: NULL, or what stands against it.
 */
const char *hkj_pairs_add(struct hkj_comparison *comparison,
			  const struct hkj_result *result, unsigned int side,
			  size_t run)
{
	const char *why = NULL;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];

		for (size_t k = 0; k < target->nr_sources && !why; k++)
			why = source_add(comparison, &target->sources[k], side,
					 run);
	}
	return why;
}

static double difference_of(const struct hkj_comparison *comparison,
			    const struct hkj_pair *pair)
{
	return fabs(hkj_pair_lost(comparison, pair, HKJ_B) -
		    hkj_pair_lost(comparison, pair, HKJ_A));
}

static bool is_marked(const struct hkj_pair *pair)
{
	return pair->p_worse <= HKJ_ALPHA || pair->p_better <= HKJ_ALPHA;
}

/* What is more than chance stands first, then what differs most. */
static int by_difference(const void *left, const void *right, void *context)
{
	const struct hkj_pair *a = *(struct hkj_pair *const *)left;
	const struct hkj_pair *b = *(struct hkj_pair *const *)right;
	double a_off = difference_of(context, a);
	double b_off = difference_of(context, b);

	if (is_marked(a) != is_marked(b))
		return is_marked(a) ? -1 : 1;
	if (a_off != b_off)
		return a_off > b_off ? -1 : 1;
	return by_identity(a, b);
}

/**
 * hkj_pairs_finish() - test the sources, and put them in order
 * @comparison: all runs are in
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_pairs_finish(struct hkj_comparison *comparison)
{
	size_t nr_a = comparison->sides[HKJ_A].nr;
	size_t nr_b = comparison->sides[HKJ_B].nr;

	for (size_t i = 0; i < comparison->nr_pairs; i++) {
		struct hkj_pair *pair = comparison->pairs[i];
		const double *a = pair->values[HKJ_A];
		const double *b = pair->values[HKJ_B];

		if (hkj_rank_test(a, nr_a, b, nr_b, &pair->p_worse) ||
		    hkj_rank_test(b, nr_b, a, nr_a, &pair->p_better))
			return -1;
	}
	if (comparison->nr_pairs)
		qsort_r(comparison->pairs, comparison->nr_pairs,
			sizeof(struct hkj_pair *), by_difference, comparison);
	return 0;
}

static void nothing(void *node)
{
	(void)node;
}

/**
 * hkj_pairs_exit() - free the sources
 * @comparison: filled, half filled or zeroed; has none then
 */
void hkj_pairs_exit(struct hkj_comparison *comparison)
{
	tdestroy(comparison->tree, nothing);
	for (size_t i = 0; i < comparison->nr_pairs; i++)
		pair_free(comparison->pairs[i]);
	free(comparison->pairs);
	comparison->tree = NULL;
	comparison->pairs = NULL;
	comparison->nr_pairs = 0;
}

/**
 * hkj_pair_rate() - interruptions a second of run time
 * @comparison: filled
 * @pair: one of its
 * @side: which
 */
double hkj_pair_rate(const struct hkj_comparison *comparison,
		     const struct hkj_pair *pair, unsigned int side)
{
	return (double)pair->tally[side].count * 1e9 /
	       (double)comparison->sides[side].runtime_ns;
}

/**
 * hkj_pair_lost() - time that a source took, in ns a second of run time
 * @comparison: filled
 * @pair: one of its
 * @side: which
 */
double hkj_pair_lost(const struct hkj_comparison *comparison,
		     const struct hkj_pair *pair, unsigned int side)
{
	return (double)pair->tally[side].total_ns * 1e9 /
	       (double)comparison->sides[side].runtime_ns;
}

/**
 * hkj_pair_change() - what became of a source from A to B
 * @comparison: filled
 * @pair: one of its
 *
 * Return: of the sums of all runs; whether it is more than chance is told by
 * the p values.
 */
enum hkj_change hkj_pair_change(const struct hkj_comparison *comparison,
				const struct hkj_pair *pair)
{
	double a = hkj_pair_lost(comparison, pair, HKJ_A);
	double b = hkj_pair_lost(comparison, pair, HKJ_B);

	if (!pair->tally[HKJ_A].count)
		return HKJ_CHANGE_APPEARED;
	if (!pair->tally[HKJ_B].count)
		return HKJ_CHANGE_VANISHED;
	if (a == b)
		return HKJ_CHANGE_SAME;
	return b > a ? HKJ_CHANGE_GREW : HKJ_CHANGE_SHRANK;
}
