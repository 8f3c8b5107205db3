// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>

#include "html_figure.h"
#include "units.h"

#define TICKS_MAX 6

/**
 * hkj_figure_begin() - begin a chart
 * @page: gets it
 * @title: what it shows, in a few words
 * @subtitle: what its axes are
 * @description: for those who do not see it
 */
void hkj_figure_begin(struct hkj_html *page, const char *title,
		      const char *subtitle, const char *description)
{
	unsigned int nr = ++page->nr_figures;

	fprintf(page->out,
		"<figure>\n<figcaption>%s<span>%s</span></figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t%u d%u\"><title id=\"t%u\">%s</title><desc id=\"d%u\">%s</desc>\n",
		title, subtitle, HKJ_FIGURE_WIDTH, HKJ_FIGURE_HEIGHT, nr, nr,
		nr, title, nr, description);
}

/**
 * hkj_figure_table() - from the drawing to its table
 * @page: gets what is between them
 */
void hkj_figure_table(struct hkj_html *page)
{
	fputs("</svg>\n<details><summary>As a table</summary><div class=\"scroll\"><table>\n",
	      page->out);
}

/**
 * hkj_figure_end() - end a chart
 * @page: gets it
 */
void hkj_figure_end(struct hkj_html *page)
{
	fputs("</table></div></details>\n</figure>\n", page->out);
}

/**
 * hkj_axis_x() - an axis from left to right
 * @low: value at the left
 * @high: value at the right
 */
struct hkj_axis hkj_axis_x(double low, double high)
{
	return (struct hkj_axis){ low, high, HKJ_FIGURE_LEFT,
				  HKJ_FIGURE_RIGHT };
}

/**
 * hkj_axis_y() - an axis from below to above
 * @low: value below
 * @high: value above
 */
struct hkj_axis hkj_axis_y(double low, double high)
{
	return (struct hkj_axis){ low, high, HKJ_FIGURE_BOTTOM,
				  HKJ_FIGURE_TOP };
}

/**
 * hkj_axis_decades() - make an axis logarithmic
 * @axis: its places are kept
 * @min: lowest value that it has to hold, 1 or more
 * @max: highest value
 */
struct hkj_axis hkj_axis_decades(struct hkj_axis axis, uint64_t min,
				 uint64_t max)
{
	axis.low = floor(log10((double)(min ? min : 1)));
	axis.high = ceil(log10((double)(max ? max : 1)));
	if (axis.high <= axis.low)
		axis.high = axis.low + 1;
	return axis;
}

/**
 * hkj_axis_place() - where a value is
 * @axis: the axis
 * @value: as @axis has it; held within the axis
 */
double hkj_axis_place(const struct hkj_axis *axis, double value)
{
	double share = (value - axis->low) / (axis->high - axis->low);

	share = share < 0 ? 0 : share > 1 ? 1 :
					    share;
	return axis->begin + share * (axis->end - axis->begin);
}

/**
 * hkj_axis_log() - where a value is on a logarithmic axis
 * @axis: the axis
 * @value: 0 is at its begin
 */
double hkj_axis_log(const struct hkj_axis *axis, uint64_t value)
{
	return value ? hkj_axis_place(axis, log10((double)value)) : axis->begin;
}

/**
 * hkj_tick_duration() - label of a logarithmic axis of nanoseconds
 * @out: gets it
 * @value: logarithm of it
 */
void hkj_tick_duration(FILE *out, double value)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	int decade = (int)lround(value);
	int unit = decade / 3 > 3 ? 3 : decade / 3;

	if (decade < 0)
		return;
	if (decade > 12)
		fprintf(out, "1e%d s", decade - 9);
	else
		fprintf(out, "%.0f %s", pow(10, decade - 3 * unit),
			units[unit]);
}

/**
 * hkj_tick_count() - label of a logarithmic axis of numbers
 * @out: gets it
 * @value: logarithm of it
 */
void hkj_tick_count(FILE *out, double value)
{
	if (value > 5.5)
		fprintf(out, "1e%.0f", value);
	else
		fprintf(out, "%.0f", pow(10, value));
}

/**
 * hkj_tick_seconds() - label of an axis of time
 * @out: gets it
 * @value: seconds
 */
void hkj_tick_seconds(FILE *out, double value)
{
	if (value > 0)
		fputs(hkj_units_human((uint64_t)llround(value * 1e9)).text, out);
	else
		fputc('0', out);
}

/**
 * hkj_axis_step() - distance of an axis' ticks
 * @axis: the axis
 * @is_log: a whole number of decades is wanted, else 1, 2 or 5 times a decade
 *
 * Return: for at most TICKS_MAX + 1 ticks.
 */
double hkj_axis_step(const struct hkj_axis *axis, bool is_log)
{
	double span = axis->high - axis->low;
	double decade, step;

	if (is_log)
		return ceil(span / TICKS_MAX);
	decade = pow(10, floor(log10(span / TICKS_MAX)));
	step = span / TICKS_MAX / decade;
	return decade * (step <= 1 ? 1 : step <= 2 ? 2 :
				 step <= 5	   ? 5 :
						     10);
}

/**
 * hkj_axis_ticks_x() - draw an axis from left to right
 * @out: gets lines and labels
 * @axis: the axis
 * @step: distance of ticks
 * @text: prints a label
 */
void hkj_axis_ticks_x(FILE *out, const struct hkj_axis *axis, double step,
		      hkj_tick_text *text)
{
	for (double at = axis->low; at < axis->high + step / 1000; at += step) {
		double x = hkj_axis_place(axis, at);
		bool is_last = x > HKJ_FIGURE_RIGHT - 20;

		fprintf(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">",
			x, HKJ_FIGURE_TOP, HKJ_FIGURE_BOTTOM,
			is_last ? HKJ_FIGURE_WIDTH - 2.0 : x,
			HKJ_FIGURE_BOTTOM + 19, is_last ? "end" : "middle");
		text(out, at);
		fputs("</text>\n", out);
	}
}

/**
 * hkj_axis_ticks_y() - draw an axis from below to above
 * @out: gets lines and labels
 * @axis: the axis
 * @step: distance of ticks
 * @text: prints a label
 */
void hkj_axis_ticks_y(FILE *out, const struct hkj_axis *axis, double step,
		      hkj_tick_text *text)
{
	for (double at = axis->low; at < axis->high + step / 1000; at += step) {
		double y = hkj_axis_place(axis, at);

		fprintf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
			HKJ_FIGURE_LEFT, y, HKJ_FIGURE_RIGHT,
			HKJ_FIGURE_LEFT - 6, y + 4);
		text(out, at);
		fputs("</text>\n", out);
	}
}

/**
 * hkj_axis_label_x() - say what an axis from left to right is
 * @out: gets it
 * @text: a few words
 */
void hkj_axis_label_x(FILE *out, const char *text)
{
	fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
		(HKJ_FIGURE_LEFT + HKJ_FIGURE_RIGHT) / 2,
		HKJ_FIGURE_HEIGHT - 6, text);
}

/**
 * hkj_axis_label_time() - say what time an axis from left to right is
 * @page: gets it
 */
void hkj_axis_label_time(struct hkj_html *page)
{
	const struct hkj_result *result = page->result;
	const char *text = "time since the run began";

	for (size_t i = 0; i < result->nr_cpus; i++)
		if (result->cpus[i].series && result->cpus[i].series->nr_runs > 1)
			text = "time measured, one run behind the other";
	hkj_axis_label_x(page->out, text);
}
