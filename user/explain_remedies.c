// SPDX-License-Identifier: GPL-2.0
/*
 * What both ways to explain have in common: rows of the table as remedies.
 */
#include <stdlib.h>

#include "explain.h"

/* Rows that one source can have: more than differ by who asked. */
#define REMEDIES_MAX 16

static const char *const kconfig_names[] = {
	[HKJ_KCONFIG_UNKNOWN] = "unknown",
	[HKJ_KCONFIG_NO] = "no",
	[HKJ_KCONFIG_YES] = "yes",
};

/* The rows of one source while they are counted. */
struct rows {
	size_t nr;
	const struct hkj_knob *knobs[REMEDIES_MAX];
	uint64_t counts[REMEDIES_MAX];
};

/* What has no room is counted with the last row. */
static void row_count(struct rows *rows, const struct hkj_knob *knob,
		      uint64_t count)
{
	size_t i = 0;

	if (!knob || !count)
		return;
	while (i < rows->nr && rows->knobs[i] != knob)
		i++;
	if (i == REMEDIES_MAX)
		i--;
	if (i == rows->nr) {
		rows->knobs[rows->nr++] = knob;
		rows->counts[i] = 0;
	}
	rows->counts[i] += count;
}

static void rows_find(struct rows *rows, const struct hkj_explained *source,
		      const struct hkj_host *host)
{
	const struct hkj_source_record record = {
		.class_name = (char *)(uintptr_t)source->class_name,
		.name = (char *)(uintptr_t)source->name,
		.function = (char *)(uintptr_t)source->function,
	};
	uint64_t rest = source->count;

	for (size_t i = 0; i < source->nr_initiators; i++) {
		const struct hkj_explain_who *who = &source->initiators[i];
		const struct hkj_initiator_record asked = {
			.comm = (char *)(uintptr_t)who->comm,
			.function = (char *)(uintptr_t)who->function,
		};

		row_count(rows, hkj_knob_find(&record, &asked, host),
			  who->count);
		rest -= who->count < rest ? who->count : rest;
	}
	row_count(rows, hkj_knob_find(&record, NULL, host), rest);
}

static int by_count(const void *left, const void *right)
{
	const struct hkj_remedy *a = left, *b = right;

	return a->count < b->count ? 1 : -(a->count > b->count);
}

/**
 * hkj_remedy_init() - a row of the table as a remedy
 * @remedy: filled; its count is 0
 * @knob: the row
 * @host: the machine it is for
 * @cpus: list of those that it was seen on; NULL: not known
 * @explanation: begun
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_remedy_init(struct hkj_remedy *remedy, const struct hkj_knob *knob,
		    const struct hkj_host *host, const char *cpus,
		    const struct hkj_explanation *explanation)
{
	const struct hkj_kconfig *config = &explanation->config;
	enum hkj_kconfig_value value;

	*remedy = (struct hkj_remedy){
		.what = knob->what,
		.how = knob->how,
		.knob = hkj_knob_sentence(knob, host, explanation->policy,
					  cpus),
		.cost = knob->cost,
		.document = knob->document,
		.is_effect = knob->is_effect,
		.needs = knob->needs,
	};
	if (knob->needs) {
		value = hkj_kconfig_get(config, knob->needs);
		remedy->has_needs = kconfig_names[value];
	}
	return remedy->knob ? 0 : -1;
}

/**
 * hkj_remedies_make() - find what ends a source
 * @source: with its counts and initiators; gets its remedies
 * @host: that it was seen on
 * @explanation: that it is of
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_remedies_make(struct hkj_explained *source,
		      const struct hkj_host *host,
		      const struct hkj_explanation *explanation)
{
	struct rows rows = { 0 };

	rows_find(&rows, source, host);
	source->remedies = calloc(rows.nr + 1, sizeof(*source->remedies));
	if (!source->remedies)
		return -1;
	source->nr_remedies = rows.nr;
	for (size_t i = 0; i < rows.nr; i++) {
		if (hkj_remedy_init(&source->remedies[i], rows.knobs[i], host,
				    source->cpus, explanation))
			return -1;
		source->remedies[i].count = rows.counts[i];
	}
	qsort(source->remedies, rows.nr, sizeof(*source->remedies), by_count);
	return 0;
}

/**
 * hkj_explanation_begin() - what is known before the first source
 * @explanation: zeroed
 * @host: the machine; outlives it
 */
void hkj_explanation_begin(struct hkj_explanation *explanation,
			   const struct hkj_host *host)
{
	explanation->schema = HKJ_EXPLAIN_SCHEMA;
	explanation->kernel = host->kernel ? host->kernel : "";
	explanation->arch = host->arch ? host->arch : "";
	hkj_kconfig_load(&explanation->config, host->kernel);
}

/**
 * hkj_explanation_free() - free what an explanation owns
 * @explanation: zeroed, half filled or filled
 */
void hkj_explanation_free(struct hkj_explanation *explanation)
{
	for (size_t i = 0; i < explanation->nr_sources; i++) {
		struct hkj_explained *source = &explanation->sources[i];

		for (size_t k = 0; k < source->nr_remedies; k++)
			free(source->remedies[k].knob);
		free(explanation->sources[i].cpus);
		free(explanation->sources[i].initiators);
		free(explanation->sources[i].remedies);
	}
	free(explanation->sources);
	hkj_kconfig_free(&explanation->config);
	*explanation = (struct hkj_explanation){ 0 };
}
