// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter diff: what differs between results, and whether by more than chance.
 */
#include <string.h>

#include "cmd.h"
#include "compare.h"
#include "view_diff.h"

static int groups_check(const struct hkj_options *options,
			struct hkj_error *error)
{
	if (options->nr_first == options->nr_operands)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "B is missing: hkjitter diff A B, or hkjitter diff A... -- B...");
	if (!options->nr_first)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "A is missing: hkjitter diff A... -- B...");
	return 0;
}

/* The option's words are the figures' names. */
static enum hkj_figure figure_find(const char *name)
{
	for (unsigned int i = 0; name && i < HKJ_NR_FIGURES; i++)
		if (!strcmp(hkj_figure_names[i], name))
			return i;
	return HKJ_FIGURE_LOST;
}

static int verdict(const struct hkj_comparison *comparison, enum hkj_figure by,
		   struct hkj_error *error)
{
	if (!hkj_can_tell(comparison))
		return hkj_error_set(error, HKJ_EXIT_SKIP,
				     "too few runs to tell whether B is worse: give three of each or more");
	if (comparison->p_worse[by] <= HKJ_ALPHA)
		return hkj_error_set(error, HKJ_EXIT_CHECK,
				     "B is worse in '%s': p = %.3g",
				     hkj_figure_names[by],
				     comparison->p_worse[by]);
	return 0;
}

static int compare(const struct hkj_options *options,
		   struct hkj_comparison *comparison, struct hkj_error *error)
{
	size_t nr_a = (size_t)options->nr_first;
	size_t nr_b = (size_t)options->nr_operands - nr_a;
	enum hkj_figure by = figure_find(options->by);

	if (hkj_compare(comparison, options->operands, nr_a, nr_b, error))
		return -1;
	if (!options->is_json)
		hkj_view_diff(comparison, by, stdout);
	else if (hkj_diff_write_json(comparison, by, stdout, error))
		return -1;
	return verdict(comparison, by, error);
}

/**
 * hkj_cmd_diff() - the command "diff"
 * @options: its command line
 * @error: filled when a file cannot be read, B is worse, or it cannot be told
 */
int hkj_cmd_diff(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_comparison comparison;
	int failed;

	if (groups_check(options, error))
		return -1;
	failed = compare(options, &comparison, error);
	hkj_comparison_exit(&comparison);
	return failed;
}
