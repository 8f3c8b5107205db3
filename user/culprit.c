// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "attribution.h"
#include "culprit.h"
#include "culprit_gaps.h"
#include "range.h"

static bool is_same_text(const char *left, const char *right)
{
	return !strcmp(left ? left : "", right ? right : "");
}

static const struct hkj_source_record *
source_of(const struct hkj_part_record *part, const struct hkj_target *target)
{
	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (is_same_text(part->class_name, source->class_name) &&
		    is_same_text(part->name, source->name) &&
		    is_same_text(part->function, source->function))
			return source;
	}
	return NULL;
}

static bool is_initiator_meant(const struct hkj_limit *limit,
			       const struct hkj_initiator_record *who)
{
	bool fits = false;

	if (!limit->of)
		return true;
	for (size_t i = 0; i < limit->nr_of && !fits; i++)
		fits = hkj_selector_fits_initiator(&limit->of[i], who);
	return fits != (limit->quantity == HKJ_QUANTITY_ALLOWED);
}

/* Initiators stand most first. */
static const struct hkj_initiator_record *
initiator_of(const struct hkj_limit *limit,
	     const struct hkj_source_record *source)
{
	for (size_t i = 0; i < source->nr_initiators; i++)
		if (is_initiator_meant(limit, &source->initiators[i]))
			return &source->initiators[i];
	return source->nr_initiators ? &source->initiators[0] : NULL;
}

static struct hkj_culprit of_source(const struct hkj_limit *limit,
				    const struct hkj_source_record *source)
{
	return (struct hkj_culprit){
		.source = source,
		.initiator = initiator_of(limit, source),
	};
}

/* A percentile is broken by all gaps beyond it, other limits by the longest. */
static size_t nr_to_blame(const struct hkj_limit *limit,
			  const struct hkj_target *target)
{
	size_t nr = 0;

	if (limit->quantity == HKJ_QUANTITY_MAX)
		return 1;
	while (nr < target->nr_longest &&
	       (double)target->longest[nr].duration_ns > limit->bound)
		nr++;
	return nr ? nr : 1;
}

/* What took most of the longest gaps. */
static int of_gaps(struct hkj_culprit *culprit, const struct hkj_limit *limit,
		   const struct hkj_target *target)
{
	size_t nr = nr_to_blame(limit, target);
	struct hkj_gaps_most most;

	if (hkj_gaps_most(&most, target->longest, nr))
		return -1;
	culprit->gap = nr == 1 ? target->longest : NULL;
	culprit->nr_gaps = most.nr_gaps;
	culprit->gaps_ns = most.gaps_ns;
	culprit->net_ns = most.net_ns;
	culprit->other = most.other;
	culprit->has_more = nr > 1 && nr == target->nr_longest &&
			    target->gaps.count > nr;
	if (most.part && (nr == 1 || !most.other))
		culprit->source = source_of(most.part, target);
	if (culprit->source)
		culprit->initiator = initiator_of(limit, culprit->source);
	return 0;
}

static uint64_t weight_of(const struct hkj_limit *limit,
			  const struct hkj_source_record *source)
{
	struct hkj_split split = { source->count, 0 };

	if (limit->of)
		split = hkj_split_of(limit, source);
	if (!split.fits)
		return 0;
	switch (limit->quantity) {
	case HKJ_QUANTITY_COUNT:
	case HKJ_QUANTITY_RATE:
	case HKJ_QUANTITY_FORBIDDEN:
	case HKJ_QUANTITY_ALLOWED:
		return split.fits;
	case HKJ_QUANTITY_SHARE:
	case HKJ_QUANTITY_TOTAL:
		return source->total_ns;
	default:
		return source->max_ns == HKJ_NONE ? 0 : source->max_ns;
	}
}

static uint64_t rest_of(enum hkj_quantity quantity,
			const struct hkj_unexplained *from)
{
	const struct hkj_limit any = { .quantity = quantity };
	const struct hkj_source_record rest = { .count = from->count,
						.total_ns = from->total_ns,
						.max_ns = from->max_ns };

	return weight_of(&any, &rest);
}

/*
 * Whether most of the time was around interruptions. Limits but these two have
 * no sum of it.
 */
static bool is_transition(const struct hkj_limit *limit,
			  const struct hkj_target *target)
{
	bool is_meant = limit->quantity == HKJ_QUANTITY_SHARE ||
			limit->quantity == HKJ_QUANTITY_TOTAL;

	return is_meant && !limit->of &&
	       target->transition_ns.value > target->gaps.total_ns / 2;
}

/* By sums: the source with the most, or what is no source if that is more. */
static struct hkj_culprit of_sums(const struct hkj_limit *limit,
				  const struct hkj_target *target)
{
	const struct hkj_source_record *most = NULL;
	bool is_rest_meant = !limit->of ||
			     hkj_limit_fits_unexplained(limit) !=
				     (limit->quantity == HKJ_QUANTITY_ALLOWED);
	const char *other = NULL;
	uint64_t weight = 0, rest;

	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (weight_of(limit, source) <= weight)
			continue;
		most = source;
		weight = weight_of(limit, source);
	}
	rest = is_rest_meant && target->unexplained ?
		       rest_of(limit->quantity, target->unexplained) :
		       0;
	if (is_transition(limit, target))
		other = HKJ_CLASS_TRANSITION;
	else if (rest > weight)
		other = HKJ_CLASS_UNEXPLAINED;
	if (other)
		return (struct hkj_culprit){ .other = other };
	return most ? of_source(limit, most) : (struct hkj_culprit){ 0 };
}

static struct hkj_culprit of_losses(const struct hkj_lost *lost)
{
	const struct {
		uint64_t count;
		const char *text;
	} rows[] = {
		{ lost->clock_steps, "the clock stepped back" },
		{ lost->migrations, "the loop was moved to another CPU" },
		{ lost->overflow, "gaps of 18 minutes or more" },
		{ lost->interruptions[HKJ_LOST_SOURCES].value,
		  "no room for all sources" },
		{ lost->interruptions[HKJ_LOST_FRAMES].value,
		  "not followed to their end" },
		{ lost->interruptions[HKJ_LOST_PARTS].value,
		  "no room for all parts of a gap" },
	};
	size_t most = 0;

	for (size_t i = 1; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].count > rows[most].count)
			most = i;
	return (struct hkj_culprit){ .other = rows[most].text };
}

static struct hkj_culprit of_run(const struct hkj_limit *limit,
				 const struct hkj_target *target)
{
	switch (limit->quantity) {
	case HKJ_QUANTITY_LOSSES:
		return of_losses(&target->lost);
	case HKJ_QUANTITY_RUNTIME:
		return (struct hkj_culprit){ .other = "the run was too short" };
	case HKJ_QUANTITY_THRESHOLD:
		return (struct hkj_culprit){
			.other = "shorter gaps were not looked for; see --threshold"
		};
	case HKJ_QUANTITY_SELF_NOISE:
		return (struct hkj_culprit){
			.other = "the measurement itself; measure again"
		};
	default:
		return (struct hkj_culprit){
			.other = "the result is no proof; measure again"
		};
	}
}

static bool is_duration(enum hkj_quantity quantity)
{
	return quantity <= HKJ_QUANTITY_P99_999;
}

/* Tools that did not tell interruptions apart left all of it out. */
static bool has_sources(const struct hkj_target *target)
{
	return target->unexplained || target->nr_sources;
}

static bool is_rest(const struct hkj_culprit *culprit, const char *name)
{
	return culprit->other && !strcmp(culprit->other, name);
}

/**
 * hkj_culprit_find() - who breaks a limit on a CPU
 * @culprit: filled
 * @limit: that is broken
 * @target: that breaks it
 * @host: its machine
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_culprit_find(struct hkj_culprit *culprit, const struct hkj_limit *limit,
		     const struct hkj_target *target,
		     const struct hkj_host *host)
{
	int failed = 0;

	*culprit = (struct hkj_culprit){ 0 };
	if (!hkj_quantities[limit->quantity].is_of)
		*culprit = of_run(limit, target);
	else if (!has_sources(target))
		culprit->other = HKJ_CULPRIT_UNTOLD;
	else if (!limit->of && is_duration(limit->quantity) &&
		 target->nr_longest)
		failed = of_gaps(culprit, limit, target);
	else
		*culprit = of_sums(limit, target);
	culprit->is_below = hkj_knob_is_guest(host) &&
			    (is_rest(culprit, HKJ_CLASS_UNEXPLAINED) ||
			     is_rest(culprit, HKJ_CLASS_TRANSITION));
	return failed;
}

/**
 * hkj_culprit_knob() - what ends a culprit
 * @culprit: found
 * @host: its machine
 *
 * Return: a row of the table of knobs, or NULL if none fits.
 */
const struct hkj_knob *hkj_culprit_knob(const struct hkj_culprit *culprit,
					const struct hkj_host *host)
{
	if (is_rest(culprit, HKJ_CLASS_UNEXPLAINED))
		return hkj_knob_of_unexplained(host);
	if (is_rest(culprit, HKJ_CLASS_TRANSITION))
		return hkj_knob_of_transition(host);
	if (!culprit->source)
		return NULL;
	return hkj_knob_find(culprit->source, culprit->initiator, host);
}
