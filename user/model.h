/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result in memory, field by field as in the result file (schema
 * hkjitter-result/1). Texts, lists and pointers belong to the result;
 * hkj_result_free() frees them all. What results of older tools lack is NULL
 * or not there.
 */
#ifndef HKJITTER_USER_MODEL_H
#define HKJITTER_USER_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hkjitter/ids.h>

#include "maybe.h"
#include "percentile.h"

/* Stands for texts that differ between what was merged. */
#define HKJ_SEVERAL "several"

struct hkj_tool {
	char *version;
};

/* The machine; empty texts where it does not tell. */
struct hkj_host {
	char *hostname;
	char *kernel;
	char *kernel_version;
	char *arch;
	char *cpu_model;
	char *microcode;
	char *cmdline;
	char *online;
	char *isolated;
	char *nohz_full;
	char *clocksource;
	char *virtualization;
	bool is_realtime;
};

/* What was asked for; 0 as in the module's files. */
struct hkj_config {
	char *cpus;
	char *target_cpus;
	char *workload;
	uint64_t threshold_ns;
	uint64_t duration_ms;
	char *policy;
	uint64_t stop_above_ns;
	struct hkj_maybe initiators; /* 0: it was not found out who asks */
};

/* COMMAND: one of the two numbers is HKJ_NONE; both if it was never known. */
struct hkj_command_record {
	size_t nr_argv;
	char **argv;
	uint64_t exit_status;
	uint64_t signal;
};

/* A kernel setting that was changed for the run. */
struct hkj_setting {
	char *path;
	char *was;
	char *set;
};

/* Whether the result is a proof. */
struct hkj_verdict {
	bool is_complete;
	size_t nr_doubts;
	char **doubts; /* names of what speaks against it */
};

struct hkj_run {
	uint64_t start_realtime_ns;
	uint64_t stop_realtime_ns;
	char *state;
	char *stop_reason;
	struct hkj_verdict *verdict; /* on all targets together */
	struct hkj_command_record *command;
	size_t nr_settings;
	struct hkj_setting *settings;
};

/*
 * A run that went into a merged result, as its own result had it. Its target
 * CPUs are those with the same host in the merged one.
 */
struct hkj_merged_run {
	uint64_t host; /* index */
	char *file;
	char *cpus; /* that it measured */
	struct hkj_tool tool;
	struct hkj_config config;
	struct hkj_run run;
};

struct hkj_turn_record {
	double min_ns;
	double mean_ns;
};

struct hkj_gaps {
	uint64_t count;
	uint64_t total_ns;
	uint64_t min_ns; /* HKJ_NONE if there is no gap; max_ns likewise */
	uint64_t max_ns;
	uint64_t percentiles[HKJ_NR_PERCENTILES];
	struct hkj_histogram histogram;
};

struct hkj_lost {
	uint64_t clock_steps;
	uint64_t migrations;
	uint64_t overflow; /* gaps in the overflow bucket */
	/* Interruptions, by enum hkj_loss; names in HKJ_LOSSES. */
	struct hkj_maybe interruptions[HKJ_NR_LOSSES];
	struct hkj_maybe clock_unstable; /* 1: the kernel found it so meanwhile */
};

struct hkj_self {
	uint64_t upkeeps;
	uint64_t upkeep_max_ns;
	uint64_t reliefs;
	uint64_t own_ns; /* part of quiet_ns, spent on the loop's bookkeeping */
	uint64_t turns;
	struct hkj_maybe interruptions; /* that the measurement has caused */
};

/* gaps are parts, transition and unexplained, where those are there. */
struct hkj_cycles {
	uint64_t runtime;
	uint64_t quiet;
	uint64_t gaps;
	struct hkj_maybe parts;
	struct hkj_maybe transition;
	struct hkj_maybe unexplained;
};

struct hkj_books_record {
	struct hkj_cycles cycles;
	bool is_balanced;
};

struct hkj_moment {
	uint64_t cycles;
	uint64_t trace_ns;
	uint64_t mono_raw_ns;
	uint64_t realtime_ns;
};

struct hkj_clock_record {
	char *kind;
	uint64_t khz;
	struct hkj_moment start;
	struct hkj_moment stop;
	double drift_ppm; /* NAN while the window is open */
};

/* Gaps that are put down to the same cause. */
struct hkj_cause_record {
	struct hkj_maybe count;
	struct hkj_maybe total_ns;
};

/*
 * Gaps without an interruption. Causes add up to count and total_ns; they are
 * missing together in results of tools that did not tell them.
 */
struct hkj_unexplained {
	uint64_t count;
	uint64_t total_ns;
	uint64_t max_ns; /* HKJ_NONE if there is no such gap */
	struct hkj_cause_record causes[HKJ_NR_CAUSES];
	/* Of the whole window, whatever gap they were in. */
	struct hkj_maybe nr_smis;
	struct hkj_maybe nr_vectors;
	struct hkj_maybe steal_clock_ns;
};

/* Interruptions together. */
struct hkj_parts_sum {
	uint64_t count;
	uint64_t total_ns;
};

/* Who asked for interruptions of a source. */
struct hkj_initiator_record {
	char *comm;
	uint64_t pid;
	uint64_t cpu;
	char *function; /* empty if unknown */
	uint64_t count;
};

/*
 * One origin of interruptions. It counts those inside gaps, and those too
 * short to make a gap.
 */
struct hkj_source_record {
	char *class_name;
	uint64_t id;
	char *name;
	char *function; /* empty if there is none */
	char *cause; /* what it follows from; NULL if it stands for itself */
	uint64_t count;
	uint64_t total_ns;
	uint64_t min_ns; /* HKJ_NONE if it counts nothing; max_ns likewise */
	uint64_t max_ns;
	uint64_t percentiles[HKJ_NR_PERCENTILES];
	struct hkj_histogram histogram;
	size_t nr_initiators;
	struct hkj_initiator_record *initiators;
	uint64_t initiators_unknown;
	uint64_t initiators_others;
	struct hkj_maybe self; /* that the measurement has caused */
	uint32_t slot; /* &hkj_source.slot, as it is collected; not in the file */
};

/* Gaps that ended within one period. */
struct hkj_point {
	uint64_t start_ns; /* from the window's start */
	uint64_t count;	   /* 1 or more: a quiet period has no point */
	uint64_t total_ns;
	uint64_t max_ns;
	/* Of the longest interruption in the longest gap: index of sources. */
	uint64_t top; /* HKJ_NONE if that gap is unexplained */
};

/* A run's share of the time series of a CPU in several runs (series.h). */
struct hkj_series_run {
	uint64_t run; /* index; ascending */
	uint64_t start_ns; /* where it begins on the line of all */
	uint64_t runtime_ns;
};

/* All points and what was dropped count as many gaps as there were. */
struct hkj_series {
	uint64_t period_ns; /* whole seconds, 1, 2, 4, ... */
	uint64_t dropped; /* gaps that nobody fetched in time */
	size_t nr_runs;
	struct hkj_series_run *runs; /* of a merged result alone */
	size_t nr_points;
	struct hkj_point *points; /* ascending */
};

/* Who or what stood against stopping the tick. */
struct hkj_tick_cause_record {
	char *dep;
	char *comm; /* empty if unknown */
	uint64_t pid; /* HKJ_NONE if unknown */
	char *function; /* empty if unknown */
	uint64_t count;
};

/* How often the tick was not stopped, by what stood against it. */
struct hkj_tick {
	struct hkj_maybe refusals[HKJ_NR_TICK_DEPS];
	size_t nr_causes;
	struct hkj_tick_cause_record *causes; /* most first */
};

/* One interruption inside a gap. */
struct hkj_part_record {
	char *class_name;
	char *name;
	char *function;
	uint64_t start_ns;
	uint64_t net_ns;
};

struct hkj_longest {
	struct hkj_maybe run; /* of a merged result: index */
	uint64_t start_ns; /* from the window's start */
	uint64_t duration_ns;
	size_t nr_parts;
	struct hkj_part_record *parts;
	struct hkj_maybe parts_lost; /* there if it had more than were kept */
	char *cause; /* NULL if it holds interruptions, or was not told */
};

struct hkj_target {
	struct hkj_maybe host; /* of a merged result: index */
	struct hkj_maybe nr_runs; /* of a merged result: how many it adds up */
	uint64_t cpu;
	char *state;
	char *stop_reason;
	uint64_t threshold_ns;
	uint64_t runtime_ns;
	uint64_t quiet_ns;
	struct hkj_turn_record turn;
	struct hkj_gaps gaps;
	/*
	 * gaps.total_ns is the sum of these three, exactly; missing together
	 * in results of tools that did not tell interruptions apart.
	 */
	struct hkj_parts_sum *parts;
	struct hkj_maybe transition_ns;
	struct hkj_unexplained *unexplained;
	struct hkj_parts_sum *quiet_parts; /* outside gaps */
	struct hkj_books_record books;
	struct hkj_lost lost;
	struct hkj_verdict *verdict; /* NULL: of a tool that gave none */
	struct hkj_self self;
	struct hkj_clock_record clock;
	size_t nr_sources;
	struct hkj_source_record *sources; /* most total first */
	struct hkj_tick *tick;
	size_t nr_longest;
	struct hkj_longest *longest;
	struct hkj_series *series; /* NULL in results of older tools */
};

/*
 * A merged result has hosts and runs. What they have in common stands in host,
 * config and run, too; texts that differ are HKJ_SEVERAL there.
 */
struct hkj_result {
	struct hkj_tool tool;
	struct hkj_host host;
	struct hkj_config config;
	struct hkj_run run;
	size_t nr_hosts;
	struct hkj_host *hosts; /* NULL: not merged */
	size_t nr_runs;
	struct hkj_merged_run *runs;
	size_t nr_cpus;
	struct hkj_target *cpus;
};

#endif /* HKJITTER_USER_MODEL_H */
