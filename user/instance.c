// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tracefs.h>

#include "file.h"
#include "instance.h"

#define PREFIX "hkjitter."

/* For each target; the other CPUs record nothing and keep the smallest. */
#define BUFFER_KIB 8192

/* Who records may need a while to let go of it. */
#define REMOVE_TRIES 100
#define REMOVE_PAUSE_NS 100000000

static int no_tracefs(struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "there is no tracefs: mount it with 'mount -t tracefs nodev /sys/kernel/tracing', as root");
}

static int buffers_size(struct hkj_instance *instance,
			const struct hkj_cpus *targets, struct hkj_error *error)
{
	unsigned int cpu;

	hkj_cpus_for_each(cpu, targets)
		if (tracefs_instance_set_buffer_size(instance->tracefs,
						     BUFFER_KIB, (int)cpu))
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "no memory for a trace buffer of %d KiB on CPU %u",
					     BUFFER_KIB, cpu);
	return 0;
}

/**
 * hkj_instance_make() - make a trace instance
 * @instance: to be filled
 * @targets: CPUs that get a buffer worth the name
 * @error: filled when there can be none
 *
 * Return: 0, or -1 with nothing to remove.
 */
int hkj_instance_make(struct hkj_instance *instance,
		      const struct hkj_cpus *targets, struct hkj_error *error)
{
	struct hkj_error ignored;

	*instance = (struct hkj_instance){ .tracefs = NULL };
	if (!tracefs_tracing_dir())
		return no_tracefs(error);
	snprintf(instance->name, sizeof(instance->name), PREFIX "%d",
		 (int)getpid());
	instance->tracefs = tracefs_instance_create(instance->name);
	if (!instance->tracefs)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot make the trace instance '%s': %s",
				     instance->name, strerror(errno));
	if (!buffers_size(instance, targets, error))
		return 0;
	hkj_instance_remove(instance, &ignored);
	return -1;
}

/**
 * hkj_instance_has_event() - whether this kernel has an event
 * @instance: made
 * @event: "SYSTEM:EVENT", or "SYSTEM" for all of its events
 */
bool hkj_instance_has_event(const struct hkj_instance *instance,
			    const char *event)
{
	const char *colon = strchr(event, ':');
	int length = colon ? (int)(colon - event) : (int)strlen(event);
	char path[256];

	snprintf(path, sizeof(path), "events/%.*s%s%s/enable", length, event,
		 colon ? "/" : "", colon ? colon + 1 : "");
	return !strstr(event, "..") &&
	       tracefs_file_exists(instance->tracefs, path);
}

/**
 * hkj_instance_write() - write to a file of an instance
 * @instance: made
 * @file: its path below the instance
 * @text: the whole of it
 * @error: filled when the kernel does not take it
 *
 * Return: 0 or -1.
 */
int hkj_instance_write(const struct hkj_instance *instance, const char *file,
		       const char *text, struct hkj_error *error)
{
	errno = 0;
	if (tracefs_instance_file_write(instance->tracefs, file, text) >= 0)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot write '%.60s' to %.100s of the trace instance '%s': %s",
			     text, file, instance->name,
			     errno ? strerror(errno) : "it cannot be opened");
}

/**
 * hkj_instance_mask() - a set of CPUs as tracefs takes it
 * @cpus: the set
 *
 * Return: words of 32 bits, highest first, to be freed; NULL: no memory.
 */
char *hkj_instance_mask(const struct hkj_cpus *cpus)
{
	size_t words = HKJ_CPUS_MAX / 32;
	char *text = malloc(words * 9 + 1);
	size_t used = 0;

	while (text && words--) {
		uint32_t bits = (uint32_t)(cpus->words[words / 2] >>
					   (words % 2 * 32));

		if (used)
			used += (size_t)sprintf(text + used, ",%08x", bits);
		else if (bits || !words)
			used = (size_t)sprintf(text, "%x", bits);
	}
	return text;
}

/* The figure behind "NAME: " in a buffer's statistics. */
static uint64_t figure_of(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

/**
 * hkj_instance_lost() - events that the buffer of a CPU had no room for
 * @instance: made
 * @cpu: the CPU
 */
uint64_t hkj_instance_lost(const struct hkj_instance *instance,
			   unsigned int cpu)
{
	char path[64];
	uint64_t lost;
	char *text;

	snprintf(path, sizeof(path), "per_cpu/cpu%u/stats", cpu);
	text = tracefs_instance_file_read(instance->tracefs, path, NULL);
	if (!text)
		return 0;
	lost = figure_of(text, "\noverrun: ") +
	       figure_of(text, "commit overrun: ") +
	       figure_of(text, "dropped events: ");
	free(text);
	return lost;
}

static int is_number(const struct dirent *entry)
{
	uint64_t number;

	return hkj_number_parse(entry->d_name, &number);
}

/* Return: how many numbers a folder of procfs lists; negative: none to free. */
static int numbers_list(const char *path, struct dirent ***names)
{
	return scandir(path, names, is_number, alphasort);
}

static bool is_link_into(const char *link, const char *directory)
{
	size_t length = strlen(directory);
	char target[512];
	ssize_t got = readlink(link, target, sizeof(target) - 1);

	target[got < 0 ? 0 : got] = '\0';
	return !strncmp(target, directory, length) && target[length] == '/';
}

/* Whether a process has a file of the instance open. */
static bool is_holder(const char *pid, const char *directory)
{
	struct dirent **files;
	char path[300], link[600];
	bool holds = false;
	int nr;

	snprintf(path, sizeof(path), "/proc/%s/fd", pid);
	nr = numbers_list(path, &files);
	if (nr < 0)
		return false;
	for (int i = 0; i < nr; i++) {
		snprintf(link, sizeof(link), "%s/%s", path, files[i]->d_name);
		holds |= is_link_into(link, directory);
		free(files[i]);
	}
	free(files);
	return holds;
}

/*
 * trace-cmd's readers outlive a trace-cmd that was killed, and hold the
 * instance. Nobody but them has a reason to have its files open.
 */
static void holders_kill(const char *directory)
{
	struct dirent **processes;
	int nr = numbers_list("/proc", &processes);

	if (nr < 0)
		return;
	for (int i = 0; i < nr; i++) {
		pid_t pid = (pid_t)atoi(processes[i]->d_name);

		if (pid != getpid() &&
		    is_holder(processes[i]->d_name, directory))
			kill(pid, SIGKILL);
		free(processes[i]);
	}
	free(processes);
}

/* ENODEV: trace-cmd took it away between the look at it and its removal. */
static bool is_gone(int number)
{
	return number == ENOENT || number == ENODEV;
}

/*
 * One that finishes its work lets go by itself; after half the time whoever
 * holds the instance is ended.
 */
static int directory_remove(const char *directory)
{
	const struct timespec pause = { 0, REMOVE_PAUSE_NS };

	for (int i = 0; i < REMOVE_TRIES; i++) {
		if (!rmdir(directory) || is_gone(errno))
			return 0;
		if (errno != EBUSY)
			return -errno;
		if (i == REMOVE_TRIES / 2)
			holders_kill(directory);
		nanosleep(&pause, NULL);
	}
	return -EBUSY;
}

static int path_remove(const char *directory, struct hkj_error *error)
{
	int result = directory_remove(directory);

	if (!result)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot remove the trace instance '%.200s': %s; remove it with rmdir",
			     directory, strerror(-result));
}

/**
 * hkj_instance_remove() - take the instance away, with what it holds
 * @instance: made, or not
 * @error: filled when somebody keeps it busy
 *
 * Return: 0 or -1.
 */
int hkj_instance_remove(struct hkj_instance *instance, struct hkj_error *error)
{
	char *directory;
	int result;

	if (!instance->tracefs)
		return 0;
	directory = tracefs_instance_get_dir(instance->tracefs);
	result = directory ? path_remove(directory, error) :
			     hkj_error_memory(error);
	tracefs_put_tracing_file(directory);
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
	return result;
}

static int leftover_remove(const char *name, void (*note)(const char *name),
			   struct hkj_error *error)
{
	char path[300];
	char *directory;
	int result;

	snprintf(path, sizeof(path), "instances/%.250s", name);
	directory = tracefs_get_tracing_file(path);
	result = directory ? path_remove(directory, error) :
			     hkj_error_memory(error);
	tracefs_put_tracing_file(directory);
	if (!result && note)
		note(name);
	return result;
}

/*
 * Whether the process that an instance is named after still records: one whose
 * files are elsewhere (HKJITTER_ROOT) holds another lock.
 */
static bool is_alive(const char *name)
{
	char path[64];
	char *comm;
	bool is_it;

	snprintf(path, sizeof(path), "/proc/%.20s/comm",
		 name + strlen(PREFIX));
	comm = hkj_file_read(path);
	is_it = comm && !strncmp(comm, "hkjitter", 8);
	free(comm);
	return is_it;
}

/* "hkjitter.PID" */
static bool is_recording(const char *name)
{
	static const char prefix[] = "hkjitter.";
	const char *pid = name + sizeof(prefix) - 1;

	return !strncmp(name, prefix, sizeof(prefix) - 1) && *pid &&
	       pid[strspn(pid, "0123456789")] == '\0';
}

/**
 * hkj_instance_sweep() - remove what killed recordings have left
 * @note: called for each; NULL: nobody
 * @error: filled when one cannot be removed
 *
 * The lock of settings.h is held.
 *
 * Return: 0 or -1.
 */
int hkj_instance_sweep(void (*note)(const char *name), struct hkj_error *error)
{
	/* Its own choice by a pattern leaks the pattern (libtracefs 1.6). */
	char **names = tracefs_instances(NULL);
	int result = 0;

	for (char **name = names; name && *name && !result; name++)
		if (is_recording(*name) && !is_alive(*name))
			result = leftover_remove(*name, note, error);
	tracefs_list_free(names);
	return result;
}
