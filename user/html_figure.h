/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Charts of the page: a drawing with a title and a description, and the same
 * numbers as a table below.
 */
#ifndef HKJITTER_USER_HTML_FIGURE_H
#define HKJITTER_USER_HTML_FIGURE_H

#include "html.h"

/* Units of the drawing; the page scales it. */
#define HKJ_FIGURE_WIDTH 440
#define HKJ_FIGURE_HEIGHT 250
#define HKJ_FIGURE_LEFT 66
#define HKJ_FIGURE_RIGHT 428
#define HKJ_FIGURE_TOP 10
#define HKJ_FIGURE_BOTTOM 208

/**
 * struct hkj_axis - from values to places
 * @low: value at @begin; its logarithm to base 10 on a logarithmic axis
 * @high: value at @end
 * @begin: in units of the drawing
 * @end: likewise; less than @begin if it runs upwards
 */
struct hkj_axis {
	double low;
	double high;
	double begin;
	double end;
};

void hkj_figure_begin(struct hkj_html *page, const char *title,
		      const char *subtitle, const char *description);
void hkj_figure_table(struct hkj_html *page);
void hkj_figure_end(struct hkj_html *page);

struct hkj_axis hkj_axis_x(double low, double high);
struct hkj_axis hkj_axis_y(double low, double high);
struct hkj_axis hkj_axis_decades(struct hkj_axis axis, uint64_t min,
				 uint64_t max);
double hkj_axis_place(const struct hkj_axis *axis, double value);
double hkj_axis_log(const struct hkj_axis *axis, uint64_t value);

typedef void hkj_tick_text(FILE *out, double value);
hkj_tick_text hkj_tick_duration;
hkj_tick_text hkj_tick_count;
hkj_tick_text hkj_tick_seconds;

void hkj_axis_ticks_x(FILE *out, const struct hkj_axis *axis, double step,
		      hkj_tick_text *text);
void hkj_axis_ticks_y(FILE *out, const struct hkj_axis *axis, double step,
		      hkj_tick_text *text);
void hkj_axis_label_x(FILE *out, const char *text);
void hkj_axis_label_time(struct hkj_html *page);
double hkj_axis_step(const struct hkj_axis *axis, bool is_log);

#endif /* HKJITTER_USER_HTML_FIGURE_H */
