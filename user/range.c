// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "range.h"
#include "sum.h"
#include "target.h"

static struct hkj_range unknown(const char *doubt)
{
	return (struct hkj_range){ 0, INFINITY, doubt };
}

/* No gap is no delay. */
static struct hkj_range duration(uint64_t ns)
{
	return hkj_range_exact(ns == HKJ_NONE ? 0 : (double)ns);
}

static struct hkj_range share(const struct hkj_target *target)
{
	if (!target->runtime_ns)
		return unknown("it ran no time at all");
	return hkj_range_exact((double)target->gaps.total_ns /
			       (double)target->runtime_ns);
}

static struct hkj_range rate(const struct hkj_target *target)
{
	if (!target->runtime_ns)
		return unknown("it ran no time at all");
	return hkj_range_exact((double)target->gaps.count * 1e9 /
			       (double)target->runtime_ns);
}

static struct hkj_range losses_of(const struct hkj_target *target)
{
	const struct hkj_lost *lost = &target->lost;
	uint64_t count = hkj_sum(lost->clock_steps, lost->migrations);

	count = hkj_sum(count, lost->overflow);
	/* Without an initiator an interruption is no less told. */
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		if (i != HKJ_LOST_INITIATORS)
			count = hkj_sum(count, lost->interruptions[i].value);
	if (lost->interruptions[HKJ_LOST_SOURCES].is_there &&
	    lost->interruptions[HKJ_LOST_PARTS].is_there)
		return hkj_range_exact((double)count);
	return (struct hkj_range){ (double)count, INFINITY,
				   "the result does not tell all losses" };
}

static struct hkj_range self_noise(const struct hkj_self *self)
{
	if (!self->interruptions.is_there)
		return unknown("the result does not tell what the measurement itself caused");
	return hkj_range_exact((double)self->interruptions.value);
}

/* 1 stands for books that do not balance. */
static struct hkj_range books(const struct hkj_target *target)
{
	return hkj_range_exact(hkj_target_is_balanced(target) ? 0 : 1);
}

/**
 * hkj_range_of() - what a result tells of a limit's quantity
 * @limit: checked
 * @target: of the result
 *
 * For "forbidden" and "allowed" it is the number of interruptions that should
 * not be; for "books" 0 if they balance.
 */
struct hkj_range hkj_range_of(const struct hkj_limit *limit,
			      const struct hkj_target *target)
{
	const struct hkj_gaps *gaps = &target->gaps;

	if (limit->of)
		return hkj_range_of_sources(limit, target);
	switch (limit->quantity) {
	case HKJ_QUANTITY_MAX:
		return duration(gaps->max_ns);
	case HKJ_QUANTITY_SHARE:
		return share(target);
	case HKJ_QUANTITY_TOTAL:
		return duration(gaps->total_ns);
	case HKJ_QUANTITY_COUNT:
		return hkj_range_exact((double)gaps->count);
	case HKJ_QUANTITY_RATE:
		return rate(target);
	case HKJ_QUANTITY_RUNTIME:
		return duration(target->runtime_ns);
	case HKJ_QUANTITY_LOSSES:
		return losses_of(target);
	case HKJ_QUANTITY_SELF_NOISE:
		return self_noise(&target->self);
	case HKJ_QUANTITY_BOOKS:
		return books(target);
	case HKJ_QUANTITY_THRESHOLD:
		return duration(target->threshold_ns);
	default:
		return duration(gaps->percentiles[limit->quantity -
						  HKJ_QUANTITY_P50]);
	}
}
