// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of the page. All text of the result goes through hkj_html_text().
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "html.h"
#include "result.h"
#include "units.h"
#include "view.h"

/**
 * hkj_html_text() - print any text
 * @out: gets it, fit for content and for quoted attributes
 * @text: control characters become question marks
 */
void hkj_html_text(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'')
			fprintf(out, "&#%u;", c);
		else
			fputc(c < ' ' || c == 0x7f ? '?' : c, out);
	}
}

static void data_print(FILE *out, uint64_t value, const char *shown,
		       const char *key, va_list args)
{
	if (value == HKJ_NONE) {
		fputs("&#8211;", out);
		return;
	}
	fprintf(out, "<data value=\"%" PRIu64 "\"", value);
	if (*key) {
		fputs(" data-key=\"", out);
		vfprintf(out, key, args);
		fputc('"', out);
	}
	fprintf(out, ">%s</data>", shown);
}

/**
 * hkj_html_data() - print a number of the result
 * @out: gets it
 * @value: as in the file; HKJ_NONE: a dash
 * @shown: as people read it
 * @key: where it stands in the file, as of printf(); "": nowhere
 */
void hkj_html_data(FILE *out, uint64_t value, const char *shown,
		   const char *key, ...)
{
	va_list args;

	va_start(args, key);
	data_print(out, value, shown, key, args);
	va_end(args);
}

/**
 * hkj_html_ns() - print a duration
 * @out: gets it
 * @ns: as hkj_html_data() has it
 * @key: likewise
 */
void hkj_html_ns(FILE *out, uint64_t ns, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	data_print(out, ns, hkj_view_duration(ns).text, key, args);
	va_end(args);
}

/**
 * hkj_html_count() - print a number of things
 * @out: gets it
 * @count: as hkj_html_data() has it
 * @key: likewise
 */
void hkj_html_count(FILE *out, uint64_t count, const char *key, ...)
{
	va_list args;

	va_start(args, key);
	data_print(out, count, hkj_units_count(count).text, key, args);
	va_end(args);
}

/**
 * hkj_html_share() - print a share
 * @out: gets it, in percent
 * @part: of @whole
 * @whole: a dash if it is 0
 */
void hkj_html_share(FILE *out, uint64_t part, uint64_t whole)
{
	double share = 100.0 * (double)part / (double)whole;

	if (!whole)
		fputs("&#8211;", out);
	else if (part && share < 0.0001)
		fputs("&lt;0.0001&#8239;%", out);
	else if (part && share < 0.01)
		fprintf(out, "%.4f&#8239;%%", share);
	else
		fprintf(out, "%.2f&#8239;%%", share < 1000 ? share : 999.99);
}

/**
 * hkj_html_colour() - the style that paints a class
 * @class_name: of the result; one that is not known has a style, too
 */
const char *hkj_html_colour(const char *class_name)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_CLASSES) };
	static const char *const styles[] = {
#define X(id, name) "c-" name,
		HKJ_CLASSES(X)
#undef X
	};

	for (size_t i = 0; i < HKJ_NR_CLASSES; i++)
		if (!strcmp(names[i], class_name))
			return styles[i];
	return "c-other";
}

/**
 * hkj_html_source() - print what a source is called
 * @out: gets it
 * @class_name: its class
 * @name: its name; may be empty
 * @function: its function; NULL or empty if there is none
 */
void hkj_html_source(FILE *out, const char *class_name, const char *name,
		     const char *function)
{
	bool has_function = function && *function;
	const char *first = has_function ? function : name;

	fprintf(out, "<span class=\"class\"><i class=\"%s\"></i>",
		hkj_html_colour(class_name));
	hkj_html_text(out, class_name);
	fputs("</span> <code>", out);
	hkj_html_text(out, first);
	fputs("</code>", out);
	if (!has_function || !*name || !strcmp(name, function))
		return;
	fputs(" <small>", out);
	hkj_html_text(out, name);
	fputs("</small>", out);
}

/**
 * hkj_html_cpu() - print which CPU a target is
 * @page: gets it, with the machine if there are several
 * @target: index
 */
void hkj_html_cpu(const struct hkj_html *page, size_t target)
{
	const struct hkj_target *at = &page->result->cpus[target];
	const struct hkj_host *host = hkj_result_host(page->result, at);
	struct hkj_host_label room;

	if (at->host.is_there) {
		hkj_html_text(page->out,
			      hkj_result_host_name(page->result, host, &room));
		fputc(' ', page->out);
	}
	fputs("CPU ", page->out);
	hkj_html_data(page->out, at->cpu, hkj_units_count(at->cpu).text,
		      "cpus[%zu].cpu", target);
}

/**
 * hkj_html_target() - whose gap it is
 * @page: the page
 * @at: one of its longest gaps
 */
const struct hkj_target *hkj_html_target(const struct hkj_html *page,
					 const struct hkj_html_gap *at)
{
	return &page->result->cpus[at->target];
}

/**
 * hkj_html_gap() - one of the longest gaps
 * @page: the page
 * @at: which
 */
const struct hkj_longest *hkj_html_gap(const struct hkj_html *page,
				       const struct hkj_html_gap *at)
{
	return &hkj_html_target(page, at)->longest[at->gap];
}
