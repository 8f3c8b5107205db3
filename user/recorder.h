/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace-cmd as the one who records the targets' trace beside a measurement.
 *
 * It reads an instance of our own (instance.h), runs on the CPUs of this
 * process, and records for as long as we hold the other end of its standard
 * input: when this process dies, however that comes, it ends in order.
 *
 * For a snapshot nobody reads while the measurement goes on: a reader takes out
 * of the buffer what led to the gap. The newest events stay there until a gap
 * freezes them, and trace-cmd makes a file of the buffers in the end.
 */
#ifndef HKJITTER_USER_RECORDER_H
#define HKJITTER_USER_RECORDER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cpulist.h"
#include "error.h"
#include "instance.h"
#include "signals.h"

/**
 * struct hkj_recorder - one recording
 * @path: where the trace file shall be; borrowed
 * @events: more events, separated by commas; borrowed; NULL: none
 * @stop_above_ns: the trace ends with the first gap this long; 0: never
 * @snapshot_above_ns: the buffers keep what led to the first gap this long, and
 *                     are read in the end; 0: all is recorded
 * @targets: CPUs that are recorded
 * @is_done: the trace file is in its place
 * @is_frozen: there was a gap of @snapshot_above_ns
 * @error: why the trace file is not in its place
 * @nr_lost: events that found no room
 * @bytes: size of the trace file
 * @instance: private
 * @scratch: private, the folder in which trace-cmd works
 * @pid: private, of trace-cmd and of its process group; 0: none
 * @status: private, as of waitpid(2)
 * @has_ended: private, whether @status is known
 * @hold_fd: private, trace-cmd records until it is closed
 * @ready_fd: private, trace-cmd says there that it records
 * @log_fd: private, what trace-cmd complains about
 */
struct hkj_recorder {
	const char *path;
	const char *events;
	uint64_t stop_above_ns;
	uint64_t snapshot_above_ns;
	struct hkj_cpus targets;
	bool is_done;
	bool is_frozen;
	struct hkj_error error;
	uint64_t nr_lost;
	uint64_t bytes;
	struct hkj_instance instance;
	char *scratch;
	pid_t pid;
	int status;
	bool has_ended;
	int hold_fd;
	int ready_fd;
	int log_fd;
};

/* Names in the folder: the trace file, a CPU's buffer, and an empty one. */
#define HKJ_RECORDER_FILE "trace.dat"
#define HKJ_RECORDER_BUFFER "buffer.cpu%u"
#define HKJ_RECORDER_NOTHING "buffer.none"

#define HKJ_RECORDER_NONE \
	((struct hkj_recorder){ .hold_fd = -1, .ready_fd = -1, .log_fd = -1 })

int hkj_recorder_start(struct hkj_recorder *recorder,
		       const struct hkj_signals *signals,
		       struct hkj_error *error);
bool hkj_recorder_has_ended(struct hkj_recorder *recorder);
void hkj_recorder_finish(struct hkj_recorder *recorder,
			 const struct hkj_signals *signals);
int hkj_recorder_drop(struct hkj_recorder *recorder, struct hkj_error *error);

/* The command line, in recorder_args.c. */
struct hkj_recorder_args {
	size_t nr;
	char **words;
};

int hkj_recorder_args_make(struct hkj_recorder_args *args,
			   const struct hkj_recorder *recorder,
			   struct hkj_error *error);
int hkj_recorder_args_restore(struct hkj_recorder_args *args,
			      const struct hkj_recorder *recorder,
			      struct hkj_error *error);
int hkj_recorder_args_rehearse(struct hkj_recorder_args *args,
			       struct hkj_error *error);
void hkj_recorder_args_free(struct hkj_recorder_args *args);

/* What is recorded, in recorder_events.c. */
typedef int hkj_recorder_take(void *context, const char *event,
			      struct hkj_error *error);

#define HKJ_RECORDER_TRIGGER 64

int hkj_recorder_events(const struct hkj_recorder *recorder,
			hkj_recorder_take *take, void *context,
			struct hkj_error *error);
void hkj_recorder_trigger(uint64_t limit_ns, char text[HKJ_RECORDER_TRIGGER]);

/* The buffers that nobody reads, in recorder_buffers.c. */
int hkj_recorder_buffers_start(struct hkj_recorder *recorder,
			       struct hkj_error *error);
int hkj_recorder_buffers_save(struct hkj_recorder *recorder,
			      struct hkj_error *error);

#endif /* HKJITTER_USER_RECORDER_H */
