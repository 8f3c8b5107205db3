// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of the table by name, without a result.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"

static bool is_like(const char *pattern, const char *text)
{
	return pattern && text && !fnmatch(pattern, text, 0);
}

/* A row that takes any name says nothing of the one that is asked for. */
static bool is_catch_all(const struct hkj_knob *knob)
{
	return !strcmp(knob->match, "*");
}

static bool fits_name(const struct hkj_knob *knob, const char *name)
{
	if (is_like(name, knob->match) || is_like(name, knob->who) ||
	    is_like(knob->who, name))
		return true;
	return !is_catch_all(knob) && is_like(knob->match, name);
}

/* "flush_tlb_func", "khugepaged", "ipi", or a class and a name. */
static bool is_asked_for(const struct hkj_knob *knob, const char *class_name,
			 const char *name)
{
	if (class_name && strcmp(knob->class_name, class_name) != 0)
		return false;
	if (!name)
		return true;
	if (!class_name && !strcmp(knob->class_name, name))
		return true;
	return fits_name(knob, name) || (class_name && is_catch_all(knob));
}

static int row_add(struct hkj_explanation *explanation,
		   const struct hkj_host *host, const struct hkj_knob *knob)
{
	struct hkj_explained *to =
		&explanation->sources[explanation->nr_sources];

	to->initiators = calloc(1, sizeof(*to->initiators));
	to->remedies = calloc(1, sizeof(*to->remedies));
	explanation->nr_sources++;
	if (!to->initiators || !to->remedies)
		return -1;
	to->class_name = knob->class_name;
	to->name = knob->match;
	to->nr_remedies = 1;
	if (hkj_remedy_init(to->remedies, knob, host, NULL, explanation))
		return -1;
	if (!knob->who && !knob->who_function)
		return 0;
	to->initiators[0].comm = knob->who ? knob->who : "";
	to->initiators[0].function =
		knob->who_function ? knob->who_function : "";
	to->nr_initiators = 1;
	return 0;
}

static size_t nr_rows(void)
{
	size_t nr = 0;

	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		nr++;
	return nr;
}

/* An earlier row that is like this one but for what it asks of the machine. */
static bool is_hidden(const struct hkj_explanation *explanation,
		      const struct hkj_knob *knob)
{
	for (size_t i = 0; i < explanation->nr_sources; i++) {
		const struct hkj_explained *source = &explanation->sources[i];

		if (!source->nr_initiators && !knob->who &&
		    !knob->who_function &&
		    !strcmp(source->class_name, knob->class_name) &&
		    !strcmp(source->name, knob->match))
			return true;
	}
	return false;
}

/**
 * hkj_explain_name() - rows of the table
 * @explanation: zeroed; to be freed whatever happens
 * @host: whose rows; outlives it
 * @class_name: of the rows; NULL: any
 * @name: of a source, an initiator or a class, or a glob; NULL: all
 *
 * Sources have no counts then, and their names are those of the rows.
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_explain_name(struct hkj_explanation *explanation,
		     const struct hkj_host *host, const char *class_name,
		     const char *name)
{
	hkj_explanation_begin(explanation, host);
	explanation->sources =
		calloc(nr_rows() + 1, sizeof(*explanation->sources));
	if (!explanation->sources)
		return -1;
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		if (hkj_knob_fits_host(knob, host) &&
		    is_asked_for(knob, class_name, name) &&
		    !is_hidden(explanation, knob) &&
		    row_add(explanation, host, knob))
			return -1;
	return 0;
}
