/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A gap's parts as they lay in one another.
 */
#ifndef HKJITTER_USER_SPANS_H
#define HKJITTER_USER_SPANS_H

#include <stddef.h>
#include <stdint.h>

#include "model.h"

/**
 * struct hkj_span - a part with what interrupted it
 * @part: the part
 * @start_ns: from the gap's start
 * @end_ns: likewise; start plus net duration plus that of all within it
 * @depth: how many it is within
 */
struct hkj_span {
	const struct hkj_part_record *part;
	uint64_t start_ns;
	uint64_t end_ns;
	unsigned int depth;
};

struct hkj_span *hkj_spans_new(const struct hkj_longest *gap);
unsigned int hkj_spans_depth(const struct hkj_span *spans, size_t nr);

#endif /* HKJITTER_USER_SPANS_H */
