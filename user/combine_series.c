// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>

#include "capped.h"
#include "combine.h"
#include "series.h"
#include "sum.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* The shortest that all periods are parts of; 0: none below 2^63. */
static uint64_t common_period(struct hkj_target *const *from, size_t nr)
{
	uint64_t period_ns = from[0]->series->period_ns;

	for (size_t i = 1; i < nr; i++) {
		uint64_t more = from[i]->series->period_ns;
		uint64_t times = more / common_divisor(period_ns, more);

		if (__builtin_mul_overflow(period_ns, times, &period_ns) ||
		    period_ns > INT64_MAX)
			return 0;
	}
	return period_ns;
}

static bool has_line(struct hkj_target *const *from, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!from[i]->series || !from[i]->series->nr_runs)
			return false;
	return common_period(from, nr);
}

static int room_make(struct hkj_series *to, struct hkj_target *const *from,
		     size_t nr)
{
	size_t nr_points = 0, nr_runs = 0;

	for (size_t i = 0; i < nr; i++) {
		nr_points += from[i]->series->nr_points;
		nr_runs += from[i]->series->nr_runs;
	}
	to->points = calloc(nr_points + 1, sizeof(*to->points));
	to->runs = calloc(nr_runs + 1, sizeof(*to->runs));
	return to->points && to->runs ? 0 : -1;
}

/* Periods of the common length begin where the line of a CPU's runs does. */
static void points_add(struct hkj_series *to, const struct hkj_series *from,
		       uint64_t begin_ns)
{
	for (size_t i = 0; i < from->nr_points; i++) {
		struct hkj_point point = from->points[i];
		struct hkj_point *end = to->points + to->nr_points;

		point.start_ns = hkj_capped_sum(begin_ns, point.start_ns);
		point.start_ns -= point.start_ns % to->period_ns;
		if (to->nr_points && end[-1].start_ns >= point.start_ns)
			hkj_point_join(end - 1, &point);
		else
			to->points[to->nr_points++] = point;
	}
}

static void runs_add(struct hkj_series *to, const struct hkj_series *from,
		     uint64_t begin_ns)
{
	for (size_t i = 0; i < from->nr_runs; i++) {
		struct hkj_series_run run = from->runs[i];

		run.start_ns = hkj_capped_sum(begin_ns, run.start_ns);
		to->runs[to->nr_runs++] = run;
	}
}

/* Where the next run may begin: with a period that this one has no time in. */
static uint64_t next_begin(uint64_t begin_ns, const struct hkj_target *from,
			   uint64_t period_ns)
{
	uint64_t span_ns = hkj_series_span(from);
	uint64_t rest = span_ns % period_ns;

	if (rest)
		span_ns = hkj_capped_sum(span_ns, period_ns - rest);
	return hkj_capped_sum(begin_ns, span_ns);
}

/**
 * hkj_combine_series() - the time series of several runs as one line
 * @to: gets it; none, if a run has none
 * @from: the same CPU; each series with its runs, if there is one
 * @nr: how many
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_combine_series(struct hkj_target *to, struct hkj_target *const *from,
		       size_t nr)
{
	struct hkj_series *series;
	uint64_t begin_ns = 0;

	if (!has_line(from, nr))
		return 0;
	series = calloc(1, sizeof(*series));
	if (!series)
		return -1;
	to->series = series;
	series->period_ns = common_period(from, nr);
	if (room_make(series, from, nr))
		return -1;
	for (size_t i = 0; i < nr; i++) {
		series->dropped = hkj_sum(series->dropped,
					  from[i]->series->dropped);
		points_add(series, from[i]->series, begin_ns);
		runs_add(series, from[i]->series, begin_ns);
		begin_ns = next_begin(begin_ns, from[i], series->period_ns);
	}
	hkj_series_thin(series);
	return 0;
}
