// SPDX-License-Identifier: GPL-2.0
/*
 * When the longest gaps were, and of what.
 */
#include <inttypes.h>
#include <string.h>

#include "html_figure.h"
#include "series.h"
#include "units.h"

#define DOTS_MAX 1500
#define ROWS_MAX 40
#define PEAKS_MAX 180

/* The part that took most of a gap; NULL if it has none. */
static const struct hkj_part_record *main_part(const struct hkj_longest *gap)
{
	const struct hkj_part_record *most = NULL;

	for (size_t i = 0; i < gap->nr_parts; i++)
		if (!most || gap->parts[i].net_ns > most->net_ns)
			most = &gap->parts[i];
	return most;
}

static void dot_print(struct hkj_html *page, const struct hkj_html_gap *at,
		      const struct hkj_axis *x, const struct hkj_axis *y)
{
	const struct hkj_longest *gap = hkj_html_gap(page, at);
	const struct hkj_part_record *part = main_part(gap);
	uint64_t start_ns = hkj_series_place(hkj_html_target(page, at), gap);

	fprintf(page->out, "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s on CPU %u</title></circle>\n",
		part ? hkj_html_colour(part->class_name) : "c-gap",
		hkj_axis_place(x, (double)start_ns / 1e9),
		hkj_axis_log(y, gap->duration_ns),
		hkj_units_human(gap->duration_ns).text,
		(unsigned int)hkj_html_target(page, at)->cpu);
}

/* What has a name lies above what has none. */
static void dots_print(struct hkj_html *page, size_t nr,
		       const struct hkj_axis *x, const struct hkj_axis *y)
{
	for (size_t i = nr; i--;)
		if (!hkj_html_gap(page, &page->longest[i])->nr_parts)
			dot_print(page, &page->longest[i], x, y);
	for (size_t i = nr; i--;)
		if (hkj_html_gap(page, &page->longest[i])->nr_parts)
			dot_print(page, &page->longest[i], x, y);
}

/* Which classes the dots have, as one bit each; the highest: none. */
static unsigned int classes_of(const struct hkj_html *page, size_t nr)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };
	unsigned int seen = 0;

	for (size_t i = 0; i < nr; i++) {
		const struct hkj_part_record *part =
			main_part(hkj_html_gap(page, &page->longest[i]));

		if (!part)
			seen |= 1U << HKJ_NR_CLASSES;
		for (unsigned int k = 0; part && k < HKJ_NR_CLASSES; k++)
			if (!strcmp(names[k], part->class_name))
				seen |= 1U << k;
	}
	return seen;
}

static void legend_print(struct hkj_html *page, size_t nr)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };
	unsigned int seen = classes_of(page, nr);

	fputs("<ul class=\"legend\">", page->out);
	for (unsigned int k = 0; k < HKJ_NR_CLASSES; k++)
		if (seen & (1U << k))
			fprintf(page->out, "<li><i class=\"%s\"></i>%s</li>",
				hkj_html_colour(names[k]), names[k]);
	if (seen & (1U << HKJ_NR_CLASSES))
		fputs("<li><i class=\"c-gap\"></i>unexplained</li>", page->out);
	fputs("</ul>\n", page->out);
}

static void table_print(struct hkj_html *page, size_t nr)
{
	fputs("<tr><th>CPU</th><th>began at</th><th>length</th><th class=\"left\">most of it</th></tr>\n",
	      page->out);
	for (size_t i = 0; i < nr && i < ROWS_MAX; i++) {
		const struct hkj_html_gap *at = &page->longest[i];
		const struct hkj_longest *gap = hkj_html_gap(page, at);
		const struct hkj_part_record *part = main_part(gap);

		fputs("<tr><td>", page->out);
		hkj_html_cpu(page, at->target);
		fputs("</td><td>", page->out);
		hkj_html_data(page->out, gap->start_ns,
			      hkj_units_human(gap->start_ns).text,
			      "cpus[%zu].longest[%zu].start_ns", at->target,
			      at->gap);
		fputs("</td><td>", page->out);
		hkj_html_ns(page->out, gap->duration_ns,
			    "cpus[%zu].longest[%zu].duration_ns", at->target,
			    at->gap);
		fputs("</td><td class=\"left\">", page->out);
		if (part)
			hkj_html_source(page->out, part->class_name, part->name,
					part->function);
		fputs("</td></tr>\n", page->out);
	}
}

/**
 * struct peaks - the longest gap of all CPUs over time
 * @nr: columns; 0: there is no series to show
 * @width_ns: of a column, whole periods
 * @max_ns: of each
 */
struct peaks {
	size_t nr;
	uint64_t width_ns;
	uint64_t max_ns[PEAKS_MAX];
};

static void peaks_add(struct peaks *peaks, const struct hkj_series *series)
{
	for (size_t i = 0; i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];
		uint64_t at = point->start_ns / peaks->width_ns;
		size_t column = at < peaks->nr ? (size_t)at : peaks->nr - 1;

		if (point->max_ns > peaks->max_ns[column])
			peaks->max_ns[column] = point->max_ns;
	}
}

static uint64_t longest_period(const struct hkj_result *result)
{
	uint64_t period_ns = 0;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_series *series = result->cpus[i].series;

		if (series && series->period_ns > period_ns)
			period_ns = series->period_ns;
	}
	return period_ns;
}

/* As many columns as there are periods, or as can be seen. */
static void peaks_fill(struct peaks *peaks, const struct hkj_html *page)
{
	const struct hkj_result *result = page->result;
	uint64_t period_ns = longest_period(result);
	uint64_t nr_periods;

	*peaks = (struct peaks){ 0 };
	if (!period_ns || page->span_ns / 2 < period_ns)
		return;
	nr_periods = page->span_ns / period_ns + 1;
	peaks->width_ns = period_ns * ((nr_periods - 1) / PEAKS_MAX + 1);
	peaks->nr = (size_t)(page->span_ns / peaks->width_ns + 1);
	for (size_t i = 0; i < result->nr_cpus; i++)
		if (result->cpus[i].series)
			peaks_add(peaks, result->cpus[i].series);
}

static void peaks_print(struct hkj_html *page, const struct hkj_axis *x,
			const struct hkj_axis *y)
{
	struct peaks peaks;

	peaks_fill(&peaks, page);
	for (size_t i = 0; i < peaks.nr; i++) {
		double width = (double)peaks.width_ns / 1e9;
		double left = hkj_axis_place(x, width * (double)i);
		double right = hkj_axis_place(x, width * ((double)i + 1));
		double top = hkj_axis_log(y, peaks.max_ns[i]);

		if (peaks.max_ns[i])
			fprintf(page->out, "<rect class=\"peak\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
				left, top, right - left,
				HKJ_FIGURE_BOTTOM - top);
	}
}

static const char *timeline_note(const struct hkj_result *result)
{
	if (longest_period(result))
		return "The longest gaps, coloured by what took most; shaded: that of each period";
	return "When the longest gaps were; the colour is that of what took most of them";
}

/**
 * hkj_html_timeline() - the chart of the longest gaps over time
 * @page: gets it
 */
void hkj_html_timeline(struct hkj_html *page)
{
	size_t nr = page->nr_longest < DOTS_MAX ? page->nr_longest : DOTS_MAX;
	double seconds = (double)page->span_ns / 1e9;
	struct hkj_axis x = hkj_axis_x(0, seconds > 0 ? seconds : 1);
	const struct hkj_longest *longest, *shortest;
	struct hkj_axis y;

	if (!nr)
		return;
	longest = hkj_html_gap(page, &page->longest[0]);
	shortest = hkj_html_gap(page, &page->longest[nr - 1]);
	y = hkj_axis_decades(hkj_axis_y(0, 0), shortest->duration_ns,
			     longest->duration_ns);
	hkj_figure_begin(page, "Timeline", timeline_note(page->result),
			 "A dot a gap: when it began, and how long it was");
	hkj_axis_ticks_x(page->out, &x, hkj_axis_step(&x, false),
			 hkj_tick_seconds);
	hkj_axis_ticks_y(page->out, &y, hkj_axis_step(&y, true),
			 hkj_tick_duration);
	peaks_print(page, &x, &y);
	dots_print(page, nr, &x, &y);
	hkj_axis_label_time(page);
	hkj_figure_table(page);
	table_print(page, nr);
	fputs("</table></div></details>\n", page->out);
	legend_print(page, nr);
	fputs("</figure>\n", page->out);
}
