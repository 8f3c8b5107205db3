// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers that nobody reads until the measurement is over.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "recorder.h"

/* A hkj_recorder_take. */
static int event_enable(void *context, const char *event,
			struct hkj_error *error)
{
	const struct hkj_recorder *recorder = context;
	const char *colon = strchr(event, ':');
	char path[256];

	snprintf(path, sizeof(path), "events/%.*s%s%s/enable",
		 colon ? (int)(colon - event) : (int)strlen(event), event,
		 colon ? "/" : "", colon ? colon + 1 : "");
	return hkj_instance_write(&recorder->instance, path, "1", error);
}

static int trigger_set(const struct hkj_recorder *recorder,
		       struct hkj_error *error)
{
	char trigger[HKJ_RECORDER_TRIGGER];

	hkj_recorder_trigger(recorder->snapshot_above_ns, trigger);
	return hkj_instance_write(&recorder->instance,
				  "events/hkjitter/gap/trigger", trigger,
				  error);
}

static int mask_set(const struct hkj_recorder *recorder,
		    struct hkj_error *error)
{
	char *mask = hkj_instance_mask(&recorder->targets);
	int result = mask ? hkj_instance_write(&recorder->instance,
					       "tracing_cpumask", mask, error) :
			    hkj_error_memory(error);

	free(mask);
	return result;
}

/**
 * hkj_recorder_buffers_start() - let the buffers fill
 * @recorder: with its instance
 * @error: filled when the kernel refuses it
 *
 * What is new pushes out what is old: an instance begins with the choice that
 * somebody may have made otherwise for the top one.
 *
 * Return: 0 or -1.
 */
int hkj_recorder_buffers_start(struct hkj_recorder *recorder,
			       struct hkj_error *error)
{
	const struct hkj_instance *instance = &recorder->instance;

	return hkj_instance_write(instance, "options/overwrite", "1", error) ||
			       hkj_instance_write(instance, "trace_clock",
						  "local", error) ||
			       mask_set(recorder, error) ||
			       trigger_set(recorder, error) ||
			       hkj_recorder_events(recorder, event_enable,
						   recorder, error) ||
			       hkj_instance_write(instance, "tracing_on", "1",
						  error) ?
		       -1 :
		       0;
}

static int no_copy(const struct hkj_recorder *recorder, unsigned int cpu,
		   const char *what, struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "there is no trace: cannot %s the buffer of CPU %u%s%.200s: %s",
			     what, cpu, *what == 'w' ? " to " : "",
			     *what == 'w' ? recorder->scratch : "",
			     strerror(errno));
}

/* A buffer gives a page a time, whole; nothing, or EAGAIN, when it is empty. */
static int pages_copy(const struct hkj_recorder *recorder, unsigned int cpu,
		      int from, FILE *to, struct hkj_error *error)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = calloc(1, size);
	ssize_t got = 0;
	int failed = page ? 0 : hkj_error_memory(error);

	while (!failed && (got = read(from, page, size)) > 0)
		if (fwrite(page, 1, (size_t)got, to) != (size_t)got)
			failed = no_copy(recorder, cpu, "write", error);
	if (!failed && got < 0 && errno != EAGAIN)
		failed = no_copy(recorder, cpu, "read", error);
	free(page);
	return failed;
}

static FILE *scratch_open(const struct hkj_recorder *recorder,
			  const char *name)
{
	char *path;
	FILE *file;

	if (asprintf(&path, "%s/%s", recorder->scratch, name) < 0)
		return NULL;
	file = fopen(path, "we");
	free(path);
	return file;
}

static int buffer_save(const struct hkj_recorder *recorder, unsigned int cpu,
		       struct hkj_error *error)
{
	char path[64];
	int from, failed;
	FILE *to;

	snprintf(path, sizeof(path), HKJ_RECORDER_BUFFER, cpu);
	to = scratch_open(recorder, path);
	if (!to)
		return no_copy(recorder, cpu, "write", error);
	snprintf(path, sizeof(path), "per_cpu/cpu%u/trace_pipe_raw", cpu);
	from = tracefs_instance_file_open(recorder->instance.tracefs, path,
					  O_RDONLY | O_NONBLOCK);
	failed = from < 0 ? no_copy(recorder, cpu, "read", error) :
			    pages_copy(recorder, cpu, from, to, error);
	if (from >= 0)
		close(from);
	if (fclose(to) && !failed)
		failed = no_copy(recorder, cpu, "write", error);
	return failed;
}

/* Stands for each CPU that is no target. */
static int nothing_save(const struct hkj_recorder *recorder,
			struct hkj_error *error)
{
	FILE *file = scratch_open(recorder, HKJ_RECORDER_NOTHING);

	if (!file || fclose(file))
		return no_copy(recorder, 0, "write", error);
	return 0;
}

/**
 * hkj_recorder_buffers_save() - copy the buffers into the folder
 * @recorder: started; is told whether a gap has frozen them
 * @error: filled when they cannot be read, or the disk is full
 *
 * Return: 0 or -1.
 */
int hkj_recorder_buffers_save(struct hkj_recorder *recorder,
			      struct hkj_error *error)
{
	unsigned int cpu;

	recorder->is_frozen =
		!tracefs_trace_is_on(recorder->instance.tracefs);
	if (hkj_instance_write(&recorder->instance, "tracing_on", "0", error) ||
	    nothing_save(recorder, error))
		return -1;
	hkj_cpus_for_each(cpu, &recorder->targets)
		if (buffer_save(recorder, cpu, error))
			return -1;
	return 0;
}
