// SPDX-License-Identifier: GPL-2.0
/*
 * What ends the sources that took most of the time, on their kernel.
 */
#include <inttypes.h>

#include "explain.h"
#include "html.h"
#include "units.h"

#define SOURCES_SHOWN 16

static void line_print(FILE *out, const char *label, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "<p><span class=\"soft\">%s</span> ", label);
	hkj_html_text(out, text);
	fputs("</p>\n", out);
}

static void remedy_print(FILE *out, const struct hkj_remedy *remedy,
			 bool is_one_of_several)
{
	if (is_one_of_several)
		fprintf(out, "<p><strong>%" PRIu64 " of these</strong></p>\n",
			remedy->count);
	line_print(out, "what", remedy->what);
	line_print(out, "how", remedy->how);
	line_print(out, "remedy", remedy->knob);
	line_print(out, "its cost", remedy->cost);
	line_print(out, "needs", remedy->needs);
	line_print(out, "see", remedy->document);
}

static void source_print(FILE *out, const struct hkj_explained *source)
{
	fputs("<div class=\"gap remedy\"><strong>", out);
	hkj_html_source(out, source->class_name, source->name ? source->name : "",
			source->function);
	fprintf(out, "</strong> <span class=\"soft\">%s, %s",
		hkj_units_times(source->count).text,
		hkj_units_human(source->total_ns).text);
	if (source->cpus) {
		fputs(", on CPU ", out);
		hkj_html_text(out, source->cpus);
	}
	fputs("</span>\n", out);
	for (size_t i = 0; i < source->nr_remedies; i++)
		remedy_print(out, &source->remedies[i],
			     source->nr_remedies > 1);
	fputs("</div>\n", out);
}

static void remedies_print(FILE *out, const struct hkj_explanation *explanation)
{
	size_t nr = 0;

	for (size_t i = 0; i < explanation->nr_sources; i++) {
		const struct hkj_explained *source = &explanation->sources[i];

		if (source->nr_remedies && nr++ < SOURCES_SHOWN)
			source_print(out, source);
	}
	fputs("</div>\n", out);
	if (nr > SOURCES_SHOWN)
		fprintf(out, "<p class=\"soft\">hkjitter explain tells of %zu more.</p>\n",
			nr - SOURCES_SHOWN);
}

/**
 * hkj_html_remedies() - what would end the sources
 * @page: gets it
 *
 * Return: 0 or -1.
 */
int hkj_html_remedies(struct hkj_html *page)
{
	struct hkj_explanation explanation = { 0 };

	if (hkj_explain_result(&explanation, page->result)) {
		hkj_explanation_free(&explanation);
		return hkj_error_memory(page->error);
	}
	if (explanation.nr_sources) {
		fputs("<section>\n<h2>What would end it</h2>\n<div class=\"gaps\">\n",
		      page->out);
		remedies_print(page->out, &explanation);
		fputs("</section>\n", page->out);
	}
	hkj_explanation_free(&explanation);
	return 0;
}
