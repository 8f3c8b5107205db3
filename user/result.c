// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "json.h"
#include "result.h"
#include "shapes.h"
#include "sum.h"
#include "target.h"

#define RUNNING "running"

/* What the types alone do not say. */
static int gaps_check(const struct hkj_gaps *gaps, size_t index,
		      struct hkj_error *error)
{
	uint64_t counted = hkj_histogram_count(&gaps->histogram);
	bool has_edges = gaps->min_ns != HKJ_NONE && gaps->max_ns != HKJ_NONE;

	if (counted != gaps->count)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cpus[%zu].gaps.histogram: counts %" PRIu64
				     " gaps, gaps.count says %" PRIu64,
				     index, counted, gaps->count);
	if (gaps->count && (!has_edges || gaps->min_ns > gaps->max_ns))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cpus[%zu].gaps: there are gaps, so min_ns <= max_ns must be there",
				     index);
	return 0;
}

static int series_wrong(struct hkj_error *error, size_t index, const char *what)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "cpus[%zu].series: %s", index,
			     what);
}

/* They follow each other, and are among those of the result. */
static int series_runs_check(const struct hkj_result *result, size_t index,
			     struct hkj_error *error)
{
	const struct hkj_series *series = result->cpus[index].series;
	uint64_t end_ns = 0;

	for (size_t i = 0; series && i < series->nr_runs; i++) {
		const struct hkj_series_run *run = &series->runs[i];

		if (run->run >= result->nr_runs ||
		    (i && run->run <= run[-1].run))
			return series_wrong(error, index,
					    "each of runs must have an ascending index of the result's runs");
		if (run->start_ns < end_ns)
			return series_wrong(error, index,
					    "each of runs must begin where the one before has ended, or later");
		end_ns = hkj_sum(run->start_ns, run->runtime_ns);
	}
	return 0;
}

/* Sums may not wrap around: what counts as many may be anything else. */
static int series_check(const struct hkj_target *target, size_t index,
			struct hkj_error *error)
{
	const struct hkj_series *series = target->series;
	uint64_t left = target->gaps.count;

	if (!series)
		return 0;
	if (!series->period_ns)
		return series_wrong(error, index, "period_ns must be 1 or more");
	for (size_t i = 0; i < series->nr_points; i++) {
		const struct hkj_point *point = &series->points[i];

		if (point->count > left)
			return series_wrong(error, index,
					    "points must not be more gaps than gaps.count says");
		if (point->start_ns % series->period_ns)
			return series_wrong(error, index,
					    "each t_ns must be a multiple of period_ns");
		if (point->top != HKJ_NONE && point->top >= target->nr_sources)
			return series_wrong(error, index,
					    "each top must be -1 or an index of sources");
		left -= point->count;
	}
	if (series->dropped != left)
		return series_wrong(error, index,
				    "points and dropped must be as many gaps as gaps.count says");
	return 0;
}

/* Indices lead into the lists that are there, or are not there at all. */
static int indices_check(const struct hkj_result *result, size_t index,
			 struct hkj_error *error)
{
	const struct hkj_target *target = &result->cpus[index];

	if (target->host.is_there != !!result->hosts ||
	    (result->hosts && target->host.value >= result->nr_hosts))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cpus[%zu].host: must be an index of hosts, of which there are %zu",
				     index, result->nr_hosts);
	for (size_t i = 0; i < target->nr_longest; i++) {
		const struct hkj_maybe *run = &target->longest[i].run;

		if (run->is_there && run->value >= result->nr_runs)
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "cpus[%zu].longest[%zu].run: must be an index of runs, of which there are %zu",
					     index, i, result->nr_runs);
	}
	return 0;
}

static int runs_check(const struct hkj_result *result, struct hkj_error *error)
{
	if (result->hosts && !result->nr_runs)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "runs: must be there where hosts are");
	for (size_t i = 0; i < result->nr_runs; i++)
		if (result->runs[i].host >= result->nr_hosts)
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "runs[%zu].host: must be an index of hosts, of which there are %zu",
					     i, result->nr_hosts);
	return 0;
}

static int target_check(struct hkj_result *result, size_t index,
			struct hkj_cpus *seen, struct hkj_error *error)
{
	struct hkj_target *target = &result->cpus[index];

	if (indices_check(result, index, error))
		return -1;
	seen += target->host.value;
	if (target->cpu >= HKJ_CPUS_MAX ||
	    hkj_cpus_has(seen, (unsigned int)target->cpu))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cpus[%zu].cpu: %" PRIu64
				     " is no CPU number, or is there twice",
				     index, target->cpu);
	hkj_cpus_add(seen, (unsigned int)target->cpu);
	if (gaps_check(&target->gaps, index, error) ||
	    series_check(target, index, error) ||
	    series_runs_check(result, index, error))
		return -1;
	target->books.is_balanced = hkj_target_is_balanced(target);
	return 0;
}

static int targets_check(struct hkj_result *result, struct hkj_error *error)
{
	struct hkj_cpus *seen = calloc(result->nr_hosts + 1, sizeof(*seen));
	int failed;

	if (!seen)
		return hkj_error_memory(error);
	failed = runs_check(result, error);
	for (size_t i = 0; !failed && i < result->nr_cpus; i++)
		failed = target_check(result, i, seen, error);
	free(seen);
	return failed;
}

/* Says which file the error is about. */
static void name_the_file(struct hkj_error *error, const char *name)
{
	struct hkj_error inner = *error;

	hkj_error_set(error, inner.code, "'%.200s': %.280s", name, inner.text);
}

static int shape_read(const struct hkj_json_shape *shape,
		      struct hkj_result *result, FILE *stream, const char *name,
		      struct hkj_error *error)
{
	*result = (struct hkj_result){ 0 };
	if (hkj_json_load(shape, HKJ_RESULT_SCHEMA, result, stream, name,
			  error))
		return -1;
	if (!targets_check(result, error))
		return 0;
	name_the_file(error, name);
	hkj_result_free(result);
	return -1;
}

/* Where the single gaps of a target are; a third of a large file, or more. */
static bool is_of_single_gaps(const char *key)
{
	return !strcmp(key, "longest") || !strcmp(key, "series");
}

/* @keys, with those of targets in place of the whole ones, has one more row. */
static void sums_keys_copy(struct hkj_json_key *to,
			   const struct hkj_json_key *from,
			   const struct hkj_json_shape *sums)
{
	for (; from->name; from++) {
		if (is_of_single_gaps(from->name))
			continue;
		*to = *from;
		if (to->shape == &hkj_shape_target)
			to->shape = sums;
		to++;
	}
	*to = *from;
}

/**
 * hkj_result_read_sums() - read a result file without its single gaps
 * @result: filled; to be freed by hkj_result_free() on success only; has
 *          neither longest gaps nor a time line
 * @stream: read to its end
 * @name: of the stream, for messages
 * @error: filled when it is not a sound result of this schema
 *
 * Return: 0 or -1.
 */
int hkj_result_read_sums(struct hkj_result *result, FILE *stream,
			 const char *name, struct hkj_error *error)
{
	struct hkj_json_key target_keys[HKJ_JSON_KEYS_MAX + 1];
	struct hkj_json_key keys[HKJ_JSON_KEYS_MAX + 1];
	const struct hkj_json_shape target = { hkj_shape_target.size,
					       target_keys, false };
	const struct hkj_json_shape shape = { hkj_shape_result.size, keys,
					      false };

	sums_keys_copy(target_keys, hkj_shape_target.keys, NULL);
	sums_keys_copy(keys, hkj_shape_result.keys, &target);
	return shape_read(&shape, result, stream, name, error);
}

/**
 * hkj_result_read() - read a result file
 * @result: filled; to be freed by hkj_result_free() on success only
 * @stream: read to its end
 * @name: of the stream, for messages
 * @error: filled when it is not a sound result of this schema
 *
 * Whether the books balance is worked out anew, whatever the file says.
 *
 * Return: 0 or -1.
 */
int hkj_result_read(struct hkj_result *result, FILE *stream, const char *name,
		    struct hkj_error *error)
{
	return shape_read(&hkj_shape_result, result, stream, name, error);
}

/**
 * hkj_result_write() - write a result file
 * @result: complete
 * @stream: gets it
 * @name: of the stream, for messages
 * @error: filled when it cannot be written
 *
 * Return: 0 or -1.
 */
int hkj_result_write(const struct hkj_result *result, FILE *stream,
		     const char *name, struct hkj_error *error)
{
	int failed = hkj_json_save(&hkj_shape_result, HKJ_RESULT_SCHEMA, result,
				   stream);
	const char *why = ferror(stream) ? strerror(errno) :
					   "no memory left, or a number above 2^63";

	if (failed)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot write '%.200s': %s", name, why);
	return 0;
}

/**
 * hkj_result_host() - the machine of a target CPU
 * @result: complete
 * @target: one of its
 */
const struct hkj_host *hkj_result_host(const struct hkj_result *result,
				       const struct hkj_target *target)
{
	return target->host.is_there ? &result->hosts[target->host.value] :
				       &result->host;
}

/**
 * hkj_result_host_name() - a machine's name that no other of the result has
 * @result: complete
 * @host: of it
 * @room: for names that are not simply the hostname
 *
 * Return: the hostname; where others have it too, with the kernel, and where
 * that is the same as well, with the index in hosts[].
 */
const char *hkj_result_host_name(const struct hkj_result *result,
				 const struct hkj_host *host,
				 struct hkj_host_label *room)
{
	bool has_same_name = false, has_same_kernel = false;

	for (size_t i = 0; i < result->nr_hosts; i++) {
		const struct hkj_host *other = &result->hosts[i];

		if (other == host || strcmp(other->hostname, host->hostname))
			continue;
		has_same_name = true;
		has_same_kernel |= !strcmp(other->kernel, host->kernel);
	}
	if (!has_same_name)
		return host->hostname;
	if (has_same_kernel)
		snprintf(room->text, sizeof(room->text), "%.64s (hosts[%td])",
			 host->hostname, host - result->hosts);
	else
		snprintf(room->text, sizeof(room->text), "%.64s (%.64s)",
			 host->hostname, host->kernel);
	return room->text;
}

/**
 * hkj_result_is_partial() - whether it, or one of its runs, was made while the
 * session ran
 * @result: its run is filled
 *
 * Its counts are sound, and were those of that moment.
 */
bool hkj_result_is_partial(const struct hkj_result *result)
{
	bool is_partial = !strcmp(result->run.state, RUNNING);

	for (size_t i = 0; i < result->nr_runs; i++)
		is_partial |= !strcmp(result->runs[i].run.state, RUNNING);
	return is_partial;
}

/**
 * hkj_result_free() - free what a result owns
 * @result: zeroed, half filled or filled; zeroed afterwards
 */
void hkj_result_free(struct hkj_result *result)
{
	hkj_json_free(&hkj_shape_result, result);
	*result = (struct hkj_result){ 0 };
}
