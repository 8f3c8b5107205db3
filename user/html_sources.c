// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of sources: of all CPUs together, and of each.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "capped.h"
#include "html.h"
#include "target.h"
#include "units.h"

#define GROUPS_SHOWN 40
#define SOURCES_SHOWN 20
#define INITIATORS_SHOWN 4
#define TARGETS_SHOWN 64
#define TARGETS_OPEN 4

static void initiator_print(FILE *out, const struct hkj_initiator_record *who)
{
	fputs("<div>&#8592; <code>", out);
	hkj_html_text(out, who->comm);
	fprintf(out, "/%" PRIu64 "</code> on CPU %" PRIu64, who->pid, who->cpu);
	if (who->function && *who->function) {
		fputs(", in <code>", out);
		hkj_html_text(out, who->function);
		fputs("</code>", out);
	}
	fprintf(out, ": %" PRIu64 "</div>\n", who->count);
}

static void rest_print(FILE *out, const char *who, uint64_t count)
{
	if (count)
		fprintf(out, "<div>&#8592; %s: %" PRIu64 "</div>\n", who, count);
}

static void initiators_print(FILE *out, const struct hkj_source_record *source)
{
	uint64_t others = source->initiators_others;

	for (size_t i = 0; i < source->nr_initiators; i++) {
		const struct hkj_initiator_record *who = &source->initiators[i];

		if (i < INITIATORS_SHOWN)
			initiator_print(out, who);
		else
			others = hkj_capped_sum(others, who->count);
	}
	rest_print(out, "others", others);
	rest_print(out, "unknown", source->initiators_unknown);
}

/* The key of a source in the file, or nothing for one that is a sum. */
static void source_number(FILE *out, uint64_t value, bool is_time,
			  const char *place, const char *key)
{
	const char *full = *place ? key : "";

	fputs("<td>", out);
	if (is_time)
		hkj_html_ns(out, value, "%s%s", place, full);
	else
		hkj_html_count(out, value, "%s%s", place, full);
	fputs("</td>", out);
}

/* What began the chain: sources of one name differ in nothing else. */
static void cause_print(FILE *out, const char *cause)
{
	if (!cause || !*cause)
		return;
	fputs(" <small>after <code>", out);
	hkj_html_text(out, cause);
	fputs("</code></small>", out);
}

static void source_row(FILE *out, const struct hkj_source_record *source,
		       const char *place, uint64_t lost_ns)
{
	uint64_t mean = source->count ? source->total_ns / source->count :
					HKJ_NONE;

	fputs("<tr><td class=\"wide\">", out);
	hkj_html_source(out, source->class_name, source->name,
			source->function);
	cause_print(out, source->cause);
	initiators_print(out, source);
	fputs("</td><td>", out);
	hkj_html_share(out, source->total_ns, lost_ns);
	fputs("</td>", out);
	source_number(out, source->count, false, place, "count");
	source_number(out, source->total_ns, true, place, "total_ns");
	fputs("<td>", out);
	hkj_html_ns(out, mean, "%s", "");
	fputs("</td>", out);
	source_number(out, source->max_ns, true, place, "max_ns");
	fputs("</tr>\n", out);
}

static void table_begin(FILE *out)
{
	fputs("<div class=\"card scroll\"><table class=\"stack\">\n<tr><th>source, and who asked for it</th><th>of the loss</th><th>count</th><th>total</th><th>mean</th><th>longest</th></tr>\n",
	      out);
}

static void rest_row(FILE *out, const char *name, uint64_t count,
		     uint64_t total_ns, uint64_t max_ns, uint64_t lost_ns)
{
	fprintf(out, "<tr><td class=\"wide\">%s</td><td>", name);
	hkj_html_share(out, total_ns, lost_ns);
	fputs("</td><td>", out);
	hkj_html_count(out, count, "%s", "");
	fputs("</td><td>", out);
	hkj_html_ns(out, total_ns, "%s", "");
	fputs("</td><td></td><td>", out);
	hkj_html_ns(out, max_ns, "%s", "");
	fputs("</td></tr>\n", out);
}

static void more_print(FILE *out, size_t all, size_t shown)
{
	if (all > shown)
		fprintf(out, "<p class=\"soft\">%zu more, with less time each, are in the result file: hkjitter report --csv=sources shows them.</p>\n",
			all - shown);
}

/* What the gaps hold beyond interruptions, on some targets together. */
static void rest_rows(FILE *out, const struct hkj_target *targets, size_t nr,
		      uint64_t lost_ns)
{
	uint64_t transition = 0, count = 0, total = 0, max = HKJ_NONE;

	for (size_t i = 0; i < nr; i++) {
		const struct hkj_unexplained *none = targets[i].unexplained;

		if (!none || !targets[i].transition_ns.is_there)
			return;
		transition = hkj_capped_sum(transition,
					    targets[i].transition_ns.value);
		count = hkj_capped_sum(count, none->count);
		total = hkj_capped_sum(total, none->total_ns);
		if (none->max_ns != HKJ_NONE &&
		    (max == HKJ_NONE || none->max_ns > max))
			max = none->max_ns;
	}
	rest_row(out, "transition <small>entry, exit, caches</small>", HKJ_NONE,
		 transition, HKJ_NONE, lost_ns);
	rest_row(out, "unexplained <small>no interruption</small>", count,
		 total, max, lost_ns);
}

/* NULL for sources that did not all have the same. */
static char *cause_of(const struct hkj_group *group)
{
	const char *cause = group->sources[0]->cause;

	for (size_t i = 1; i < group->nr; i++)
		if (!cause || !group->sources[i]->cause ||
		    strcmp(cause, group->sources[i]->cause))
			return NULL;
	return group->sources[0]->cause;
}

/* Each initiator once: a file may have one for each of its call sites. */
static int group_print(struct hkj_html *page, const struct hkj_group *group,
		       const char *place, uint64_t lost_ns)
{
	struct hkj_source_record merged;

	if (hkj_group_initiators(group, &merged, page->error))
		return -1;
	merged.cause = cause_of(group);
	source_row(page->out, &merged, place, lost_ns);
	free(merged.initiators);
	return 0;
}

static int groups_print(struct hkj_html *page)
{
	const struct hkj_groups *groups = &page->groups;

	table_begin(page->out);
	for (size_t i = 0; i < groups->nr && i < GROUPS_SHOWN; i++)
		if (group_print(page, &groups->groups[i], "",
				page->gaps.total_ns))
			return -1;
	rest_rows(page->out, page->result->cpus, page->result->nr_cpus,
		  page->gaps.total_ns);
	fputs("</table></div>\n", page->out);
	more_print(page->out, groups->nr, GROUPS_SHOWN);
	return 0;
}

static int source_print(struct hkj_html *page, size_t cpu, size_t index)
{
	const struct hkj_target *target = &page->result->cpus[cpu];
	const struct hkj_source_record *source = &target->sources[index];
	const struct hkj_group group = { &source, 1, source->count,
					 source->total_ns, source->max_ns };
	char place[64];

	snprintf(place, sizeof(place), "cpus[%zu].sources[%zu].", cpu, index);
	return group_print(page, &group, place, target->gaps.total_ns);
}

static int target_table(struct hkj_html *page, size_t cpu)
{
	const struct hkj_target *target = &page->result->cpus[cpu];
	uint64_t lost_ns = target->gaps.total_ns;
	size_t nr = target->nr_sources;

	while (nr && !target->sources[nr - 1].count)
		nr--;
	table_begin(page->out);
	for (size_t i = 0; i < nr && i < SOURCES_SHOWN; i++)
		if (source_print(page, cpu, i))
			return -1;
	rest_rows(page->out, target, 1, lost_ns);
	fputs("</table></div>\n", page->out);
	more_print(page->out, nr, SOURCES_SHOWN);
	return 0;
}

/* Results of older modules have gaps alone. */
static bool is_told(const struct hkj_target *target)
{
	return hkj_target_has_parts(target) || target->nr_sources;
}

static bool is_any_told(const struct hkj_result *result)
{
	for (size_t i = 0; i < result->nr_cpus; i++)
		if (is_told(&result->cpus[i]))
			return true;
	return false;
}

static int target_print(struct hkj_html *page, size_t cpu)
{
	const struct hkj_target *target = &page->result->cpus[cpu];
	bool is_open = page->result->nr_cpus <= TARGETS_OPEN;

	fprintf(page->out, "<details class=\"cpu\"%s><summary>",
		is_open ? " open" : "");
	hkj_html_cpu(page, cpu);
	fprintf(page->out, ": %s gaps, the longest %s</summary>\n",
		hkj_units_count(target->gaps.count).text,
		target->gaps.count ?
			hkj_units_human(target->gaps.max_ns).text :
			"none");
	if (!is_told(target))
		fputs("<p class=\"soft\">Not told what was in them.</p>\n",
		      page->out);
	else if (target_table(page, cpu))
		return -1;
	fputs("</details>\n", page->out);
	return 0;
}

/**
 * hkj_html_sources() - what took the time
 * @page: gets it
 *
 * Return: 0 or -1.
 */
int hkj_html_sources(struct hkj_html *page)
{
	size_t nr = page->result->nr_cpus;

	fputs("<section>\n<h2>What took the time</h2>\n", page->out);
	if (!is_any_told(page->result)) {
		fputs("<p class=\"soft\">The result does not tell what was in its gaps: it is of a module that did not look for that yet.</p>\n</section>\n",
		      page->out);
		return 0;
	}
	if (nr == 1 ? target_table(page, 0) : groups_print(page))
		return -1;
	if (nr > 1)
		fputs("<h3>By CPU</h3>\n", page->out);
	for (size_t i = 0; nr > 1 && i < nr && i < TARGETS_SHOWN; i++)
		if (target_print(page, i))
			return -1;
	if (nr > TARGETS_SHOWN)
		fprintf(page->out, "<p class=\"soft\">The other %zu CPUs are in the result file: hkjitter report --csv=sources shows them.</p>\n",
			nr - TARGETS_SHOWN);
	fputs("</section>\n", page->out);
	return 0;
}
