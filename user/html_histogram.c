// SPDX-License-Identifier: GPL-2.0
/*
 * How many gaps were how long, on two logarithmic axes.
 */
#include <math.h>

#include "hist_rows.h"
#include "html_figure.h"
#include "units.h"

#define ROWS_MAX 48

static uint64_t most_of(const struct hkj_rows *rows)
{
	uint64_t most = 0;

	for (unsigned int row = rows->first; row < rows->end; row++)
		if (rows->counts[row] > most)
			most = rows->counts[row];
	return most;
}

/* Where a row ends; the overflow has no end, and is drawn a decade wide. */
static uint64_t end_of(const struct hkj_rows *rows, unsigned int row)
{
	uint64_t next = hkj_rows_next(rows, row);

	return next == HKJ_NONE ? hkj_rows_low(rows, row) * 10 : next;
}

static void bars_print(FILE *out, const struct hkj_rows *rows,
		       const struct hkj_axis *x, const struct hkj_axis *y)
{
	for (unsigned int row = rows->first; row < rows->end; row++) {
		double left = hkj_axis_log(x, hkj_rows_low(rows, row));
		double right = hkj_axis_log(x, end_of(rows, row));
		double top = hkj_axis_log(y, rows->counts[row]);

		if (!rows->counts[row])
			continue;
		fprintf(out, "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>from %s: %s</title></rect>\n",
			left, top, fmax(right - left - 0.5, 1),
			HKJ_FIGURE_BOTTOM - top,
			hkj_units_human(hkj_rows_low(rows, row)).text,
			hkj_units_count(rows->counts[row]).text);
	}
}

static void table_print(struct hkj_html *page, const struct hkj_rows *rows)
{
	uint64_t seen = 0;

	fputs("<tr><th>from</th><th>below</th><th>gaps</th><th>up to here</th></tr>\n",
	      page->out);
	for (unsigned int row = rows->first; row < rows->end; row++) {
		if (!rows->counts[row])
			continue;
		seen += rows->counts[row];
		fputs("<tr class=\"row\"><td>", page->out);
		hkj_html_ns(page->out, hkj_rows_low(rows, row), "%s", "");
		fputs("</td><td>", page->out);
		hkj_html_ns(page->out, hkj_rows_next(rows, row), "%s", "");
		fputs("</td><td>", page->out);
		hkj_html_count(page->out, rows->counts[row], "%s", "");
		fputs("</td><td>", page->out);
		hkj_html_share(page->out, seen, page->gaps.count);
		fputs("</td></tr>\n", page->out);
	}
}

static void chart_print(struct hkj_html *page)
{
	struct hkj_axis x, y;
	struct hkj_rows rows;

	hkj_rows_fill(&rows, &page->gaps.histogram);
	while (rows.end - rows.first > ROWS_MAX)
		hkj_rows_coarsen(&rows);
	x = hkj_axis_decades(hkj_axis_x(0, 0), hkj_rows_low(&rows, rows.first),
			     end_of(&rows, rows.end - 1));
	y = hkj_axis_decades(hkj_axis_y(0, 0), 1, most_of(&rows));
	y.begin -= 8; /* a single gap has a bar, too */
	hkj_axis_ticks_x(page->out, &x, hkj_axis_step(&x, true),
			 hkj_tick_duration);
	hkj_axis_ticks_y(page->out, &y, hkj_axis_step(&y, true),
			 hkj_tick_count);
	bars_print(page->out, &rows, &x, &y);
	hkj_axis_label_x(page->out, "length of a gap");
	hkj_figure_table(page);
	table_print(page, &rows);
}

/**
 * hkj_html_histogram() - the chart of the gaps' lengths
 * @page: gets it
 */
void hkj_html_histogram(struct hkj_html *page)
{
	if (!page->gaps.histogram.nr_buckets)
		return;
	hkj_figure_begin(page, "Gaps by length",
			 "How many gaps were how long, both on logarithmic axes",
			 "Bars: the number of gaps for each length. The table below has all of them.");
	chart_print(page);
	hkj_figure_end(page);
}
