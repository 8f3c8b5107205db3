/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What took most of the time in gaps that a limit does not allow.
 */
#ifndef HKJITTER_USER_CULPRIT_GAPS_H
#define HKJITTER_USER_CULPRIT_GAPS_H

#include "model.h"

/**
 * struct hkj_gaps_most - what it was
 * @nr_gaps: that were looked at
 * @gaps_ns: their time
 * @net_ns: that it took of it
 * @part: one of those that took it, or most beside the transition; NULL: it was
 *        no part
 * @other: what it was if it was no part; NULL: a part
 */
struct hkj_gaps_most {
	size_t nr_gaps;
	uint64_t gaps_ns;
	uint64_t net_ns;
	const struct hkj_part_record *part;
	const char *other;
};

int hkj_gaps_most(struct hkj_gaps_most *most, const struct hkj_longest *gaps,
		  size_t nr);

#endif /* HKJITTER_USER_CULPRIT_GAPS_H */
