// SPDX-License-Identifier: GPL-2.0
/*
 * The sources of a comparison: those that changed, both sides below each other.
 */
#include <stdlib.h>

#include "view.h"
#include "view_diff.h"

#define PAIRS_SHOWN 20

static struct hkj_units_text percentile_text(const struct hkj_tally *tally,
					     enum hkj_percentile which)
{
	uint64_t ns = hkj_percentile_value(&tally->histogram, which,
					   tally->min_ns, tally->max_ns);

	return hkj_view_duration(ns);
}

static void side_print(const struct hkj_comparison *comparison,
		       const struct hkj_pair *pair, unsigned int side,
		       FILE *out)
{
	static const enum hkj_percentile shown[] = { HKJ_P50, HKJ_P99,
						     HKJ_P99_9 };
	const struct hkj_tally *tally = &pair->tally[side];
	char rate[24], lost[24];

	if (!tally->count) {
		fprintf(out, "    %c %10s\n", side == HKJ_A ? 'A' : 'B', "none");
		return;
	}
	snprintf(rate, sizeof(rate), "%.4g",
		 hkj_pair_rate(comparison, pair, side));
	snprintf(lost, sizeof(lost), "%.4g%%",
		 hkj_pair_lost(comparison, pair, side) / 1e7);
	fprintf(out, "    %c %10s %11s", side == HKJ_A ? 'A' : 'B', rate, lost);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		fprintf(out, " %9s", percentile_text(tally, shown[i]).text);
	fprintf(out, " %9s\n", hkj_view_duration(tally->max_ns).text);
}

static bool is_told(const struct hkj_comparison *comparison,
		    const struct hkj_pair *pair)
{
	if (!hkj_can_tell(comparison))
		return hkj_pair_change(comparison, pair) != HKJ_CHANGE_SAME;
	return pair->p_worse <= HKJ_ALPHA || pair->p_better <= HKJ_ALPHA;
}

static void pair_print(const struct hkj_comparison *comparison,
		       const struct hkj_pair *pair, FILE *out)
{
	enum hkj_change change = hkj_pair_change(comparison, pair);
	const struct hkj_view_source name = { pair->class_name, pair->name,
					      pair->function, false, 0 };
	double p = pair->p_worse < pair->p_better ? pair->p_worse :
						    pair->p_better;
	int used = fprintf(out, "  %-8s  p %-7.4g ", hkj_change_names[change],
			   p);

	hkj_view_source_print(out, &name, used < 0 ? 0 : (size_t)used);
	side_print(comparison, pair, HKJ_A, out);
	side_print(comparison, pair, HKJ_B, out);
}

static void rest_print(const struct hkj_comparison *comparison, size_t told,
		       FILE *out)
{
	size_t nr = comparison->nr_pairs;

	if (told > PAIRS_SHOWN)
		fprintf(out, "  (%zu more with --json)\n", told - PAIRS_SHOWN);
	if (hkj_can_tell(comparison))
		hkj_view_line(out, "  sources",
			      "%zu of %zu differ by more than repeated runs vary; if nothing had changed, up to %.1f would be expected to, by chance",
			      told, nr, 2 * HKJ_ALPHA * (double)nr);
	else
		hkj_view_line(out, "  sources",
			      "%zu of %zu are not the same; whether by chance cannot be told",
			      told, nr);
}

/**
 * hkj_view_diff_sources() - the sources that changed
 * @comparison: filled
 * @out: gets three lines for each: what became of it, A and B
 */
void hkj_view_diff_sources(const struct hkj_comparison *comparison, FILE *out)
{
	size_t told = 0;

	if (!comparison->nr_pairs)
		return;
	fprintf(out, "      %10s %11s %9s %9s %9s %9s\n", "per s", "time",
		"p50", "p99", "p99.9", "max");
	for (size_t i = 0; i < comparison->nr_pairs; i++) {
		const struct hkj_pair *pair = comparison->pairs[i];

		if (!is_told(comparison, pair))
			continue;
		if (told++ < PAIRS_SHOWN)
			pair_print(comparison, pair, out);
	}
	rest_print(comparison, told, out);
	fputc('\n', out);
}
