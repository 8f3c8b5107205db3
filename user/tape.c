// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/limits.h>
#include <hkjitter/source.h>

#include "attribution.h"
#include "series.h"
#include "snapshot.h"
#include "tape.h"

static int room_make(struct hkj_tape *tape)
{
	size_t room = tape->room ? tape->room * 2 : 64;
	struct hkj_point *points;

	if (tape->series.nr_points < tape->room)
		return 0;
	points = reallocarray(tape->series.points, room, sizeof(*points));
	if (!points)
		return -1;
	tape->series.points = points;
	tape->room = room;
	return 0;
}

static int point_add(struct hkj_tape *tape, struct hkj_point point)
{
	struct hkj_series *series = &tape->series;
	struct hkj_point *last = series->points;

	point.start_ns -= point.start_ns % series->period_ns;
	if (series->nr_points) {
		last += series->nr_points - 1;
		if (last->start_ns >= point.start_ns) {
			hkj_point_join(last, &point);
			return 0;
		}
	}
	if (room_make(tape))
		return -1;
	series->points[series->nr_points++] = point;
	hkj_series_thin(series);
	return 0;
}

/*
 * Nanoseconds are differences of what all cycles up to here make, so that the
 * points add up to what the sum makes.
 */
static int second_add(struct hkj_tape *tape, const struct hkj_second *second,
		      const struct hkj_reach *end,
		      const struct hkj_scale *scale)
{
	struct hkj_point point = {
		.start_ns = second->number * HKJ_NSEC_PER_SEC,
		.count = end->nr_gaps - tape->reach.nr_gaps,
		.total_ns = hkj_scale_ns(scale, end->gaps) -
			    hkj_scale_ns(scale, tape->reach.gaps),
		.max_ns = hkj_scale_ns(scale, second->longest),
		.top = second->top < HKJ_NR_SOURCES ? second->top : HKJ_NONE,
	};

	tape->reach = *end;
	return point_add(tape, point);
}

static const struct hkj_second *second_of(const struct hkj_snapshot *snapshot,
					  uint64_t number)
{
	return &snapshot->seconds[number % HKJ_NR_SECONDS];
}

/* How far the target had come before its oldest second that is still there. */
static struct hkj_reach ring_begin(const struct hkj_snapshot *snapshot,
				   uint64_t first)
{
	struct hkj_reach begin = { snapshot->books.nr_gaps,
				   snapshot->books.gaps };

	for (uint64_t i = first; i < snapshot->nr_seconds; i++) {
		begin.nr_gaps -= second_of(snapshot, i)->nr_gaps;
		begin.gaps -= second_of(snapshot, i)->gaps;
	}
	return begin;
}

/**
 * hkj_tape_read() - take over what a record has to add
 * @tape: zeroed at first
 * @snapshot: checked by hkj_snapshot_check(), of the same target and session each
 *            time
 * @error: filled when there is no memory
 *
 * Gaps of seconds that the module no longer had are counted as dropped.
 *
 * Return: 0 or -1.
 */
int hkj_tape_read(struct hkj_tape *tape, const struct hkj_snapshot *snapshot,
		  struct hkj_error *error)
{
	uint64_t nr = snapshot->nr_seconds;
	uint64_t first = nr > HKJ_NR_SECONDS ? nr - HKJ_NR_SECONDS : 0;
	struct hkj_reach at = ring_begin(snapshot, first);

	if (!tape->series.period_ns)
		tape->series.period_ns = HKJ_NSEC_PER_SEC;
	if (at.nr_gaps > tape->reach.nr_gaps) {
		tape->series.dropped += at.nr_gaps - tape->reach.nr_gaps;
		tape->reach = at;
	}
	for (uint64_t i = first; i < nr; i++) {
		const struct hkj_second *second = second_of(snapshot, i);

		at.nr_gaps += second->nr_gaps;
		at.gaps += second->gaps;
		if (at.nr_gaps > tape->reach.nr_gaps &&
		    second_add(tape, second, &at, &snapshot->scale))
			return hkj_error_memory(error);
	}
	return 0;
}

static bool is_same_source(const struct hkj_source_record *record,
			   const struct hkj_source *source)
{
	return !strcmp(record->class_name, hkj_class_names[source->class]) &&
	       record->id == source->id &&
	       !strcmp(record->function, source->function) &&
	       !strcmp(record->name, source->name);
}

static uint64_t slot_find(const struct hkj_source_record *record,
			  const struct hkj_details *details)
{
	for (unsigned int i = 0; i < details->nr_sources; i++)
		if (is_same_source(record, &details->sources[i]))
			return details->sources[i].slot;
	return HKJ_NONE;
}

static void tops_find(struct hkj_tape *tape, const struct hkj_target *target,
		      const struct hkj_details *details)
{
	struct hkj_series *series = &tape->series;

	for (size_t i = 0; i < series->nr_points; i++) {
		struct hkj_point *point = &series->points[i];

		if (point->top != HKJ_NONE)
			point->top = slot_find(&target->sources[point->top],
					       details);
	}
}

/* A period that this tool would have made, and that can be doubled yet. */
static bool is_period(uint64_t period_ns)
{
	uint64_t seconds = period_ns / HKJ_NSEC_PER_SEC;

	return seconds && !(period_ns % HKJ_NSEC_PER_SEC) &&
	       !(seconds & (seconds - 1)) &&
	       seconds <= HKJ_DURATION_MS_MAX / 1000;
}

/**
 * hkj_tape_resume() - go on with a tape where a result file ends
 * @tape: zeroed
 * @target: of the file, checked; its points are taken over
 * @details: of the same target and session
 * @error: filled when its series is none of this tool
 *
 * Return: 0 or -1.
 */
int hkj_tape_resume(struct hkj_tape *tape, struct hkj_target *target,
		    const struct hkj_details *details, struct hkj_error *error)
{
	struct hkj_series *series = target->series;

	if (!series)
		return 0;
	if (!is_period(series->period_ns))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "the series of CPU %" PRIu64 " has a period of %" PRIu64 " ns, which is no power of two of seconds",
				     target->cpu, series->period_ns);
	tape->series = *series;
	tape->room = series->nr_points;
	tape->reach = (struct hkj_reach){ target->gaps.count,
					  target->books.cycles.gaps };
	series->points = NULL;
	series->nr_points = 0;
	tops_find(tape, target, details);
	return 0;
}

/* Where the sources of the module's table are in the result. */
static void tops_resolve(struct hkj_series *series,
			 const struct hkj_target *target)
{
	uint64_t places[HKJ_NR_SOURCES];

	for (size_t i = 0; i < HKJ_NR_SOURCES; i++)
		places[i] = HKJ_NONE;
	for (size_t i = 0; i < target->nr_sources; i++)
		places[target->sources[i].slot] = i;
	for (size_t i = 0; i < series->nr_points; i++)
		if (series->points[i].top != HKJ_NONE)
			series->points[i].top = places[series->points[i].top];
}

/**
 * hkj_tape_copy() - give a target its time series
 * @tape: read up to the snapshot that @target is of
 * @target: filled by hkj_target_init()
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_tape_copy(const struct hkj_tape *tape, struct hkj_target *target,
		  struct hkj_error *error)
{
	struct hkj_series *series = calloc(1, sizeof(*series));
	size_t nr = tape->series.nr_points;

	if (!series)
		return hkj_error_memory(error);
	*series = tape->series;
	target->series = series;
	series->points = calloc(nr + 1, sizeof(*series->points));
	if (!series->points) {
		series->nr_points = 0;
		return hkj_error_memory(error);
	}
	for (size_t i = 0; i < nr; i++)
		series->points[i] = tape->series.points[i];
	tops_resolve(series, target);
	return 0;
}

/**
 * hkj_tape_free() - free what a tape owns
 * @tape: zeroed afterwards
 */
void hkj_tape_free(struct hkj_tape *tape)
{
	free(tape->series.points);
	*tape = (struct hkj_tape){ 0 };
}

/**
 * hkj_tapes_init() - empty tapes of all targets
 * @tapes: to be filled
 * @targets: CPUs that are measured
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_tapes_init(struct hkj_tapes *tapes, const struct hkj_cpus *targets,
		   struct hkj_error *error)
{
	size_t nr = hkj_cpus_count(targets);

	tapes->items = calloc(nr + 1, sizeof(*tapes->items));
	tapes->nr = tapes->items ? nr : 0;
	return tapes->items ? 0 : hkj_error_memory(error);
}

/**
 * hkj_tapes_read() - take over what all targets have to add
 * @tapes: of @targets
 * @device: from hkj_snapshot_open()
 * @targets: CPUs that are measured
 * @error: filled when a record cannot be read
 *
 * Return: 0 or -1; the others are read whatever becomes of one.
 */
int hkj_tapes_read(struct hkj_tapes *tapes, int device,
		   const struct hkj_cpus *targets, struct hkj_error *error)
{
	struct hkj_snapshot snapshot;
	unsigned int cpu;
	int result = 0;
	size_t i = 0;

	hkj_cpus_for_each(cpu, targets) {
		if (hkj_snapshot_read(&snapshot, device, cpu, error) ||
		    hkj_tape_read(&tapes->items[i], &snapshot, error))
			result = -1;
		i++;
	}
	return result;
}

/**
 * hkj_tapes_free() - free all tapes
 * @tapes: zeroed or filled; zeroed afterwards
 */
void hkj_tapes_free(struct hkj_tapes *tapes)
{
	for (size_t i = 0; i < tapes->nr; i++)
		hkj_tape_free(&tapes->items[i]);
	free(tapes->items);
	*tapes = (struct hkj_tapes){ 0 };
}
