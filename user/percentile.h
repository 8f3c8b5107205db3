/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Percentiles of a histogram.
 *
 * Definition (nearest rank): of n values in ascending order, the percentile p
 * is the value number ceil(p * n), counted from 1. A histogram knows only the
 * bucket of that value, and the upper edge of the bucket is reported, held
 * within the exact minimum and maximum. So a percentile is never too small, and
 * too large by no more than a bucket's width: 1/32 of the value for gaps, 1/16
 * for interruptions of a source (see hist.h). Values in the overflow bucket, 18
 * minutes and more, or 4.3 seconds and more, report the maximum.
 */
#ifndef HKJITTER_USER_PERCENTILE_H
#define HKJITTER_USER_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

/* X(id, key of the result file, parts of 100000) */
#define HKJ_PERCENTILES(X)              \
	X(P50, "p50", 50000)            \
	X(P90, "p90", 90000)            \
	X(P99, "p99", 99000)            \
	X(P99_9, "p99.9", 99900)        \
	X(P99_99, "p99.99", 99990)      \
	X(P99_999, "p99.999", 99999)

enum hkj_percentile {
#define X(id, name, parts) HKJ_##id,
	HKJ_PERCENTILES(X)
#undef X
	HKJ_NR_PERCENTILES
};

extern const char *const hkj_percentile_names[HKJ_NR_PERCENTILES];

/* Stands for "there is none": the minimum of no values. null in JSON. */
#define HKJ_NONE UINT64_MAX

/**
 * struct hkj_bucket - how many values lie between two edges
 * @low: lowest value that counts here
 * @high: highest value that counts here; HKJ_NONE for the overflow bucket
 * @count: number of values, never 0
 */
struct hkj_bucket {
	uint64_t low;
	uint64_t high;
	uint64_t count;
};

/* The buckets that are in use, ascending. */
struct hkj_histogram {
	size_t nr_buckets;
	struct hkj_bucket *buckets;
};

uint64_t hkj_histogram_count(const struct hkj_histogram *histogram);
uint64_t hkj_percentile_value(const struct hkj_histogram *histogram,
			      enum hkj_percentile which, uint64_t min,
			      uint64_t max);
void hkj_percentiles_fill(uint64_t values[HKJ_NR_PERCENTILES],
			  const struct hkj_histogram *histogram, uint64_t min,
			  uint64_t max);

#endif /* HKJITTER_USER_PERCENTILE_H */
