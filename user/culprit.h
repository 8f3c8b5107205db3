/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who breaks a limit: the source that takes most of it, who asked for it most
 * often, and the longest gap that holds it.
 */
#ifndef HKJITTER_USER_CULPRIT_H
#define HKJITTER_USER_CULPRIT_H

#include "budget.h"
#include "knobs.h"
#include "model.h"

/**
 * struct hkj_culprit - who it was; pointers into the result
 * @source: NULL if it is no source, or none that is known
 * @initiator: who asked most often; NULL if nobody is known
 * @gap: the gap that it is told by; NULL if it is told by sums
 * @net_ns: what it took of @gap
 * @other: what it is if it is no source: "unexplained", "transition" or a text
 *         on the run itself; NULL if it is a source, or nothing is known
 */
struct hkj_culprit {
	const struct hkj_source_record *source;
	const struct hkj_initiator_record *initiator;
	const struct hkj_longest *gap;
	uint64_t net_ns;
	const char *other;
};

const struct hkj_knob *hkj_culprit_knob(const struct hkj_culprit *culprit,
					const struct hkj_host *host);
struct hkj_culprit hkj_culprit_find(const struct hkj_limit *limit,
				    const struct hkj_target *target);

#endif /* HKJITTER_USER_CULPRIT_H */
