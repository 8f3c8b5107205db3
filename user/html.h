/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result as a page: one file that needs nothing else, and runs no script.
 *
 * Whatever number of the result file it shows stands in a data element whose
 * value is the number as it is in the file, and whose data-key says where:
 * <data value="490691" data-key="cpus[0].gaps.max_ns">490.7 us</data>.
 */
#ifndef HKJITTER_USER_HTML_H
#define HKJITTER_USER_HTML_H

#include <stdio.h>

#include "error.h"
#include "judge.h"
#include "model.h"
#include "overall.h"

/**
 * struct hkj_html_gap - one of the longest gaps
 * @target: index of its target
 * @gap: index within that
 */
struct hkj_html_gap {
	size_t target;
	size_t gap;
};

/**
 * struct hkj_html - a page
 * @out: gets it
 * @error: filled by what fails
 * @result: what it is about
 * @judgement: what became of a budget; NULL: there is none
 * @gaps: of all targets
 * @groups: sources of all targets
 * @runtime_ns: the longest of all targets
 * @span_ns: of the longest line of runs (series.h)
 * @nr_longest: how many
 * @longest: the longest gaps of all targets, longest first
 * @nr_figures: how many have been drawn
 */
struct hkj_html {
	FILE *out;
	struct hkj_error *error;
	const struct hkj_result *result;
	const struct hkj_judgement *judgement;
	struct hkj_gaps gaps;
	struct hkj_groups groups;
	uint64_t runtime_ns;
	uint64_t span_ns;
	size_t nr_longest;
	struct hkj_html_gap *longest;
	unsigned int nr_figures;
};

int hkj_html_report(const struct hkj_result *result,
		    const struct hkj_judgement *judgement, FILE *out,
		    struct hkj_error *error);

/* The parts of the page. Those that can fail return 0 or -1. */
void hkj_html_verdict(struct hkj_html *page);
void hkj_html_budget(struct hkj_html *page);
void hkj_html_tiles(struct hkj_html *page);
void hkj_html_histogram(struct hkj_html *page);
void hkj_html_percentiles(struct hkj_html *page);
void hkj_html_timeline(struct hkj_html *page);
int hkj_html_heat(struct hkj_html *page);
void hkj_html_cpus(struct hkj_html *page);
int hkj_html_sources(struct hkj_html *page);
int hkj_html_remedies(struct hkj_html *page);
int hkj_html_longest(struct hkj_html *page);
void hkj_html_machine(struct hkj_html *page);
extern const char hkj_html_style[];

/* Pieces. */
void hkj_html_text(FILE *out, const char *text);
void hkj_html_data(FILE *out, uint64_t value, const char *shown,
		   const char *key, ...) __attribute__((format(printf, 4, 5)));
void hkj_html_ns(FILE *out, uint64_t ns, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
void hkj_html_count(FILE *out, uint64_t count, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
void hkj_html_share(FILE *out, uint64_t part, uint64_t whole);
void hkj_html_source(FILE *out, const char *class_name, const char *name,
		     const char *function);
void hkj_html_cpu(const struct hkj_html *page, size_t target);
const char *hkj_html_colour(const char *class_name);
const struct hkj_target *hkj_html_target(const struct hkj_html *page,
					 const struct hkj_html_gap *at);
const struct hkj_longest *hkj_html_gap(const struct hkj_html *page,
				       const struct hkj_html_gap *at);

#endif /* HKJITTER_USER_HTML_H */
