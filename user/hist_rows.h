/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A histogram of gaps in fewer and wider rows, for charts.
 */
#ifndef HKJITTER_USER_HIST_ROWS_H
#define HKJITTER_USER_HIST_ROWS_H

#include <stdint.h>

#include <hkjitter/hist.h>

#include "percentile.h"

/**
 * struct hkj_rows - slots of hist.h, merged
 * @counts: of each row
 * @first: first row that is not empty
 * @end: one more than the last
 * @shift: a row is 2^shift slots
 */
struct hkj_rows {
	uint64_t counts[HKJ_HIST_SLOTS];
	unsigned int first;
	unsigned int end;
	unsigned int shift;
};

void hkj_rows_fill(struct hkj_rows *rows, const struct hkj_histogram *histogram);
void hkj_rows_coarsen(struct hkj_rows *rows);
uint64_t hkj_rows_low(const struct hkj_rows *rows, unsigned int row);
uint64_t hkj_rows_next(const struct hkj_rows *rows, unsigned int row);

#endif /* HKJITTER_USER_HIST_ROWS_H */
