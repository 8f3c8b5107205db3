// SPDX-License-Identifier: GPL-2.0
#include "capped.h"
#include "series.h"
#include "sum.h"

/**
 * hkj_point_join() - two points of one period
 * @to: gets both; the longest gap and the source that made it are those of the
 *      point that has it, of @to if both have
 * @from: the other one
 */
void hkj_point_join(struct hkj_point *to, const struct hkj_point *from)
{
	to->count = hkj_sum(to->count, from->count);
	to->total_ns = hkj_sum(to->total_ns, from->total_ns);
	if (from->max_ns > to->max_ns) {
		to->max_ns = from->max_ns;
		to->top = from->top;
	}
}

/* Twice the period; two points become one where both are of the same. */
static void periods_double(struct hkj_series *series)
{
	size_t nr = 0;

	series->period_ns *= 2;
	for (size_t i = 0; i < series->nr_points; i++) {
		struct hkj_point point = series->points[i];

		point.start_ns -= point.start_ns % series->period_ns;
		if (nr && series->points[nr - 1].start_ns == point.start_ns)
			hkj_point_join(&series->points[nr - 1], &point);
		else
			series->points[nr++] = point;
	}
	series->nr_points = nr;
}

/**
 * hkj_series_thin() - make it as short as it may be
 * @series: its period may be doubled, more than once
 */
void hkj_series_thin(struct hkj_series *series)
{
	while (series->nr_points > HKJ_SERIES_POINTS_MAX &&
	       series->period_ns <= INT64_MAX / 2)
		periods_double(series);
}

/**
 * hkj_series_span() - how long the line of a target's runs is
 * @target: complete
 *
 * Return: nanoseconds; the run time, of a single run.
 */
uint64_t hkj_series_span(const struct hkj_target *target)
{
	const struct hkj_series *series = target->series;
	const struct hkj_series_run *last;

	if (!series || !series->nr_runs)
		return target->runtime_ns;
	last = &series->runs[series->nr_runs - 1];
	return hkj_capped_sum(last->start_ns, last->runtime_ns);
}

/* Numbers of runs ascend. */
static const struct hkj_series_run *run_find(const struct hkj_series *series,
					     uint64_t number)
{
	size_t low = 0, high = series->nr_runs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (series->runs[middle].run < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < series->nr_runs && series->runs[low].run == number ?
		       &series->runs[low] :
		       NULL;
}

/**
 * hkj_series_place() - where one of the longest gaps is on the line
 * @target: complete
 * @gap: one of its longest
 *
 * Return: nanoseconds from the begin of the line; of its own run where the runs
 * make no line.
 */
uint64_t hkj_series_place(const struct hkj_target *target,
			  const struct hkj_longest *gap)
{
	const struct hkj_series_run *run = NULL;

	if (target->series && gap->run.is_there)
		run = run_find(target->series, gap->run.value);
	return run ? hkj_capped_sum(run->start_ns, gap->start_ns) :
		     gap->start_ns;
}

/**
 * hkj_series_run_at() - which run a moment of the line is in
 * @series: of a target
 * @at_ns: from the begin of the line
 *
 * Return: the last one that began until then; NULL if no runs are told.
 */
const struct hkj_series_run *
hkj_series_run_at(const struct hkj_series *series, uint64_t at_ns)
{
	size_t low = 0, high = series->nr_runs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (series->runs[middle].start_ns <= at_ns)
			low = middle + 1;
		else
			high = middle;
	}
	if (!series->nr_runs)
		return NULL;
	return &series->runs[low ? low - 1 : 0];
}
