/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The books of one target CPU.
 *
 *	   origin        last   now                last   now         end
 *	     |-- quiet ----|-gap-|----- quiet -------|-gap-|-- quiet ---|
 *	     ^segment            ^segment                  ^segment
 *
 * A gap lies between two consecutive clock reads. Quiet time is what lies
 * between gaps; it is added up segment by segment when a gap closes the
 * segment, and at each upkeep. Run time is the distance from the origin. The
 * three are counted on their own and must agree: runtime == quiet + gaps.
 *
 * A clock that steps backwards belongs to neither: the step is counted, and
 * origin, end and segment move along with the clock, so that the books hold
 * what the clock proved and nothing else.
 */
#ifndef HKJ_ACCOUNT_H
#define HKJ_ACCOUNT_H

#include "hkj.h"

u64 hkj_account_open(struct hkj_target *t);
void hkj_account_close(struct hkj_target *t, u64 last,
		       enum hkj_stop_reason reason);
void hkj_account_reset(struct hkj_target *t);
u64 hkj_account_gap(struct hkj_target *t, u64 last, u64 now);
u64 hkj_account_own(struct hkj_target *t, u64 last);
void hkj_account_upkeep(struct hkj_target *t, u64 last);
void hkj_account_relief(struct hkj_target *t);

#endif /* HKJ_ACCOUNT_H */
