/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Time series. That of a CPU in several runs is one line, on which the runs lie
 * one behind the other in the order of their files: what is between two runs was
 * not measured, and is not on it. Each run begins with a period.
 */
#ifndef HKJITTER_USER_SERIES_H
#define HKJITTER_USER_SERIES_H

#include "model.h"

/* As many points at most; then pairs are joined and the period is doubled. */
#define HKJ_SERIES_POINTS_MAX 4096

void hkj_point_join(struct hkj_point *to, const struct hkj_point *from);
void hkj_series_thin(struct hkj_series *series);
uint64_t hkj_series_span(const struct hkj_target *target);
uint64_t hkj_series_place(const struct hkj_target *target,
			  const struct hkj_longest *gap);
const struct hkj_series_run *
hkj_series_run_at(const struct hkj_series *series, uint64_t at_ns);

#endif /* HKJITTER_USER_SERIES_H */
