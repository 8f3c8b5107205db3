// SPDX-License-Identifier: GPL-2.0
/*
 * The time series in one line: a character for each stretch of time, darker the
 * more was lost in it.
 */
#include <inttypes.h>
#include <string.h>

#include "series.h"
#include "view.h"

#define STRETCHES_MAX 60

/* From most to least, a quarter each; what is less than the last is the last. */
static const char shades[] = "@#*+=-:.";

/**
 * struct strip - what is drawn
 * @width_ns: of one stretch, whole periods
 * @nr: how many there are
 * @lost_ns: in each of them
 */
struct strip {
	uint64_t width_ns;
	size_t nr;
	uint64_t lost_ns[STRETCHES_MAX];
};

/* A file may have points beyond its run time; the last stretch takes them. */
static void strip_fill(struct strip *strip, const struct hkj_series *series,
		       uint64_t span_ns)
{
	uint64_t nr_periods = span_ns / series->period_ns + 1;
	uint64_t periods = (nr_periods - 1) / STRETCHES_MAX + 1;

	*strip = (struct strip){ .width_ns = periods * series->period_ns,
				 .nr = (nr_periods - 1) / periods + 1 };
	for (size_t i = 0; i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];
		uint64_t at = point->start_ns / strip->width_ns;

		at = at < strip->nr ? at : strip->nr - 1;
		strip->lost_ns[at] += point->total_ns;
	}
}

static char shade_of(uint64_t lost_ns, uint64_t most_ns)
{
	const char *shade = shades;

	if (!lost_ns)
		return ' ';
	for (; lost_ns <= most_ns / 4 && shade[1]; most_ns /= 4)
		shade++;
	return *shade;
}

/* Return: the stretch in which most was lost. */
static size_t strip_print(const struct strip *strip, FILE *out)
{
	char text[STRETCHES_MAX + 1] = "";
	size_t most = 0;

	for (size_t i = 0; i < strip->nr; i++)
		if (strip->lost_ns[i] > strip->lost_ns[most])
			most = i;
	for (size_t i = 0; i < strip->nr; i++)
		text[i] = shade_of(strip->lost_ns[i], strip->lost_ns[most]);
	fprintf(out, "  %-*s|%s|\n", HKJ_VIEW_LABEL - 2, "in time", text);
	return most;
}

static const struct hkj_point *longest_of(const struct hkj_series *series)
{
	const struct hkj_point *longest = series->points;

	for (size_t i = 1; i < series->nr_points; i++)
		if (series->points[i].max_ns > longest->max_ns)
			longest = &series->points[i];
	return longest;
}

static void legend_print(const struct strip *strip, size_t most,
			 const struct hkj_target *target, FILE *out)
{
	const struct hkj_point *longest = longest_of(target->series);
	const struct hkj_source_record *source = NULL;

	if (longest->top < target->nr_sources)
		source = &target->sources[longest->top];
	hkj_view_line(out, "",
		      "%s each; @ lost %s, from %s on; %s a quarter of the one before",
		      hkj_units_whole(strip->width_ns).text,
		      hkj_units_human(strip->lost_ns[most]).text,
		      hkj_units_whole(most * strip->width_ns).text, shades + 1);
	hkj_view_line(out, "", "longest within %s from %s on: %s, %s%s%s",
		      hkj_units_whole(target->series->period_ns).text,
		      hkj_units_whole(longest->start_ns).text,
		      hkj_units_human(longest->max_ns).text,
		      source ? source->class_name : "unexplained",
		      source ? " " : "",
		      !source		? "" :
		      *source->function ? source->function :
					  source->name);
}

/**
 * hkj_view_series() - how the lost time is spread over a target's window
 * @target: complete
 * @out: gets some lines; nothing if it has no gap, or is shorter than two periods
 */
void hkj_view_series(const struct hkj_target *target, FILE *out)
{
	const struct hkj_series *series = target->series;
	uint64_t span_ns = hkj_series_span(target);
	struct strip strip;

	if (!series || !series->nr_points ||
	    span_ns / 2 < series->period_ns)
		return;
	strip_fill(&strip, series, span_ns);
	fputc('\n', out);
	legend_print(&strip, strip_print(&strip, out), target, out);
	if (series->nr_runs > 1)
		hkj_view_line(out, "",
			      "%zu runs, one behind the other; the last one from %s on",
			      series->nr_runs,
			      hkj_units_whole(series->runs[series->nr_runs - 1].start_ns).text);
	if (series->dropped)
		hkj_view_line(out, "  note",
			      "gaps missing in the time series, fetched too late: %" PRIu64,
			      series->dropped);
}
