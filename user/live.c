// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "affinity.h"
#include "control.h"
#include "details.h"
#include "file.h"
#include "live.h"
#include "shapes.h"
#include "snapshot.h"
#include "target.h"

/*
 * Of a session that goes on, the records of a CPU are of two moments, between
 * which another may have begun. What is wrong so often in a row is wrong.
 */
#define MOMENT_TRIES 8
#define MOMENT_PAUSE_NS 2000000

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void cpus_free(struct hkj_live *live)
{
	for (size_t i = 0; i < live->nr_cpus; i++) {
		hkj_json_free(&hkj_shape_target, &live->cpus[i].now);
		hkj_json_free(&hkj_shape_target, &live->cpus[i].before);
	}
	free(live->cpus);
	live->cpus = NULL;
	live->nr_cpus = 0;
	live->session = 0;
	live->elapsed_ns = 0;
}

/* This process is not to be what takes a target away from its loop. */
static int pin(const struct hkj_cpus *targets, struct hkj_error *error)
{
	struct hkj_cpus housekeeping;

	if (hkj_affinity_online(&housekeeping, error))
		return -1;
	hkj_cpus_subtract(&housekeeping, targets);
	return hkj_affinity_set(&housekeeping, error);
}

/* Another session, or the first: all that was known is of no use any more. */
static int targets_take(struct hkj_live *live, const struct hkj_cpus *targets,
			struct hkj_error *error)
{
	cpus_free(live);
	live->targets = *targets;
	live->cpus = calloc(hkj_cpus_count(targets) + 1, sizeof(*live->cpus));
	if (!live->cpus)
		return hkj_error_memory(error);
	live->nr_cpus = hkj_cpus_count(targets);
	return live->nr_cpus ? pin(targets, error) : 0;
}

static int text_read(char **to, const char *name, struct hkj_error *error)
{
	char *text = hkj_control_read(name, error);

	if (!text)
		return -1;
	free(*to);
	*to = text;
	return 0;
}

static int targets_read(struct hkj_live *live, struct hkj_error *error)
{
	char *text = hkj_control_read("target_cpus", error);
	struct hkj_cpus targets;
	int failed;

	if (!text)
		return -1;
	failed = hkj_cpus_parse(text, &targets, error);
	free(text);
	if (failed || !memcmp(&targets, &live->targets, sizeof(targets)))
		return failed;
	return targets_take(live, &targets, error);
}

static int config_read(struct hkj_live *live, struct hkj_error *error)
{
	char *duration = NULL;

	if (text_read(&live->state, "state", error) ||
	    text_read(&live->policy, "policy", error) ||
	    text_read(&duration, "duration_ms", error))
		return -1;
	if (!hkj_number_parse(duration, &live->duration_ms))
		live->duration_ms = 0;
	free(duration);
	return targets_read(live, error);
}

/* Return: 0 with @target filled, or -1. */
static int target_read(struct hkj_target *target, uint64_t *session, int device,
		       unsigned int cpu, struct hkj_error *error)
{
	struct hkj_details *details = malloc(sizeof(*details));
	struct hkj_snapshot *snapshot = malloc(sizeof(*snapshot));
	int failed;

	if (!details || !snapshot)
		failed = hkj_error_memory(error);
	else
		failed = hkj_snapshot_read(snapshot, device, cpu, error) ||
			 hkj_details_read(details, device, snapshot, error) ||
			 hkj_target_init(target, snapshot, details, error);
	if (!failed)
		*session = snapshot->session;
	free(details);
	free(snapshot);
	return failed ? -1 : 0;
}

static int target_read_retrying(struct hkj_target *target, uint64_t *session,
				int device, unsigned int cpu,
				struct hkj_error *error)
{
	const struct timespec pause = { 0, MOMENT_PAUSE_NS };

	for (int i = 0; i < MOMENT_TRIES; i++) {
		if (!target_read(target, session, device, cpu, error))
			return 0;
		if (error->is_passing)
			break;
		nanosleep(&pause, NULL);
	}
	return -1;
}

/* What is of another session than the rest makes all begin anew. */
static void cpu_take(struct hkj_live *live, struct hkj_live_cpu *cpu,
		     struct hkj_target *target, uint64_t session)
{
	if (session != live->session) {
		for (size_t i = 0; i < live->nr_cpus; i++) {
			live->cpus[i].has_now = false;
			live->cpus[i].has_before = false;
		}
		live->session = session;
	}
	hkj_json_free(&hkj_shape_target, &cpu->before);
	cpu->before = cpu->now;
	cpu->has_before = cpu->has_now;
	cpu->now = *target;
	cpu->has_now = true;
}

/*
 * What cannot be read now, but perhaps the next time, is left as it was.
 * Return: 0 or -1.
 */
static int cpus_read(struct hkj_live *live, struct hkj_error *error)
{
	size_t i = 0;
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &live->targets) {
		struct hkj_live_cpu *to = &live->cpus[i++];
		struct hkj_target target;
		uint64_t session;

		to->is_stale = target_read_retrying(&target, &session,
						    live->device, cpu, error);
		if (!to->is_stale)
			cpu_take(live, to, &target, session);
		else if (error->is_passing)
			live->passing = *error;
		else
			return -1;
	}
	return 0;
}

/**
 * hkj_live_open() - begin to look
 * @live: to be filled; hkj_live_close() frees it whatever happens
 * @error: filled when the module is not there, or may not be read
 *
 * Return: 0 or -1.
 */
int hkj_live_open(struct hkj_live *live, struct hkj_error *error)
{
	*live = (struct hkj_live){ .device = -1 };
	if (hkj_control_check_loaded(error) || hkj_control_check_version(error))
		return -1;
	live->device = hkj_snapshot_open(error);
	return live->device < 0 ? -1 : 0;
}

/**
 * hkj_live_read() - look once
 * @live: open
 * @error: filled when the module went away, its records are none of this tool's
 *         or cannot be read at all, or there is no memory
 *
 * What was read before becomes what was before. The first reading of a session
 * moves this process off its targets.
 *
 * Return: 0 or -1.
 */
int hkj_live_read(struct hkj_live *live, struct hkj_error *error)
{
	uint64_t before_ns = live->read_ns;
	uint64_t session;

	if (config_read(live, error))
		return -1;
	session = live->session;
	live->read_ns = now_ns();
	live->passing.text[0] = '\0';
	if (cpus_read(live, error))
		return -1;
	live->elapsed_ns = session && session == live->session ?
				   live->read_ns - before_ns :
				   0;
	return 0;
}

/**
 * hkj_live_is_running() - whether the session goes on
 * @live: read
 */
bool hkj_live_is_running(const struct hkj_live *live)
{
	return !strcmp(live->state, "running") ||
	       !strcmp(live->state, "starting");
}

/**
 * hkj_live_runtime_ns() - how long the session has been going on
 * @live: read
 *
 * Return: of the target that has run longest.
 */
uint64_t hkj_live_runtime_ns(const struct hkj_live *live)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < live->nr_cpus; i++)
		if (live->cpus[i].has_now &&
		    live->cpus[i].now.runtime_ns > longest)
			longest = live->cpus[i].now.runtime_ns;
	return longest;
}

/**
 * hkj_live_close() - stop looking
 * @live: opened, whether that worked or not
 */
void hkj_live_close(struct hkj_live *live)
{
	cpus_free(live);
	free(live->state);
	free(live->policy);
	if (live->device >= 0)
		close(live->device);
	*live = (struct hkj_live){ .device = -1 };
}
