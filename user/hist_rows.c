// SPDX-License-Identifier: GPL-2.0
#include "hist_rows.h"

/**
 * hkj_rows_fill() - a row for each slot
 * @rows: to be filled
 * @histogram: not empty
 */
void hkj_rows_fill(struct hkj_rows *rows, const struct hkj_histogram *histogram)
{
	const struct hkj_bucket *buckets = histogram->buckets;
	size_t nr = histogram->nr_buckets;

	*rows = (struct hkj_rows){ { 0 }, 0, 0, 0 };
	for (size_t i = 0; i < nr; i++)
		rows->counts[hkj_hist_slot(buckets[i].low)] += buckets[i].count;
	rows->first = hkj_hist_slot(buckets[0].low);
	rows->end = hkj_hist_slot(buckets[nr - 1].low) + 1;
}

/**
 * hkj_rows_coarsen() - half as many rows, twice as wide
 * @rows: filled; the same power of two of neighbouring slots makes each row, so
 *	that no bucket is cut and the rows add up to the count
 */
void hkj_rows_coarsen(struct hkj_rows *rows)
{
	for (unsigned int i = rows->first; i < rows->end; i++) {
		uint64_t count = rows->counts[i];

		rows->counts[i] = 0;
		rows->counts[i / 2] += count;
	}
	rows->first /= 2;
	rows->end = (rows->end + 1) / 2;
	rows->shift++;
}

/**
 * hkj_rows_low() - lowest value that a row counts
 * @rows: filled
 * @row: which
 */
uint64_t hkj_rows_low(const struct hkj_rows *rows, unsigned int row)
{
	return hkj_hist_low(row << rows->shift);
}

/**
 * hkj_rows_next() - lowest value above a row
 * @rows: filled
 * @row: which
 *
 * Return: HKJ_NONE for the row that has the overflow bucket.
 */
uint64_t hkj_rows_next(const struct hkj_rows *rows, unsigned int row)
{
	unsigned int next = (row + 1) << rows->shift;

	return next <= HKJ_HIST_OVERFLOW ? hkj_hist_low(next) : HKJ_NONE;
}
