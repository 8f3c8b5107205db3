// SPDX-License-Identifier: GPL-2.0
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "histogram.h"
#include "load.h"
#include "merge_runs.h"
#include "ranktest.h"
#include "result.h"
#include "sum.h"

const char *const hkj_figure_names[HKJ_NR_FIGURES] = {
#define X(id, name) [HKJ_FIGURE_##id] = name,
	HKJ_FIGURES(X)
#undef X
};

/**
 * hkj_tally_add() - add up
 * @to: gets it
 * @from: what is added
 *
 * Return: NULL, or what stands against it.
 */
const char *hkj_tally_add(struct hkj_tally *to, const struct hkj_tally *from)
{
	to->count = hkj_sum(to->count, from->count);
	to->total_ns = hkj_sum(to->total_ns, from->total_ns);
	to->min_ns = hkj_least(to->min_ns, from->min_ns);
	to->max_ns = hkj_most(to->max_ns, from->max_ns);
	return hkj_histogram_add(&to->histogram, &from->histogram);
}

static struct hkj_tally tally_of(const struct hkj_gaps *gaps)
{
	return (struct hkj_tally){ gaps->count, gaps->total_ns, gaps->min_ns,
				   gaps->max_ns, gaps->histogram };
}

static double percentile_of(const struct hkj_tally *tally, unsigned int which)
{
	uint64_t ns = hkj_percentile_value(&tally->histogram, which,
					   tally->min_ns, tally->max_ns);

	return ns == HKJ_NONE ? 0 : (double)ns;
}

static double figure_of(const struct hkj_tally *gaps, uint64_t unexplained_ns,
			double seconds, enum hkj_figure figure)
{
	double per_second = seconds > 0 ? 1 / seconds : 0;

	switch (figure) {
	case HKJ_FIGURE_LOST:
		return (double)gaps->total_ns * per_second;
	case HKJ_FIGURE_GAPS:
		return (double)gaps->count * per_second;
	case HKJ_FIGURE_MAX:
		return gaps->max_ns == HKJ_NONE ? 0 : (double)gaps->max_ns;
	case HKJ_FIGURE_UNEXPLAINED:
		return (double)unexplained_ns * per_second;
	default:
		return percentile_of(gaps, figure - HKJ_FIGURE_P50);
	}
}

static void thresholds_widen(struct hkj_side *side, uint64_t threshold_ns)
{
	if (!side->threshold_max || threshold_ns < side->threshold_min)
		side->threshold_min = threshold_ns;
	if (threshold_ns > side->threshold_max)
		side->threshold_max = threshold_ns;
}

static int text_narrow(char **to, const char *text)
{
	if (!*to) {
		*to = strdup(text);
	} else if (strcmp(*to, text)) {
		free(*to);
		*to = strdup(HKJ_SEVERAL);
	}
	return *to ? 0 : -1;
}

static int texts_narrow(struct hkj_side *side, const struct hkj_result *result)
{
	if (text_narrow(&side->hostname, result->host.hostname) ||
	    text_narrow(&side->kernel, result->host.kernel) ||
	    text_narrow(&side->workload, result->config.workload) ||
	    text_narrow(&side->policy, result->config.policy))
		return -1;
	return 0;
}

/* What is not told of one CPU is not known of the run. */
static void lacks_add(struct hkj_side *side,
		      const struct hkj_result *result)
{
	bool has_sources = true, has_unexplained = true;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		has_sources &= !!result->cpus[i].sources;
		has_unexplained &= !!result->cpus[i].unexplained;
	}
	side->nr_without_sources += !has_sources;
	side->nr_without_unexplained += !has_unexplained;
}

/* All target CPUs of a run together. */
static const char *run_add(struct hkj_side *side,
			   const struct hkj_result *result, size_t run)
{
	struct hkj_tally gaps = { .min_ns = HKJ_NONE, .max_ns = HKJ_NONE };
	uint64_t runtime_ns = 0, unexplained_ns = 0;
	const char *why = NULL;

	for (size_t i = 0; i < result->nr_cpus && !why; i++) {
		const struct hkj_target *target = &result->cpus[i];
		struct hkj_tally more = tally_of(&target->gaps);

		runtime_ns = hkj_sum(runtime_ns, target->runtime_ns);
		if (target->unexplained)
			unexplained_ns = hkj_sum(unexplained_ns,
						 target->unexplained->total_ns);
		thresholds_widen(side, target->threshold_ns);
		why = hkj_tally_add(&gaps, &more);
	}
	lacks_add(side, result);
	side->runtimes[run] = (double)runtime_ns / 1e9;
	side->runtime_ns = hkj_sum(side->runtime_ns, runtime_ns);
	side->unexplained_ns = hkj_sum(side->unexplained_ns, unexplained_ns);
	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++)
		side->values[i][run] = figure_of(&gaps, unexplained_ns,
						 side->runtimes[run], i);
	if (!why)
		why = hkj_tally_add(&side->gaps, &gaps);
	free(gaps.histogram.buckets);
	return why;
}

static int result_add(struct hkj_comparison *comparison,
		      const struct hkj_result *result, unsigned int side,
		      size_t run, struct hkj_error *error)
{
	struct hkj_side *to = &comparison->sides[side];
	const char *why = run_add(to, result, run);

	if (!why && !to->runtimes[run])
		why = "it has no run time, so nothing can be compared";
	if (!why)
		why = hkj_pairs_add(comparison, result, side, run);
	if (!why && texts_narrow(to, result))
		why = "no memory left";
	if (!why)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "'%.200s': %s",
			     to->names[run], why);
}

static int side_init(struct hkj_side *side, char *const *names, size_t nr)
{
	side->gaps = (struct hkj_tally){ .min_ns = HKJ_NONE,
					 .max_ns = HKJ_NONE };
	side->names = calloc(nr + 1, sizeof(*side->names));
	side->runtimes = calloc(nr, sizeof(*side->runtimes));
	if (!side->names || !side->runtimes)
		return -1;
	for (; side->nr < nr; side->nr++) {
		side->names[side->nr] = strdup(names[side->nr]);
		if (!side->names[side->nr])
			return -1;
	}
	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++) {
		side->values[i] = calloc(nr, sizeof(double));
		if (!side->values[i])
			return -1;
	}
	return 0;
}

/* One result is in memory at a time. */
static int side_load(struct hkj_comparison *comparison, unsigned int side,
		     struct hkj_error *error)
{
	const struct hkj_side *to = &comparison->sides[side];

	for (size_t i = 0; i < to->nr; i++) {
		struct hkj_merge_input input = { .name = to->names[i] };
		int failed;

		if (hkj_load_sums(input.name, &input.result, error))
			return -1;
		failed = result_add(comparison, &input.result, side, i,
				    error) ||
			 hkj_merge_run_once(&comparison->seen, &input, error);
		hkj_result_free(&input.result);
		if (failed)
			return -1;
	}
	return 0;
}

static int figures_test(struct hkj_comparison *comparison)
{
	const struct hkj_side *a = &comparison->sides[HKJ_A];
	const struct hkj_side *b = &comparison->sides[HKJ_B];

	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++)
		if (hkj_rank_test(a->values[i], a->nr, b->values[i], b->nr,
				  &comparison->p_worse[i]) ||
		    hkj_rank_test(b->values[i], b->nr, a->values[i], a->nr,
				  &comparison->p_better[i]))
			return -1;
	comparison->smallest_p = hkj_rank_smallest(a->nr, b->nr);
	return 0;
}

/**
 * hkj_compare() - compare two groups of results
 * @comparison: filled; to be freed whatever happens
 * @names: of the files, A's first
 * @nr_a: how many are A's, at least one
 * @nr_b: how many are B's, likewise
 * @error: filled with the file that cannot be read or compared
 *
 * Return: 0 or -1.
 */
int hkj_compare(struct hkj_comparison *comparison, char *const *names,
		size_t nr_a, size_t nr_b, struct hkj_error *error)
{
	/* Without it, freeing a large result sorts its pieces over and over. */
	mallopt(M_MXFAST, 0);
	*comparison = (struct hkj_comparison){ 0 };
	if (side_init(&comparison->sides[HKJ_A], names, nr_a) ||
	    side_init(&comparison->sides[HKJ_B], names + nr_a, nr_b))
		return hkj_error_memory(error);
	if (side_load(comparison, HKJ_A, error) ||
	    side_load(comparison, HKJ_B, error))
		return -1;
	if (!hkj_tells_sources(comparison))
		hkj_pairs_exit(comparison);
	if (figures_test(comparison) || hkj_pairs_finish(comparison))
		return hkj_error_memory(error);
	return 0;
}

static void side_exit(struct hkj_side *side)
{
	for (size_t i = 0; i < side->nr; i++)
		free(side->names[i]);
	free(side->names);
	free(side->runtimes);
	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++)
		free(side->values[i]);
	free(side->gaps.histogram.buckets);
	free(side->hostname);
	free(side->kernel);
	free(side->workload);
	free(side->policy);
}

/**
 * hkj_comparison_exit() - free what it owns
 * @comparison: filled, half filled or zeroed
 */
void hkj_comparison_exit(struct hkj_comparison *comparison)
{
	hkj_pairs_exit(comparison);
	hkj_result_free(&comparison->seen);
	side_exit(&comparison->sides[HKJ_A]);
	side_exit(&comparison->sides[HKJ_B]);
	*comparison = (struct hkj_comparison){ 0 };
}

/**
 * hkj_side_value() - a figure of all runs of a side together
 * @side: filled
 * @figure: which
 */
double hkj_side_value(const struct hkj_side *side, enum hkj_figure figure)
{
	return figure_of(&side->gaps, side->unexplained_ns,
			 (double)side->runtime_ns / 1e9, figure);
}

/**
 * hkj_can_tell() - whether there are runs enough to tell a difference
 * @comparison: filled
 */
bool hkj_can_tell(const struct hkj_comparison *comparison)
{
	return comparison->smallest_p <= HKJ_ALPHA;
}

/**
 * hkj_tells_sources() - whether all runs of both sides tell their sources
 * @comparison: filled
 */
bool hkj_tells_sources(const struct hkj_comparison *comparison)
{
	return !comparison->sides[HKJ_A].nr_without_sources &&
	       !comparison->sides[HKJ_B].nr_without_sources;
}

/**
 * hkj_tells_figure() - whether all runs of both sides tell a figure
 * @comparison: filled
 * @figure: which
 */
bool hkj_tells_figure(const struct hkj_comparison *comparison,
		      enum hkj_figure figure)
{
	return figure != HKJ_FIGURE_UNEXPLAINED ||
	       (!comparison->sides[HKJ_A].nr_without_unexplained &&
		!comparison->sides[HKJ_B].nr_without_unexplained);
}
