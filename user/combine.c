// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/limits.h>

#include "combine.h"
#include "histogram.h"
#include "shapes.h"
#include "sum.h"
#include "target.h"
#include "verdict.h"

static const char no_memory[] = "no memory left";

/* A text that all have; HKJ_SEVERAL where one has another. */
static int text_add(char **to, const char *text)
{
	if (!*to) {
		*to = strdup(text);
	} else if (strcmp(*to, text)) {
		free(*to);
		*to = strdup(HKJ_SEVERAL);
	}
	return *to ? 0 : -1;
}

/*
 * Books that do not balance must stay to be seen; two that are off the opposite
 * way would balance together.
 */
static const char *obstacle_find(const struct hkj_target *first,
				 const struct hkj_target *next)
{
	if (!hkj_target_is_balanced(first) || !hkj_target_is_balanced(next))
		return "books that do not balance cannot be added up";
	if (hkj_target_has_parts(first) != hkj_target_has_parts(next))
		return "only some tell what interrupted";
	if (strcmp(first->clock.kind, next->clock.kind))
		return "they were measured with different clocks";
	return NULL;
}

static const char *gaps_add(struct hkj_gaps *to, const struct hkj_gaps *from)
{
	to->count = hkj_sum(to->count, from->count);
	to->total_ns = hkj_sum(to->total_ns, from->total_ns);
	to->min_ns = hkj_least(to->min_ns, from->min_ns);
	to->max_ns = hkj_most(to->max_ns, from->max_ns);
	return hkj_histogram_add(&to->histogram, &from->histogram);
}

static void cycles_add(struct hkj_cycles *to, const struct hkj_cycles *from)
{
	to->runtime = hkj_sum(to->runtime, from->runtime);
	to->quiet = hkj_sum(to->quiet, from->quiet);
	to->gaps = hkj_sum(to->gaps, from->gaps);
	to->parts = hkj_sum_maybe(to->parts, from->parts);
	to->transition = hkj_sum_maybe(to->transition, from->transition);
	to->unexplained = hkj_sum_maybe(to->unexplained, from->unexplained);
}

static void lost_add(struct hkj_lost *to, const struct hkj_lost *from)
{
	to->clock_steps = hkj_sum(to->clock_steps, from->clock_steps);
	to->migrations = hkj_sum(to->migrations, from->migrations);
	to->overflow = hkj_sum(to->overflow, from->overflow);
	to->clock_unstable =
		hkj_sum_maybe(to->clock_unstable, from->clock_unstable);
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		to->interruptions[i] = hkj_sum_maybe(to->interruptions[i],
						     from->interruptions[i]);
}

static void self_add(struct hkj_self *to, const struct hkj_self *from)
{
	to->upkeeps = hkj_sum(to->upkeeps, from->upkeeps);
	to->upkeep_max_ns = from->upkeep_max_ns > to->upkeep_max_ns ?
				    from->upkeep_max_ns :
				    to->upkeep_max_ns;
	to->reliefs = hkj_sum(to->reliefs, from->reliefs);
	to->own_ns = hkj_sum(to->own_ns, from->own_ns);
	to->turns = hkj_sum(to->turns, from->turns);
	to->interruptions =
		hkj_sum_maybe(to->interruptions, from->interruptions);
}

/* The mean turn of all turns; before self_add(), which counts them. */
static void turn_add(struct hkj_target *to, const struct hkj_target *from)
{
	double before = (double)to->self.turns, more = (double)from->self.turns;

	if (before + more > 0)
		to->turn.mean_ns = (to->turn.mean_ns * before +
				    from->turn.mean_ns * more) /
				   (before + more);
	to->turn.min_ns = fmin(to->turn.min_ns, from->turn.min_ns);
}

/* From the first start to the last stop; drift is that of one window alone. */
static void clock_add(struct hkj_clock_record *to,
		      const struct hkj_clock_record *from)
{
	if (from->start.realtime_ns < to->start.realtime_ns)
		to->start = from->start;
	if (from->stop.realtime_ns > to->stop.realtime_ns)
		to->stop = from->stop;
	to->drift_ppm = (double)NAN;
}

static int sum_add(struct hkj_parts_sum **to, const struct hkj_parts_sum *from)
{
	if (!*to)
		*to = calloc(1, sizeof(**to));
	if (!*to)
		return -1;
	(*to)->count = hkj_sum((*to)->count, from->count);
	(*to)->total_ns = hkj_sum((*to)->total_ns, from->total_ns);
	return 0;
}

/* A sum that begins: there if the first one's is. */
static struct hkj_maybe zero_of(struct hkj_maybe first)
{
	return (struct hkj_maybe){ first.is_there, 0 };
}

static struct hkj_unexplained *
unexplained_begin(const struct hkj_unexplained *first)
{
	struct hkj_unexplained *to = calloc(1, sizeof(*to));

	if (!to)
		return NULL;
	to->max_ns = HKJ_NONE;
	to->nr_smis = zero_of(first->nr_smis);
	to->nr_vectors = zero_of(first->nr_vectors);
	to->steal_clock_ns = zero_of(first->steal_clock_ns);
	for (unsigned int i = 0; i < HKJ_NR_CAUSES; i++) {
		to->causes[i].count = zero_of(first->causes[i].count);
		to->causes[i].total_ns = zero_of(first->causes[i].total_ns);
	}
	return to;
}

static void causes_add(struct hkj_unexplained *to,
		       const struct hkj_unexplained *from)
{
	to->nr_smis = hkj_sum_maybe(to->nr_smis, from->nr_smis);
	to->nr_vectors = hkj_sum_maybe(to->nr_vectors, from->nr_vectors);
	to->steal_clock_ns =
		hkj_sum_maybe(to->steal_clock_ns, from->steal_clock_ns);
	for (unsigned int i = 0; i < HKJ_NR_CAUSES; i++) {
		struct hkj_cause_record *sum = &to->causes[i];
		const struct hkj_cause_record *more = &from->causes[i];

		sum->count = hkj_sum_maybe(sum->count, more->count);
		sum->total_ns = hkj_sum_maybe(sum->total_ns, more->total_ns);
	}
}

static int unexplained_add(struct hkj_unexplained **to,
			   const struct hkj_unexplained *from)
{
	if (!*to)
		*to = unexplained_begin(from);
	if (!*to)
		return -1;
	causes_add(*to, from);
	(*to)->count = hkj_sum((*to)->count, from->count);
	(*to)->total_ns = hkj_sum((*to)->total_ns, from->total_ns);
	(*to)->max_ns = hkj_most((*to)->max_ns, from->max_ns);
	return 0;
}

/* Parts, unexplained and tick of a run that lacks them are in none. */
static int inside_add(struct hkj_target *to, const struct hkj_target *from)
{
	if ((from->parts && sum_add(&to->parts, from->parts)) ||
	    (from->quiet_parts &&
	     sum_add(&to->quiet_parts, from->quiet_parts)) ||
	    (from->unexplained &&
	     unexplained_add(&to->unexplained, from->unexplained)) ||
	    (from->tick && hkj_combine_tick(&to->tick, from->tick)))
		return -1;
	return text_add(&to->state, from->state) ||
			       text_add(&to->stop_reason, from->stop_reason) ||
			       text_add(&to->clock.kind, from->clock.kind) ?
		       -1 :
		       0;
}

/* What is no sum begins with the first one's. */
static void first_set(struct hkj_target *to, const struct hkj_target *first)
{
	*to = (struct hkj_target){
		.host = first->host,
		.nr_runs = hkj_maybe(0),
		.cpu = first->cpu,
		.turn = first->turn,
		.gaps = { .min_ns = HKJ_NONE, .max_ns = HKJ_NONE },
		.transition_ns = { first->transition_ns.is_there, 0 },
		.clock = first->clock,
		.lost.clock_unstable = zero_of(first->lost.clock_unstable),
		.self.interruptions = zero_of(first->self.interruptions),
	};
	for (unsigned int i = 0; i < HKJ_NR_LOSSES; i++)
		to->lost.interruptions[i] =
			zero_of(first->lost.interruptions[i]);
	to->self.interruptions.is_there = first->self.interruptions.is_there;
	to->books.cycles.parts.is_there = first->books.cycles.parts.is_there;
	to->books.cycles.transition.is_there =
		first->books.cycles.transition.is_there;
	to->books.cycles.unexplained.is_there =
		first->books.cycles.unexplained.is_there;
	to->clock.kind = NULL; /* the first one's own */
}

/* Gaps at or above the highest threshold were seen in all runs. */
static const char *target_add(struct hkj_target *to,
			      const struct hkj_target *from)
{
	uint64_t nr_runs = from->nr_runs.is_there ? from->nr_runs.value : 1;

	if (from->threshold_ns > to->threshold_ns)
		to->threshold_ns = from->threshold_ns;
	to->nr_runs.value = hkj_sum(to->nr_runs.value, nr_runs);
	to->runtime_ns = hkj_sum(to->runtime_ns, from->runtime_ns);
	to->quiet_ns = hkj_sum(to->quiet_ns, from->quiet_ns);
	to->transition_ns =
		hkj_sum_maybe(to->transition_ns, from->transition_ns);
	turn_add(to, from);
	self_add(&to->self, &from->self);
	lost_add(&to->lost, &from->lost);
	cycles_add(&to->books.cycles, &from->books.cycles);
	clock_add(&to->clock, &from->clock);
	if (inside_add(to, from))
		return no_memory;
	return gaps_add(&to->gaps, &from->gaps);
}

static int by_duration(const void *left, const void *right)
{
	const struct hkj_longest *a = left, *b = right;

	if (a->duration_ns != b->duration_ns)
		return a->duration_ns < b->duration_ns ? 1 : -1;
	return a->start_ns < b->start_ns ? -1 : a->start_ns > b->start_ns;
}

/* The longest of all; moved, not copied. */
static int longest_move(struct hkj_target *to, struct hkj_target *const *from,
			size_t nr)
{
	size_t all = 0;

	for (size_t i = 0; i < nr; i++)
		all += from[i]->nr_longest;
	to->longest = calloc(all + 1, sizeof(*to->longest));
	if (!to->longest)
		return -1;
	for (size_t i = 0; i < nr; i++) {
		if (from[i]->nr_longest)
			memcpy(to->longest + to->nr_longest, from[i]->longest,
			       from[i]->nr_longest * sizeof(*to->longest));
		to->nr_longest += from[i]->nr_longest;
		from[i]->nr_longest = 0;
	}
	qsort(to->longest, all, sizeof(*to->longest), by_duration);
	while (to->nr_longest > HKJ_NR_LONGEST)
		hkj_json_free(&hkj_shape_longest,
			      &to->longest[--to->nr_longest]);
	return 0;
}

static const char *targets_add(struct hkj_target *to,
			       struct hkj_target *const *from, size_t nr)
{
	const char *why = NULL;

	for (size_t i = 0; !why && i < nr; i++) {
		if (i)
			why = obstacle_find(from[0], from[i]);
		if (!why)
			why = target_add(to, from[i]);
	}
	if (!why && longest_move(to, from, nr))
		why = no_memory;
	if (!why)
		why = hkj_combine_sources(to, from, nr);
	if (!why && hkj_combine_series(to, from, nr))
		why = no_memory;
	return why;
}

/* What speaks against one of them speaks against the sum. */
static int verdict_add(struct hkj_target *to, struct hkj_target *const *from,
		       size_t nr)
{
	unsigned int doubts = 0;

	for (size_t i = 0; i < nr; i++) {
		if (!from[i]->verdict)
			return 0;
		doubts |= hkj_verdict_doubts(from[i]);
	}
	to->verdict = hkj_verdict_new(doubts);
	return to->verdict ? 0 : -1;
}

/**
 * hkj_combine() - add up what several runs measured on one CPU
 * @to: filled; on failure it owns nothing
 * @from: the same CPU of the same host, each sound; sources and longest gaps
 *        are moved out of them, the rest stays theirs
 * @nr: how many, at least one
 *
 * Counts, sums and histograms add up exactly, so that the books still balance;
 * percentiles are worked out anew.
 *
 * Return: NULL, or why they cannot be added up.
 */
const char *hkj_combine(struct hkj_target *to, struct hkj_target *const *from,
			size_t nr)
{
	const char *why;

	first_set(to, from[0]);
	/* While they have all that speaks for it or against it. */
	why = verdict_add(to, from, nr) ? no_memory : targets_add(to, from, nr);
	if (why) {
		hkj_json_free(&hkj_shape_target, to);
		return why;
	}
	hkj_percentiles_fill(to->gaps.percentiles, &to->gaps.histogram,
			     to->gaps.min_ns, to->gaps.max_ns);
	to->books.is_balanced = hkj_target_is_balanced(to);
	return NULL;
}
