// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <hkjitter/ids.h>

#include "paths.h"
#include "snapshot.h"

#define DEVICE "/dev/hkjitter"

/* Where gaps come densely the module asks to try again: 200 ms, then give up. */
#define TRIES_MAX 100
#define TRY_AGAIN_NS 2000000

/* No clock counts on for longer than 2^63 ns. */
#define SECONDS_MAX (INT64_MAX / HKJ_NSEC_PER_SEC)

static int wrong(struct hkj_error *error, unsigned int cpu, const char *what)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "snapshot of CPU %u: %s; use the tool that came with the module",
			     cpu, what);
}

/* The seconds that are there are some of the gaps, in order. */
static bool has_seconds(const struct hkj_snapshot *snapshot)
{
	uint64_t end = snapshot->nr_seconds;
	uint64_t first = end > HKJ_NR_SECONDS ? end - HKJ_NR_SECONDS : 0;
	uint64_t nr_left = snapshot->books.nr_gaps;
	uint64_t left = snapshot->books.gaps;
	uint64_t next = 0;

	for (uint64_t i = first; i < end; i++) {
		const struct hkj_second *second =
			&snapshot->seconds[i % HKJ_NR_SECONDS];

		if (!second->nr_gaps || second->nr_gaps > nr_left ||
		    second->gaps > left || second->number < next ||
		    second->number > SECONDS_MAX)
			return false;
		nr_left -= second->nr_gaps;
		left -= second->gaps;
		next = second->number + 1;
	}
	return true;
}

static bool has_unknown_cause(const struct hkj_snapshot *snapshot)
{
	for (unsigned int i = 0; i < snapshot->nr_longest; i++)
		if (snapshot->longest[i].cause >= HKJ_NR_CAUSES)
			return true;
	return false;
}

static const char *numbers_check(const struct hkj_snapshot *snapshot,
				 unsigned int cpu)
{
	if (snapshot->cpu != cpu)
		return "is of another CPU";
	if (snapshot->state >= HKJ_NR_STATES)
		return "has an unknown state";
	if (snapshot->stop_reason >= HKJ_NR_STOP_REASONS)
		return "has an unknown stop reason";
	if (snapshot->clock_kind >= HKJ_NR_CLOCKS)
		return "has an unknown clock";
	if (snapshot->nr_longest > HKJ_NR_LONGEST)
		return "has too many longest gaps";
	if (has_unknown_cause(snapshot))
		return "has an unknown cause of a gap";
	if (!snapshot->scale.mult || !snapshot->scale.khz)
		return "has no clock frequency";
	if (!has_seconds(snapshot))
		return "has seconds that are not of its gaps";
	return NULL;
}

/**
 * hkj_snapshot_check() - whether a record can be worked with
 * @snapshot: as it was read
 * @size: how many bytes were read
 * @cpu: the target CPU that it should be of
 * @error: filled when it is not a whole record of this tool's version
 *
 * Return: 0 or -1.
 */
int hkj_snapshot_check(const struct hkj_snapshot *snapshot, size_t size,
		       unsigned int cpu, struct hkj_error *error)
{
	const char *why;

	if (size < offsetof(struct hkj_snapshot, cpu) ||
	    snapshot->magic != HKJ_RECORD_MAGIC)
		return wrong(error, cpu, "is no hkjitter record");
	if (snapshot->version != HKJ_RECORD_VERSION)
		return wrong(error, cpu, "has another record version");
	if (size != sizeof(*snapshot) || snapshot->size != sizeof(*snapshot))
		return wrong(error, cpu, "has another size");
	why = numbers_check(snapshot, cpu);
	return why ? wrong(error, cpu, why) : 0;
}

/**
 * hkj_record_read() - fetch a record of the module
 * @device: from hkj_snapshot_open()
 * @record: gets it
 * @size: of the record
 * @offset: of it in the device
 *
 * Return: bytes read, or -1 with errno.
 */
ssize_t hkj_record_read(int device, void *record, size_t size, __u64 offset)
{
	const struct timespec pause = { 0, TRY_AGAIN_NS };
	ssize_t got = -1;

	for (int try = 0; try < TRIES_MAX; try++) {
		got = pread(device, record, size, (off_t)offset);
		if (got >= 0 || (errno != EAGAIN && errno != EINTR))
			break;
		nanosleep(&pause, NULL);
	}
	return got;
}

/**
 * hkj_record_is_passing() - whether hkj_record_read() may succeed the next time
 * @number: its errno
 *
 * Where gaps come densely, no copy could be had; and a CPU that was a target
 * when they were listed may be none of the session that has begun since.
 */
bool hkj_record_is_passing(int number)
{
	return number == EAGAIN || number == EINTR || number == ENXIO;
}

/**
 * hkj_snapshot_open() - open the module's device
 * @error: filled when it cannot be opened, with what helps
 *
 * While it is open the module cannot be unloaded, so that what was measured is
 * not lost.
 *
 * Return: a file descriptor, or -1.
 */
int hkj_snapshot_open(struct hkj_error *error)
{
	int device = open(hkj_path_system(DEVICE).text, O_RDONLY | O_CLOEXEC);

	if (device >= 0)
		return device;
	if (errno == EACCES || errno == EPERM)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "no right to read '%s': run it as root (sudo hkjitter ...)",
				     DEVICE);
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot open '%s': %s; is the module loaded, and /dev a devtmpfs?",
			     DEVICE, strerror(errno));
}

/**
 * hkj_snapshot_read() - fetch the record of a target CPU
 * @snapshot: to be filled
 * @device: from hkj_snapshot_open()
 * @cpu: the target CPU
 * @error: filled when it cannot be read or is not what it should be
 *
 * Return: 0 or -1.
 */
int hkj_snapshot_read(struct hkj_snapshot *snapshot, int device,
		      unsigned int cpu, struct hkj_error *error)
{
	ssize_t got = hkj_record_read(device, snapshot, sizeof(*snapshot),
				      cpu * HKJ_RECORD_STRIDE);
	int number;

	if (got < 0) {
		number = errno;
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "cannot read the counts of CPU %u: %s", cpu,
			      strerror(number));
		return hkj_error_set_passing(error,
					     hkj_record_is_passing(number));
	}
	return hkj_snapshot_check(snapshot, (size_t)got, cpu, error);
}
