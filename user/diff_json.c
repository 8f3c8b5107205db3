// SPDX-License-Identifier: GPL-2.0
/*
 * A comparison as JSON, schema hkjitter-diff/1.
 */
#include "json.h"
#include "json_types.h"
#include "view_diff.h"

static json_t *number_or_null(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *names_make(const struct hkj_side *side)
{
	json_t *list = json_array();

	for (size_t i = 0; i < side->nr; i++) {
		if (json_array_append_new(list,
					  hkj_json_string(side->names[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static json_t *values_make(const double *values, size_t nr)
{
	json_t *list = json_array();

	for (size_t i = 0; i < nr; i++) {
		if (json_array_append_new(list, json_real(values[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static json_t *side_make(const struct hkj_side *side)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "files",
			 names_make(side), "runtime_ns",
			 number_or_null(side->runtime_ns), "hostname",
			 hkj_json_string(side->hostname), "kernel",
			 hkj_json_string(side->kernel), "workload",
			 hkj_json_string(side->workload), "policy",
			 hkj_json_string(side->policy), "threshold_min_ns",
			 number_or_null(side->threshold_min),
			 "threshold_max_ns",
			 number_or_null(side->threshold_max),
			 "runs_without_sources",
			 number_or_null(side->nr_without_sources),
			 "runs_without_unexplained",
			 number_or_null(side->nr_without_unexplained));
}

static const char *unit_of(enum hkj_figure figure)
{
	switch (figure) {
	case HKJ_FIGURE_LOST:
	case HKJ_FIGURE_UNEXPLAINED:
		return "ns/s";
	case HKJ_FIGURE_GAPS:
		return "1/s";
	default:
		return "ns";
	}
}

static json_t *figure_make(const struct hkj_comparison *comparison,
			   enum hkj_figure figure)
{
	const struct hkj_side *a = &comparison->sides[HKJ_A];
	const struct hkj_side *b = &comparison->sides[HKJ_B];

	return json_pack("{s:s, s:s, s:f, s:f, s:o, s:o, s:f, s:f}", "name",
			 hkj_figure_names[figure], "unit", unit_of(figure), "a",
			 hkj_side_value(a, figure), "b",
			 hkj_side_value(b, figure), "a_runs",
			 values_make(a->values[figure], a->nr), "b_runs",
			 values_make(b->values[figure], b->nr), "p_worse",
			 comparison->p_worse[figure], "p_better",
			 comparison->p_better[figure]);
}

static json_t *percentiles_make(const struct hkj_tally *tally)
{
	json_t *json = json_object();

	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++) {
		uint64_t ns = hkj_percentile_value(&tally->histogram, i,
						   tally->min_ns,
						   tally->max_ns);

		if (json_object_set_new(json, hkj_percentile_names[i],
					number_or_null(ns))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static json_t *tally_make(const struct hkj_comparison *comparison,
			  const struct hkj_pair *pair, unsigned int side)
{
	const struct hkj_tally *tally = &pair->tally[side];

	return json_pack("{s:o, s:o, s:f, s:f, s:o, s:o}", "count",
			 number_or_null(tally->count), "total_ns",
			 number_or_null(tally->total_ns), "per_s",
			 hkj_pair_rate(comparison, pair, side), "lost_ns_per_s",
			 hkj_pair_lost(comparison, pair, side), "max_ns",
			 number_or_null(tally->max_ns), "percentiles",
			 percentiles_make(tally));
}

static json_t *pair_make(const struct hkj_comparison *comparison,
			 const struct hkj_pair *pair)
{
	enum hkj_change change = hkj_pair_change(comparison, pair);

	return json_pack("{s:s, s:o, s:o, s:o, s:f, s:f, s:o, s:o}", "change",
			 hkj_change_names[change], "class",
			 hkj_json_string(pair->class_name), "name",
			 hkj_json_string(pair->name), "function",
			 hkj_json_string(pair->function), "p_worse",
			 pair->p_worse, "p_better", pair->p_better, "a",
			 tally_make(comparison, pair, HKJ_A), "b",
			 tally_make(comparison, pair, HKJ_B));
}

static json_t *figures_make(const struct hkj_comparison *comparison)
{
	json_t *list = json_array();

	for (unsigned int i = 0; i < HKJ_NR_FIGURES; i++) {
		if (!hkj_tells_figure(comparison, i))
			continue;
		if (json_array_append_new(list, figure_make(comparison, i))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static json_t *pairs_make(const struct hkj_comparison *comparison)
{
	json_t *list = json_array();

	for (size_t i = 0; i < comparison->nr_pairs; i++) {
		json_t *pair = pair_make(comparison, comparison->pairs[i]);

		if (json_array_append_new(list, pair)) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

static const char *verdict_of(const struct hkj_comparison *comparison,
			      enum hkj_figure by)
{
	if (!hkj_can_tell(comparison))
		return "cannot_tell";
	if (comparison->p_worse[by] <= HKJ_ALPHA)
		return "worse";
	return comparison->p_better[by] <= HKJ_ALPHA ? "better" : "same";
}

/**
 * hkj_diff_write_json() - print a comparison as JSON
 * @comparison: filled
 * @by: figure that decides
 * @out: gets it
 * @error: filled when it cannot be written
 *
 * Return: 0 or -1.
 */
int hkj_diff_write_json(const struct hkj_comparison *comparison,
			enum hkj_figure by, FILE *out, struct hkj_error *error)
{
	json_t *json = json_pack("{s:s, s:s, s:s, s:f, s:f, s:o, s:o, s:o, s:o*}",
				 "schema", HKJ_DIFF_SCHEMA, "verdict",
				 verdict_of(comparison, by), "by",
				 hkj_figure_names[by], "alpha", HKJ_ALPHA,
				 "smallest_p", comparison->smallest_p, "a",
				 side_make(&comparison->sides[HKJ_A]), "b",
				 side_make(&comparison->sides[HKJ_B]),
				 "figures", figures_make(comparison), "sources",
				 hkj_tells_sources(comparison) ?
					 pairs_make(comparison) :
					 NULL);
	int failed = !json || hkj_json_dump(json, out);

	json_decref(json);
	if (failed)
		return hkj_error_stdout(error);
	return 0;
}
