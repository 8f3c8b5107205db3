// SPDX-License-Identifier: GPL-2.0
/*
 * The module measures on when its tool is killed. What the tool had written
 * until then is a result whose state is "running"; it names the session by the
 * clock reads with which the windows opened. The tool that resumes it begins
 * where the file ends: configuration and time series are the file's, all counts
 * the module's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "affinity.h"
#include "collect.h"
#include "control.h"
#include "details.h"
#include "keeper.h"
#include "load.h"
#include "result.h"
#include "resume.h"
#include "snapshot.h"

/**
 * struct resumption - what is held while a session is resumed
 * @path: of the file
 * @file: what the killed tool had written in it
 * @started: what that had been asked for
 * @settings: what it had changed, to be put back
 * @signals: what may end the session
 * @session: the module's
 * @keeper: who writes the file on
 */
struct resumption {
	const char *path;
	struct hkj_result file;
	struct hkj_options started;
	struct hkj_settings settings;
	struct hkj_signals signals;
	struct hkj_session session;
	struct hkj_keeper keeper;
};

/**
 * hkj_resume_check() - whether a command line leaves the session as it is
 * @options: with --resume
 * @error: filled when it asks for something else
 *
 * Return: 0 or -1.
 */
int hkj_resume_check(const struct hkj_options *options, struct hkj_error *error)
{
	bool is_same = !strcmp(options->cpus, "isolated") &&
		       !strcmp(options->policy, "other") &&
		       !strcmp(options->workload, "kernel") &&
		       !options->duration_ns && !options->threshold_ns &&
		       !options->stop_above_ns && !options->nr_operands;

	if (is_same)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "--resume goes on with the session as it was started: leave out COMMAND and the options that say how to measure");
}

static int is_over(const struct resumption *r, struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the module no longer has the session of '%.200s': 'hkjitter report' shows what the file has",
			     r->path);
}

static int file_read(struct resumption *r, struct hkj_error *error)
{
	const struct hkj_config *config = &r->file.config;

	if (hkj_load(r->path, &r->file, error))
		return -1;
	if (r->file.hosts || strcmp(r->file.run.state, "running"))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "'%.200s' is of a run that came to its end: there is nothing to resume",
				     r->path);
	if (config->duration_ms > HKJ_DURATION_MS_MAX)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "'%.200s': config.duration_ms: is longer than any session",
				     r->path);
	r->started.cpus = config->cpus;
	r->started.policy = config->policy;
	r->started.workload = config->workload;
	r->started.threshold_ns = config->threshold_ns;
	r->started.stop_above_ns = config->stop_above_ns;
	r->started.duration_ns = config->duration_ms * HKJ_NSEC_PER_MSEC;
	return 0;
}

/* Whether the module's record continues what the file has of the same CPU. */
static bool is_continued(const struct hkj_target *file,
			 const struct hkj_snapshot *now)
{
	const struct hkj_moment *start = &file->clock.start;

	return start->cycles == now->start.cycles &&
	       start->realtime_ns == now->start.realtime_ns &&
	       start->mono_raw_ns == now->start.mono_raw_ns &&
	       file->gaps.count <= now->books.nr_gaps &&
	       file->books.cycles.gaps <= now->books.gaps;
}

static uint64_t since_ns(const struct hkj_snapshot *snapshot)
{
	struct timespec now;
	uint64_t now_ns;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	now_ns = (uint64_t)now.tv_sec * HKJ_NSEC_PER_SEC +
		 (uint64_t)now.tv_nsec;
	return now_ns > snapshot->start.mono_raw_ns ?
		       now_ns - snapshot->start.mono_raw_ns :
		       0;
}

static int target_resume(struct resumption *r, struct hkj_target *file,
			 struct hkj_tape *tape, struct hkj_error *error)
{
	struct hkj_details *details = malloc(sizeof(*details));
	struct hkj_snapshot now;
	int failed;

	if (!details)
		return hkj_error_memory(error);
	failed = hkj_snapshot_read(&now, r->session.device,
				   (unsigned int)file->cpu, error) ||
		 (is_continued(file, &now) ? 0 : is_over(r, error)) ||
		 hkj_details_read(details, r->session.device, &now, error) ||
		 hkj_tape_resume(tape, file, details, error);
	r->session.elapsed_ns = since_ns(&now);
	free(details);
	return failed ? -1 : 0;
}

/* Every target of the session is one of the file, and they are as many. */
static int targets_resume(struct resumption *r, struct hkj_error *error)
{
	struct hkj_session *session = &r->session;
	size_t i = 0;
	unsigned int cpu;

	if (hkj_session_find(session, error))
		return -1;
	if (session->tapes.nr != r->file.nr_cpus)
		return is_over(r, error);
	hkj_cpus_for_each(cpu, &session->targets) {
		struct hkj_target *file = &r->file.cpus[i];

		if (file->cpu != cpu)
			return is_over(r, error);
		if (target_resume(r, file, &session->tapes.items[i], error))
			return -1;
		i++;
	}
	return 0;
}

static int housekeeping_pin(const struct resumption *r, struct hkj_error *error)
{
	struct hkj_cpus housekeeping;

	if (hkj_affinity_online(&housekeeping, error))
		return -1;
	hkj_cpus_subtract(&housekeeping, &r->session.targets);
	return hkj_affinity_set(&housekeeping, error);
}

static int session_follow(struct resumption *r, struct hkj_result *result,
			  struct hkj_error *error)
{
	struct hkj_error why;
	int failed = hkj_session_follow(&r->session, error) ||
		     hkj_collect_settings(result, &r->settings, error);

	if (hkj_settings_restore(&r->settings, NULL, &why))
		fprintf(stderr, "hkjitter: %s\n", why.text);
	if (failed || hkj_collect(result, &r->started, &r->session, error))
		return -1;
	return hkj_collect_command(result, r->file.run.command, error);
}

static void resumption_end(struct resumption *r)
{
	hkj_signals_close(&r->signals);
	if (r->session.device >= 0)
		close(r->session.device);
	hkj_tapes_free(&r->session.tapes);
	hkj_settings_close(&r->settings);
	hkj_result_free(&r->file);
}

static int device_open(struct resumption *r, struct hkj_error *error)
{
	r->session.device = hkj_snapshot_open(error);
	return r->session.device < 0 ? -1 : 0;
}

static void session_fill(struct resumption *r, const struct hkj_options *options,
			 struct hkj_output *output)
{
	r->session.duration_ns = r->started.duration_ns;
	r->session.signals = &r->signals;
	r->session.has_progress = !options->is_quiet && isatty(STDERR_FILENO);
	r->keeper.options = &r->started;
	r->keeper.output = output;
	r->keeper.session = &r->session;
	r->keeper.settings = &r->settings;
	r->keeper.command = r->file.run.command;
	hkj_keeper_attach(&r->keeper, options->interval_ns);
}

/**
 * hkj_resume() - take up a session that a killed tool has left
 * @options: names the result file that it had begun
 * @output: where the result shall be; it may be the same file
 * @result: zeroed; to be freed by hkj_result_free() whatever happens
 * @error: filled when there is no such session, and what helps
 *
 * What the killed tool had changed is put back when the session has ended.
 *
 * Return: 0 or -1; a session that was not ended goes on then.
 */
int hkj_resume(const struct hkj_options *options, struct hkj_output *output,
	       struct hkj_result *result, struct hkj_error *error)
{
	struct resumption r = {
		.path = options->resume,
		.settings = HKJ_SETTINGS_CLOSED,
		.signals = { .fd = -1 },
		.session = { .device = -1 },
		.keeper = { .path = options->output ? options->output :
						      options->resume },
	};
	int failed;

	failed = file_read(&r, error) ||
		 hkj_control_check(error) ||
		 hkj_settings_take(&r.settings, error) ||
		 device_open(&r, error) || targets_resume(&r, error) ||
		 housekeeping_pin(&r, error) ||
		 hkj_signals_open(&r.signals, error);
	if (!failed) {
		session_fill(&r, options, output);
		failed = session_follow(&r, result, error);
	}
	resumption_end(&r);
	return failed ? -1 : 0;
}
