// SPDX-License-Identifier: GPL-2.0
/*
 * A comparison as text, 80 columns.
 */
#include <stdio.h>
#include <stdlib.h>

#include "view.h"
#include "view_diff.h"

static struct hkj_units_text per_second(double value, const char *unit)
{
	struct hkj_units_text out;

	snprintf(out.text, sizeof(out.text), "%.4g%s", value, unit);
	return out;
}

static struct hkj_units_text duration(double ns)
{
	struct hkj_units_text none = { "-" };

	return ns > 0 ? hkj_units_human((uint64_t)ns) : none;
}

/* ns a second of run time are parts in 1e9. */
static struct hkj_units_text value_text(enum hkj_figure figure, double value)
{
	switch (figure) {
	case HKJ_FIGURE_LOST:
	case HKJ_FIGURE_UNEXPLAINED:
		return per_second(value / 1e7, "%");
	case HKJ_FIGURE_GAPS:
		return per_second(value, "/s");
	default:
		return duration(value);
	}
}

static const char *mark_of(double p_worse, double p_better)
{
	if (p_worse <= HKJ_ALPHA)
		return "  worse";
	return p_better <= HKJ_ALPHA ? "  better" : "";
}

static void figure_print(const struct hkj_comparison *comparison,
			 enum hkj_figure figure, FILE *out)
{
	static const char *const names[] = {
		[HKJ_FIGURE_LOST] = "time lost",
		[HKJ_FIGURE_GAPS] = "gaps",
		[HKJ_FIGURE_UNEXPLAINED] = "unexplained",
	};
	const struct hkj_side *sides = comparison->sides;
	double a = hkj_side_value(&sides[HKJ_A], figure);
	double b = hkj_side_value(&sides[HKJ_B], figure);
	const char *name = figure < sizeof(names) / sizeof(names[0]) ?
				   names[figure] :
				   NULL;
	char times[24] = "-";

	if (a > 0)
		snprintf(times, sizeof(times), "%.3g", b / a);
	fprintf(out, "  %-12s %12s %12s %9s %8.4f %8.4f%s\n",
		name ? name : hkj_figure_names[figure],
		value_text(figure, a).text, value_text(figure, b).text, times,
		comparison->p_worse[figure], comparison->p_better[figure],
		mark_of(comparison->p_worse[figure],
			comparison->p_better[figure]));
}

static void side_print(const struct hkj_side *side, const char *label,
		       FILE *out)
{
	char *text = NULL;
	size_t size;
	FILE *names = open_memstream(&text, &size);

	if (!names)
		return;
	for (size_t i = 0; i < side->nr; i++)
		fprintf(names, " %s", side->names[i]);
	if (!fclose(names))
		hkj_view_line(out, label,
			      "%zu run%s of %s, Linux %s, %s in all:%s",
			      side->nr, side->nr == 1 ? "" : "s",
			      side->hostname, side->kernel,
			      hkj_units_human(side->runtime_ns).text, text);
	free(text);
}

/* Return: how many of each side it takes. */
static size_t runs_needed(void)
{
	size_t nr = 1;
	double ways = 2;

	for (; ways * HKJ_ALPHA < 1; nr++)
		ways = ways * 2 * (2 * (double)nr + 1) / ((double)nr + 1);
	return nr;
}

static void verdict_print(const struct hkj_comparison *comparison,
			  enum hkj_figure by, FILE *out)
{
	double worse = comparison->p_worse[by];
	double better = comparison->p_better[by];
	const char *name = hkj_figure_names[by];

	if (!hkj_can_tell(comparison))
		hkj_view_line(out, "verdict",
			      "cannot tell: of %zu against %zu the smallest p that can come out is %.3g; give %zu runs of each",
			      comparison->sides[HKJ_A].nr,
			      comparison->sides[HKJ_B].nr,
			      comparison->smallest_p, runs_needed());
	else if (worse <= HKJ_ALPHA)
		hkj_view_line(out, "verdict",
			      "B is worse in '%s', by more than repeated runs vary: p = %.3g",
			      name, worse);
	else if (better <= HKJ_ALPHA)
		hkj_view_line(out, "verdict",
			      "B is better in '%s', by more than repeated runs vary: p = %.3g",
			      name, better);
	else
		hkj_view_line(out, "verdict",
			      "the difference in '%s' is within what repeated runs vary: p = %.3g that B is worse by chance, %.3g better",
			      name, worse, better);
}

/**
 * hkj_view_diff() - a comparison as text
 * @comparison: filled
 * @by: figure that decides
 * @out: gets it
 */
void hkj_view_diff(const struct hkj_comparison *comparison, enum hkj_figure by,
		   FILE *out)
{
	side_print(&comparison->sides[HKJ_A], "A", out);
	side_print(&comparison->sides[HKJ_B], "B", out);
	hkj_view_diff_notes(comparison, out);
	fprintf(out, "\n  %-12s %12s %12s %9s %8s %8s\n", "", "A", "B", "B / A",
		"p worse", "p better");
	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++)
		if (hkj_tells_figure(comparison, i))
			figure_print(comparison, i, out);
	fputc('\n', out);
	hkj_view_diff_sources(comparison, out);
	verdict_print(comparison, by, out);
}
