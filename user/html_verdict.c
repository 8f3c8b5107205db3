// SPDX-License-Identifier: GPL-2.0
/*
 * What the result says in one sentence, and how far it can be trusted.
 */
#include <inttypes.h>
#include <string.h>

#include "capped.h"
#include "html.h"
#include "result.h"
#include "units.h"
#include "verdict.h"

/* What comes once a minute is missed by a shorter run. */
#define SPAN_LONG_NS (60 * 1000000000ULL)

enum grade { GRADE_GOOD,
	     GRADE_CARE,
	     GRADE_BAD };

static const char *const grade_names[] = { "good", "care", "bad" };
static const char *const grade_signs[] = { "&#10003;", "!", "&#10007;" };

static void item_begin(FILE *out, enum grade grade)
{
	fprintf(out, "<li class=\"%s\"><b>%s</b>", grade_names[grade],
		grade_signs[grade]);
}

static size_t nr_unbalanced(const struct hkj_result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += !result->cpus[i].books.is_balanced;
	return nr;
}

static uint64_t nr_lost(const struct hkj_result *result)
{
	uint64_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_lost *lost = &result->cpus[i].lost;
		const uint64_t counts[] = {
			lost->clock_steps,
			lost->migrations,
			lost->overflow,
			lost->interruptions[HKJ_LOST_SOURCES].value,
			lost->interruptions[HKJ_LOST_FRAMES].value,
			lost->interruptions[HKJ_LOST_PARTS].value,
		};

		for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++)
			nr = hkj_capped_sum(nr, counts[k]);
	}
	return nr;
}

static size_t nr_cut_short(const struct hkj_result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const char *reason = result->cpus[i].stop_reason;

		nr += strcmp(reason, "duration") && strcmp(reason, "request");
	}
	return nr;
}

static void books_item(const struct hkj_html *page)
{
	size_t nr = nr_unbalanced(page->result);

	item_begin(page->out, nr ? GRADE_BAD : GRADE_GOOD);
	if (nr)
		fprintf(page->out, "The books do NOT balance on %zu of %zu CPUs: do not trust these numbers.",
			nr, page->result->nr_cpus);
	else
		fputs("The books balance to the cycle: run time is quiet time and gaps, gaps are what is told of them.",
		      page->out);
	fputs("</li>\n", page->out);
}

static size_t nr_without_verdict(const struct hkj_result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += !result->cpus[i].verdict;
	return nr;
}

static unsigned int untold_of(const struct hkj_result *result)
{
	unsigned int untold = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		untold |= hkj_verdict_untold(&result->cpus[i]);
	return untold;
}

/* Nothing lost of what is told is not nothing lost. */
static void untold_item(const struct hkj_html *page)
{
	unsigned int untold = untold_of(page->result);
	char text[300];

	if (!nr_without_verdict(page->result))
		return;
	item_begin(page->out, GRADE_CARE);
	fputs("Not told: whether the proof is complete. This result has no verdict",
	      page->out);
	hkj_verdict_print(text, sizeof(text), untold);
	if (untold) {
		fputs(", and lacks the losses of ", page->out);
		hkj_html_text(page->out, text);
	}
	fputs(".</li>\n", page->out);
}

static void losses_item(const struct hkj_html *page)
{
	uint64_t nr = nr_lost(page->result);
	bool is_told = !untold_of(page->result);

	item_begin(page->out, nr || !is_told ? GRADE_CARE : GRADE_GOOD);
	if (!nr && !is_told)
		fputs("Nothing was lost of what is told; the rest is not told.",
		      page->out);
	else if (nr)
		fprintf(page->out, "%" PRIu64 " records were lost or odd; the table of CPUs says which.",
			nr);
	else
		fputs("Nothing was lost: no record, no clock step, no move of the loop.",
		      page->out);
	fputs("</li>\n", page->out);
}

/* What speaks against a proof, on any of the CPUs. */
static unsigned int doubts_of(const struct hkj_result *result)
{
	unsigned int doubts = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		doubts |= hkj_verdict_doubts(&result->cpus[i]);
	return doubts;
}

static void doubts_item(const struct hkj_html *page)
{
	unsigned int doubts = doubts_of(page->result);
	char text[300] = "";

	if (!doubts)
		return;
	hkj_verdict_print(text, sizeof(text), doubts);
	item_begin(page->out, GRADE_CARE);
	fputs("The proof is not complete, because of ", page->out);
	hkj_html_text(page->out, text);
	fputs(".</li>\n", page->out);
}

static void partial_item(const struct hkj_html *page)
{
	item_begin(page->out, GRADE_CARE);
	fprintf(page->out, "PARTIAL: written while it ran, %s so far.</li>\n",
		hkj_units_human(page->runtime_ns).text);
}

static void span_item(const struct hkj_html *page)
{
	size_t nr = nr_cut_short(page->result);
	bool is_long = page->runtime_ns >= SPAN_LONG_NS;

	item_begin(page->out, is_long && !nr ? GRADE_GOOD : GRADE_CARE);
	fprintf(page->out, "It ran for %s", hkj_units_human(page->runtime_ns).text);
	if (!is_long)
		fputs(": what comes less often may not have come", page->out);
	if (nr)
		fprintf(page->out, "; %zu CPUs were stopped before the end", nr);
	fputs(".</li>\n", page->out);
}

static uint64_t unexplained_ns(const struct hkj_result *result)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		if (!result->cpus[i].unexplained)
			return HKJ_NONE;
		sum = hkj_capped_sum(sum, result->cpus[i].unexplained->total_ns);
	}
	return sum;
}

static void unexplained_item(const struct hkj_html *page)
{
	uint64_t ns = unexplained_ns(page->result);
	uint64_t lost_ns = page->gaps.total_ns;
	bool is_much = ns == HKJ_NONE || ns > lost_ns / 100;

	item_begin(page->out, is_much && page->gaps.count ? GRADE_CARE :
							    GRADE_GOOD);
	if (ns == HKJ_NONE) {
		fputs("This result does not tell what its gaps are made of.",
		      page->out);
	} else if (!page->gaps.count) {
		fputs("There was no gap to explain.", page->out);
	} else {
		hkj_html_share(page->out, ns, lost_ns);
		fputs(" of the time lost is unexplained: nothing of the kernel ran in these gaps. Firmware, a hypervisor or an emulator did, or the hardware.",
		      page->out);
	}
	fputs("</li>\n", page->out);
}

static enum grade grade_of(const struct hkj_result *result)
{
	if (nr_unbalanced(result) || !result->nr_cpus)
		return GRADE_BAD;
	if (nr_lost(result) || doubts_of(result) ||
	    nr_without_verdict(result) ||
	    hkj_result_is_partial(result))
		return GRADE_CARE;
	return GRADE_GOOD;
}

/* Of the budget, if there is one, and of the result that it is judged by. */
static enum grade verdict_of(const struct hkj_html *page)
{
	const struct hkj_judgement *judgement = page->judgement;
	enum grade grade = grade_of(page->result);

	if (!judgement || grade == GRADE_BAD)
		return grade;
	if (judgement->nr[HKJ_RULING_FAIL])
		return GRADE_BAD;
	return judgement->nr[HKJ_RULING_SKIP] ? GRADE_CARE : grade;
}

static void budget_sentence(FILE *out, const struct hkj_judgement *judgement)
{
	size_t all = judgement->nr_findings;

	if (judgement->nr[HKJ_RULING_FAIL])
		fprintf(out, "<strong>Failed: %zu of %zu limits are broken.</strong> ",
			judgement->nr[HKJ_RULING_FAIL], all);
	else if (!judgement->nr[HKJ_RULING_PASS])
		fprintf(out, "<strong>Not judged: none of %zu limits could be told.</strong> ",
			all);
	else
		fprintf(out, "<strong>Passed: %zu of %zu limits hold%s.</strong> ",
			judgement->nr[HKJ_RULING_PASS], all,
			judgement->nr[HKJ_RULING_SKIP] ?
				", the others could not be told" :
				"");
}

/* No source is worth a headline where more than it took is unexplained. */
static void most_sentence(const struct hkj_html *page)
{
	uint64_t ns = unexplained_ns(page->result);
	const struct hkj_group *most = page->groups.groups;

	if (ns != HKJ_NONE && ns && (!page->groups.nr || ns > most->total_ns)) {
		fputs(". Most time is unexplained", page->out);
	} else if (page->groups.nr) {
		fputs(". Most time of all sources took ", page->out);
		hkj_html_source(page->out, most->sources[0]->class_name,
				most->sources[0]->name,
				most->sources[0]->function);
	}
}

static void headline(const struct hkj_html *page)
{
	static const char *const sentences[] = {
		"Sound: this result can be trusted.",
		"Sound, with care: look at the points below.",
		"Not sound: do not judge by this result.",
	};

	fputs("<p>", page->out);
	if (page->judgement)
		budget_sentence(page->out, page->judgement);
	fprintf(page->out, "<strong>%s</strong>",
		sentences[grade_of(page->result)]);
	if (!page->judgement)
		fputs(" No budget was given: it is measured, not judged.",
		      page->out);
	fputs("</p>\n<p>", page->out);
	if (page->gaps.count) {
		fprintf(page->out, "%s gaps took ",
			hkj_units_count(page->gaps.count).text);
		hkj_html_ns(page->out, page->gaps.total_ns, "%s", "");
		fputs(", the longest one ", page->out);
		hkj_html_ns(page->out, page->gaps.max_ns, "%s", "");
	} else {
		fputs("No CPU had a gap", page->out);
	}
	most_sentence(page);
	fputs(".</p>\n", page->out);
}

/**
 * hkj_html_verdict() - the verdict
 * @page: gets it
 */
void hkj_html_verdict(struct hkj_html *page)
{
	fprintf(page->out, "<section class=\"card verdict %s\">\n",
		grade_names[verdict_of(page)]);
	headline(page);
	fputs("<ul>\n", page->out);
	books_item(page);
	losses_item(page);
	doubts_item(page);
	untold_item(page);
	if (hkj_result_is_partial(page->result))
		partial_item(page);
	else
		span_item(page);
	unexplained_item(page);
	fputs("</ul>\n</section>\n", page->out);
}

static void tile_begin(FILE *out)
{
	fputs("<div class=\"tile\"><b>", out);
}

static void tile_end(FILE *out, const char *label)
{
	fprintf(out, "</b><span class=\"soft\">%s</span></div>\n", label);
}

static uint64_t runtime_sum(const struct hkj_result *result)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		sum = hkj_capped_sum(sum, result->cpus[i].runtime_ns);
	return sum;
}

/**
 * hkj_html_tiles() - the few numbers that matter most
 * @page: gets them
 */
void hkj_html_tiles(struct hkj_html *page)
{
	const struct hkj_gaps *gaps = &page->gaps;
	FILE *out = page->out;

	fputs("<section class=\"tiles\">\n", out);
	tile_begin(out);
	hkj_html_ns(out, gaps->max_ns, "%s", "max:gaps.max_ns");
	tile_end(out, "longest gap");
	tile_begin(out);
	hkj_html_ns(out, gaps->percentiles[HKJ_P99_99], "%s", "");
	tile_end(out, "99.99 % of the gaps are no longer");
	tile_begin(out);
	hkj_html_count(out, gaps->count, "%s", "sum:gaps.count");
	tile_end(out, "gaps");
	tile_begin(out);
	hkj_html_share(out, gaps->total_ns, runtime_sum(page->result));
	tile_end(out, "of the time lost");
	tile_begin(out);
	hkj_html_ns(out, gaps->total_ns, "%s", "sum:gaps.total_ns");
	tile_end(out, "lost on all CPUs together");
	tile_begin(out);
	fprintf(out, "%zu", page->result->nr_cpus);
	tile_end(out, page->result->nr_cpus == 1 ? "CPU" : "CPUs");
	fputs("</section>\n", out);
}
