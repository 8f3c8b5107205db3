// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/ids.h>

#include "attribution.h"
#include "shapes.h"
#include "target.h"
#include "verdict.h"

static const char *const state_names[] = { HKJ_NAMES(HKJ_STATES) };
static const char *const stop_names[] = { HKJ_NAMES(HKJ_STOP_REASONS) };
static const char *const clock_names[] = { HKJ_NAMES(HKJ_CLOCKS) };

static double round_to_ps(double ns)
{
	return round(ns * 1000) / 1000;
}

/* A turn is a few nanoseconds: whole ones would be too coarse. */
static struct hkj_turn_record turn_of(const struct hkj_snapshot *from)
{
	double ns_per_cycle = ldexp((double)from->scale.mult, -HKJ_SCALE_SHIFT);
	const struct hkj_turn *turn = &from->turn;
	struct hkj_turn_record to = { 0, 0 };

	to.min_ns = round_to_ps((double)turn->min * ns_per_cycle);
	if (turn->nr)
		to.mean_ns = round_to_ps((double)turn->sum * ns_per_cycle /
					 (double)turn->nr);
	return to;
}

static size_t slots_in_use(const struct hkj_snapshot *from)
{
	size_t nr = 0;

	for (unsigned int slot = 0; slot < HKJ_HIST_SLOTS; slot++)
		nr += !!from->histogram[slot];
	return nr;
}

static int histogram_init(struct hkj_histogram *to,
			  const struct hkj_snapshot *from)
{
	size_t nr = slots_in_use(from);

	to->buckets = nr ? calloc(nr, sizeof(*to->buckets)) : NULL;
	if (nr && !to->buckets)
		return -1;
	for (unsigned int slot = 0; slot < HKJ_HIST_SLOTS; slot++) {
		if (!from->histogram[slot])
			continue;
		to->buckets[to->nr_buckets++] = (struct hkj_bucket){
			.low = hkj_hist_low(slot),
			.high = hkj_hist_high(slot), /* overflow: HKJ_NONE */
			.count = from->histogram[slot],
		};
	}
	return 0;
}

static int gaps_init(struct hkj_gaps *to, const struct hkj_snapshot *from)
{
	const struct hkj_books *books = &from->books;

	to->count = books->nr_gaps;
	to->total_ns = hkj_scale_ns(&from->scale, books->gaps);
	to->min_ns = HKJ_NONE;
	to->max_ns = HKJ_NONE;
	if (to->count) {
		to->min_ns = hkj_scale_ns(&from->scale, books->gap_min);
		to->max_ns = hkj_scale_ns(&from->scale, books->gap_max);
	}
	if (histogram_init(&to->histogram, from))
		return -1;
	hkj_percentiles_fill(to->percentiles, &to->histogram, to->min_ns,
			     to->max_ns);
	return 0;
}

static struct hkj_moment moment_of(const struct hkj_clock_pair *pair)
{
	return (struct hkj_moment){
		.cycles = pair->cycles,
		.trace_ns = pair->trace_ns,
		.mono_raw_ns = pair->mono_raw_ns,
		.realtime_ns = pair->realtime_ns,
	};
}

/* How much faster the scaled clock went than CLOCK_MONOTONIC_RAW. */
static double drift_of(const struct hkj_snapshot *from)
{
	uint64_t raw_ns = from->stop.mono_raw_ns - from->start.mono_raw_ns;
	uint64_t ns;

	if (!from->stop.mono_raw_ns || !raw_ns)
		return (double)NAN;
	ns = hkj_scale_ns(&from->scale, from->stop.cycles - from->start.cycles);
	return round_to_ps(((double)ns - (double)raw_ns) * 1e6 /
			   (double)raw_ns);
}

static int clock_init(struct hkj_clock_record *to,
		      const struct hkj_snapshot *from)
{
	to->khz = from->scale.khz;
	to->start = moment_of(&from->start);
	to->stop = moment_of(&from->stop);
	to->drift_ppm = drift_of(from);
	to->kind = strdup(clock_names[from->clock_kind]);
	return to->kind ? 0 : -1;
}

static int longest_init(struct hkj_target *to, const struct hkj_snapshot *from)
{
	const struct hkj_scale *scale = &from->scale;
	size_t nr = from->nr_longest;

	to->longest = calloc(nr + 1, sizeof(*to->longest));
	if (!to->longest)
		return -1;
	to->nr_longest = nr;
	for (size_t i = 0; i < nr; i++) {
		const struct hkj_gap *gap = &from->longest[i];

		to->longest[i].start_ns =
			hkj_scale_ns(scale, gap->start - from->start.cycles);
		to->longest[i].duration_ns = hkj_scale_ns(scale, gap->duration);
	}
	return 0;
}

/* Quiet time takes the rounding of both, so that the books add up in ns. */
static void counts_init(struct hkj_target *to, const struct hkj_snapshot *from)
{
	const struct hkj_books *books = &from->books;

	to->cpu = from->cpu;
	to->threshold_ns = from->threshold_ns;
	to->runtime_ns = hkj_scale_ns(&from->scale, books->runtime);
	to->books.cycles.runtime = books->runtime;
	to->books.cycles.quiet = books->quiet;
	to->books.cycles.gaps = books->gaps;
	to->lost.clock_steps = books->nr_clock_steps;
	to->lost.migrations = books->nr_migrations;
	to->lost.overflow = from->histogram[HKJ_HIST_OVERFLOW];
	to->lost.clock_unstable = hkj_maybe(books->is_clock_doubtful);
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		to->lost.interruptions[i] = hkj_maybe(books->lost[i]);
	to->self.interruptions = hkj_maybe(books->nr_self);
	to->self.upkeeps = books->nr_upkeeps;
	to->self.reliefs = books->nr_reliefs;
	to->self.turns = books->nr_turns;
	to->self.own_ns = hkj_scale_ns(&from->scale, books->own);
	to->self.upkeep_max_ns =
		hkj_scale_ns(&from->scale, from->turn.upkeep_max);
	to->turn = turn_of(from);
}

/**
 * hkj_target_init() - the result of one target CPU
 * @target: to be filled; on an error it owns nothing
 * @snapshot: checked by hkj_snapshot_check()
 * @details: checked by hkj_details_check() against @snapshot
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_target_init(struct hkj_target *target,
		    const struct hkj_snapshot *snapshot,
		    const struct hkj_details *details, struct hkj_error *error)
{
	*target = (struct hkj_target){ 0 };
	counts_init(target, snapshot);
	target->state = strdup(state_names[snapshot->state]);
	target->stop_reason = strdup(stop_names[snapshot->stop_reason]);
	if (!target->state || !target->stop_reason ||
	    gaps_init(&target->gaps, snapshot) ||
	    clock_init(&target->clock, snapshot) ||
	    longest_init(target, snapshot) ||
	    hkj_attribution_init(target, snapshot, details)) {
		hkj_json_free(&hkj_shape_target, target);
		return hkj_error_memory(error);
	}
	target->quiet_ns = target->runtime_ns > target->gaps.total_ns ?
				   target->runtime_ns - target->gaps.total_ns :
				   0;
	target->books.is_balanced = hkj_target_is_balanced(target);
	target->verdict = hkj_verdict_new(hkj_verdict_doubts(target));
	if (target->verdict)
		return 0;
	hkj_json_free(&hkj_shape_target, target);
	return hkj_error_memory(error);
}

/**
 * hkj_target_has_parts() - whether it is known what the gaps are made of
 * @target: filled
 *
 * Return: false for a result of a tool that did not tell interruptions apart.
 */
bool hkj_target_has_parts(const struct hkj_target *target)
{
	const struct hkj_cycles *cycles = &target->books.cycles;

	return cycles->parts.is_there || cycles->transition.is_there ||
	       cycles->unexplained.is_there;
}

/**
 * hkj_target_gaps_off() - what the gaps are more than what they are made of
 * @target: filled
 *
 * Return: cycles; 0 if the books balance, or there is nothing to compare.
 */
int64_t hkj_target_gaps_off(const struct hkj_target *target)
{
	const struct hkj_cycles *cycles = &target->books.cycles;

	if (!hkj_target_has_parts(target))
		return 0;
	return (int64_t)(cycles->gaps - cycles->parts.value -
			 cycles->transition.value - cycles->unexplained.value);
}

/**
 * hkj_target_is_balanced() - whether the books of a target balance
 * @target: filled
 *
 * Return: whether run time is quiet time plus gaps to the cycle, gaps are parts
 * plus transition plus unexplained to the cycle (where that is known), and the
 * histograms of gaps and of each source count as many as there were.
 */
bool hkj_target_is_balanced(const struct hkj_target *target)
{
	const struct hkj_cycles *cycles = &target->books.cycles;

	if (cycles->runtime != cycles->quiet + cycles->gaps ||
	    hkj_target_gaps_off(target) ||
	    hkj_histogram_count(&target->gaps.histogram) != target->gaps.count)
		return false;
	/* Sources are not of one moment before the window is closed. */
	if (!strcmp(target->state, "running"))
		return true;
	for (size_t i = 0; i < target->nr_sources; i++)
		if (hkj_histogram_count(&target->sources[i].histogram) !=
		    target->sources[i].count)
			return false;
	return true;
}
