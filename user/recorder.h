/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace-cmd as the one who records the targets' trace beside a measurement.
 *
 * It reads an instance of our own (instance.h), runs on the CPUs of this
 * process, and records for as long as we hold the other end of its standard
 * input: when this process dies, however that comes, it ends in order.
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
 * @targets: CPUs that are recorded
 * @is_done: the trace file is in its place
 * @error: why it is not
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
	struct hkj_cpus targets;
	bool is_done;
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

/* The trace file's name in the folder. */
#define HKJ_RECORDER_FILE "trace.dat"

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
void hkj_recorder_args_free(struct hkj_recorder_args *args);

#endif /* HKJITTER_USER_RECORDER_H */
