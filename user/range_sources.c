// SPDX-License-Identifier: GPL-2.0
/*
 * What a result tells of certain sources and initiators. Initiators have
 * counts, no times; and of some interruptions it is not known who asked.
 */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>

#include "attribution.h"
#include "histogram.h"
#include "range.h"
#include "sum.h"

/**
 * struct tally - interruptions that fit, added up
 * @count: at least
 * @count_high: at most
 * @total: likewise
 * @total_high: likewise
 * @max: likewise
 * @max_high: likewise
 * @min_ns: of those that fit for certain; HKJ_NONE if there are none
 * @histogram: likewise
 * @has_histogram: whether @histogram has all that fit
 * @doubt: why it is not exact
 */
struct tally {
	double count;
	double count_high;
	double total;
	double total_high;
	double max;
	double max_high;
	uint64_t min_ns;
	struct hkj_histogram histogram;
	bool has_histogram;
	const char *doubt;
};

static bool glob_fits(const char *glob, const char *text)
{
	return !glob || !fnmatch(glob, text ? text : "", 0);
}

/**
 * hkj_selector_fits() - whether a selector means a source
 * @selector: whoever its initiator is
 * @source: any
 */
bool hkj_selector_fits(const struct hkj_selector *selector,
		       const struct hkj_source_record *source)
{
	return glob_fits(selector->class_name, source->class_name) &&
	       (glob_fits(selector->name, source->name) ||
		glob_fits(selector->name, source->function));
}

/**
 * hkj_selector_fits_initiator() - whether a selector means who asked
 * @selector: any
 * @who: any
 */
bool hkj_selector_fits_initiator(const struct hkj_selector *selector,
				 const struct hkj_initiator_record *who)
{
	return glob_fits(selector->initiator, who->comm) ||
	       glob_fits(selector->initiator, who->function);
}

/**
 * hkj_limit_fits_unexplained() - whether a limit means the unexplained
 * @limit: about sources
 *
 * Return: whether a selector names that class, and nothing that it lacks.
 */
bool hkj_limit_fits_unexplained(const struct hkj_limit *limit)
{
	for (size_t i = 0; i < limit->nr_of; i++) {
		const struct hkj_selector *selector = &limit->of[i];

		if (selector->class_name && !selector->name &&
		    !selector->initiator &&
		    glob_fits(selector->class_name, HKJ_CLASS_UNEXPLAINED))
			return true;
	}
	return false;
}

static bool initiator_fits(const struct hkj_limit *limit,
			   const struct hkj_source_record *source,
			   const struct hkj_initiator_record *who)
{
	for (size_t i = 0; i < limit->nr_of; i++)
		if (hkj_selector_fits(&limit->of[i], source) &&
		    hkj_selector_fits_initiator(&limit->of[i], who))
			return true;
	return false;
}

static struct hkj_split selected(const struct hkj_limit *limit,
				 const struct hkj_source_record *source)
{
	struct hkj_split split = { 0, 0 };
	bool is_by_initiator = false;

	for (size_t i = 0; i < limit->nr_of; i++) {
		if (!hkj_selector_fits(&limit->of[i], source))
			continue;
		if (!limit->of[i].initiator)
			return (struct hkj_split){ source->count, 0 };
		is_by_initiator = true;
	}
	if (!is_by_initiator)
		return split;
	for (size_t i = 0; i < source->nr_initiators; i++)
		if (initiator_fits(limit, source, &source->initiators[i]))
			split.fits += source->initiators[i].count;
	split.may_fit = hkj_sum(source->initiators_unknown,
				source->initiators_others);
	return split;
}

/**
 * hkj_split_of() - how many of a source's interruptions a limit means
 * @limit: about sources; "allowed" means those that it does not select
 * @source: any
 */
struct hkj_split hkj_split_of(const struct hkj_limit *limit,
			      const struct hkj_source_record *source)
{
	struct hkj_split split = selected(limit, source);
	uint64_t rest = source->count > split.fits ?
				source->count - split.fits :
				0;

	if (split.may_fit > rest)
		split.may_fit = rest;
	if (limit->quantity == HKJ_QUANTITY_ALLOWED)
		split.fits = rest - split.may_fit;
	return split;
}

static void whole_add(struct tally *tally,
		      const struct hkj_source_record *source)
{
	double max = source->max_ns == HKJ_NONE ? 0 : (double)source->max_ns;

	tally->total += (double)source->total_ns;
	tally->total_high += (double)source->total_ns;
	tally->max = fmax(tally->max, max);
	tally->max_high = fmax(tally->max_high, max);
	tally->min_ns = hkj_least(tally->min_ns, source->min_ns);
	if (hkj_histogram_add(&tally->histogram, &source->histogram))
		tally->has_histogram = false;
}

/* Each of those that fit took the shortest time at least. */
static void part_add(struct tally *tally, const struct hkj_source_record *source,
		     const struct hkj_split *split)
{
	double min = source->min_ns == HKJ_NONE ? 0 : (double)source->min_ns;
	double max = source->max_ns == HKJ_NONE ? 0 : (double)source->max_ns;

	tally->total += min * (double)split->fits;
	tally->total_high += (double)source->total_ns;
	if (split->fits)
		tally->max = fmax(tally->max, min);
	tally->max_high = fmax(tally->max_high, max);
	tally->has_histogram = false;
	tally->doubt = split->may_fit ?
			       "of some interruptions it is not known who asked" :
			       "initiators are counted, not timed";
}

static void source_add(struct tally *tally, const struct hkj_limit *limit,
		       const struct hkj_source_record *source)
{
	struct hkj_split split = hkj_split_of(limit, source);

	if (!split.fits && !split.may_fit)
		return;
	tally->count += (double)split.fits;
	tally->count_high += (double)split.fits + (double)split.may_fit;
	if (!split.may_fit && split.fits == source->count)
		whole_add(tally, source);
	else
		part_add(tally, source, &split);
}

static void unexplained_add(struct tally *tally, const struct hkj_limit *limit,
			    const struct hkj_unexplained *from)
{
	bool is_meant = hkj_limit_fits_unexplained(limit) !=
			(limit->quantity == HKJ_QUANTITY_ALLOWED);
	double max;

	if (!is_meant)
		return;
	if (!from) {
		tally->count_high = INFINITY;
		tally->total_high = INFINITY;
		tally->max_high = INFINITY;
		tally->doubt = "the result does not tell what is unexplained";
		return;
	}
	max = from->max_ns == HKJ_NONE ? 0 : (double)from->max_ns;
	tally->count += (double)from->count;
	tally->count_high += (double)from->count;
	tally->total += (double)from->total_ns;
	tally->total_high += (double)from->total_ns;
	tally->max = fmax(tally->max, max);
	tally->max_high = fmax(tally->max_high, max);
	if (from->count)
		tally->has_histogram = false;
}

/* Sources without room may have been any. */
static void lost_add(struct tally *tally, const struct hkj_lost *lost)
{
	if (!lost->interruptions[HKJ_LOST_SOURCES].value)
		return;
	tally->count_high += (double)lost->interruptions[HKJ_LOST_SOURCES].value;
	tally->total_high = INFINITY;
	tally->max_high = INFINITY;
	tally->has_histogram = false;
	tally->doubt = "there was no room for all sources";
}

static struct hkj_range percentile(const struct tally *tally,
				   unsigned int which)
{
	const char *doubt = tally->doubt;
	uint64_t ns;

	if (!tally->has_histogram)
		return (struct hkj_range){
			0, tally->max_high,
			doubt ? doubt : "there is no histogram of it"
		};
	ns = hkj_percentile_value(&tally->histogram, which, tally->min_ns,
				  (uint64_t)tally->max);
	return hkj_range_exact(ns == HKJ_NONE ? 0 : (double)ns);
}

static struct hkj_range per_runtime(double low, double high, const char *doubt,
				    double runtime)
{
	if (runtime <= 0)
		return (struct hkj_range){ 0, INFINITY,
					   "it ran no time at all" };
	return (struct hkj_range){ low / runtime, high / runtime, doubt };
}

static struct hkj_range range_of_tally(const struct tally *tally,
				       enum hkj_quantity quantity,
				       double runtime_ns)
{
	switch (quantity) {
	case HKJ_QUANTITY_MAX:
		return (struct hkj_range){ tally->max, tally->max_high,
					   tally->doubt };
	case HKJ_QUANTITY_TOTAL:
		return (struct hkj_range){ tally->total, tally->total_high,
					   tally->doubt };
	case HKJ_QUANTITY_SHARE:
		return per_runtime(tally->total, tally->total_high,
				   tally->doubt, runtime_ns);
	case HKJ_QUANTITY_RATE:
		return per_runtime(tally->count, tally->count_high,
				   tally->doubt, runtime_ns / 1e9);
	case HKJ_QUANTITY_COUNT:
	case HKJ_QUANTITY_FORBIDDEN:
	case HKJ_QUANTITY_ALLOWED:
		return (struct hkj_range){ tally->count, tally->count_high,
					   tally->doubt };
	default:
		return percentile(tally, quantity - HKJ_QUANTITY_P50);
	}
}

/* A doubt that leaves the value the same is none. */
static struct hkj_range settled(struct hkj_range range)
{
	if (range.low >= range.high)
		range.doubt = NULL;
	return range;
}

/**
 * hkj_range_of_sources() - what a result tells of a limit on certain sources
 * @limit: has selectors, or an empty list of them
 * @target: of the result
 */
struct hkj_range hkj_range_of_sources(const struct hkj_limit *limit,
				      const struct hkj_target *target)
{
	struct tally tally = { .min_ns = HKJ_NONE, .has_histogram = true };
	struct hkj_range range;

	if (!target->sources)
		return (struct hkj_range){ 0, INFINITY,
					   "the result does not tell sources" };
	for (size_t i = 0; i < target->nr_sources; i++)
		source_add(&tally, limit, &target->sources[i]);
	unexplained_add(&tally, limit, target->unexplained);
	lost_add(&tally, &target->lost);
	range = range_of_tally(&tally, limit->quantity,
			       (double)target->runtime_ns);
	free(tally.histogram.buckets);
	return settled(range);
}
