/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time series of a target as it is collected. The module keeps the newest
 * seconds that had a gap; read before they are overwritten, none is missed.
 *
 * How far a tape reaches is told by two sums, gaps and their cycles, which the
 * module's books count as well. What a record has beyond them is new. So nothing
 * is counted twice, whoever read how often before, and a tape can be taken up
 * again from a result file.
 */
#ifndef HKJITTER_USER_TAPE_H
#define HKJITTER_USER_TAPE_H

#include <stddef.h>

#include <hkjitter/source.h>

#include "cpulist.h"
#include "error.h"
#include "model.h"

/* How far a tape reaches: gaps, and their sum in cycles. */
struct hkj_reach {
	uint64_t nr_gaps;
	uint64_t gaps;
};

/**
 * struct hkj_tape - what was read of one target so far
 * @series: the points; their top is a &hkj_source.slot, or HKJ_NONE
 * @room: for how many points there is memory
 * @reach: how far it reaches
 */
struct hkj_tape {
	struct hkj_series series;
	size_t room;
	struct hkj_reach reach;
};

/**
 * struct hkj_tapes - those of a session
 * @nr: how many
 * @items: in ascending order of the targets' numbers
 */
struct hkj_tapes {
	size_t nr;
	struct hkj_tape *items;
};

int hkj_tape_read(struct hkj_tape *tape, const struct hkj_snapshot *snapshot,
		  struct hkj_error *error);
int hkj_tape_resume(struct hkj_tape *tape, struct hkj_target *target,
		    const struct hkj_details *details, struct hkj_error *error);
int hkj_tape_copy(const struct hkj_tape *tape, struct hkj_target *target,
		  struct hkj_error *error);
void hkj_tape_free(struct hkj_tape *tape);

int hkj_tapes_init(struct hkj_tapes *tapes, const struct hkj_cpus *targets,
		   struct hkj_error *error);
int hkj_tapes_read(struct hkj_tapes *tapes, int device,
		   const struct hkj_cpus *targets, struct hkj_error *error);
void hkj_tapes_free(struct hkj_tapes *tapes);

#endif /* HKJITTER_USER_TAPE_H */
