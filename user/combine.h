/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One target CPU in several runs, added up.
 */
#ifndef HKJITTER_USER_COMBINE_H
#define HKJITTER_USER_COMBINE_H

#include "model.h"

/* Initiators of a source that keep a line each; the rest is summed up. */
#define HKJ_COMBINE_INITIATORS 32

const char *hkj_combine(struct hkj_target *to, struct hkj_target *const *from,
			size_t nr);
int hkj_combine_tick(struct hkj_tick **to, const struct hkj_tick *from);
int hkj_combine_series(struct hkj_target *to, struct hkj_target *const *from,
		       size_t nr);
const char *hkj_combine_sources(struct hkj_target *to,
				struct hkj_target *const *from, size_t nr);

#endif /* HKJITTER_USER_COMBINE_H */
