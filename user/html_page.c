// SPDX-License-Identifier: GPL-2.0
/*
 * The page: its head, and its parts in their order.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "html.h"
#include "series.h"
#include "units.h"

static void head_print(struct hkj_html *page)
{
	FILE *out = page->out;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<title>hkjitter: ",
	      out);
	hkj_html_text(out, page->result->host.hostname);
	fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n",
		hkj_html_style);
}

static void title_print(struct hkj_html *page)
{
	const struct hkj_result *result = page->result;
	time_t start = (time_t)(result->run.start_realtime_ns / 1000000000);
	bool are_several = !strcmp(result->host.kernel, HKJ_SEVERAL);
	char text[40] = "";
	struct tm utc;

	if (gmtime_r(&start, &utc))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &utc);
	fputs("<header>\n<h1>What took the isolated CPUs of ", page->out);
	if (result->nr_hosts)
		fprintf(page->out, "%zu machines", result->nr_hosts);
	else
		hkj_html_text(page->out, result->host.hostname);
	fputs(" away</h1>\n<p class=\"soft\">", page->out);
	hkj_html_text(page->out, are_several ? "Several kernels" : "Linux ");
	hkj_html_text(page->out, are_several ? "" : result->host.kernel);
	fprintf(page->out, ", %s, measured for %s on CPUs ", text,
		hkj_units_human(page->runtime_ns).text);
	hkj_html_text(page->out, result->config.target_cpus ?
					 result->config.target_cpus :
					 result->config.cpus);
	fputs("</p>\n</header>\n", page->out);
}

static void footer_print(struct hkj_html *page)
{
	fputs("<footer>\n<p>A <i>gap</i> is time in which the workload did not run, of the threshold's length or more. A percentile is never too small, and too large by 1/32 at most. <i>Net</i> time of a source is without what interrupted it in turn.</p>\n<p>Made by hkjitter ",
	      page->out);
	hkj_html_text(page->out, page->result->tool.version);
	fputs(". All numbers are those of the result file; each one has its key in an attribute of its own.</p>\n</footer>\n</main>\n</body>\n</html>\n",
	      page->out);
}

static size_t nr_longest_of(const struct hkj_result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += result->cpus[i].nr_longest;
	return nr;
}

/* qsort_r() hands over the page. */
static int by_duration(const void *left, const void *right, void *page)
{
	const struct hkj_html_gap *a = left, *b = right;
	uint64_t a_ns = hkj_html_gap(page, a)->duration_ns;
	uint64_t b_ns = hkj_html_gap(page, b)->duration_ns;

	if (a_ns != b_ns)
		return a_ns > b_ns ? -1 : 1;
	if (a->target != b->target)
		return a->target < b->target ? -1 : 1;
	return a->gap < b->gap ? -1 : a->gap > b->gap;
}

static int longest_init(struct hkj_html *page)
{
	const struct hkj_result *result = page->result;
	size_t nr = nr_longest_of(result);

	page->longest = calloc(nr + 1, sizeof(*page->longest));
	if (!page->longest)
		return hkj_error_memory(page->error);
	for (size_t i = 0; i < result->nr_cpus; i++)
		for (size_t k = 0; k < result->cpus[i].nr_longest; k++)
			page->longest[page->nr_longest++] =
				(struct hkj_html_gap){ i, k };
	qsort_r(page->longest, nr, sizeof(*page->longest), by_duration, page);
	return 0;
}

static int page_init(struct hkj_html *page)
{
	const struct hkj_result *result = page->result;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];

		if (target->runtime_ns > page->runtime_ns)
			page->runtime_ns = target->runtime_ns;
		if (hkj_series_span(target) > page->span_ns)
			page->span_ns = hkj_series_span(target);
	}
	if (longest_init(page) ||
	    hkj_overall_gaps(result->cpus, result->nr_cpus, &page->gaps,
			     page->error))
		return -1;
	return hkj_groups_init(&page->groups, result->cpus, result->nr_cpus,
			       hkj_source_by_what, page->error);
}

static void page_exit(struct hkj_html *page)
{
	free(page->longest);
	free(page->gaps.histogram.buckets);
	hkj_groups_exit(&page->groups);
}

static int charts_print(struct hkj_html *page)
{
	int failed;

	fputs("<section class=\"charts\">\n", page->out);
	hkj_html_histogram(page);
	hkj_html_percentiles(page);
	hkj_html_timeline(page);
	failed = hkj_html_heat(page);
	fputs("</section>\n", page->out);
	return failed;
}

static int page_print(struct hkj_html *page)
{
	head_print(page);
	title_print(page);
	hkj_html_verdict(page);
	hkj_html_budget(page);
	hkj_html_tiles(page);
	if (charts_print(page))
		return -1;
	hkj_html_cpus(page);
	if (hkj_html_sources(page) || hkj_html_remedies(page) ||
	    hkj_html_longest(page))
		return -1;
	hkj_html_machine(page);
	footer_print(page);
	return 0;
}

/**
 * hkj_html_report() - print a result as a page
 * @result: complete
 * @judgement: of it; NULL: it was held against no budget
 * @out: gets it
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_html_report(const struct hkj_result *result,
		    const struct hkj_judgement *judgement, FILE *out,
		    struct hkj_error *error)
{
	struct hkj_html page = { .out = out,
				 .error = error,
				 .result = result,
				 .judgement = judgement };
	int failed = page_init(&page);

	if (!failed)
		failed = page_print(&page);
	page_exit(&page);
	return failed;
}
