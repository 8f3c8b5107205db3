// SPDX-License-Identifier: GPL-2.0
/*
 * The longest gaps, with what they are made of.
 */
#include <inttypes.h>
#include <string.h>

#include "attribution.h"
#include "view.h"

#define LONGEST_SHOWN 10

static void part_print(const struct hkj_part_record *part, FILE *out)
{
	const struct hkj_view_source name = { part->class_name, part->name,
					      part->function, false, 0 };
	int used = fprintf(out, "%16s  ", hkj_units_human(part->net_ns).text);

	hkj_view_source_print(out, &name, used < 0 ? 0 : (size_t)used);
}

/* What a gap without interruptions is put down to; a file may say anything. */
static const char *cause_of(const struct hkj_longest *gap)
{
	for (unsigned int i = 0; gap->cause && i < HKJ_NR_CAUSES; i++)
		if (!strcmp(gap->cause, hkj_cause_names[i]))
			return hkj_cause_names[i];
	return NULL;
}

static void gap_print(const struct hkj_longest *gap,
		      const struct hkj_target *target, FILE *out)
{
	bool has_parts = target->unexplained;
	bool is_of_several = target->nr_runs.value > 1 && gap->run.is_there;
	const struct hkj_maybe *run = is_of_several ? &gap->run : NULL;
	bool is_empty = !gap->nr_parts && !gap->parts_lost.is_there;

	fprintf(out, "  %9s   at %10" PRIu64 ".%09" PRIu64 " s%s",
		hkj_units_human(gap->duration_ns).text,
		gap->start_ns / 1000000000, gap->start_ns % 1000000000,
		has_parts && is_empty ? "   unexplained" : "");
	if (is_empty && cause_of(gap))
		fprintf(out, ": %s", cause_of(gap));
	if (run)
		fprintf(out, "   run %" PRIu64, run->value);
	fputc('\n', out);
	for (size_t i = 0; i < gap->nr_parts; i++)
		part_print(&gap->parts[i], out);
	if (gap->parts_lost.is_there)
		fprintf(out, "%16s  (%" PRIu64 " more, in the sources)\n", "",
			gap->parts_lost.value);
}

/**
 * hkj_view_longest() - the longest gaps of a target
 * @target: complete
 * @out: gets a line for each, and one for each of its parts
 */
void hkj_view_longest(const struct hkj_target *target, FILE *out)
{
	size_t nr = target->nr_longest;

	if (!nr)
		return;
	fprintf(out, "\n  longest gaps, and when they began\n");
	for (size_t i = 0; i < nr && i < LONGEST_SHOWN; i++)
		gap_print(&target->longest[i], target, out);
	if (nr > LONGEST_SHOWN)
		fprintf(out, "  (%zu more in the result file)\n",
			nr - LONGEST_SHOWN);
}
