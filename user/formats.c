// SPDX-License-Identifier: GPL-2.0
#include "csv.h"
#include "formats.h"
#include "html.h"
#include "openmetrics.h"
#include "perfetto.h"
#include "result.h"
#include "view.h"

#define FORMAT_FLAG(form)                                                 \
	static bool form##_is_wanted(const struct hkj_options *options)   \
	{                                                                 \
		return options->is_##form;                                \
	}

FORMAT_FLAG(json)
FORMAT_FLAG(html)
FORMAT_FLAG(perfetto)
FORMAT_FLAG(openmetrics)

static bool csv_is_wanted(const struct hkj_options *options)
{
	return options->csv;
}

static bool text_is_wanted(const struct hkj_options *options)
{
	(void)options;
	return true;
}

static int json_print(const struct hkj_result *result,
		      const struct hkj_options *options, FILE *out,
		      struct hkj_error *error)
{
	const char *name = options->output ? options->output :
					     "standard output";

	return hkj_result_write(result, out, name, error);
}

static int html_print(const struct hkj_result *result,
		      const struct hkj_options *options, FILE *out,
		      struct hkj_error *error)
{
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	int failed;

	if (!options->budget)
		return hkj_html_report(result, NULL, out, error);
	if (hkj_budget_load(&budget, options->budget, error))
		return -1;
	failed = hkj_judge(&judgement, &budget, result, error);
	if (!failed) {
		failed = hkj_html_report(result, &judgement, out, error);
		hkj_judgement_exit(&judgement);
	}
	hkj_budget_free(&budget);
	return failed;
}

static int perfetto_print(const struct hkj_result *result,
			  const struct hkj_options *options, FILE *out,
			  struct hkj_error *error)
{
	(void)options;
	return hkj_perfetto_print(result, out, error);
}

static int openmetrics_print(const struct hkj_result *result,
			     const struct hkj_options *options, FILE *out,
			     struct hkj_error *error)
{
	(void)options;
	return hkj_openmetrics_print(result, out, error);
}

static int csv_print(const struct hkj_result *result,
		     const struct hkj_options *options, FILE *out,
		     struct hkj_error *error)
{
	return hkj_csv_print(result, options->csv, out, error);
}

static int text_print(const struct hkj_result *result,
		      const struct hkj_options *options, FILE *out,
		      struct hkj_error *error)
{
	(void)options;
	(void)error;
	hkj_view_report(result, out);
	return 0;
}

/* The last one is for those who ask for none. */
static const struct hkj_format formats[] = {
	{ "json", json_is_wanted, json_print },
	{ "html", html_is_wanted, html_print },
	{ "csv", csv_is_wanted, csv_print },
	{ "perfetto", perfetto_is_wanted, perfetto_print },
	{ "openmetrics", openmetrics_is_wanted, openmetrics_print },
	{ NULL, text_is_wanted, text_print },
};

#define NR_FORMATS (sizeof(formats) / sizeof(formats[0]))

/**
 * hkj_formats_find() - the form that a command line asks for
 * @options: the command line
 * @error: filled when it asks for two
 *
 * Return: the form, or NULL.
 */
const struct hkj_format *hkj_formats_find(const struct hkj_options *options,
					  struct hkj_error *error)
{
	const struct hkj_format *found = NULL;

	for (size_t i = 0; i < NR_FORMATS; i++) {
		if (!formats[i].is_wanted(options))
			continue;
		if (!found) {
			found = &formats[i];
		} else if (formats[i].name) {
			hkj_error_set(error, HKJ_EXIT_USAGE,
				      "--%s and --%s: one form at a time",
				      found->name, formats[i].name);
			return NULL;
		}
	}
	return found;
}
