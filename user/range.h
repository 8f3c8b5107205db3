/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a result tells of a quantity of one target CPU: a value, or the limits
 * between which it must be, or nothing.
 */
#ifndef HKJITTER_USER_RANGE_H
#define HKJITTER_USER_RANGE_H

#include "budget.h"
#include "model.h"

/**
 * struct hkj_range - a value and how well it is known
 * @low: it is no less
 * @high: it is no more; INFINITY: not known
 * @doubt: why it is not known exactly; NULL if it is
 */
struct hkj_range {
	double low;
	double high;
	const char *doubt;
};

struct hkj_range hkj_range_of(const struct hkj_limit *limit,
			      const struct hkj_target *target);
struct hkj_range hkj_range_of_sources(const struct hkj_limit *limit,
				      const struct hkj_target *target);
/**
 * struct hkj_split - how many of a source's interruptions a limit means
 * @fits: those
 * @may_fit: beside them, as it is not known who asked
 */
struct hkj_split {
	uint64_t fits;
	uint64_t may_fit;
};

struct hkj_split hkj_split_of(const struct hkj_limit *limit,
			      const struct hkj_source_record *source);
bool hkj_selector_fits(const struct hkj_selector *selector,
		       const struct hkj_source_record *source);
bool hkj_selector_fits_initiator(const struct hkj_selector *selector,
				 const struct hkj_initiator_record *who);
bool hkj_limit_fits_unexplained(const struct hkj_limit *limit);

static inline struct hkj_range hkj_range_exact(double value)
{
	return (struct hkj_range){ value, value, NULL };
}

#endif /* HKJITTER_USER_RANGE_H */
