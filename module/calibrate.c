// SPDX-License-Identifier: GPL-2.0
/*
 * The loop's own cost, measured on the target before the window: how long a
 * turn is, how long the loop's bookkeeping takes, and the threshold that
 * follows from them.
 *
 * Measured with the very code that runs in the window. Interruptions hit the
 * calibration too, so nothing is taken from an extreme that they can raise:
 * turns from the median of short stretches, bookkeeping from the 90th
 * percentile.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sort.h>
#include <linux/string.h>

#include <hkjitter/workload.h>

#include "account.h"
#include "calibrate.h"
#include "clock.h"
#include "evidence.h"
#include "loop.h"
#include "track.h"

#define NR_STRETCHES	31
#define STRETCH_NS	20000
#define NR_SAMPLES	60
#define NR_WARMUPS	4

/* Threshold when none is asked for: at least this many turns ... */
#define AUTO_MIN_TURNS	8
#define AUTO_MEAN_TURNS	4
/* ... and never below this. */
#define AUTO_FLOOR_NS	50
/* A threshold that is asked for must leave room for a turn's variation. */
#define ASKED_MEAN_TURNS	2

struct stretch {
	u64 sum;
	u64 nr;
};

/* Shorter mean turn first; a cross product spares the division. */
static int stretch_cmp(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;
	u64 left = x->sum * y->nr, right = y->sum * x->nr;

	return left < right ? -1 : left > right;
}

static int u64_cmp(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static void stretch_run(struct hkj_target *t, struct stretch *stretch)
{
	u64 length = hkj_scale_cycles(&t->live.scale, STRETCH_NS);
	u64 first = hkj_clock_read(t->live.clock_kind);
	u64 last;

	t->turns = 0;
	last = t->spin(t, first, first + length);
	stretch->sum = last - first;
	stretch->nr = t->turns;
}

static void calibrate_turn(struct hkj_target *t)
{
	struct stretch stretch[NR_STRETCHES];
	struct hkj_turn *turn = &t->live.turn;
	unsigned int i;

	for (i = 0; i < NR_WARMUPS; i++)
		stretch_run(t, &stretch[0]);
	for (i = 0; i < NR_STRETCHES; i++)
		stretch_run(t, &stretch[i]);
	sort(stretch, NR_STRETCHES, sizeof(stretch[0]), stretch_cmp, NULL);

	turn->min = div64_u64(stretch[0].sum, stretch[0].nr);
	turn->sum = stretch[NR_STRETCHES / 2].sum;
	turn->nr = stretch[NR_STRETCHES / 2].nr;
}

static u64 sample_upkeep(struct hkj_target *t, unsigned int i)
{
	u64 begin = hkj_clock_read(t->live.clock_kind);

	hkj_loop_chores(t, begin);
	return hkj_clock_read(t->live.clock_kind) - begin;
}

/* Rising durations make each gap one of the longest, which is the costly case. */
static u64 sample_gap(struct hkj_target *t, unsigned int i)
{
	u64 begin;

	hkj_track_rehearse(t->track, hkj_clock_read(t->live.clock_kind) - 1000);
	begin = hkj_clock_read(t->live.clock_kind);
	hkj_account_gap(t, begin - 10000 - i, begin);
	return hkj_clock_read(t->live.clock_kind) - begin;
}

/* One without an interruption, for which evidence is looked for. */
static u64 sample_unexplained(struct hkj_target *t, unsigned int i)
{
	u64 begin = hkj_clock_read(t->live.clock_kind);

	hkj_account_gap(t, begin - 20000 - i, begin);
	return hkj_clock_read(t->live.clock_kind) - begin;
}

static u64 (*const samplers[])(struct hkj_target *t, unsigned int i) = {
	sample_upkeep,
	sample_gap,
	sample_unexplained,
};

static u64 percentile90(struct hkj_target *t, unsigned int sampler)
{
	u64 samples[NR_SAMPLES];
	unsigned int i;

	for (i = 0; i < NR_WARMUPS; i++)
		samplers[sampler](t, i);
	for (i = 0; i < NR_SAMPLES; i++)
		samples[i] = samplers[sampler](t, i);
	sort(samples, NR_SAMPLES, sizeof(samples[0]), u64_cmp, NULL);
	return samples[NR_SAMPLES * 9 / 10];
}

static_assert(ARRAY_SIZE(samplers) == HKJ_NR_REHEARSALS);

static void calibrate_own(struct hkj_target *t)
{
	struct hkj_turn *turn = &t->live.turn;
	u64 longest = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(samplers); i++)
		longest = max(longest, percentile90(t, i));
	turn->upkeep_max = longest + div64_u64(turn->sum, turn->nr);
}

/* The threshold in cycles, or 0 for one that the loop could not stand. */
static u64 choose_threshold(const struct hkj_target *t, u64 asked)
{
	const struct hkj_turn *turn = &t->live.turn;
	u64 cycles;

	if (asked) {
		cycles = hkj_scale_cycles(&t->live.scale, asked);
		return cycles * turn->nr < ASKED_MEAN_TURNS * turn->sum ?
			       0 :
			       cycles;
	}
	cycles = hkj_scale_cycles(&t->live.scale, AUTO_FLOOR_NS);
	cycles = max(cycles, AUTO_MIN_TURNS * turn->min);
	return max(cycles, div64_u64(AUTO_MEAN_TURNS * turn->sum, turn->nr));
}

/**
 * hkj_calibrate_note_threshold() - from when on a turn is longer than the loop's own
 * @t: the target, calibrated
 *
 * Return: the threshold that it would have if none had been asked for, or the one
 * that was if that is lower; cycles.
 *
 * Context: process.
 */
u64 hkj_calibrate_note_threshold(const struct hkj_target *t)
{
	return min(choose_threshold(t, 0), t->threshold);
}

/**
 * hkj_calibrate_begin() - empty books, and no thresholds
 * @t: the target, with scale and loop chosen
 *
 * Context: the loop's thread on the target CPU, before the window.
 */
void hkj_calibrate_begin(struct hkj_target *t)
{
	/* Nothing but a clock step is a gap while the cost is measured. */
	t->threshold = S64_MAX;
	t->own_limit = S64_MAX;
	hkj_account_reset(t);
	hkj_evidence_probe(t);
}

/**
 * hkj_calibrate_rehearse() - do once what a gap, or an upkeep, takes
 * @t: the target, between begin and end
 * @what: below HKJ_NR_REHEARSALS
 * @i: the how many-th time
 *
 * Context: the loop's thread on the target CPU, before the window.
 */
void hkj_calibrate_rehearse(struct hkj_target *t, unsigned int what,
			    unsigned int i)
{
	samplers[what](t, i);
}

/**
 * hkj_calibrate_end() - fix the threshold
 * @t: the target, with its turn measured
 *
 * Return: 0, or -ERANGE as hkj_calibrate().
 *
 * Context: the loop's thread on the target CPU, before the window.
 */
int hkj_calibrate_end(struct hkj_target *t)
{
	u64 threshold = choose_threshold(t, t->config->threshold_ns);

	if (!threshold)
		return -ERANGE;
	t->threshold = threshold;
	t->own_limit = threshold + t->live.turn.upkeep_max;
	t->live.threshold = threshold;
	t->live.threshold_ns = hkj_scale_ns(&t->live.scale, threshold);
	hkj_account_reset(t);
	return 0;
}

/**
 * hkj_calibrate() - measure the loop's own cost and fix the threshold
 * @t: the target, with scale and loop chosen
 *
 * Takes about 1 ms on real hardware.
 *
 * Return: 0, or -ERANGE if the threshold asked for is below two mean turns:
 * every turn would be a gap.
 *
 * Context: the loop's thread on the target CPU, before the window.
 */
int hkj_calibrate(struct hkj_target *t)
{
	hkj_calibrate_begin(t);
	calibrate_turn(t);
	calibrate_own(t);
	return hkj_calibrate_end(t);
}
