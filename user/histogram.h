/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms added up. The edges of the buckets follow from the scheme alone
 * (hist.h), so that the sum is exactly the histogram of all values together.
 */
#ifndef HKJITTER_USER_HISTOGRAM_H
#define HKJITTER_USER_HISTOGRAM_H

#include "percentile.h"

const char *hkj_histogram_add(struct hkj_histogram *to,
			      const struct hkj_histogram *more);

#endif /* HKJITTER_USER_HISTOGRAM_H */
