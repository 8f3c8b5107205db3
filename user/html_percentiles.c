// SPDX-License-Identifier: GPL-2.0
/*
 * Which share of the gaps is no longer than what: the share by its nines.
 */
#include <math.h>

#include "html_figure.h"
#include "units.h"

#define NINES_MAX 6

/* How many nines a rank has: 0.99 of all has two. */
static double nines_of(uint64_t above, uint64_t all)
{
	if (!above)
		return NINES_MAX;
	return -log10((double)above / (double)all);
}

static void tick_share(FILE *out, double nines)
{
	static const char *const texts[] = { "0 %", "90 %", "99 %", "99.9 %",
					     "99.99", "99.999", "max" };
	int at = (int)lround(nines);

	fputs(texts[at < 0 ? 0 : at > NINES_MAX ? NINES_MAX :
						  at],
	      out);
}

static void curve_print(struct hkj_html *page, const struct hkj_axis *x,
			const struct hkj_axis *y)
{
	const struct hkj_histogram *histogram = &page->gaps.histogram;
	uint64_t above = page->gaps.count;
	double left = x->begin;

	fputs("<path class=\"curve\" d=\"", page->out);
	for (size_t i = 0; i < histogram->nr_buckets; i++) {
		const struct hkj_bucket *bucket = &histogram->buckets[i];
		uint64_t high = bucket->high < page->gaps.max_ns ?
					bucket->high :
					page->gaps.max_ns;
		double level = hkj_axis_log(y, high);

		above -= bucket->count < above ? bucket->count : above;
		fprintf(page->out, "%c%.1f %.1f", i ? 'L' : 'M', left, level);
		left = hkj_axis_place(x, nines_of(above, page->gaps.count));
		fprintf(page->out, "L%.1f %.1f", left, level);
	}
	fputs("\"/>\n", page->out);
}

static void marks_print(struct hkj_html *page, const struct hkj_axis *x,
			const struct hkj_axis *y)
{
	static const double nines[HKJ_NR_PERCENTILES] = { 0.30103, 1, 2,
							  3, 4, 5 };

	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		fprintf(page->out, "<circle class=\"bar dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s: %s</title></circle>\n",
			hkj_axis_place(x, nines[i]),
			hkj_axis_log(y, page->gaps.percentiles[i]),
			hkj_percentile_names[i],
			hkj_units_human(page->gaps.percentiles[i]).text);
}

static void table_print(struct hkj_html *page)
{
	const struct hkj_gaps *gaps = &page->gaps;

	fputs("<tr><th>percentile</th><th>length</th></tr>\n", page->out);
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++) {
		fprintf(page->out, "<tr><td>%s</td><td>",
			hkj_percentile_names[i]);
		hkj_html_ns(page->out, gaps->percentiles[i], "%s", "");
		fputs("</td></tr>\n", page->out);
	}
	fputs("<tr><td>max</td><td>", page->out);
	hkj_html_ns(page->out, gaps->max_ns, "%s", "");
	fputs("</td></tr>\n", page->out);
}

/**
 * hkj_html_percentiles() - the chart of the percentiles
 * @page: gets it
 */
void hkj_html_percentiles(struct hkj_html *page)
{
	const struct hkj_gaps *gaps = &page->gaps;
	struct hkj_axis x = hkj_axis_x(0, NINES_MAX);
	struct hkj_axis y;

	if (!gaps->histogram.nr_buckets)
		return;
	y = hkj_axis_decades(hkj_axis_y(0, 0), gaps->min_ns, gaps->max_ns);
	hkj_figure_begin(page, "Percentiles",
			 "Which share of the gaps is no longer than what",
			 "A curve that rises from the median to the longest gap. The table below has its marked points.");
	hkj_axis_ticks_x(page->out, &x, 1, tick_share);
	hkj_axis_ticks_y(page->out, &y, hkj_axis_step(&y, true),
			 hkj_tick_duration);
	curve_print(page, &x, &y);
	marks_print(page, &x, &y);
	hkj_axis_label_x(page->out, "share of the gaps");
	hkj_figure_table(page);
	table_print(page);
	hkj_figure_end(page);
}
