// SPDX-License-Identifier: GPL-2.0
/*
 * The end of a report: what would end the sources that took most time.
 */
#include <string.h>

#include "knobs.h"
#include "result.h"
#include "view.h"

#define REMEDIES_SHOWN 3

/* Sources of each target that are looked at: they are sorted by time. */
#define SOURCES_TRIED 8

struct remedy {
	const struct hkj_source_record *source;
	const struct hkj_knob *knob;
};

/* The best remedies so far, for most time first. */
struct remedies {
	size_t nr;
	struct remedy items[REMEDIES_SHOWN];
};

static void entry_remove(struct remedies *remedies, size_t at)
{
	remedies->nr--;
	memmove(&remedies->items[at], &remedies->items[at + 1],
		(remedies->nr - at) * sizeof(remedies->items[0]));
}

/* One place for each knob; false if it has one for a source of more time. */
static bool is_news(struct remedies *remedies, const struct remedy *entry)
{
	for (size_t i = 0; i < remedies->nr; i++) {
		if (strcmp(remedies->items[i].knob->knob, entry->knob->knob) != 0)
			continue;
		if (remedies->items[i].source->total_ns >=
		    entry->source->total_ns)
			return false;
		entry_remove(remedies, i);
		return true;
	}
	return true;
}

static void entry_insert(struct remedies *remedies, const struct remedy *entry)
{
	size_t at = 0;

	while (at < remedies->nr && remedies->items[at].source->total_ns >=
					    entry->source->total_ns)
		at++;
	if (at == REMEDIES_SHOWN)
		return;
	if (remedies->nr == REMEDIES_SHOWN)
		remedies->nr--;
	memmove(&remedies->items[at + 1], &remedies->items[at],
		(remedies->nr - at) * sizeof(remedies->items[0]));
	remedies->items[at] = *entry;
	remedies->nr++;
}

static bool is_too_small(const struct remedies *remedies,
			 const struct hkj_source_record *source)
{
	return !source->count ||
	       (remedies->nr == REMEDIES_SHOWN &&
		source->total_ns <=
			remedies->items[REMEDIES_SHOWN - 1].source->total_ns);
}

/* What keeps the tick running most often; NULL if it is not told. */
static const struct hkj_knob *tick_knob(const struct hkj_target *target,
					const struct hkj_host *host)
{
	enum hkj_tick_dep most = 0;
	uint64_t count = 0;

	for (unsigned int i = 0; target->tick && i < HKJ_NR_TICK_DEPS; i++) {
		if (target->tick->refusals[i].value <= count)
			continue;
		count = target->tick->refusals[i].value;
		most = (enum hkj_tick_dep)i;
	}
	return count ? hkj_knob_of_tick(most, host) : NULL;
}

static bool is_tick(const struct hkj_source_record *source)
{
	return !strcmp(source->function, "tick_nohz_handler") ||
	       !strcmp(source->function, "tick_sched_timer");
}

static void target_look(struct remedies *remedies,
			const struct hkj_target *target,
			const struct hkj_host *host)
{
	for (size_t i = 0; i < target->nr_sources && i < SOURCES_TRIED; i++) {
		struct remedy entry = { &target->sources[i], NULL };

		if (is_too_small(remedies, entry.source))
			return;
		entry.knob = hkj_knob_of(entry.source, host);
		if (entry.knob && entry.knob->is_effect)
			entry.knob = is_tick(entry.source) ?
					     tick_knob(target, host) :
					     NULL;
		if (entry.knob && is_news(remedies, &entry))
			entry_insert(remedies, &entry);
	}
}

static void remedy_print(const struct remedy *remedy, FILE *out)
{
	const struct hkj_source_record *source = remedy->source;
	const struct hkj_view_source name = {
		.class_name = source->class_name,
		.name = source->name,
		.function = source->function,
		.has_id = true,
		.id = source->id,
	};

	fputs("  ", out);
	hkj_view_source_print(out, &name, 2);
	hkj_view_line(out, "", "%s", remedy->knob->knob);
}

/**
 * hkj_view_remedies() - what would end the sources that took most time
 * @result: complete
 * @out: gets a line for each of them; nothing if nothing can be done. What only
 *       follows other sources is left out.
 */
void hkj_view_remedies(const struct hkj_result *result, FILE *out)
{
	struct remedies remedies = { 0 };

	for (size_t i = 0; i < result->nr_cpus; i++)
		target_look(&remedies, &result->cpus[i],
			    hkj_result_host(result, &result->cpus[i]));
	if (!remedies.nr)
		return;
	fputs("\nwhat would end the sources that took most time ('hkjitter explain' tells more)\n",
	      out);
	for (size_t i = 0; i < remedies.nr; i++)
		remedy_print(&remedies.items[i], out);
}
