// SPDX-License-Identifier: GPL-2.0
/*
 * The table of CPUs: a row each.
 */
#include <inttypes.h>

#include "html.h"
#include "units.h"
#include "verdict.h"

#define ROWS_SHOWN 32
#define WORST_SHOWN 16

static void number_cell(FILE *out, uint64_t value, bool is_time, size_t cpu,
			const char *key)
{
	fputs("<td>", out);
	if (is_time)
		hkj_html_ns(out, value, "cpus[%zu].%s", cpu, key);
	else
		hkj_html_count(out, value, "cpus[%zu].%s", cpu, key);
	fputs("</td>", out);
}

static void maybe_print(FILE *out, struct hkj_maybe maybe, const char *label,
			size_t cpu, const char *key)
{
	if (!maybe.is_there || !maybe.value)
		return;
	fprintf(out, "%s ", label);
	hkj_html_count(out, maybe.value, "cpus[%zu].lost.%s", cpu, key);
	fputs("; ", out);
}

static void state_cell(FILE *out, const struct hkj_target *target, size_t cpu)
{
	const struct hkj_lost *lost = &target->lost;

	fputs("<td class=\"wide\">", out);
	maybe_print(out, hkj_maybe(lost->clock_steps), "clock steps", cpu,
		    "clock_steps");
	maybe_print(out, hkj_maybe(lost->migrations), "moves", cpu,
		    "migrations");
	maybe_print(out, hkj_maybe(lost->overflow), "beyond the histogram", cpu,
		    "overflow");
	maybe_print(out, lost->interruptions[HKJ_LOST_SOURCES],
		    "sources without room", cpu, "sources");
	maybe_print(out, lost->interruptions[HKJ_LOST_PARTS],
		    "parts without room", cpu, "parts");
	if (hkj_verdict_untold(target))
		fputs("some losses not told; ", out);
	fputs(target->books.is_balanced ? "books balance" :
					  "<strong>books do NOT balance</strong>",
	      out);
	fputs("</td>", out);
}

static void row_print(const struct hkj_html *page, size_t cpu)
{
	const struct hkj_target *target = &page->result->cpus[cpu];
	FILE *out = page->out;
	const struct hkj_gaps *gaps = &target->gaps;

	fputs("<tr><td>", out);
	hkj_html_cpu(page, cpu);
	fputs("</td>", out);
	number_cell(out, target->runtime_ns, true, cpu, "runtime_ns");
	number_cell(out, target->threshold_ns, true, cpu, "threshold_ns");
	number_cell(out, gaps->count, false, cpu, "gaps.count");
	number_cell(out, gaps->total_ns, true, cpu, "gaps.total_ns");
	fputs("<td>", out);
	hkj_html_share(out, gaps->total_ns, target->runtime_ns);
	fputs("</td>", out);
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++) {
		fputs("<td>", out);
		hkj_html_ns(out, gaps->percentiles[i],
			    "cpus[%zu].gaps.percentiles.%s", cpu,
			    hkj_percentile_names[i]);
		fputs("</td>", out);
	}
	number_cell(out, gaps->max_ns, true, cpu, "gaps.max_ns");
	state_cell(out, target, cpu);
	fputs("</tr>\n", out);
}

static void table_begin(FILE *out)
{
	fputs("<div class=\"card scroll\"><table class=\"dense\">\n<tr><th>CPU</th><th>run time</th><th>threshold</th><th>gaps</th><th>lost</th><th>share</th>",
	      out);
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		fprintf(out, "<th>%s</th>", hkj_percentile_names[i]);
	fputs("<th>max</th><th class=\"left\">books and losses</th></tr>\n",
	      out);
}

static bool is_among(const size_t *targets, size_t nr, size_t target)
{
	for (size_t i = 0; i < nr; i++)
		if (targets[i] == target)
			return true;
	return false;
}

/* Those with the longest gaps, each once. */
static void worst_rows(const struct hkj_html *page)
{
	size_t shown[WORST_SHOWN];
	size_t nr = 0;

	for (size_t i = 0; i < page->nr_longest && nr < WORST_SHOWN; i++) {
		size_t target = page->longest[i].target;

		if (is_among(shown, nr, target))
			continue;
		shown[nr++] = target;
		row_print(page, target);
	}
}

static void all_rows(const struct hkj_html *page)
{
	for (size_t i = 0; i < page->result->nr_cpus; i++)
		row_print(page, i);
}

/**
 * hkj_html_cpus() - the table of CPUs
 * @page: gets it
 */
void hkj_html_cpus(struct hkj_html *page)
{
	bool are_many = page->result->nr_cpus > ROWS_SHOWN;
	FILE *out = page->out;

	fputs("<section>\n<h2>CPUs</h2>\n", out);
	if (are_many) {
		fputs("<p class=\"soft\">Those with the longest gaps:</p>\n",
		      out);
		table_begin(out);
		worst_rows(page);
		fprintf(out, "</table></div>\n<details><summary>All %zu CPUs</summary>\n",
			page->result->nr_cpus);
	}
	table_begin(out);
	all_rows(page);
	fprintf(out, "</table></div>%s\n</section>\n",
		are_many ? "</details>" : "");
}
