// SPDX-License-Identifier: GPL-2.0
#include "percentile.h"

#define PARTS 100000

static const uint64_t parts_of[HKJ_NR_PERCENTILES] = {
#define X(id, name, parts) [HKJ_##id] = parts,
	HKJ_PERCENTILES(X)
#undef X
};

const char *const hkj_percentile_names[HKJ_NR_PERCENTILES] = {
#define X(id, name, parts) [HKJ_##id] = name,
	HKJ_PERCENTILES(X)
#undef X
};

/**
 * hkj_histogram_count() - number of values
 * @histogram: any
 */
uint64_t hkj_histogram_count(const struct hkj_histogram *histogram)
{
	uint64_t count = 0;

	for (size_t i = 0; i < histogram->nr_buckets; i++)
		count += histogram->buckets[i].count;
	return count;
}

static uint64_t rank_of(uint64_t count, enum hkj_percentile which)
{
	unsigned __int128 product = (unsigned __int128)count * parts_of[which];

	return (uint64_t)((product + PARTS - 1) / PARTS);
}

static uint64_t clamp(uint64_t value, uint64_t min, uint64_t max)
{
	if (value > max)
		return max;
	return value < min ? min : value;
}

/**
 * hkj_percentile_value() - one percentile
 * @histogram: of all values
 * @which: HKJ_P50 to HKJ_P99_999
 * @min: exact minimum of the values
 * @max: exact maximum of the values
 *
 * Return: as defined above, or HKJ_NONE if there are no values.
 */
uint64_t hkj_percentile_value(const struct hkj_histogram *histogram,
			      enum hkj_percentile which, uint64_t min,
			      uint64_t max)
{
	uint64_t rank = rank_of(hkj_histogram_count(histogram), which);
	uint64_t seen = 0;

	for (size_t i = 0; i < histogram->nr_buckets; i++) {
		seen += histogram->buckets[i].count;
		if (seen >= rank)
			return clamp(histogram->buckets[i].high, min, max);
	}
	return HKJ_NONE;
}

/**
 * hkj_percentiles_fill() - all percentiles
 * @values: filled; HKJ_NONE each if there are no values
 * @histogram: of all values
 * @min: exact minimum of the values
 * @max: exact maximum of the values
 */
void hkj_percentiles_fill(uint64_t values[HKJ_NR_PERCENTILES],
			  const struct hkj_histogram *histogram, uint64_t min,
			  uint64_t max)
{
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		values[i] = hkj_percentile_value(histogram, i, min, max);
}
