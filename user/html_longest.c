// SPDX-License-Identifier: GPL-2.0
/*
 * The longest gaps: a bar each, as wide as the gap is long, and in it what
 * interrupted, and in that what interrupted this in turn.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "html.h"
#include "spans.h"
#include "units.h"

#define GAPS_SHOWN 18
#define PARTS_SHOWN 12
#define BAR_WIDTH 400
#define LEVEL_HEIGHT 12

static double place_of(const struct hkj_longest *gap, uint64_t ns)
{
	return gap->duration_ns ? (double)ns * BAR_WIDTH /
					  (double)gap->duration_ns :
				  0;
}

static void span_rect(FILE *out, const struct hkj_longest *gap,
		      const struct hkj_span *span)
{
	double left = place_of(gap, span->start_ns);
	double width = place_of(gap, span->end_ns) - left;

	fprintf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\"/>\n",
		hkj_html_colour(span->part->class_name), left,
		(span->depth + 1) * LEVEL_HEIGHT, width < 1 ? 1 : width,
		LEVEL_HEIGHT - 1);
}

static void bar_print(struct hkj_html *page, const struct hkj_longest *gap,
		      const struct hkj_span *spans)
{
	unsigned int levels = 1 + hkj_spans_depth(spans, gap->nr_parts);
	unsigned int nr = ++page->nr_figures;

	fprintf(page->out, "<svg viewBox=\"0 0 %d %u\" role=\"img\" aria-labelledby=\"t%u d%u\"><title id=\"t%u\">Gap of %s</title><desc id=\"d%u\">When its parts began and ended; the list below has their net times.</desc>\n<rect class=\"gapbar\" width=\"%d\" height=\"%d\"/>\n",
		BAR_WIDTH, levels * LEVEL_HEIGHT, nr, nr, nr,
		hkj_units_human(gap->duration_ns).text, nr, BAR_WIDTH,
		LEVEL_HEIGHT - 1);
	for (size_t i = 0; i < gap->nr_parts; i++)
		span_rect(page->out, gap, &spans[i]);
	fputs("</svg>\n", page->out);
}

static void part_print(struct hkj_html *page, const struct hkj_html_gap *at,
		       const struct hkj_span *span)
{
	const struct hkj_longest *gap = hkj_html_gap(page, at);
	const struct hkj_part_record *part = span->part;

	fprintf(page->out, "<li class=\"d%u\"><span>",
		span->depth < 3 ? span->depth : 3);
	hkj_html_source(page->out, part->class_name, part->name,
			part->function);
	fputs("</span>", page->out);
	hkj_html_ns(page->out, part->net_ns,
		    "cpus[%zu].longest[%zu].parts[%zu].net_ns", at->target,
		    at->gap, (size_t)(part - gap->parts));
	fputs("</li>\n", page->out);
}

static void list_print(struct hkj_html *page, const struct hkj_html_gap *at,
		       const struct hkj_span *spans)
{
	const struct hkj_longest *gap = hkj_html_gap(page, at);
	bool is_told = hkj_html_target(page, at)->unexplained;

	fputs("<ol>\n", page->out);
	for (size_t i = 0; i < gap->nr_parts && i < PARTS_SHOWN; i++)
		part_print(page, at, &spans[i]);
	if (gap->nr_parts > PARTS_SHOWN)
		fprintf(page->out, "<li>and %zu more</li>\n",
			gap->nr_parts - PARTS_SHOWN);
	if (gap->parts_lost.is_there)
		fprintf(page->out, "<li>and %" PRIu64 " that there was no room for</li>\n",
			gap->parts_lost.value);
	else if (!gap->nr_parts && is_told)
		fputs("<li>unexplained: nothing of the kernel ran</li>\n",
		      page->out);
	fputs("</ol>\n", page->out);
}

static int gap_print(struct hkj_html *page, const struct hkj_html_gap *at)
{
	const struct hkj_longest *gap = hkj_html_gap(page, at);
	struct hkj_span *spans = hkj_spans_new(gap);

	if (gap->nr_parts && !spans)
		return hkj_error_memory(page->error);
	fputs("<div class=\"gap\"><strong>", page->out);
	hkj_html_ns(page->out, gap->duration_ns,
		    "cpus[%zu].longest[%zu].duration_ns", at->target, at->gap);
	fputs("</strong> <span class=\"soft\">on ", page->out);
	hkj_html_cpu(page, at->target);
	fputs(", at ", page->out);
	hkj_html_data(page->out, gap->start_ns,
		      hkj_units_human(gap->start_ns).text,
		      "cpus[%zu].longest[%zu].start_ns", at->target, at->gap);
	fputs("</span>\n", page->out);
	bar_print(page, gap, spans);
	list_print(page, at, spans);
	fputs("</div>\n", page->out);
	free(spans);
	return 0;
}

/**
 * hkj_html_longest() - the longest gaps of all CPUs
 * @page: gets them
 *
 * Return: 0 or -1.
 */
int hkj_html_longest(struct hkj_html *page)
{
	if (!page->nr_longest)
		return 0;
	fputs("<section>\n<h2>The longest gaps</h2>\n<p class=\"soft\">Each bar is as wide as its gap is long. Below it stand its parts, in the order in which they began, those that interrupted another one further to the right. Times are net.</p>\n<div class=\"gaps\">\n",
	      page->out);
	for (size_t i = 0; i < page->nr_longest && i < GAPS_SHOWN; i++)
		if (gap_print(page, &page->longest[i]))
			return -1;
	fputs("</div>\n", page->out);
	if (page->nr_longest > GAPS_SHOWN)
		fprintf(page->out, "<p class=\"soft\">%zu more are in the result file: hkjitter report --csv=gaps shows them.</p>\n",
			page->nr_longest - GAPS_SHOWN);
	fputs("</section>\n", page->out);
	return 0;
}
