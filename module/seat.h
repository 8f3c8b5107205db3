/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The place of one loop in user space, and what the loop says there.
 */
#ifndef HKJ_SEAT_H
#define HKJ_SEAT_H

#include <linux/mm.h>
#include <linux/mutex.h>

#include <hkjitter/workload.h>

#include "hkj.h"

enum hkj_phase {
	HKJ_PHASE_EMPTY,
	HKJ_PHASE_CALIBRATING,
	HKJ_PHASE_SETTLING,
	HKJ_PHASE_RUNNING,
	HKJ_PHASE_OVER,
};

/**
 * struct hkj_seat - the place of one loop, which a file of the device holds
 * @lock: over the rest, and over the target's books
 * @t: the target; NULL if it has none, or has lost it
 * @phase: how far it is
 * @nr_rehearsals: so far
 */
struct hkj_seat {
	/* Taken by the loop's task in each of its calls. */
	struct mutex lock;
	struct hkj_target *t;
	enum hkj_phase phase;
	unsigned int nr_rehearsals;
};

/**
 * hkj_seat_page() - what a target's loop reads
 * @t: the target, of a user workload
 */
static inline struct hkj_workload_page *hkj_seat_page(const struct hkj_target *t)
{
	return page_address(t->page);
}

void hkj_seat_end(struct hkj_seat *seat, enum hkj_stop_reason reason);
long hkj_seat_call(struct hkj_seat *seat, unsigned int cmd, unsigned long arg);

#endif /* HKJ_SEAT_H */
