// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

#define READY "hkjitter"

/* Switching events on takes a second or two, and longer on a busy machine. */
#define READY_TRIES 600
/* At its end trace-cmd copies what it has recorded: as long as that grows. */
#define STALLED_TRIES 300
#define PAUSE_MS 100

static const char no_trace[] = "there is no trace";

static void fd_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/*
 * trace-cmd's last words, for the error: its lines are "trace-cmd: REASON" and
 * an indented one that says what it was about.
 */
static void complaint_read(const struct hkj_recorder *recorder, char *text,
			   size_t size)
{
	ssize_t got = pread(recorder->log_fd, text, size - 1, 0);
	char *from = text, *to = text;

	text[got < 0 ? 0 : got] = '\0';
	for (; *from; from++)
		if (*from != '\n' && (*from != ' ' || to == text || to[-1] != ' '))
			*to++ = *from;
		else if (to != text && to[-1] != ' ')
			*to++ = ' ';
	while (to != text && to[-1] == ' ')
		to--;
	*to = '\0';
}

static int has_failed(const struct hkj_recorder *recorder, const char *what,
		      struct hkj_error *error)
{
	char complaint[160];

	complaint_read(recorder, complaint, sizeof(complaint));
	if (*complaint)
		return hkj_error_set(error, HKJ_EXIT_CANNOT, "%s: %s", what,
				     complaint);
	if (recorder->has_ended && WIFSIGNALED(recorder->status))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "%s: trace-cmd was killed by signal %d",
				     what, WTERMSIG(recorder->status));
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "%s: trace-cmd ended with %d", what,
			     WEXITSTATUS(recorder->status));
}

/* Ends of pipes that trace-cmd gets, as its standard files. */
struct ends {
	int input;
	int output;
};

/* For one that neither waits for us nor has anything to say. */
static int nothing_open(struct hkj_recorder *recorder, struct ends *ends)
{
	ends->input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	ends->output = open("/dev/null", O_WRONLY | O_CLOEXEC);
	recorder->log_fd = memfd_create("trace-cmd", MFD_CLOEXEC);
	return ends->input < 0 || ends->output < 0 || recorder->log_fd < 0 ?
		       -1 :
		       0;
}

static int pipes_open(struct hkj_recorder *recorder, struct ends *ends)
{
	int hold[2], ready[2];

	if (pipe2(hold, O_CLOEXEC))
		return -1;
	if (pipe2(ready, O_CLOEXEC)) {
		close(hold[0]);
		close(hold[1]);
		return -1;
	}
	recorder->hold_fd = hold[1];
	recorder->ready_fd = ready[0];
	*ends = (struct ends){ hold[0], ready[1] };
	recorder->log_fd = memfd_create("trace-cmd", MFD_CLOEXEC);
	return recorder->log_fd < 0 ? -1 : 0;
}

/* A process group of its own: Ctrl-C on the terminal is ours to handle. */
static int attributes_set(posix_spawnattr_t *attributes, const sigset_t *mask)
{
	const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
			    POSIX_SPAWN_SETSIGDEF;
	sigset_t defaults;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	return posix_spawnattr_setflags(attributes, flags) ||
	       posix_spawnattr_setpgroup(attributes, 0) ||
	       posix_spawnattr_setsigmask(attributes, mask) ||
	       posix_spawnattr_setsigdefault(attributes, &defaults);
}

/* Return: 0 or a negative errno. */
static int spawn(struct hkj_recorder *recorder, const struct ends *ends,
		 char *const *words, const sigset_t *mask)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int result;

	if (posix_spawn_file_actions_init(&actions))
		return -ENOMEM;
	if (posix_spawnattr_init(&attributes)) {
		posix_spawn_file_actions_destroy(&actions);
		return -ENOMEM;
	}
	if (posix_spawn_file_actions_addchdir_np(&actions, recorder->scratch) ||
	    posix_spawn_file_actions_adddup2(&actions, ends->input, 0) ||
	    posix_spawn_file_actions_adddup2(&actions, ends->output, 1) ||
	    posix_spawn_file_actions_adddup2(&actions, recorder->log_fd, 2) ||
	    attributes_set(&attributes, mask))
		result = -ENOMEM;
	else
		result = -posix_spawnp(&recorder->pid, words[0], &actions,
				       &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return result;
}

static int trace_cmd_spawn(struct hkj_recorder *recorder, char *const *words,
			   const sigset_t *mask,
			   int (*ends_open)(struct hkj_recorder *recorder,
					    struct ends *ends),
			   struct hkj_error *error)
{
	struct ends ends = { -1, -1 };
	int why = ends_open(recorder, &ends) ? -errno : 0;

	if (!why)
		why = spawn(recorder, &ends, words, mask);
	if (why)
		recorder->pid = 0;
	fd_close(&ends.input);
	fd_close(&ends.output);
	if (!why)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "cannot run trace-cmd: %s%s",
			     strerror(-why),
			     why == -ENOENT ? "; install the package trace-cmd" :
					      "");
}

/**
 * hkj_recorder_has_ended() - whether trace-cmd has gone
 * @recorder: started or not
 */
bool hkj_recorder_has_ended(struct hkj_recorder *recorder)
{
	if (recorder->pid && !recorder->has_ended &&
	    waitpid(recorder->pid, &recorder->status, WNOHANG) == recorder->pid)
		recorder->has_ended = true;
	return recorder->has_ended;
}

/* Whether cat has answered; a pause if not. */
static bool is_answered(const struct hkj_recorder *recorder)
{
	struct pollfd fds = { recorder->ready_fd, POLLIN, 0 };
	char answer[sizeof(READY)] = "";

	if (poll(&fds, 1, PAUSE_MS) < 1)
		return false;
	return read(recorder->ready_fd, answer, sizeof(answer) - 1) > 0 &&
	       strstr(answer, READY);
}

static int ready_wait(struct hkj_recorder *recorder,
		      const struct hkj_signals *signals, struct hkj_error *error)
{
	if (write(recorder->hold_fd, READY, strlen(READY)) < 0)
		return has_failed(recorder, "cannot record a trace", error);
	for (int i = 0; i < READY_TRIES; i++) {
		if (is_answered(recorder))
			return 0;
		if (hkj_recorder_has_ended(recorder))
			return has_failed(recorder, "cannot record a trace",
					  error);
		if (hkj_signals_is_end(signals))
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "interrupted before the window opened");
	}
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "trace-cmd has not begun to record within 60 s");
}

/* The size of a file in the folder, which goes if @is_removing. */
static uint64_t scratch_visit(int folder, const char *name, bool is_removing)
{
	struct stat status = { .st_size = 0 };

	fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW);
	if (is_removing)
		unlinkat(folder, name, 0);
	return (uint64_t)status.st_size;
}

/* Sizes of the files in the folder, together. */
static uint64_t scratch_walk(const struct hkj_recorder *recorder,
			     bool is_removing)
{
	int folder = open(recorder->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent **names;
	uint64_t bytes = 0;
	int nr = scandir(recorder->scratch, &names, NULL, alphasort);

	for (int i = 0; i < nr; i++) {
		bytes += scratch_visit(folder, names[i]->d_name, is_removing);
		free(names[i]);
	}
	if (nr >= 0)
		free(names);
	fd_close(&folder);
	return bytes;
}

/* One that is there is a killed recording's. */
static int scratch_make(struct hkj_recorder *recorder, struct hkj_error *error)
{
	if (asprintf(&recorder->scratch, "%s.hkjitter", recorder->path) < 0) {
		recorder->scratch = NULL;
		return hkj_error_memory(error);
	}
	if (!mkdir(recorder->scratch, 0777))
		return 0;
	if (errno == EEXIST) {
		scratch_walk(recorder, true);
		if (!rmdir(recorder->scratch) &&
		    !mkdir(recorder->scratch, 0777))
			return 0;
	}
	hkj_error_set(error, HKJ_EXIT_CANNOT, "cannot write to '%.200s': %s",
		      recorder->scratch, strerror(errno));
	free(recorder->scratch);
	recorder->scratch = NULL;
	return -1;
}

static void scratch_remove(struct hkj_recorder *recorder)
{
	if (!recorder->scratch)
		return;
	scratch_walk(recorder, true);
	rmdir(recorder->scratch);
	free(recorder->scratch);
	recorder->scratch = NULL;
}

/* trace-cmd, its readers and its cat. */
static void group_kill(struct hkj_recorder *recorder)
{
	if (!recorder->pid)
		return;
	kill(-recorder->pid, SIGKILL);
	if (!recorder->has_ended &&
	    waitpid(recorder->pid, &recorder->status, 0) == recorder->pid)
		recorder->has_ended = true;
	recorder->pid = 0;
}

/* @what: becomes of the trace if trace-cmd fails. */
static int end_wait(struct hkj_recorder *recorder,
		    const struct hkj_signals *signals, const char *what,
		    struct hkj_error *error)
{
	const struct timespec pause = { 0, PAUSE_MS * 1000000 };
	uint64_t before = 0, now;
	int stalled = 0;

	while (!hkj_recorder_has_ended(recorder)) {
		if (hkj_signals_is_end(signals))
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "%s: interrupted while it was written",
					     what);
		now = scratch_walk(recorder, false);
		stalled = now == before ? stalled + 1 : 0;
		if (stalled > STALLED_TRIES)
			return hkj_error_set(error, HKJ_EXIT_CANNOT,
					     "%s: trace-cmd does not end", what);
		before = now;
		nanosleep(&pause, NULL);
	}
	if (WIFEXITED(recorder->status) && !WEXITSTATUS(recorder->status))
		return 0;
	return has_failed(recorder, what, error);
}

/* A trace-cmd that ends by itself. */
static int trace_cmd_run(struct hkj_recorder *recorder,
			 const struct hkj_recorder_args *args,
			 const struct hkj_signals *signals, const char *what,
			 struct hkj_error *error)
{
	int failed = trace_cmd_spawn(recorder, args->words, &signals->mask,
				     nothing_open, error) ||
		     end_wait(recorder, signals, what, error);

	group_kill(recorder);
	recorder->has_ended = false;
	fd_close(&recorder->log_fd);
	return failed ? -1 : 0;
}

static int record_start(struct hkj_recorder *recorder,
			const struct hkj_signals *signals,
			struct hkj_error *error)
{
	struct hkj_recorder_args args = { 0, NULL };
	int failed;

	failed = hkj_recorder_args_make(&args, recorder, error) ||
		 trace_cmd_spawn(recorder, args.words, &signals->mask,
				 pipes_open, error) ||
		 ready_wait(recorder, signals, error);
	hkj_recorder_args_free(&args);
	return failed ? -1 : 0;
}

static int snapshot_start(struct hkj_recorder *recorder,
			  const struct hkj_signals *signals,
			  struct hkj_error *error)
{
	struct hkj_recorder_args args = { 0, NULL };
	int failed;

	failed = hkj_recorder_args_rehearse(&args, error) ||
		 trace_cmd_run(recorder, &args, signals,
			       "cannot record a trace", error) ||
		 hkj_recorder_buffers_start(recorder, error);
	hkj_recorder_args_free(&args);
	return failed ? -1 : 0;
}

/**
 * hkj_recorder_start() - begin to record
 * @recorder: with @path, @events, @targets, @stop_above_ns and
 *            @snapshot_above_ns; to be given to hkj_recorder_drop() whatever
 *            happens
 * @signals: open
 * @error: filled when it cannot be
 *
 * All that switching events on does to the kernel is over when this returns.
 *
 * Return: 0 or -1.
 */
int hkj_recorder_start(struct hkj_recorder *recorder,
		       const struct hkj_signals *signals,
		       struct hkj_error *error)
{
	if (scratch_make(recorder, error) ||
	    hkj_instance_make(&recorder->instance, &recorder->targets, error))
		return -1;
	return recorder->snapshot_above_ns ?
		       snapshot_start(recorder, signals, error) :
		       record_start(recorder, signals, error);
}

static void lost_count(struct hkj_recorder *recorder)
{
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &recorder->targets)
		recorder->nr_lost +=
			hkj_instance_lost(&recorder->instance, cpu);
}

static int file_rename(struct hkj_recorder *recorder, const char *from)
{
	struct stat status;

	if (stat(from, &status) || rename(from, recorder->path))
		return hkj_error_set(&recorder->error, HKJ_EXIT_CANNOT,
				     "cannot write '%.200s': %s",
				     recorder->path, strerror(errno));
	recorder->bytes = (uint64_t)status.st_size;
	return 0;
}

static int file_commit(struct hkj_recorder *recorder)
{
	char *from;
	int result;

	if (asprintf(&from, "%s/%s", recorder->scratch, HKJ_RECORDER_FILE) < 0)
		return hkj_error_memory(&recorder->error);
	result = file_rename(recorder, from);
	free(from);
	return result;
}

static void record_finish(struct hkj_recorder *recorder,
			  const struct hkj_signals *signals)
{
	bool has_ended = hkj_recorder_has_ended(recorder);

	/* trace-cmd may take the instance away with it. */
	lost_count(recorder);
	fd_close(&recorder->hold_fd);
	if (has_ended)
		has_failed(recorder, "the trace ended before the measurement",
			   &recorder->error);
	else if (!end_wait(recorder, signals, no_trace, &recorder->error))
		recorder->is_done = !file_commit(recorder);
}

static void snapshot_finish(struct hkj_recorder *recorder,
			    const struct hkj_signals *signals)
{
	struct hkj_recorder_args args = { 0, NULL };

	recorder->is_done =
		!hkj_recorder_buffers_save(recorder, &recorder->error) &&
		!hkj_recorder_args_restore(&args, recorder,
					   &recorder->error) &&
		!trace_cmd_run(recorder, &args, signals, no_trace,
			       &recorder->error) &&
		!file_commit(recorder);
	hkj_recorder_args_free(&args);
}

/**
 * hkj_recorder_finish() - end the recording and put the file into its place
 * @recorder: started; says afterwards whether the file is there, or why not:
 *            trace-cmd died, the disk is full
 * @signals: open; one that comes gives the trace up
 */
void hkj_recorder_finish(struct hkj_recorder *recorder,
			 const struct hkj_signals *signals)
{
	if (recorder->snapshot_above_ns)
		snapshot_finish(recorder, signals);
	else
		record_finish(recorder, signals);
}

/**
 * hkj_recorder_drop() - leave nothing behind
 * @recorder: HKJ_RECORDER_NONE, or in any state after that
 * @error: filled when the instance cannot be removed
 *
 * Return: 0 or -1.
 */
int hkj_recorder_drop(struct hkj_recorder *recorder, struct hkj_error *error)
{
	group_kill(recorder);
	fd_close(&recorder->hold_fd);
	fd_close(&recorder->ready_fd);
	fd_close(&recorder->log_fd);
	scratch_remove(recorder);
	return hkj_instance_remove(&recorder->instance, error);
}
