// SPDX-License-Identifier: GPL-2.0
/*
 * The end of a report: what would end the sources that took most time.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "knobs.h"
#include "result.h"
#include "view.h"

#define REMEDIES_SHOWN 3

/* Sources of each target that are looked at: they are sorted by time. */
#define SOURCES_TRIED 8

/* Sources of less than one in so many of their CPU's lost time are noise. */
#define SHARE_SHOWN 100

struct remedy {
	const struct hkj_source_record *source; /* NULL: unexplained */
	const char *tick; /* what stood against stopping it; NULL: no tick */
	uint64_t total_ns;
	uint64_t cpu;
	const struct hkj_host *host;
	const struct hkj_knob *knob;
};

static const char *const tick_names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };

/* The best remedies so far, for most time first. */
struct remedies {
	size_t nr;
	struct remedy items[REMEDIES_SHOWN];
	struct remedy skipped; /* most of those that only follow others */
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
		if (remedies->items[i].total_ns >= entry->total_ns)
			return false;
		entry_remove(remedies, i);
		return true;
	}
	return true;
}

static void entry_insert(struct remedies *remedies, const struct remedy *entry)
{
	size_t at = 0;

	while (at < remedies->nr &&
	       remedies->items[at].total_ns >= entry->total_ns)
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
			 const struct hkj_target *target, uint64_t total_ns)
{
	return !total_ns || total_ns < target->gaps.total_ns / SHARE_SHOWN ||
	       (remedies->nr == REMEDIES_SHOWN &&
		total_ns <= remedies->items[REMEDIES_SHOWN - 1].total_ns);
}

/* What keeps the tick running most often has the remedy of its name. */
static void tick_look(struct remedy *entry, const struct hkj_target *target)
{
	uint64_t count = 0;

	for (unsigned int i = 0; target->tick && i < HKJ_NR_TICK_DEPS; i++) {
		if (target->tick->refusals[i].value <= count)
			continue;
		count = target->tick->refusals[i].value;
		entry->tick = tick_names[i];
		entry->knob = hkj_knob_of_tick((enum hkj_tick_dep)i,
					       entry->host);
	}
}

static bool is_tick(const struct hkj_source_record *source)
{
	return !strcmp(source->function, "tick_nohz_handler") ||
	       !strcmp(source->function, "tick_sched_timer");
}

static void entry_take(struct remedies *remedies, const struct remedy *entry)
{
	if (entry->knob && is_news(remedies, entry))
		entry_insert(remedies, entry);
}

/* A source that follows others has no remedy of its own; the tick has. */
static void source_look(struct remedies *remedies, struct remedy *entry,
			const struct hkj_target *target)
{
	entry->tick = NULL;
	entry->knob = hkj_knob_of(entry->source, entry->host);
	if (entry->knob && entry->knob->is_effect && is_tick(entry->source))
		tick_look(entry, target);
	if (!entry->knob || !entry->knob->is_effect)
		entry_take(remedies, entry);
	else if (entry->total_ns > remedies->skipped.total_ns)
		remedies->skipped = *entry;
}

static void target_look(struct remedies *remedies,
			const struct hkj_target *target,
			const struct hkj_host *host)
{
	struct remedy entry = { .cpu = target->cpu, .host = host };

	if (target->unexplained &&
	    !is_too_small(remedies, target, target->unexplained->total_ns)) {
		entry.total_ns = target->unexplained->total_ns;
		entry.knob = hkj_knob_of_unexplained(host);
		entry_take(remedies, &entry);
	}
	for (size_t i = 0; i < target->nr_sources && i < SOURCES_TRIED; i++) {
		entry.source = &target->sources[i];
		entry.total_ns = entry.source->total_ns;
		if (is_too_small(remedies, target, entry.total_ns))
			return;
		source_look(remedies, &entry, target);
	}
}

/* As 'hkjitter explain' has it, which says the same of it. */
static void name_print(const struct remedy *remedy, FILE *out)
{
	const struct hkj_source_record *source = remedy->source;
	struct hkj_view_source name = {
		.class_name = HKJ_KNOB_UNEXPLAINED,
		.name = "",
		.function = "",
	};

	if (remedy->tick)
		name = (struct hkj_view_source){
			.class_name = HKJ_KNOB_TICK,
			.name = remedy->tick,
			.function = "",
		};
	else if (source)
		name = (struct hkj_view_source){
			.class_name = source->class_name,
			.name = source->name,
			.function = source->function,
			.has_id = true,
			.id = source->id,
		};
	fputs("  ", out);
	hkj_view_source_print(out, &name, 2);
}

static void remedy_print(const struct remedy *remedy, const char *policy,
			 FILE *out)
{
	char cpu[24], *text;

	snprintf(cpu, sizeof(cpu), "%" PRIu64, remedy->cpu);
	text = hkj_knob_sentence(remedy->knob, remedy->host, policy, cpu);
	name_print(remedy, out);
	hkj_view_line(out, "", "%s%s",
		      remedy->knob->is_effect ?
			      "left out, as it follows others: " :
			      "",
		      text ? text : remedy->knob->knob);
	free(text);
}

/**
 * hkj_view_remedies() - what would end what took most time
 * @result: complete
 * @out: gets a line for each source, and for the unexplained; nothing if
 *       nothing can be done. Of what only follows other sources the one that
 *       took most is named, as left out.
 */
void hkj_view_remedies(const struct hkj_result *result, FILE *out)
{
	struct remedies remedies = { 0 };
	const char *policy = result->config.policy;

	for (size_t i = 0; i < result->nr_cpus; i++)
		target_look(&remedies, &result->cpus[i],
			    hkj_result_host(result, &result->cpus[i]));
	if (!remedies.nr && !remedies.skipped.knob)
		return;
	fputs("\nwhat would end what took most time ('hkjitter explain' tells more)\n",
	      out);
	for (size_t i = 0; i < remedies.nr; i++)
		remedy_print(&remedies.items[i], policy, out);
	if (remedies.skipped.knob)
		remedy_print(&remedies.skipped, policy, out);
}
