// SPDX-License-Identifier: GPL-2.0
/*
 * The table of what took the time: sources, and who asked for them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "initiators.h"
#include "view.h"

#define SOURCES_SHOWN 20
#define INITIATORS_SHOWN 4
#define INITIATOR_INDENT 9
#define CHAIN_INDENT 2

/**
 * struct row - one line of the table
 * @count: how many
 * @total_ns: their time together
 * @max_ns: the longest of them; HKJ_NONE: not known
 */
struct row {
	uint64_t count;
	uint64_t total_ns;
	uint64_t max_ns;
};

/* What is something does not look like nothing. */
static void share_print(char *text, size_t size, double share)
{
	if (share > 0 && share < 0.005)
		snprintf(text, size, "<0.01%%");
	else
		snprintf(text, size, "%.2f%%", share < 1000 ? share : 999.99);
}

/* Return: columns that were printed. */
static size_t row_print(FILE *out, const struct row *row, uint64_t lost_ns)
{
	double share = 100.0 * (double)row->total_ns / (double)lost_ns;
	uint64_t mean_ns = row->count ? row->total_ns / row->count : HKJ_NONE;
	char text[24] = "-";
	int used;

	if (lost_ns)
		share_print(text, sizeof(text), share);
	used = fprintf(out, " %7s %7s %8s %8s %8s  ", text,
		       hkj_units_count(row->count).text,
		       hkj_view_duration(row->total_ns).text,
		       hkj_view_duration(mean_ns).text,
		       hkj_view_duration(row->max_ns).text);
	return used < 0 ? 0 : (size_t)used;
}

static void count_print(FILE *out, const char *who, uint64_t count)
{
	if (count)
		fprintf(out, "%*s<- %s: %" PRIu64 "\n", INITIATOR_INDENT, "",
			who, count);
}

/* How many initiators that have no line of their own asked for. */
static uint64_t others_of(const struct hkj_source_record *source,
			  const struct hkj_initiators *who)
{
	uint64_t others = source->initiators_others;

	for (size_t i = INITIATORS_SHOWN; i < who->nr; i++)
		others += who->list[i].count;
	return others;
}

static void initiators_print(FILE *out, const struct hkj_source_record *source)
{
	struct hkj_initiators who;

	hkj_initiators_init(&who, source);
	for (size_t i = 0; i < who.nr && i < INITIATORS_SHOWN; i++)
		hkj_view_initiator_print(out, &who.list[i],
					 INITIATOR_INDENT);
	count_print(out, "others", others_of(source, &who));
	count_print(out, "unknown", source->initiators_unknown);
	hkj_initiators_exit(&who);
}

static void source_print(FILE *out, const struct hkj_source_record *source,
			 uint64_t lost_ns, size_t indent)
{
	const struct row row = { source->count, source->total_ns,
				 source->max_ns };
	const struct hkj_view_source name = { source->class_name, source->name,
					      source->function, true,
					      source->id };

	size_t used = row_print(out, &row, lost_ns);

	fprintf(out, "%*s", (int)indent, "");
	hkj_view_source_print(out, &name, used + indent);
	initiators_print(out, source);
}

/*
 * Sources of one chain: what began it, which has no cause itself, and what
 * followed.
 */
static bool is_in_chain(const struct hkj_source_record *source,
			const char *cause)
{
	return !strcmp(source->cause ? source->cause : source->function, cause);
}

/* Return: how many of the first @nr sources belong to the chain. */
static size_t chain_sum(const struct hkj_target *target, size_t nr,
			const char *cause, struct row *row)
{
	size_t nr_members = 0;

	*row = (struct row){ 0, 0, HKJ_NONE };
	for (size_t i = 0; i < nr; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (!is_in_chain(source, cause))
			continue;
		nr_members++;
		row->total_ns += source->total_ns;
		if (source->count > row->count)
			row->count = source->count;
	}
	return nr_members;
}

/* The chain that a source is of; NULL if it stands for itself. */
static const char *chain_of(const struct hkj_target *target, size_t nr,
			    const struct hkj_source_record *source)
{
	const char *cause = source->cause ? source->cause : source->function;

	if (!*cause)
		return NULL;
	for (size_t i = 0; i < nr; i++)
		if (target->sources[i].cause &&
		    !strcmp(target->sources[i].cause, cause))
			return cause;
	return NULL;
}

/* One line for a chain, and its sources below it. Return: lines' worth of rows. */
static size_t chain_print(FILE *out, const struct hkj_target *target, size_t nr,
			  const char *cause)
{
	uint64_t lost_ns = target->gaps.total_ns;
	struct row row;
	size_t nr_members = chain_sum(target, nr, cause, &row);
	const struct hkj_view_source name = { "chain", "", cause, false, 0 };

	hkj_view_source_print(out, &name, row_print(out, &row, lost_ns));
	for (size_t i = 0; i < nr; i++)
		if (is_in_chain(&target->sources[i], cause))
			source_print(out, &target->sources[i], lost_ns,
				     CHAIN_INDENT);
	return nr_members;
}

/* Whether a source before the @at-th has shown the chain. */
static bool is_shown(const struct hkj_target *target, size_t at,
		     const char *cause)
{
	for (size_t i = 0; i < at; i++)
		if (is_in_chain(&target->sources[i], cause))
			return true;
	return false;
}

/* Return: how many sources were printed. */
static size_t sources_print(FILE *out, const struct hkj_target *target,
			    size_t nr)
{
	size_t shown = 0;

	for (size_t i = 0; i < nr && shown < SOURCES_SHOWN; i++) {
		const struct hkj_source_record *source = &target->sources[i];
		const char *cause = chain_of(target, nr, source);

		if (!cause) {
			source_print(out, source, target->gaps.total_ns, 0);
			shown++;
		} else if (!is_shown(target, i, cause)) {
			shown += chain_print(out, target, nr, cause);
		}
	}
	return shown;
}

/* Gaps that hold an interruption; a file may say what cannot be. */
static uint64_t nr_explained(const struct hkj_target *target)
{
	uint64_t nr = target->gaps.count;

	return nr > target->unexplained->count ?
		       nr - target->unexplained->count :
		       0;
}

/* What the unexplained is put down to, unless nothing is known of any of it. */
static void causes_print(FILE *out, const struct hkj_unexplained *unexplained)
{
	static const char *const texts[HKJ_NR_CAUSES] = {
		[HKJ_CAUSE_CLOCK] = "clock: another clock saw no time pass",
		[HKJ_CAUSE_SMI] = "smi: firmware ran, its counter moved",
		[HKJ_CAUSE_STEAL] = "steal: the hypervisor stopped the CPU",
		[HKJ_CAUSE_VECTORS] = "vectors: interrupts without a tracepoint",
		[HKJ_CAUSE_UNKNOWN] = "unknown",
	};
	const struct hkj_cause_record *causes = unexplained->causes;

	if (causes[HKJ_CAUSE_UNKNOWN].count.value == unexplained->count)
		return;
	for (unsigned int i = 0; i < HKJ_NR_CAUSES; i++)
		if (causes[i].count.value)
			fprintf(out, "%*s%s: %" PRIu64 ", %s\n",
				INITIATOR_INDENT, "", texts[i],
				causes[i].count.value,
				hkj_units_human(causes[i].total_ns.value).text);
}

static void rest_print(FILE *out, const struct hkj_target *target)
{
	const struct hkj_unexplained *unexplained = target->unexplained;
	const struct row transition = { nr_explained(target),
					target->transition_ns.value, HKJ_NONE };
	const struct row none = { unexplained->count, unexplained->total_ns,
				  unexplained->max_ns };

	row_print(out, &transition, target->gaps.total_ns);
	fputs("transition (entry, exit, caches)\n", out);
	row_print(out, &none, target->gaps.total_ns);
	fputs("unexplained (no interruption)\n", out);
	causes_print(out, unexplained);
}

static void quiet_print(FILE *out, const struct hkj_parts_sum *quiet)
{
	if (!quiet || !quiet->count)
		return;
	hkj_view_line(out, "  quiet",
		      "%" PRIu64 " interruptions made no gap, being too short: %s in total, counted in the table, not in the time lost",
		      quiet->count, hkj_units_human(quiet->total_ns).text);
}

/* Those that interrupted: what never did is at the end of the list. */
static size_t nr_active(const struct hkj_target *target)
{
	size_t nr = target->nr_sources;

	while (nr && !target->sources[nr - 1].count)
		nr--;
	return nr;
}

/**
 * hkj_view_sources() - what took the time of a target
 * @target: complete
 * @out: gets a line for each source, most time first, with its initiators, and
 *       for the transition and the unexplained; nothing for a result that tells
 *       no sources
 */
void hkj_view_sources(const struct hkj_target *target, FILE *out)
{
	bool has_rest = target->gaps.count && target->unexplained &&
			target->transition_ns.is_there;
	size_t nr = nr_active(target), shown;

	if (!nr && !has_rest)
		return;
	fprintf(out, " %7s %7s %8s %8s %8s  %s\n", "share", "count", "total",
		"mean", "max", "source");
	shown = sources_print(out, target, nr);
	if (nr > shown)
		fprintf(out, "  (%zu more in the result file)\n", nr - shown);
	if (has_rest)
		rest_print(out, target);
	quiet_print(out, target->quiet_parts);
	fputc('\n', out);
}
