// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "attribution.h"
#include "culprit.h"
#include "range.h"

#define TRANSITION "transition"

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

/* What took most of a gap; the transition if no part did. */
static struct hkj_culprit of_gap(const struct hkj_limit *limit,
				 const struct hkj_target *target,
				 const struct hkj_longest *gap)
{
	const struct hkj_part_record *most = NULL;
	struct hkj_culprit culprit = { .gap = gap,
				       .other = HKJ_CLASS_UNEXPLAINED };
	uint64_t rest_ns = gap->duration_ns;

	for (size_t i = 0; i < gap->nr_parts; i++) {
		const struct hkj_part_record *part = &gap->parts[i];

		rest_ns -= part->net_ns < rest_ns ? part->net_ns : rest_ns;
		if (!most || part->net_ns > most->net_ns)
			most = part;
	}
	if (!most)
		return culprit;
	culprit.source = source_of(most, target);
	culprit.net_ns = most->net_ns;
	culprit.other = most->net_ns < rest_ns ? TRANSITION : NULL;
	if (culprit.other)
		culprit.net_ns = rest_ns;
	if (culprit.source)
		culprit.initiator = initiator_of(limit, culprit.source);
	return culprit;
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

/* By sums: the source with the most, the unexplained if that is more. */
static struct hkj_culprit of_sums(const struct hkj_limit *limit,
				  const struct hkj_target *target)
{
	const struct hkj_source_record *most = NULL;
	bool is_rest_meant = !limit->of ||
			     hkj_limit_fits_unexplained(limit) !=
				     (limit->quantity == HKJ_QUANTITY_ALLOWED);
	uint64_t weight = 0;

	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (weight_of(limit, source) <= weight)
			continue;
		most = source;
		weight = weight_of(limit, source);
	}
	if (is_rest_meant && target->unexplained &&
	    rest_of(limit->quantity, target->unexplained) > weight)
		return (struct hkj_culprit){ .other = HKJ_CLASS_UNEXPLAINED };
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
		  "nested too deep" },
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

/**
 * hkj_culprit_find() - who breaks a limit on a CPU
 * @limit: that is broken
 * @target: that breaks it
 */
struct hkj_culprit hkj_culprit_find(const struct hkj_limit *limit,
				    const struct hkj_target *target)
{
	if (!hkj_quantities[limit->quantity].is_of)
		return of_run(limit, target);
	if (!limit->of && is_duration(limit->quantity) && target->nr_longest)
		return of_gap(limit, target, &target->longest[0]);
	return of_sums(limit, target);
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
	if (culprit->source)
		return hkj_knob_find(culprit->source, culprit->initiator, host);
	if (culprit->other && !strcmp(culprit->other, HKJ_CLASS_UNEXPLAINED))
		return hkj_knob_of_unexplained(host);
	return NULL;
}
