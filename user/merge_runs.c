// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "cpulist.h"
#include "merge_runs.h"
#include "shapes.h"

static size_t nr_hosts_of(const struct hkj_result *result)
{
	return result->hosts ? result->nr_hosts : 1;
}

static size_t nr_runs_of(const struct hkj_result *result)
{
	return result->hosts ? result->nr_runs : 1;
}

/* Moves the host, unless it is known. Return: its index. */
static size_t host_adopt(struct hkj_result *to, struct hkj_host *host)
{
	for (size_t i = 0; i < to->nr_hosts; i++)
		if (hkj_common_is_same(&hkj_shape_host, &to->hosts[i], host))
			return i;
	to->hosts[to->nr_hosts] = *host;
	*host = (struct hkj_host){ 0 };
	return to->nr_hosts++;
}

static int hosts_adopt(struct hkj_result *to, struct hkj_result *from,
		       struct hkj_merge_place *place)
{
	size_t nr = nr_hosts_of(from);

	place->hosts = calloc(nr + 1, sizeof(*place->hosts));
	if (!place->hosts)
		return -1;
	for (size_t i = 0; i < nr; i++) {
		struct hkj_host *host = from->hosts ? &from->hosts[i] :
						      &from->host;

		place->hosts[i] = host_adopt(to, host);
	}
	return 0;
}

static char *cpus_of(const struct hkj_result *result)
{
	struct hkj_cpus cpus = { { 0 } };

	for (size_t i = 0; i < result->nr_cpus; i++)
		hkj_cpus_add(&cpus, (unsigned int)result->cpus[i].cpu);
	return hkj_cpus_format(&cpus);
}

static int plain_run_adopt(struct hkj_merged_run *to, struct hkj_result *from,
			   const char *name)
{
	to->file = strdup(name);
	to->cpus = cpus_of(from);
	to->tool = from->tool;
	to->config = from->config;
	to->run = from->run;
	from->tool = (struct hkj_tool){ 0 };
	from->config = (struct hkj_config){ 0 };
	from->run = (struct hkj_run){ 0 };
	return to->file && to->cpus ? 0 : -1;
}

static int runs_adopt(struct hkj_result *to, struct hkj_merge_input *input,
		      struct hkj_merge_place *place)
{
	struct hkj_result *from = &input->result;

	place->run = to->nr_runs;
	if (!from->hosts) {
		struct hkj_merged_run *run = &to->runs[to->nr_runs++];

		run->host = place->hosts[0];
		return plain_run_adopt(run, from, input->name);
	}
	for (size_t i = 0; i < from->nr_runs; i++) {
		struct hkj_merged_run *run = &to->runs[to->nr_runs++];

		*run = from->runs[i];
		run->host = place->hosts[run->host];
		from->runs[i] = (struct hkj_merged_run){ 0 };
	}
	return 0;
}

static bool is_same_time(const struct hkj_run *left, const struct hkj_run *right)
{
	return left->start_realtime_ns < right->stop_realtime_ns &&
	       right->start_realtime_ns < left->stop_realtime_ns;
}

/* Texts of files that were read: no list, no CPU in common. */
static bool has_common_cpu(const char *left, const char *right)
{
	struct hkj_cpus a = { { 0 } }, b = { { 0 } }, rest;
	struct hkj_error error;

	if (hkj_cpus_parse(left, &a, &error) ||
	    hkj_cpus_parse(right, &b, &error))
		return false;
	rest = a;
	hkj_cpus_subtract(&rest, &b);
	return hkj_cpus_count(&rest) < hkj_cpus_count(&a);
}

/*
 * A CPU is in one run at a time. Two that overlap are one and the same, given
 * twice: its gaps would count twice.
 */
static int overlap_check(const struct hkj_result *to, size_t index,
			 struct hkj_error *error)
{
	const struct hkj_merged_run *run = &to->runs[index];

	for (size_t i = 0; i < index; i++) {
		const struct hkj_merged_run *other = &to->runs[i];

		if (other->host == run->host &&
		    is_same_time(&other->run, &run->run) &&
		    has_common_cpu(other->cpus, run->cpus))
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "'%.100s' and '%.100s' are of the same time on the same CPUs of %.60s: give each run once",
					     other->file, run->file,
					     to->hosts[run->host].hostname);
	}
	return 0;
}

static int lists_make(struct hkj_result *to,
		      const struct hkj_merge_input *inputs, size_t nr)
{
	size_t nr_hosts = 0, nr_runs = 0;

	for (size_t i = 0; i < nr; i++) {
		nr_hosts += nr_hosts_of(&inputs[i].result);
		nr_runs += nr_runs_of(&inputs[i].result);
	}
	to->hosts = calloc(nr_hosts + 1, sizeof(*to->hosts));
	to->runs = calloc(nr_runs + 1, sizeof(*to->runs));
	return to->hosts && to->runs ? 0 : -1;
}

/* Room for the machines and runs of one more input, zeroed. */
static int lists_grow(struct hkj_result *to, const struct hkj_result *from)
{
	size_t nr_hosts = to->nr_hosts + nr_hosts_of(from);
	size_t nr_runs = to->nr_runs + nr_runs_of(from);
	struct hkj_host *hosts =
		reallocarray(to->hosts, nr_hosts + 1, sizeof(*hosts));
	struct hkj_merged_run *runs;

	if (!hosts)
		return -1;
	to->hosts = hosts;
	runs = reallocarray(to->runs, nr_runs + 1, sizeof(*runs));
	if (!runs)
		return -1;
	to->runs = runs;
	memset(hosts + to->nr_hosts, 0,
	       (nr_hosts + 1 - to->nr_hosts) * sizeof(*hosts));
	memset(runs + to->nr_runs, 0,
	       (nr_runs + 1 - to->nr_runs) * sizeof(*runs));
	return 0;
}

/**
 * hkj_merge_run_once() - note the runs of a result, each of which may come once
 * @to: zeroed before the first; gets its machines and runs
 * @input: loses them
 * @error: filled when one of its runs was there already
 *
 * Return: 0 or -1.
 */
int hkj_merge_run_once(struct hkj_result *to, struct hkj_merge_input *input,
		       struct hkj_error *error)
{
	struct hkj_merge_place place = { 0 };
	size_t nr_before = to->nr_runs;
	bool has_failed = lists_grow(to, &input->result) ||
			  hosts_adopt(to, &input->result, &place) ||
			  runs_adopt(to, input, &place);

	free(place.hosts);
	if (has_failed)
		return hkj_error_memory(error);
	for (size_t i = nr_before; i < to->nr_runs; i++)
		if (overlap_check(to, i, error))
			return -1;
	return 0;
}

/**
 * hkj_merge_runs() - the lists of machines and runs
 * @to: zeroed; gets them
 * @inputs: lose theirs
 * @places: zeroed; filled with where they went
 * @nr: how many inputs
 * @error: filled when one run is there twice
 *
 * Return: 0 or -1.
 */
int hkj_merge_runs(struct hkj_result *to, struct hkj_merge_input *inputs,
		   struct hkj_merge_place *places, size_t nr,
		   struct hkj_error *error)
{
	if (lists_make(to, inputs, nr))
		return hkj_error_memory(error);
	for (size_t i = 0; i < nr; i++)
		if (hosts_adopt(to, &inputs[i].result, &places[i]) ||
		    runs_adopt(to, &inputs[i], &places[i]))
			return hkj_error_memory(error);
	for (size_t i = 0; i < to->nr_runs; i++)
		if (overlap_check(to, i, error))
			return -1;
	return 0;
}
