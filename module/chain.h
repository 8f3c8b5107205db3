/* SPDX-License-Identifier: GPL-2.0 */
/* What follows from something else. */
#ifndef HKJ_CHAIN_H
#define HKJ_CHAIN_H

#include "track.h"

unsigned long hkj_chain_cause(const struct hkj_track *k);
void hkj_chain_lead(struct hkj_track *k, unsigned long cause);
const struct hkj_ended *hkj_chain_ended(const struct hkj_track *k);

#endif /* HKJ_CHAIN_H */
