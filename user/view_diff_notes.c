// SPDX-License-Identifier: GPL-2.0
/*
 * What else differs between the sides of a comparison.
 */
#include <string.h>

#include "view.h"
#include "view_diff.h"

/* Thresholds that follow from the loop's turn differ by a little: percent. */
#define THRESHOLDS_APART 10

static uint64_t min_of(uint64_t left, uint64_t right)
{
	return left < right ? left : right;
}

static uint64_t max_of(uint64_t left, uint64_t right)
{
	return left > right ? left : right;
}

static void text_note(const char *what, const char *a, const char *b, FILE *out)
{
	if (strcmp(a, b))
		hkj_view_line(out, "note", "%s: A has %s, B has %s", what, a,
			      b);
}

static void thresholds_note(const struct hkj_side *a, const struct hkj_side *b,
			    FILE *out)
{
	uint64_t low = min_of(a->threshold_min, b->threshold_min);
	uint64_t high = max_of(a->threshold_max, b->threshold_max);

	if ((high - low) * 100 > low * THRESHOLDS_APART)
		hkj_view_line(out, "note",
			      "thresholds from %s to %s: shorter gaps are in some runs only, so counts and percentiles of gaps do not compare; use run --threshold",
			      hkj_units_whole(low).text,
			      hkj_units_whole(high).text);
}

static void lack_note(const char *what, size_t nr, size_t all, char label,
		      FILE *out)
{
	if (nr == all)
		hkj_view_line(out, "note", "%c does not tell %s", label, what);
	else if (nr)
		hkj_view_line(out, "note", "%c has %zu of %zu runs that do not tell %s",
			      label, nr, all, what);
}

static void lacks_note(const struct hkj_side *side, char label, FILE *out)
{
	lack_note("sources", side->nr_without_sources, side->nr, label, out);
	lack_note("what is unexplained", side->nr_without_unexplained,
		  side->nr, label, out);
}

/**
 * hkj_view_diff_notes() - what else differs, a line each
 * @comparison: filled
 * @out: gets it
 */
void hkj_view_diff_notes(const struct hkj_comparison *comparison, FILE *out)
{
	const struct hkj_side *a = &comparison->sides[HKJ_A];
	const struct hkj_side *b = &comparison->sides[HKJ_B];

	text_note("machine", a->hostname, b->hostname, out);
	text_note("kernel", a->kernel, b->kernel, out);
	text_note("workload", a->workload, b->workload, out);
	text_note("policy", a->policy, b->policy, out);
	thresholds_note(a, b, out);
	lacks_note(a, 'A', out);
	lacks_note(b, 'B', out);
}
