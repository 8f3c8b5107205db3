// SPDX-License-Identifier: GPL-2.0
/*
 * "No gap" and "this is what interrupted" are proofs only if nothing was lost.
 * Initiators may be unknown: that is told where they stand.
 */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/limits.h>

#include "target.h"
#include "verdict.h"

/**
 * hkj_verdict_clock_strays() - whether two clocks disagree by more than a stray read
 * @target: filled
 *
 * Return: whether the session's clock and CLOCK_MONOTONIC_RAW are more than
 * HKJ_DRIFT_PPM_MAX apart, and 1 ms at least over the window.
 */
bool hkj_verdict_clock_strays(const struct hkj_target *target)
{
	double ppm = fabs(target->clock.drift_ppm);

	return ppm > HKJ_DRIFT_PPM_MAX &&
	       ppm * (double)target->runtime_ns > 1e6 * HKJ_NSEC_PER_MSEC;
}

static bool is_unbalanced(const struct hkj_target *target)
{
	return !hkj_target_is_balanced(target);
}

static bool has_clock_steps(const struct hkj_target *target)
{
	return target->lost.clock_steps;
}

static bool has_unstable_clock(const struct hkj_target *target)
{
	return target->lost.clock_unstable.value;
}

static bool has_migrations(const struct hkj_target *target)
{
	return target->lost.migrations;
}

static bool has_lost_sources(const struct hkj_target *target)
{
	return target->lost.interruptions[HKJ_LOST_SOURCES].value;
}

static bool has_lost_frames(const struct hkj_target *target)
{
	return target->lost.interruptions[HKJ_LOST_FRAMES].value;
}

static bool has_lost_parts(const struct hkj_target *target)
{
	return target->lost.interruptions[HKJ_LOST_PARTS].value;
}

#define TOLD_BY(member) offsetof(struct hkj_target, member)

/*
 * What may be doubted; its place in the table is its bit. Results of older tools
 * lack some of the figures that tell it.
 */
static const struct {
	const char *name;
	bool (*is_so)(const struct hkj_target *target);
	size_t told_by; /* &struct hkj_maybe; 0: is always there */
} kinds[] = {
	{ "books", is_unbalanced, 0 },
	{ "clock_steps", has_clock_steps, 0 },
	{ "clock_unstable", has_unstable_clock, TOLD_BY(lost.clock_unstable) },
	{ "clock_drift", hkj_verdict_clock_strays, 0 },
	{ "migrations", has_migrations, 0 },
	{ "sources", has_lost_sources, TOLD_BY(lost.interruptions[HKJ_LOST_SOURCES]) },
	{ "frames", has_lost_frames, TOLD_BY(lost.interruptions[HKJ_LOST_FRAMES]) },
	{ "parts", has_lost_parts, TOLD_BY(lost.interruptions[HKJ_LOST_PARTS]) },
};

#define NR_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* A doubt that a file tells is kept: a merged one has figures no longer. */
static bool is_told(const struct hkj_verdict *verdict, const char *name)
{
	for (size_t i = 0; verdict && i < verdict->nr_doubts; i++)
		if (!strcmp(verdict->doubts[i], name))
			return true;
	return false;
}

/**
 * hkj_verdict_doubts() - what speaks against a target's result
 * @target: filled; that it is complete is not taken from its verdict
 *
 * Return: a bit for each doubt; 0 for a result that is complete.
 */
unsigned int hkj_verdict_doubts(const struct hkj_target *target)
{
	unsigned int doubts = 0;

	for (unsigned int i = 0; i < NR_KINDS; i++)
		if (kinds[i].is_so(target) ||
		    is_told(target->verdict, kinds[i].name))
			doubts |= 1U << i;
	return doubts;
}

/**
 * hkj_verdict_untold() - what could speak against it, and is not told
 * @target: filled
 *
 * Return: a bit for each doubt that the result lacks the figure of; 0 if it
 * tells all, or if the tool that recorded it had them and gave its verdict.
 */
unsigned int hkj_verdict_untold(const struct hkj_target *target)
{
	unsigned int untold = 0;

	for (unsigned int i = 0; i < NR_KINDS && !target->verdict; i++) {
		const void *at = (const char *)target + kinds[i].told_by;
		const struct hkj_maybe *figure = at;

		if (kinds[i].told_by && !figure->is_there)
			untold |= 1U << i;
	}
	return untold;
}

/**
 * hkj_verdict_print() - doubts as text
 * @text: gets their names, apart by commas
 * @size: of @text
 * @doubts: from hkj_verdict_doubts() or hkj_verdict_untold()
 */
void hkj_verdict_print(char *text, size_t size, unsigned int doubts)
{
	size_t used = 0;

	*text = '\0';
	for (unsigned int i = 0; i < NR_KINDS; i++) {
		if (!(doubts >> i & 1))
			continue;
		snprintf(text + used, size - used, "%s%s", used ? ", " : "",
			 kinds[i].name);
		used = strlen(text);
	}
}

/* With an empty list, which is a list. */
static struct hkj_verdict *verdict_alloc(size_t nr_max)
{
	struct hkj_verdict *verdict = calloc(1, sizeof(*verdict));

	if (!verdict)
		return NULL;
	verdict->doubts = calloc(nr_max + 1, sizeof(char *));
	if (verdict->doubts)
		return verdict;
	free(verdict);
	return NULL;
}

/**
 * hkj_verdict_free() - the opposite of hkj_verdict_new()
 * @verdict: NULL does nothing
 */
void hkj_verdict_free(struct hkj_verdict *verdict)
{
	if (!verdict)
		return;
	for (size_t i = 0; i < verdict->nr_doubts; i++)
		free(verdict->doubts[i]);
	free(verdict->doubts);
	free(verdict);
}

/* Takes @doubt over. */
static int doubt_add(struct hkj_verdict *verdict, char *doubt)
{
	verdict->doubts[verdict->nr_doubts] = doubt;
	verdict->nr_doubts += !!doubt;
	return doubt ? 0 : -1;
}

/**
 * hkj_verdict_new() - the verdict on a target
 * @doubts: from hkj_verdict_doubts()
 *
 * Return: the verdict, which the target is to own; NULL if there is no memory.
 */
struct hkj_verdict *hkj_verdict_new(unsigned int doubts)
{
	struct hkj_verdict *verdict = verdict_alloc(NR_KINDS);

	if (!verdict)
		return NULL;
	verdict->is_complete = !doubts;
	for (unsigned int i = 0; i < NR_KINDS; i++) {
		if (!(doubts >> i & 1) ||
		    !doubt_add(verdict, strdup(kinds[i].name)))
			continue;
		hkj_verdict_free(verdict);
		return NULL;
	}
	return verdict;
}

/* "CPU 3: sources" */
static int target_add(struct hkj_verdict *verdict,
		      const struct hkj_target *target)
{
	unsigned int doubts = hkj_verdict_doubts(target);
	char *text;

	for (unsigned int i = 0; i < NR_KINDS; i++) {
		if (!(doubts >> i & 1))
			continue;
		if (asprintf(&text, "CPU %" PRIu64 ": %s", target->cpu,
			     kinds[i].name) < 0)
			text = NULL;
		if (doubt_add(verdict, text))
			return -1;
	}
	return 0;
}

/**
 * hkj_verdict_sum_new() - the verdict on all targets together
 * @result: its targets are filled
 *
 * Return: the verdict, which the result is to own; NULL if there is no memory.
 */
struct hkj_verdict *hkj_verdict_sum_new(const struct hkj_result *result)
{
	struct hkj_verdict *verdict = verdict_alloc(result->nr_cpus * NR_KINDS);

	if (!verdict)
		return NULL;
	for (size_t i = 0; i < result->nr_cpus; i++) {
		if (!target_add(verdict, &result->cpus[i]))
			continue;
		hkj_verdict_free(verdict);
		return NULL;
	}
	verdict->is_complete = !verdict->nr_doubts;
	return verdict;
}
