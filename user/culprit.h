/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who breaks a limit: what takes most of it, who asked for that most often, and
 * the gaps that hold it.
 */
#ifndef HKJITTER_USER_CULPRIT_H
#define HKJITTER_USER_CULPRIT_H

#include "budget.h"
#include "knobs.h"
#include "model.h"

/* Of a result whose tool did not tell interruptions apart. */
#define HKJ_CULPRIT_UNTOLD "the result does not tell what was in it"

/**
 * struct hkj_culprit - who it was; pointers into the result
 * @source: that it is, or that the transition of @gap is around; NULL if it is
 *          no source, or none that is known
 * @initiator: who asked most often; NULL if nobody is known
 * @gap: the gap that it is told by; NULL if there are several, or none
 * @nr_gaps: that it is told by; 0 if it is told by sums
 * @gaps_ns: their time
 * @net_ns: what it took of it
 * @has_more: there are more gaps of the kind, which the result does not tell
 * @other: what it is if it is no source: "unexplained", "transition" or a text
 *         on the run itself; NULL if it is a source, or nothing is known
 * @is_below: what is no source is a hypervisor's or an emulator's, most likely
 */
struct hkj_culprit {
	const struct hkj_source_record *source;
	const struct hkj_initiator_record *initiator;
	const struct hkj_longest *gap;
	size_t nr_gaps;
	uint64_t gaps_ns;
	uint64_t net_ns;
	bool has_more;
	const char *other;
	bool is_below;
};

const struct hkj_knob *hkj_culprit_knob(const struct hkj_culprit *culprit,
					const struct hkj_host *host);
int hkj_culprit_find(struct hkj_culprit *culprit, const struct hkj_limit *limit,
		     const struct hkj_target *target,
		     const struct hkj_host *host);

#endif /* HKJITTER_USER_CULPRIT_H */
