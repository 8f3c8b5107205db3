// SPDX-License-Identifier: GPL-2.0
#include "model.h"
#include "shapes.h"

static const struct hkj_json_key keys_tool[] = {
	HKJ_KEY(TEXT, struct hkj_tool, version),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_tool =
	HKJ_SHAPE(struct hkj_tool, keys_tool);

static const struct hkj_json_key keys_host[] = {
	HKJ_KEY(TEXT, struct hkj_host, hostname),
	HKJ_KEY(TEXT, struct hkj_host, kernel),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_host, kernel_version),
	HKJ_KEY(TEXT, struct hkj_host, arch),
	HKJ_KEY(TEXT, struct hkj_host, cpu_model),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_host, microcode),
	HKJ_KEY(TEXT, struct hkj_host, cmdline),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_host, online),
	HKJ_KEY(TEXT, struct hkj_host, isolated),
	HKJ_KEY(TEXT, struct hkj_host, nohz_full),
	HKJ_KEY(TEXT, struct hkj_host, clocksource),
	HKJ_KEY(TEXT, struct hkj_host, virtualization),
	HKJ_KEY_OPTIONAL(BOOL, struct hkj_host, is_realtime),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_host = HKJ_SHAPE(struct hkj_host, keys_host);

static const struct hkj_json_key keys_config[] = {
	HKJ_KEY(TEXT, struct hkj_config, cpus),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_config, target_cpus),
	HKJ_KEY(TEXT, struct hkj_config, workload),
	HKJ_KEY(U64, struct hkj_config, threshold_ns),
	HKJ_KEY(U64, struct hkj_config, duration_ms),
	HKJ_KEY(TEXT, struct hkj_config, policy),
	HKJ_KEY_OPTIONAL(U64, struct hkj_config, stop_above_ns),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_config, initiators),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_config =
	HKJ_SHAPE(struct hkj_config, keys_config);

static const struct hkj_json_key keys_command[] = {
	HKJ_KEY_TEXTS(struct hkj_command_record, argv),
	HKJ_KEY(U64_OR_NULL, struct hkj_command_record, exit_status),
	HKJ_KEY(U64_OR_NULL, struct hkj_command_record, signal),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_command =
	HKJ_SHAPE(struct hkj_command_record, keys_command);

static const struct hkj_json_key keys_setting[] = {
	HKJ_KEY(TEXT, struct hkj_setting, path),
	HKJ_KEY(TEXT, struct hkj_setting, was),
	HKJ_KEY(TEXT, struct hkj_setting, set),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_setting =
	HKJ_SHAPE(struct hkj_setting, keys_setting);

static const struct hkj_json_key keys_verdict[] = {
	HKJ_KEY(BOOL, struct hkj_verdict, is_complete),
	HKJ_KEY_TEXTS(struct hkj_verdict, doubts),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_verdict =
	HKJ_SHAPE(struct hkj_verdict, keys_verdict);

static const struct hkj_json_key keys_run[] = {
	HKJ_KEY(U64, struct hkj_run, start_realtime_ns),
	HKJ_KEY(U64, struct hkj_run, stop_realtime_ns),
	HKJ_KEY(TEXT, struct hkj_run, state),
	HKJ_KEY(TEXT, struct hkj_run, stop_reason),
	HKJ_KEY_MAYBE(struct hkj_run, verdict, &shape_verdict),
	HKJ_KEY_MAYBE(struct hkj_run, command, &shape_command),
	HKJ_KEY_OBJECTS(struct hkj_run, settings, &hkj_shape_setting),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_run = HKJ_SHAPE(struct hkj_run, keys_run);

static const struct hkj_json_key keys_merged_run[] = {
	HKJ_KEY(U64, struct hkj_merged_run, host),
	HKJ_KEY(TEXT, struct hkj_merged_run, file),
	HKJ_KEY(TEXT, struct hkj_merged_run, cpus),
	HKJ_KEY_OBJECT(struct hkj_merged_run, tool, &shape_tool),
	HKJ_KEY_OBJECT(struct hkj_merged_run, config, &hkj_shape_config),
	HKJ_KEY_OBJECT(struct hkj_merged_run, run, &hkj_shape_run),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_merged_run =
	HKJ_SHAPE(struct hkj_merged_run, keys_merged_run);

static const struct hkj_json_key keys_turn[] = {
	HKJ_KEY(REAL, struct hkj_turn_record, min_ns),
	HKJ_KEY(REAL, struct hkj_turn_record, mean_ns),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_turn =
	HKJ_SHAPE(struct hkj_turn_record, keys_turn);

#define KEY_PERCENTILE(id, name, parts)       \
	{ name, HKJ_JSON_U64_OR_NULL, false,  \
	  HKJ_##id * sizeof(uint64_t), 0, NULL },

static const struct hkj_json_key keys_percentiles[] = {
	HKJ_PERCENTILES(KEY_PERCENTILE)
		HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_percentiles =
	HKJ_SHAPE(uint64_t[HKJ_NR_PERCENTILES], keys_percentiles);

static const struct hkj_json_key keys_gaps[] = {
	HKJ_KEY(U64, struct hkj_gaps, count),
	HKJ_KEY(U64, struct hkj_gaps, total_ns),
	HKJ_KEY(U64_OR_NULL, struct hkj_gaps, min_ns),
	HKJ_KEY(U64_OR_NULL, struct hkj_gaps, max_ns),
	HKJ_KEY_OBJECT(struct hkj_gaps, percentiles, &hkj_shape_percentiles),
	HKJ_KEY(HISTOGRAM, struct hkj_gaps, histogram),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_gaps =
	HKJ_SHAPE(struct hkj_gaps, keys_gaps);

static const struct hkj_json_key keys_cycles[] = {
	HKJ_KEY(U64, struct hkj_cycles, runtime),
	HKJ_KEY(U64, struct hkj_cycles, quiet),
	HKJ_KEY(U64, struct hkj_cycles, gaps),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_cycles, parts),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_cycles, transition),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_cycles, unexplained),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_cycles =
	HKJ_SHAPE(struct hkj_cycles, keys_cycles);

static const struct hkj_json_key keys_books[] = {
	HKJ_KEY_OBJECT(struct hkj_books_record, cycles, &shape_cycles),
	HKJ_KEY(BOOL, struct hkj_books_record, is_balanced),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_books =
	HKJ_SHAPE(struct hkj_books_record, keys_books);

/* Older results tell some of them. */
#define KEY_LOSS(id, name)                                            \
	{ name, HKJ_JSON_MAYBE_U64, true,                             \
	  offsetof(struct hkj_lost, interruptions[HKJ_LOST_##id]), 0, \
	  NULL },

static const struct hkj_json_key keys_lost[] = {
	HKJ_KEY(U64, struct hkj_lost, clock_steps),
	HKJ_KEY(U64, struct hkj_lost, migrations),
	HKJ_KEY(U64, struct hkj_lost, overflow),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_lost, clock_unstable),
	HKJ_LOSSES(KEY_LOSS)
		HKJ_KEY_END,
};

static const struct hkj_json_shape shape_lost =
	HKJ_SHAPE(struct hkj_lost, keys_lost);

static const struct hkj_json_key keys_self[] = {
	HKJ_KEY(U64, struct hkj_self, upkeeps),
	HKJ_KEY(U64, struct hkj_self, upkeep_max_ns),
	HKJ_KEY(U64, struct hkj_self, reliefs),
	HKJ_KEY_OPTIONAL(U64, struct hkj_self, own_ns),
	HKJ_KEY_OPTIONAL(U64, struct hkj_self, turns),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_self, interruptions),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_self =
	HKJ_SHAPE(struct hkj_self, keys_self);

static const struct hkj_json_key keys_moment[] = {
	HKJ_KEY(U64, struct hkj_moment, cycles),
	HKJ_KEY(U64, struct hkj_moment, trace_ns),
	HKJ_KEY(U64, struct hkj_moment, mono_raw_ns),
	HKJ_KEY(U64, struct hkj_moment, realtime_ns),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_moment =
	HKJ_SHAPE(struct hkj_moment, keys_moment);

static const struct hkj_json_key keys_clock[] = {
	HKJ_KEY(TEXT, struct hkj_clock_record, kind),
	HKJ_KEY(U64, struct hkj_clock_record, khz),
	HKJ_KEY_OBJECT(struct hkj_clock_record, start, &shape_moment),
	HKJ_KEY_OBJECT(struct hkj_clock_record, stop, &shape_moment),
	HKJ_KEY(REAL, struct hkj_clock_record, drift_ppm),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_clock =
	HKJ_SHAPE(struct hkj_clock_record, keys_clock);

static const struct hkj_json_key keys_series_run[] = {
	HKJ_KEY(U64, struct hkj_series_run, run),
	HKJ_KEY(U64, struct hkj_series_run, start_ns),
	HKJ_KEY(U64, struct hkj_series_run, runtime_ns),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_series_run =
	HKJ_SHAPE(struct hkj_series_run, keys_series_run);

static const struct hkj_json_key keys_series[] = {
	HKJ_KEY(U64, struct hkj_series, period_ns),
	HKJ_KEY(U64, struct hkj_series, dropped),
	HKJ_KEY_OBJECTS(struct hkj_series, runs, &shape_series_run),
	HKJ_KEY_POINTS(struct hkj_series, points),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_series =
	HKJ_SHAPE(struct hkj_series, keys_series);

static const struct hkj_json_key keys_target[] = {
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_target, host),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_target, nr_runs),
	HKJ_KEY(U64, struct hkj_target, cpu),
	HKJ_KEY(TEXT, struct hkj_target, state),
	HKJ_KEY(TEXT, struct hkj_target, stop_reason),
	HKJ_KEY(U64, struct hkj_target, threshold_ns),
	HKJ_KEY(U64, struct hkj_target, runtime_ns),
	HKJ_KEY(U64, struct hkj_target, quiet_ns),
	HKJ_KEY_OBJECT(struct hkj_target, turn, &shape_turn),
	HKJ_KEY_OBJECT(struct hkj_target, gaps, &shape_gaps),
	HKJ_KEY_MAYBE(struct hkj_target, parts, &hkj_shape_parts_sum),
	HKJ_KEY_OPTIONAL(MAYBE_U64, struct hkj_target, transition_ns),
	HKJ_KEY_MAYBE(struct hkj_target, unexplained, &hkj_shape_unexplained),
	HKJ_KEY_MAYBE(struct hkj_target, quiet_parts, &hkj_shape_parts_sum),
	HKJ_KEY_OBJECT(struct hkj_target, books, &shape_books),
	HKJ_KEY_OBJECT(struct hkj_target, lost, &shape_lost),
	HKJ_KEY_MAYBE(struct hkj_target, verdict, &shape_verdict),
	HKJ_KEY_OBJECT(struct hkj_target, self, &shape_self),
	HKJ_KEY_OBJECT(struct hkj_target, clock, &shape_clock),
	HKJ_KEY_OBJECTS(struct hkj_target, sources, &hkj_shape_source),
	HKJ_KEY_MAYBE(struct hkj_target, tick, &hkj_shape_tick),
	HKJ_KEY_OBJECTS(struct hkj_target, longest, &hkj_shape_longest),
	HKJ_KEY_MAYBE(struct hkj_target, series, &shape_series),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_target =
	HKJ_SHAPE(struct hkj_target, keys_target);

static const struct hkj_json_key keys_result[] = {
	HKJ_KEY_OBJECT(struct hkj_result, tool, &shape_tool),
	HKJ_KEY_OBJECT(struct hkj_result, host, &hkj_shape_host),
	HKJ_KEY_OBJECT(struct hkj_result, config, &hkj_shape_config),
	HKJ_KEY_OBJECT(struct hkj_result, run, &hkj_shape_run),
	HKJ_KEY_OBJECTS(struct hkj_result, hosts, &hkj_shape_host),
	HKJ_KEY_OBJECTS(struct hkj_result, runs, &hkj_shape_merged_run),
	HKJ_KEY_OBJECTS(struct hkj_result, cpus, &hkj_shape_target),
	HKJ_KEY_END,
};

const struct hkj_json_shape hkj_shape_result =
	HKJ_SHAPE(struct hkj_result, keys_result);
