/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sources of one target.
 */
#ifndef HKJ_TALLY_H
#define HKJ_TALLY_H

#include "track.h"

struct hkj_tally *hkj_tally_find(struct hkj_track *k,
				 const struct hkj_key *key, const char *name);
void hkj_tally_name(struct hkj_tally *tally, const char *name);
void hkj_tally_add(struct hkj_track *k, struct hkj_tally *tally, u64 net,
		   const struct hkj_who *who);

void hkj_tally_close(struct hkj_track *k,
		     bool (*is_gone)(unsigned long address, void *data),
		     void *data);

#endif /* HKJ_TALLY_H */
