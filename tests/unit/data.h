/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random gaps of several distributions, and records of what a loop that sees
 * them would have counted.
 */
#ifndef HKJITTER_UNIT_DATA_H
#define HKJITTER_UNIT_DATA_H

#include <hkjitter/source.h>
#include <stddef.h>

enum shape {
	SHAPE_CONSTANT,
	SHAPE_UNIFORM,
	SHAPE_LOG_UNIFORM,
	SHAPE_EXPONENTIAL,
	SHAPE_TWO_PEAKS,
	SHAPE_SMALL,
	SHAPE_HUGE, /* part of it beyond the last bucket */
	NR_SHAPES
};

void data_fill(__u64 *values, size_t nr, enum shape shape, __u64 seed);

/* A finished loop on @cpu, clock of @khz, that saw gaps of @gaps cycles. */
void data_snapshot(struct hkj_snapshot *snapshot, unsigned int cpu, __u64 khz,
		   const __u64 *gaps, size_t nr);

/*
 * What was inside those gaps, and outside. A gap's parts follow from its
 * duration alone: none to three, now and then more than are kept.
 */
unsigned int data_nr_parts(__u64 duration);
unsigned int data_cause(__u64 duration); /* of a gap that has none */
__u64 data_part_net(__u64 duration);
unsigned int data_part_source(__u64 duration, unsigned int part);
/* Where a source is in the module's table. */
unsigned int data_slot(unsigned int source);
void data_details(struct hkj_details *details,
		  const struct hkj_snapshot *snapshot, const __u64 *gaps,
		  size_t nr);

#define DATA_NR_SOURCES 6 /* the last one is in no gap */
#define DATA_QUIET_PART 100

#endif /* HKJITTER_UNIT_DATA_H */
