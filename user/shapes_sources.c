// SPDX-License-Identifier: GPL-2.0
/*
 * The keys of the result file that tell what interrupted a target.
 */
#include "model.h"
#include "shapes.h"

static const struct hkj_json_key keys_parts_sum[] = {
	HKJ_KEY(U64, struct hkj_parts_sum, count),
	HKJ_KEY(U64, struct hkj_parts_sum, total_ns),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_parts_sum =
	HKJ_SHAPE(struct hkj_parts_sum, keys_parts_sum);

/* For each cause its gaps, and the same with "_ns" their time. */
#define KEY_CAUSE(id, name)                                            \
	{ name, HKJ_JSON_MAYBE_U64, true,                              \
	  offsetof(struct hkj_unexplained, causes[HKJ_CAUSE_##id].count), \
	  0, NULL },                                                   \
	{ name "_ns", HKJ_JSON_MAYBE_U64, true,                        \
	  offsetof(struct hkj_unexplained,                             \
		   causes[HKJ_CAUSE_##id].total_ns),                   \
	  0, NULL },

static const struct hkj_json_key keys_unexplained[] = {
	HKJ_KEY(U64, struct hkj_unexplained, count),
	HKJ_KEY(U64, struct hkj_unexplained, total_ns),
	HKJ_KEY(U64_OR_NULL, struct hkj_unexplained, max_ns),
	HKJ_CAUSES(KEY_CAUSE)
		HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_unexplained, nr_smis),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_unexplained, nr_vectors),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_unexplained, steal_clock_ns),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_unexplained =
	HKJ_SHAPE(struct hkj_unexplained, keys_unexplained);

static const struct hkj_json_key keys_initiator[] = {
	HKJ_KEY(TEXT, struct hkj_initiator_record, comm),
	HKJ_KEY(U64, struct hkj_initiator_record, pid),
	HKJ_KEY(U64, struct hkj_initiator_record, cpu),
	HKJ_KEY(TEXT, struct hkj_initiator_record, function),
	HKJ_KEY(U64, struct hkj_initiator_record, count),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_initiator =
	HKJ_SHAPE(struct hkj_initiator_record, keys_initiator);

static const struct hkj_json_key keys_source[] = {
	HKJ_KEY_NAMED("class", TEXT, struct hkj_source_record, class_name),
	HKJ_KEY(U64, struct hkj_source_record, id),
	HKJ_KEY(TEXT, struct hkj_source_record, name),
	HKJ_KEY(TEXT, struct hkj_source_record, function),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_source_record, cause),
	HKJ_KEY(U64, struct hkj_source_record, count),
	HKJ_KEY(U64, struct hkj_source_record, total_ns),
	HKJ_KEY(U64_OR_NULL, struct hkj_source_record, min_ns),
	HKJ_KEY(U64_OR_NULL, struct hkj_source_record, max_ns),
	HKJ_KEY_OBJECT(struct hkj_source_record, percentiles,
		       &hkj_shape_percentiles),
	HKJ_KEY(HISTOGRAM, struct hkj_source_record, histogram),
	HKJ_KEY_OBJECTS(struct hkj_source_record, initiators, &shape_initiator),
	HKJ_KEY_OPTIONAL(U64, struct hkj_source_record, initiators_unknown),
	HKJ_KEY_OPTIONAL(U64, struct hkj_source_record, initiators_others),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_source_record, self),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_source =
	HKJ_SHAPE(struct hkj_source_record, keys_source);

/* Kernels may come to refuse for more reasons than a file's tool knew. */
#define KEY_REFUSAL(id, name)                \
	{ name, HKJ_JSON_MAYBE_U64, true,    \
	  HKJ_TICK_##id * sizeof(struct hkj_maybe), 0, NULL },

static const struct hkj_json_key keys_refusals[] = {
	HKJ_TICK_DEPS(KEY_REFUSAL)
		HKJ_KEY_END,
};

static const struct hkj_json_shape shape_refusals =
	HKJ_SHAPE(struct hkj_maybe[HKJ_NR_TICK_DEPS], keys_refusals);

static const struct hkj_json_key keys_tick_cause[] = {
	HKJ_KEY(TEXT, struct hkj_tick_cause_record, dep),
	HKJ_KEY(TEXT, struct hkj_tick_cause_record, comm),
	HKJ_KEY(U64_OR_NULL, struct hkj_tick_cause_record, pid),
	HKJ_KEY(TEXT, struct hkj_tick_cause_record, function),
	HKJ_KEY(U64, struct hkj_tick_cause_record, count),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_tick_cause =
	HKJ_SHAPE(struct hkj_tick_cause_record, keys_tick_cause);

static const struct hkj_json_key keys_tick[] = {
	HKJ_KEY_OBJECT(struct hkj_tick, refusals, &shape_refusals),
	HKJ_KEY_OBJECTS(struct hkj_tick, causes, &shape_tick_cause),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_tick =
	HKJ_SHAPE(struct hkj_tick, keys_tick);

static const struct hkj_json_key keys_part[] = {
	HKJ_KEY_NAMED("class", TEXT, struct hkj_part_record, class_name),
	HKJ_KEY(TEXT, struct hkj_part_record, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_part_record, function),
	HKJ_KEY(U64, struct hkj_part_record, start_ns),
	HKJ_KEY(U64, struct hkj_part_record, net_ns),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_part =
	HKJ_SHAPE(struct hkj_part_record, keys_part);

static const struct hkj_json_key keys_longest[] = {
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_longest, run),
	HKJ_KEY(U64, struct hkj_longest, start_ns),
	HKJ_KEY(U64, struct hkj_longest, duration_ns),
	HKJ_KEY_OBJECTS(struct hkj_longest, parts, &shape_part),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_longest, parts_lost),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_longest, cause),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_longest =
	HKJ_SHAPE(struct hkj_longest, keys_longest);
