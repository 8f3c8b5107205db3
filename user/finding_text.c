// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding_text.h"
#include "result.h"
#include "units.h"
#include "view.h"

/* A source's second name is told if both are not longer than this together. */
#define SOURCE_COLUMNS 60

/**
 * hkj_text_clean_ktap() - make text fit for a line of KTAP
 * @text: control characters become question marks, '#' a plus sign
 */
void hkj_text_clean_ktap(char *text)
{
	hkj_text_clean(text);
	for (; *text; text++)
		if (*text == '#')
			*text = '+';
}

static void selector_print(const struct hkj_selector *selector, FILE *out)
{
	const char *space = "";

	if (selector->class_name) {
		fputs(selector->class_name, out);
		space = " ";
	}
	if (selector->name) {
		fprintf(out, "%s%s", space, selector->name);
		space = " ";
	}
	if (selector->initiator)
		fprintf(out, "%s<- %s", space, selector->initiator);
}

static void limit_print(const struct hkj_limit *limit, FILE *out)
{
	fputs(limit->limit, out);
	for (size_t i = 0; i < limit->nr_of; i++) {
		fputs(i ? ", " : " of ", out);
		selector_print(&limit->of[i], out);
	}
	if (limit->of && !limit->nr_of)
		fputs(" of nothing", out);
	if (limit->at_most)
		fprintf(out, " at most %s", limit->at_most);
	if (limit->at_least)
		fprintf(out, " at least %s", limit->at_least);
}

/* What was printed into memory, fit for KTAP; NULL if there was none. */
static char *text_finish(FILE *out, char **text)
{
	if (fclose(out)) {
		free(*text);
		return NULL;
	}
	hkj_text_clean_ktap(*text);
	return *text;
}

/**
 * hkj_finding_name() - which limit it is, the same for every result
 * @finding: any
 */
char *hkj_finding_name(const struct hkj_finding *finding)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fprintf(out, "%s: ", finding->set->name);
	if (finding->limit->name)
		fputs(finding->limit->name, out);
	else
		limit_print(finding->limit, out);
	return text_finish(out, &text);
}

static void value_print(enum hkj_unit unit, double value, FILE *out)
{
	switch (unit) {
	case HKJ_UNIT_DURATION:
		fputs(hkj_units_human((uint64_t)value).text, out);
		return;
	case HKJ_UNIT_SHARE:
		fprintf(out, "%.4g%%", value * 100);
		return;
	case HKJ_UNIT_RATE:
		fprintf(out, "%.4g/s", value);
		return;
	default:
		fprintf(out, "%.0f", value);
	}
}

static void times_print(const struct hkj_finding *finding, FILE *out)
{
	double bound = finding->limit->bound, value = finding->range.low;

	if (bound > 0 && value > bound)
		fprintf(out, value < 100 * bound ? ", %.3g times the limit" : ", %.0f times the limit",
			value / bound);
}

static void range_print(const struct hkj_finding *finding, FILE *out)
{
	const struct hkj_range *range = &finding->range;
	enum hkj_unit unit = hkj_quantities[finding->limit->quantity].unit;

	if (finding->limit->quantity == HKJ_QUANTITY_BOOKS) {
		fputs(range->low > 0 ? "not balanced" : "balanced", out);
		return;
	}
	value_print(unit, range->low, out);
	if (range->high > range->low)
		fputs(" or more", out);
	times_print(finding, out);
}

static void source_print(const struct hkj_source_record *source, FILE *out)
{
	const struct hkj_view_source name = { source->class_name, source->name,
					      source->function, true,
					      source->id };
	char *text = hkj_view_source_text(&name, SOURCE_COLUMNS);

	fputs(text ? text : source->class_name, out);
	free(text);
}

static void initiator_print(const struct hkj_initiator_record *who, FILE *out)
{
	fprintf(out, " <- %s/%" PRIu64 " on CPU %" PRIu64, who->comm, who->pid,
		who->cpu);
	if (who->function && *who->function)
		fprintf(out, ", in %s", who->function);
}

static void gap_print(const struct hkj_culprit *culprit, FILE *out)
{
	const struct hkj_longest *gap = culprit->gap;

	fputs(" (", out);
	if (culprit->net_ns)
		fprintf(out, "%s of ", hkj_units_human(culprit->net_ns).text);
	fprintf(out, "the gap of %s at %" PRIu64 ".%09" PRIu64 " s)",
		hkj_units_human(gap->duration_ns).text,
		gap->start_ns / 1000000000, gap->start_ns % 1000000000);
}

static void gaps_print(const struct hkj_culprit *culprit, FILE *out)
{
	fprintf(out, " (%s of ", hkj_units_human(culprit->net_ns).text);
	fprintf(out, "%s in the %zu %s)",
		hkj_units_human(culprit->gaps_ns).text, culprit->nr_gaps,
		culprit->has_more ? "longest gaps, all beyond the limit" :
				    "gaps beyond the limit");
}

static void culprit_print(const struct hkj_culprit *culprit, FILE *out)
{
	if (culprit->other)
		fputs(culprit->other, out);
	if (culprit->other && culprit->source)
		fputs(" around ", out);
	if (culprit->source)
		source_print(culprit->source, out);
	if (!culprit->other && !culprit->source)
		fputs("nobody that is known", out);
	if (culprit->initiator && !culprit->other)
		initiator_print(culprit->initiator, out);
	if (culprit->is_below)
		fputs(", of the host or the emulator below most likely", out);
	if (culprit->gap)
		gap_print(culprit, out);
	else if (culprit->nr_gaps)
		gaps_print(culprit, out);
}

/**
 * hkj_finding_culprit() - who breaks the limit
 * @finding: broken
 */
char *hkj_finding_culprit(const struct hkj_finding *finding)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	culprit_print(&finding->culprit, out);
	return text_finish(out, &text);
}

static void place_print(const struct hkj_result *result,
			const struct hkj_finding *finding, FILE *out)
{
	const struct hkj_host *host = hkj_result_host(result, finding->target);
	struct hkj_host_label room;

	fprintf(out, "CPU %" PRIu64, finding->target->cpu);
	if (result->hosts)
		fprintf(out, " of %s",
			hkj_result_host_name(result, host, &room));
	if (finding->nr_broken > 1)
		fprintf(out, " (worst of %zu)", finding->nr_broken);
	fputs(": ", out);
}

/**
 * hkj_finding_detail() - how and by whom the limit is broken, in one line
 * @judgement: that it is of
 * @finding: broken
 */
char *hkj_finding_detail(const struct hkj_judgement *judgement,
			 const struct hkj_finding *finding)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (finding->target)
		place_print(judgement->result, finding, out);
	if (finding->why) {
		fprintf(out, "cannot be told: %s", finding->why);
		return text_finish(out, &text);
	}
	range_print(finding, out);
	fputs("; culprit: ", out);
	culprit_print(&finding->culprit, out);
	if (finding->sentence)
		fprintf(out, "; knob: %s", finding->sentence);
	return text_finish(out, &text);
}
