// SPDX-License-Identifier: GPL-2.0
/*
 * Where and when time was lost: a row for each CPU, or for some neighbours
 * where they are many; for a single CPU, a row for each class.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capped.h"
#include "html_figure.h"
#include "result.h"
#include "series.h"
#include "units.h"

#define ROWS_MAX 32
#define COLUMNS 72
#define TABLE_COLUMNS 8
#define HOST_COLUMNS 8
#define LEVELS 6
#define NR_CLASS_ROWS (HKJ_NR_CLASSES + 1) /* and what nothing explains */

/**
 * struct heat - what is drawn
 * @cells: time lost in each, in ns: @nr_rows rows of COLUMNS
 * @nr_rows: how many
 * @per_row: CPUs of a row
 * @by_class: rows are classes instead
 * @is_whole: all gaps are in it, not the longest alone
 * @most: of all cells
 */
struct heat {
	uint64_t (*cells)[COLUMNS];
	size_t nr_rows;
	size_t per_row;
	bool by_class;
	bool is_whole;
	uint64_t most;
};

static size_t class_row(const char *class_name)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };
	size_t row = 0;

	while (row < HKJ_NR_CLASSES && strcmp(names[row], class_name))
		row++;
	return row;
}

static void cell_add(struct heat *heat, size_t row, size_t column, uint64_t ns)
{
	uint64_t *cell = &heat->cells[row][column];

	*cell = hkj_capped_sum(*cell, ns);
	if (*cell > heat->most)
		heat->most = *cell;
}

static double column_width(const struct hkj_html *page)
{
	return ((double)page->span_ns + 1) / COLUMNS;
}

static size_t column_of(const struct hkj_html *page, double at_ns)
{
	double column = at_ns / column_width(page);

	return column < COLUMNS ? (size_t)column : COLUMNS - 1;
}

/**
 * heat_add() - time lost, evenly over the columns of an interval
 * @heat: gets it
 * @row: of @heat
 * @page: tells how wide a column is
 * @start_ns: of the interval
 * @length_ns: of the interval
 * @ns: lost in it; to the nanosecond in all columns together
 */
static void heat_add(struct heat *heat, size_t row, const struct hkj_html *page,
		     uint64_t start_ns, uint64_t length_ns, uint64_t ns)
{
	double end_ns = (double)start_ns + (double)length_ns;
	size_t last = column_of(page, end_ns);
	uint64_t done = 0;

	for (size_t i = column_of(page, (double)start_ns); i < last; i++) {
		double until = (double)(i + 1) * column_width(page);
		double share = (until - (double)start_ns) / (double)length_ns;
		uint64_t so_far = share < 1 ? (uint64_t)((double)ns * share) :
					      ns;

		so_far = so_far > done ? so_far : done;
		cell_add(heat, row, i, so_far - done);
		done = so_far;
	}
	cell_add(heat, row, last, ns - done);
}

/* Evenly over the whole gap: all classes together never exceed a column. */
static void parts_add(struct heat *heat, const struct hkj_html *page,
		      const struct hkj_longest *gap, uint64_t start_ns)
{
	uint64_t rest = gap->duration_ns;

	for (size_t i = 0; i < gap->nr_parts; i++) {
		const struct hkj_part_record *part = &gap->parts[i];

		heat_add(heat, class_row(part->class_name), page,
			 start_ns, gap->duration_ns, part->net_ns);
		rest -= part->net_ns < rest ? part->net_ns : rest;
	}
	heat_add(heat, HKJ_NR_CLASSES, page, start_ns, gap->duration_ns, rest);
}

static void heat_fill(struct heat *heat, const struct hkj_html *page)
{
	for (size_t i = 0; i < page->nr_longest; i++) {
		const struct hkj_html_gap *at = &page->longest[i];
		const struct hkj_longest *gap = hkj_html_gap(page, at);
		uint64_t start_ns =
			hkj_series_place(hkj_html_target(page, at), gap);

		if (heat->by_class)
			parts_add(heat, page, gap, start_ns);
		else
			heat_add(heat, at->target / heat->per_row, page,
				 start_ns, gap->duration_ns,
				 gap->duration_ns);
	}
}

/*
 * A point has the gaps that ended within its period, and some may have begun long
 * before. Last point first, each gets the time between its period's begin, or
 * what its gaps take if that is more, and where the point after it begins.
 */
static void series_add(struct heat *heat, size_t row,
		       const struct hkj_html *page,
		       const struct hkj_target *target)
{
	const struct hkj_series *series = target->series;
	uint64_t end = hkj_series_span(target);

	for (size_t k = series->nr_points; k-- > 0;) {
		const struct hkj_point *point = &series->points[k];
		uint64_t begin = point->start_ns;
		uint64_t period_end =
			hkj_capped_sum(begin, series->period_ns);

		end = end < period_end ? end : period_end;
		if (point->total_ns > end)
			begin = 0;
		else if (end - point->total_ns < begin)
			begin = end - point->total_ns;
		heat_add(heat, row, page, begin, end - begin, point->total_ns);
		end = begin;
	}
}

/* Whether a series tells more than the longest gaps do. */
static bool has_series(const struct hkj_html *page)
{
	for (size_t i = 0; i < page->result->nr_cpus; i++) {
		const struct hkj_series *series = page->result->cpus[i].series;

		if (!series || !series->period_ns ||
		    page->span_ns / series->period_ns < COLUMNS / 2)
			return false;
	}
	return page->result->nr_cpus > 1;
}

static void series_fill(struct heat *heat, const struct hkj_html *page)
{
	for (size_t i = 0; i < page->result->nr_cpus; i++)
		series_add(heat, i / heat->per_row, page,
			   &page->result->cpus[i]);
}

static int heat_init(struct heat *heat, const struct hkj_html *page)
{
	size_t nr_cpus = page->result->nr_cpus;

	*heat = (struct heat){ .per_row = (nr_cpus + ROWS_MAX - 1) / ROWS_MAX };
	heat->by_class = nr_cpus == 1;
	heat->nr_rows = heat->by_class ? NR_CLASS_ROWS :
					 (nr_cpus - 1) / heat->per_row + 1;
	heat->cells = calloc(heat->nr_rows, sizeof(*heat->cells));
	if (!heat->cells)
		return hkj_error_memory(page->error);
	heat->is_whole = has_series(page);
	if (heat->is_whole)
		series_fill(heat, page);
	else
		heat_fill(heat, page);
	return 0;
}

/* A decade of time a level, the highest one for the most. 0: nothing lost. */
static unsigned int level_of(const struct heat *heat, uint64_t ns)
{
	double below;

	if (!ns)
		return 0;
	below = floor(log10((double)heat->most / (double)ns));
	return below >= LEVELS - 1 ? 1 : LEVELS - (unsigned int)below;
}

static double row_height(const struct heat *heat)
{
	return (HKJ_FIGURE_BOTTOM - HKJ_FIGURE_TOP) / (double)heat->nr_rows;
}

static double opacity_of(unsigned int level)
{
	return 0.1 + 0.9 * (level - 1) / (LEVELS - 1);
}

/* All cells of a level are one path: pages of many CPUs stay small. */
static void level_print(FILE *out, const struct heat *heat, unsigned int level)
{
	const double width =
		(HKJ_FIGURE_RIGHT - HKJ_FIGURE_LEFT) / (double)COLUMNS;
	double height = row_height(heat);

	fprintf(out, "<path class=\"heat\" fill-opacity=\"%.2f\" d=\"",
		opacity_of(level));
	for (size_t row = 0; row < heat->nr_rows; row++)
		for (size_t column = 0; column < COLUMNS; column++)
			if (level_of(heat, heat->cells[row][column]) == level)
				fprintf(out, "M%.1f %.1fh%.1fv%.1fh-%.1fz",
					HKJ_FIGURE_LEFT +
						width * (double)column,
					HKJ_FIGURE_TOP + height * (double)row,
					width, height - 0.5, width);
	fputs("\"/>\n", out);
}

/* As much of it as there is room for, and no half characters. */
static void host_name(FILE *out, const struct hkj_host *host)
{
	size_t length = strnlen(host->hostname, HOST_COLUMNS);
	char text[HOST_COLUMNS + 1];

	while (length && (host->hostname[length] & 0xc0) == 0x80)
		length--;
	memcpy(text, host->hostname, length);
	text[length] = '\0';
	hkj_html_text(out, text);
}

static void row_name(FILE *out, const struct heat *heat,
		     const struct hkj_result *result, size_t row)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };
	size_t first = row * heat->per_row;
	size_t last = first + heat->per_row - 1;

	if (heat->by_class) {
		fputs(row < HKJ_NR_CLASSES ? names[row] : "none", out);
		return;
	}
	if (result->nr_hosts) {
		host_name(out, hkj_result_host(result, &result->cpus[first]));
		return;
	}
	last = last < result->nr_cpus ? last : result->nr_cpus - 1;
	fprintf(out, "%s%" PRIu64, last > first ? "" : "CPU ",
		result->cpus[first].cpu);
	if (last > first)
		fprintf(out, "-%" PRIu64, result->cpus[last].cpu);
}

static void names_print(struct hkj_html *page, const struct heat *heat)
{
	double height = row_height(heat);
	size_t step = (size_t)ceil(15 / height);

	for (size_t row = 0; row < heat->nr_rows; row += step) {
		fprintf(page->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
			HKJ_FIGURE_LEFT - 6,
			HKJ_FIGURE_TOP + height * ((double)row + 0.5) + 4);
		row_name(page->out, heat, page->result, row);
		fputs("</text>\n", page->out);
	}
}

static void table_row(struct hkj_html *page, const struct heat *heat, size_t row)
{
	fputs("<tr><td>", page->out);
	row_name(page->out, heat, page->result, row);
	fputs("</td>", page->out);
	for (size_t i = 0; i < TABLE_COLUMNS; i++) {
		const size_t step = COLUMNS / TABLE_COLUMNS;
		uint64_t sum = 0;

		for (size_t k = 0; k < step; k++)
			sum = hkj_capped_sum(sum,
					     heat->cells[row][i * step + k]);
		fputs("<td>", page->out);
		hkj_html_ns(page->out, sum, "%s", "");
		fputs("</td>", page->out);
	}
	fputs("</tr>\n", page->out);
}

static void table_print(struct hkj_html *page, const struct heat *heat)
{
	fputs("<tr><th>from</th>", page->out);
	for (size_t i = 0; i < TABLE_COLUMNS; i++)
		fprintf(page->out, "<th>%s</th>",
			hkj_units_human(page->span_ns / TABLE_COLUMNS * i).text);
	fputs("</tr>\n", page->out);
	for (size_t row = 0; row < heat->nr_rows; row++)
		table_row(page, heat, row);
}

static void chart_print(struct hkj_html *page, const struct heat *heat)
{
	double seconds = (double)page->span_ns / 1e9;
	struct hkj_axis x = hkj_axis_x(0, seconds > 0 ? seconds : 1);

	hkj_axis_ticks_x(page->out, &x, hkj_axis_step(&x, false),
			 hkj_tick_seconds);
	for (unsigned int level = 1; level <= LEVELS; level++)
		level_print(page->out, heat, level);
	names_print(page, heat);
	hkj_axis_label_time(page);
	hkj_figure_table(page);
	table_print(page, heat);
}

static void legend_print(const struct hkj_html *page, const struct heat *heat)
{
	FILE *out = page->out;
	uint64_t most = heat->most;

	fputs("<ul class=\"legend\">", out);
	for (unsigned int level = LEVELS; level && most; level--, most /= 10)
		fprintf(out, "<li><i style=\"background:var(--heat);opacity:%.2f\"></i>up to %s</li>",
			opacity_of(level), hkj_units_human(most).text);
	fprintf(out, "<li>in a column of %s</li></ul>\n",
		hkj_units_human((uint64_t)column_width(page)).text);
}

/**
 * hkj_html_heat() - the chart of the time lost over CPUs and time
 * @page: gets it
 *
 * Return: 0 or -1.
 */
int hkj_html_heat(struct hkj_html *page)
{
	struct heat heat;

	if (!page->nr_longest)
		return 0;
	if (heat_init(&heat, page))
		return -1;
	hkj_figure_begin(page, "Heat map",
			 heat.is_whole ? "Time lost, by CPU and time" :
			 heat.by_class ?
					 "Time lost in the longest gaps, by class and time" :
					 "Time lost in the longest gaps, by CPU and time",
			 "Cells that are the darker, the more time was lost there and then. The table below has the sums of nine columns each.");
	chart_print(page, &heat);
	fputs("</table></div></details>\n", page->out);
	legend_print(page, &heat);
	fputs("</figure>\n", page->out);
	free(heat.cells);
	return 0;
}
