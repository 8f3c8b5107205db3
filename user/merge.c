// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/version.h>

#include "combine.h"
#include "common.h"
#include "cpulist.h"
#include "merge.h"
#include "merge_runs.h"
#include "verdict.h"
#include "shapes.h"

/* One target CPU of one input, on its way into the merged result. */
struct piece {
	struct hkj_target *target;
	const char *name; /* of its file */
	size_t run; /* of the merged result; its first, if it has several */
};

static int by_place(const void *left, const void *right)
{
	const struct piece *a = left, *b = right;
	uint64_t a_host = a->target->host.value, b_host = b->target->host.value;

	if (a_host != b_host)
		return a_host < b_host ? -1 : 1;
	if (a->target->cpu != b->target->cpu)
		return a->target->cpu < b->target->cpu ? -1 : 1;
	return a->run < b->run ? -1 : a->run > b->run;
}

/*
 * A CPU's time series tells its runs from the first merge on. What was merged
 * before that was so has one run in each, of which its gaps know the number.
 */
static int series_renumber(struct hkj_target *target, size_t first)
{
	struct hkj_series *series = target->series;

	if (!series)
		return 0;
	if (!series->nr_runs) {
		free(series->runs);
		series->runs = calloc(1, sizeof(*series->runs));
		if (!series->runs)
			return -1;
		series->nr_runs = 1;
		series->runs->runtime_ns = target->runtime_ns;
		if (target->nr_longest)
			series->runs->run = target->longest->run.value;
	}
	for (size_t i = 0; i < series->nr_runs; i++)
		series->runs[i].run += first;
	return 0;
}

/* From the input's own indices to those of the merged result. */
static int target_renumber(struct hkj_target *target,
			   const struct hkj_merge_place *place, bool is_merged)
{
	size_t host = is_merged ? place->hosts[target->host.value] :
				  place->hosts[0];

	target->host = hkj_maybe(host);
	if (!target->nr_runs.is_there)
		target->nr_runs = hkj_maybe(1);
	if (series_renumber(target, place->run))
		return -1;
	for (size_t i = 0; i < target->nr_longest; i++) {
		struct hkj_maybe *run = &target->longest[i].run;

		*run = hkj_maybe(place->run + run->value);
	}
	return 0;
}

/* The first run of an input on a machine: the others are of the same kind. */
static size_t run_find(const struct hkj_result *to, size_t from, uint64_t host)
{
	for (size_t i = from; i < to->nr_runs; i++)
		if (to->runs[i].host == host)
			return i;
	return from;
}

static int pieces_fill(const struct hkj_result *to, struct piece *pieces,
		       struct hkj_merge_input *inputs,
		       const struct hkj_merge_place *places, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct hkj_result *result = &inputs[i].result;

		for (size_t k = 0; k < result->nr_cpus; k++) {
			struct hkj_target *target = &result->cpus[k];

			if (target_renumber(target, &places[i],
					    result->hosts))
				return -1;
			*pieces++ = (struct piece){
				target, inputs[i].name,
				run_find(to, places[i].run, target->host.value)
			};
		}
	}
	return 0;
}

/* What was measured in another way is no more of the same. */
static const char *config_obstacle(const struct hkj_config *first,
				   const struct hkj_config *next)
{
	if (strcmp(first->workload, next->workload))
		return "their workloads differ";
	if (strcmp(first->policy, next->policy))
		return "their policies differ";
	return NULL;
}

static int refuse(const struct hkj_result *to, const struct piece *first,
		  const struct piece *last, const char *why,
		  struct hkj_error *error)
{
	const struct hkj_target *target = first->target;

	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "CPU %" PRIu64
			     " of %.60s in '%.100s' and '%.100s': %s; merge them into files of their own",
			     target->cpu,
			     to->hosts[target->host.value].hostname,
			     first->name, last->name, why);
}

static int same_cpu_check(const struct hkj_result *to,
			  const struct piece *pieces, size_t nr,
			  struct hkj_error *error)
{
	for (size_t i = 1; i < nr; i++) {
		const char *why =
			config_obstacle(&to->runs[pieces[0].run].config,
					&to->runs[pieces[i].run].config);

		if (why)
			return refuse(to, &pieces[0], &pieces[i], why, error);
	}
	return 0;
}

/* One CPU that was measured once is moved as it is, with all it has. */
static int same_cpu_merge(struct hkj_result *to, const struct piece *pieces,
			  size_t nr, struct hkj_error *error)
{
	struct hkj_target *target = &to->cpus[to->nr_cpus];
	struct hkj_target **from;
	const char *why;

	if (nr == 1) {
		*target = *pieces[0].target;
		*pieces[0].target = (struct hkj_target){ 0 };
		to->nr_cpus++;
		return 0;
	}
	if (same_cpu_check(to, pieces, nr, error))
		return -1;
	from = calloc(nr, sizeof(*from));
	if (!from)
		return hkj_error_memory(error);
	for (size_t i = 0; i < nr; i++)
		from[i] = pieces[i].target;
	why = hkj_combine(target, from, nr);
	free(from);
	if (why)
		return refuse(to, &pieces[0], &pieces[nr - 1], why, error);
	to->nr_cpus++;
	return 0;
}

static size_t same_cpu_run(const struct piece *pieces, size_t nr)
{
	size_t run = 1;

	while (run < nr &&
	       pieces[run].target->cpu == pieces[0].target->cpu &&
	       pieces[run].target->host.value == pieces[0].target->host.value)
		run++;
	return run;
}

static int pieces_merge(struct hkj_result *to, struct piece *pieces, size_t nr,
			struct hkj_error *error)
{
	to->cpus = calloc(nr + 1, sizeof(*to->cpus));
	if (!to->cpus)
		return hkj_error_memory(error);
	qsort(pieces, nr, sizeof(*pieces), by_place);
	for (size_t i = 0; i < nr;) {
		size_t run = same_cpu_run(pieces + i, nr - i);

		if (same_cpu_merge(to, pieces + i, run, error))
			return -1;
		i += run;
	}
	return 0;
}

static int targets_merge(struct hkj_result *to, struct hkj_merge_input *inputs,
			 const struct hkj_merge_place *places, size_t nr,
			 struct hkj_error *error)
{
	struct piece *pieces;
	size_t all = 0;
	int failed;

	for (size_t i = 0; i < nr; i++)
		all += inputs[i].result.nr_cpus;
	pieces = calloc(all + 1, sizeof(*pieces));
	if (!pieces)
		return hkj_error_memory(error);
	if (pieces_fill(to, pieces, inputs, places, nr))
		failed = hkj_error_memory(error);
	else
		failed = pieces_merge(to, pieces, all, error);
	free(pieces);
	return failed;
}

static void window_widen(struct hkj_run *to, const struct hkj_run *from)
{
	if (from->start_realtime_ns < to->start_realtime_ns)
		to->start_realtime_ns = from->start_realtime_ns;
	if (from->stop_realtime_ns > to->stop_realtime_ns)
		to->stop_realtime_ns = from->stop_realtime_ns;
}

static int common_add(struct hkj_result *to, const struct hkj_merged_run *from,
		      bool is_first)
{
	int (*add)(const struct hkj_json_shape *shape, void *into,
		   const void *more) =
		is_first ? hkj_common_copy : hkj_common_narrow;
	const struct hkj_host *host = &to->hosts[from->host];
	struct hkj_run window = { 0 };

	if (is_first)
		window = from->run;
	else
		window = to->run;
	window_widen(&window, &from->run);
	if (add(&hkj_shape_host, &to->host, host) ||
	    add(&hkj_shape_config, &to->config, &from->config) ||
	    add(&hkj_shape_run, &to->run, &from->run))
		return -1;
	to->run.start_realtime_ns = window.start_realtime_ns;
	to->run.stop_realtime_ns = window.stop_realtime_ns;
	return 0;
}

/* The head that a reader shows who knows nothing of merging. */
static int head_make(struct hkj_result *to, struct hkj_error *error)
{
	to->tool.version = strdup(HKJ_VERSION);
	if (!to->tool.version)
		return hkj_error_memory(error);
	for (size_t i = 0; i < to->nr_runs; i++)
		if (common_add(to, &to->runs[i], !i))
			return hkj_error_memory(error);
	return 0;
}

/* The runs' own verdicts are in their targets', if all have one. */
static int verdict_make(struct hkj_result *to, struct hkj_error *error)
{
	hkj_verdict_free(to->run.verdict);
	to->run.verdict = NULL;
	for (size_t i = 0; i < to->nr_cpus; i++)
		if (!to->cpus[i].verdict)
			return 0;
	to->run.verdict = hkj_verdict_sum_new(to);
	return to->run.verdict ? 0 : hkj_error_memory(error);
}

/**
 * hkj_merge() - merge results
 * @to: filled; to be freed by hkj_result_free() whatever happens
 * @inputs: results, of which most is moved; to be freed all the same
 * @nr: how many, at least one
 * @error: filled with the two that cannot be merged, and why
 *
 * Return: 0 or -1.
 */
int hkj_merge(struct hkj_result *to, struct hkj_merge_input *inputs, size_t nr,
	      struct hkj_error *error)
{
	struct hkj_merge_place *places = calloc(nr, sizeof(*places));
	int failed;

	*to = (struct hkj_result){ 0 };
	if (!places)
		return hkj_error_memory(error);
	failed = hkj_merge_runs(to, inputs, places, nr, error) ||
		 head_make(to, error) ||
		 targets_merge(to, inputs, places, nr, error) ||
		 verdict_make(to, error);
	for (size_t i = 0; i < nr; i++)
		free(places[i].hosts);
	free(places);
	return failed ? -1 : 0;
}
