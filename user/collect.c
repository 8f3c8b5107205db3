// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hkjitter/ids.h>
#include <hkjitter/version.h>

#include "collect.h"
#include "control.h"
#include "details.h"
#include "host.h"
#include "result.h"
#include "shapes.h"
#include "snapshot.h"
#include "target.h"
#include "verdict.h"

/* A moment without a gap between two reads is soon found, or there is none. */
#define MOMENT_TRIES 10

static const char *const stop_names[] = { HKJ_NAMES(HKJ_STOP_REASONS) };

/* When targets stopped for several reasons, the first of these speaks for all. */
static const enum hkj_stop_reason stop_order[] = {
	HKJ_STOP_UNLOAD,
	HKJ_STOP_STOP_ABOVE,
	HKJ_STOP_OFFLINE,
	HKJ_STOP_REQUEST,
	HKJ_STOP_DURATION,
	HKJ_STOP_NONE,
};

static const char *reason_of_targets(const struct hkj_result *result)
{
	const size_t nr = sizeof(stop_order) / sizeof(stop_order[0]);

	for (size_t i = 0; i < nr; i++) {
		const char *name = stop_names[stop_order[i]];

		for (size_t cpu = 0; cpu < result->nr_cpus; cpu++)
			if (!strcmp(result->cpus[cpu].stop_reason, name))
				return name;
	}
	return stop_names[HKJ_STOP_NONE];
}

static const char *reason_of(const struct hkj_result *result, enum hkj_end end)
{
	static const char *const names[] = {
		[HKJ_END_INTERRUPTED] = "interrupted",
		[HKJ_END_COMMAND] = "command",
		[HKJ_END_OVERDUE] = "overdue",
		[HKJ_END_RECORDER] = "recorder",
	};

	return end == HKJ_END_MODULE ? reason_of_targets(result) : names[end];
}

static bool is_same_moment(const struct hkj_books *a, const struct hkj_books *b)
{
	return a->nr_gaps == b->nr_gaps && a->nr_parts == b->nr_parts &&
	       a->nr_quiet_parts == b->nr_quiet_parts;
}

/*
 * While the window is open the two records are of two moments. They are read
 * again until nothing came in between, or until it is of no use.
 */
static int records_read(struct hkj_snapshot *snapshot,
			struct hkj_details *details, int device,
			unsigned int cpu, struct hkj_error *error)
{
	struct hkj_snapshot after;

	for (int i = 0; i < MOMENT_TRIES; i++) {
		if (hkj_snapshot_read(snapshot, device, cpu, error) ||
		    hkj_details_read(details, device, snapshot, error))
			return -1;
		if (snapshot->state != HKJ_STATE_RUNNING)
			return 0;
		if (hkj_snapshot_read(&after, device, cpu, error))
			return -1;
		if (is_same_moment(&snapshot->books, &after.books))
			return 0;
	}
	return 0;
}

static int target_make(struct hkj_target *target,
		       const struct hkj_snapshot *snapshot,
		       const struct hkj_details *details, struct hkj_tape *tape,
		       struct hkj_error *error)
{
	int failed = hkj_tape_read(tape, snapshot, error) ||
		     hkj_target_init(target, snapshot, details, error);

	if (failed)
		return -1;
	failed = hkj_tape_copy(tape, target, error);
	if (failed)
		hkj_json_free(&hkj_shape_target, target);
	return failed;
}

static int session_check(uint64_t *session_number,
			 const struct hkj_snapshot *snapshot,
			 struct hkj_error *error)
{
	if (*session_number && snapshot->session != *session_number)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "somebody started another session before the counts were read; run again");
	*session_number = snapshot->session;
	return 0;
}

static int target_collect(struct hkj_target *target, int device,
			  unsigned int cpu, uint64_t *session_number,
			  struct hkj_tape *tape, struct hkj_error *error)
{
	struct hkj_details *details = malloc(sizeof(*details));
	struct hkj_snapshot snapshot;
	int failed;

	if (!details)
		return hkj_error_memory(error);
	failed = records_read(&snapshot, details, device, cpu, error) ||
		 session_check(session_number, &snapshot, error) ||
		 target_make(target, &snapshot, details, tape, error);
	free(details);
	return failed ? -1 : 0;
}

static int targets_collect(struct hkj_result *result,
			   const struct hkj_session *session,
			   struct hkj_error *error)
{
	const struct hkj_cpus *targets = &session->targets;
	uint64_t session_number = 0;
	unsigned int cpu;

	result->cpus = calloc(hkj_cpus_count(targets) + 1,
			      sizeof(*result->cpus));
	if (!result->cpus)
		return hkj_error_memory(error);
	hkj_cpus_for_each(cpu, targets) {
		if (target_collect(&result->cpus[result->nr_cpus],
				   session->device, cpu, &session_number,
				   &session->tapes.items[result->nr_cpus],
				   error))
			return -1;
		result->nr_cpus++;
	}
	return 0;
}

/* The window is as wide as that of all targets together. */
static void window_span(struct hkj_result *result)
{
	struct hkj_run *run = &result->run;

	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_clock_record *clock = &result->cpus[i].clock;

		if (!i || clock->start.realtime_ns < run->start_realtime_ns)
			run->start_realtime_ns = clock->start.realtime_ns;
		if (clock->stop.realtime_ns > run->stop_realtime_ns)
			run->stop_realtime_ns = clock->stop.realtime_ns;
	}
}

static uint64_t realtime_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * HKJ_NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

static int run_collect(struct hkj_result *result,
		       const struct hkj_session *session,
		       struct hkj_error *error)
{
	struct hkj_run *run = &result->run;

	run->verdict = hkj_verdict_sum_new(result);
	if (!run->verdict)
		return hkj_error_memory(error);
	run->stop_reason = strdup(reason_of(result, session->end));
	run->state = hkj_control_read("state", error);
	if (!run->state)
		return -1;
	window_span(result);
	if (hkj_result_is_partial(result))
		run->stop_realtime_ns = realtime_ns();
	if (session->command) {
		run->command = hkj_command_record(session->command);
		if (!run->command)
			return hkj_error_memory(error);
	}
	return run->stop_reason ? 0 : hkj_error_memory(error);
}

static int config_collect(struct hkj_result *result,
			  const struct hkj_options *options,
			  const struct hkj_session *session,
			  struct hkj_error *error)
{
	struct hkj_config *config = &result->config;

	config->cpus = strdup(options->cpus);
	config->target_cpus = hkj_cpus_format(&session->targets);
	config->workload = strdup(options->workload);
	config->policy = strdup(options->policy);
	config->threshold_ns = options->threshold_ns;
	config->duration_ms = options->duration_ns / 1000000;
	config->stop_above_ns = options->stop_above_ns;
	config->initiators = hkj_maybe(!options->is_without_initiators);
	result->tool.version = strdup(HKJ_VERSION);
	if (config->cpus && config->target_cpus && config->workload &&
	    config->policy && result->tool.version)
		return 0;
	return hkj_error_memory(error);
}

/**
 * hkj_collect() - make the result of a session
 * @result: zeroed; to be freed by hkj_result_free() whatever happens
 * @options: what was asked for
 * @session: has run
 * @error: filled when the module's records cannot be had
 *
 * Return: 0 or -1.
 */
int hkj_collect(struct hkj_result *result, const struct hkj_options *options,
		const struct hkj_session *session, struct hkj_error *error)
{
	if (targets_collect(result, session, error) ||
	    run_collect(result, session, error) ||
	    config_collect(result, options, session, error))
		return -1;
	return hkj_host_read(&result->host, error);
}

/**
 * hkj_collect_settings() - note the kernel's settings that a run has changed
 * @result: gets them
 * @settings: before they are put back; the module's own files are left out
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_collect_settings(struct hkj_result *result,
			 const struct hkj_settings *settings,
			 struct hkj_error *error)
{
	struct hkj_path module = hkj_path_module();
	struct hkj_run *run = &result->run;

	run->settings = calloc(settings->nr_items + 1, sizeof(*run->settings));
	if (!run->settings)
		return hkj_error_memory(error);
	for (size_t i = 0; i < settings->nr_items; i++) {
		const struct hkj_setting *from = &settings->items[i];
		struct hkj_setting *to = &run->settings[run->nr_settings];

		if (!strncmp(from->path, module.text, strlen(module.text)))
			continue;
		run->nr_settings++;
		to->path = strdup(from->path);
		to->was = strdup(from->was);
		to->set = strdup(from->set);
		if (!to->path || !to->was || !to->set)
			return hkj_error_memory(error);
	}
	return 0;
}

/**
 * hkj_collect_command() - note the COMMAND of a session that was resumed
 * @result: gets it
 * @command: as the file had it; how it ended is not known. NULL: none
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_collect_command(struct hkj_result *result,
			const struct hkj_command_record *command,
			struct hkj_error *error)
{
	if (!command)
		return 0;
	result->run.command = hkj_command_copy(command);
	return result->run.command ? 0 : hkj_error_memory(error);
}
