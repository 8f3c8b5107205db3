// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "progress.h"
#include "session.h"

#define NS_PER_S 1000000000ULL
#define NS_PER_MS 1000000

/* How long the module may take beyond the duration, and for a stop. */
#define OVERDUE_NS (10 * NS_PER_S)
/* The module keeps a minute of seconds at least. */
#define TAPES_NS (30 * NS_PER_S)
#define STOP_TRIES 500
#define STOP_PAUSE_NS (10 * NS_PER_MS)

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/*
 * Reads the state through the open file, as poll() on sysfs wants it.
 * Return: 1 if the session is done, 0 if not, -1 if the module is gone.
 */
static int is_done(int state_fd, struct hkj_error *error)
{
	char state[32];
	ssize_t got = pread(state_fd, state, sizeof(state) - 1, 0);

	if (got < 0)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "the hkjitter module went away during the run (%s), and the counts with it; load it and run again",
				     strerror(errno));
	state[got] = '\0';
	return !strncmp(state, "done", 4);
}

/* Whether something on this side ends the window. */
static bool is_ended_here(struct hkj_session *session, uint64_t elapsed_ns)
{
	bool has_command_ended = session->command &&
				 hkj_command_has_ended(session->command);

	if (hkj_signals_is_end(session->signals))
		session->end = HKJ_END_INTERRUPTED;
	else if (session->recorder && hkj_recorder_has_ended(session->recorder))
		session->end = HKJ_END_RECORDER;
	else if (has_command_ended && !session->duration_ns)
		session->end = HKJ_END_COMMAND;
	else if (session->duration_ns &&
		 elapsed_ns > session->duration_ns + OVERDUE_NS)
		session->end = HKJ_END_OVERDUE;
	else
		return false;
	return true;
}

/* Until something happens, at most a second; short when the end is near. */
static int wait_ms(const struct hkj_session *session, uint64_t elapsed_ns)
{
	uint64_t left_ns = session->duration_ns - elapsed_ns;

	if (!session->duration_ns || left_ns >= NS_PER_S)
		return 1000;
	return (int)(left_ns / NS_PER_MS) + 10;
}

static void wait_for_news(const struct hkj_session *session, int state_fd,
			  uint64_t elapsed_ns)
{
	struct pollfd fds[] = {
		{ session->signals->fd, POLLIN, 0 },
		{ state_fd, POLLPRI, 0 },
	};

	poll(fds, 2, wait_ms(session, elapsed_ns));
}

/* What is done now and then; all times are since the window opened. */
struct chores {
	uint64_t progress_ns;
	uint64_t tapes_ns;
	uint64_t keep_ns;
};

/* Return: whether it is time; @next_ns is then moved on. */
static bool is_due(uint64_t *next_ns, uint64_t elapsed_ns, uint64_t period_ns)
{
	if (elapsed_ns < *next_ns)
		return false;
	*next_ns = elapsed_ns + period_ns;
	return true;
}

static void chores_do(struct hkj_session *session, struct chores *chores,
		      uint64_t elapsed_ns)
{
	struct hkj_error ignored;

	if (session->has_progress &&
	    is_due(&chores->progress_ns, elapsed_ns, NS_PER_S))
		hkj_progress_show(session->device, &session->targets,
				  elapsed_ns, session->duration_ns);
	/* What cannot be read now will be there the next time. */
	if (is_due(&chores->tapes_ns, elapsed_ns, TAPES_NS))
		hkj_tapes_read(&session->tapes, session->device,
			       &session->targets, &ignored);
	if (session->keep &&
	    is_due(&chores->keep_ns, elapsed_ns, session->interval_ns))
		session->keep(session->keep_context);
}

/* Return: 0 with @end set, or -1. */
static int window_watch(struct hkj_session *session, int state_fd,
			struct hkj_error *error)
{
	uint64_t start_ns = now_ns() - session->elapsed_ns;
	uint64_t elapsed_ns = session->elapsed_ns;
	struct chores chores = { elapsed_ns + NS_PER_S, elapsed_ns + TAPES_NS,
				 elapsed_ns + session->interval_ns };
	int done;

	for (;;) {
		done = is_done(state_fd, error);
		if (done < 0)
			return -1;
		session->end = HKJ_END_MODULE;
		elapsed_ns = now_ns() - start_ns;
		if (done || is_ended_here(session, elapsed_ns))
			return 0;
		chores_do(session, &chores, elapsed_ns);
		wait_for_news(session, state_fd, elapsed_ns);
	}
}

/* The stop returns when all targets have stopped; the state may say so later. */
static int window_close(int state_fd, struct hkj_error *error)
{
	const struct timespec pause = { 0, STOP_PAUSE_NS };

	if (hkj_control_stop(error))
		return -1;
	for (int i = 0; i < STOP_TRIES; i++) {
		int done = is_done(state_fd, error);

		if (done)
			return done < 0 ? -1 : 0;
		nanosleep(&pause, NULL);
	}
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the module has not stopped within 5 s; see the kernel log (dmesg)");
}

/**
 * hkj_session_find() - which CPUs are measured
 * @session: gets them, and a tape for each
 * @error: filled when the module does not tell
 *
 * Return: 0 or -1.
 */
int hkj_session_find(struct hkj_session *session, struct hkj_error *error)
{
	char *text = hkj_control_read("target_cpus", error);
	int result;

	if (!text)
		return -1;
	result = hkj_cpus_parse(text, &session->targets, error);
	free(text);
	if (result)
		return result;
	if (hkj_cpus_count(&session->targets))
		return hkj_tapes_init(&session->tapes, &session->targets,
				      error);
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the module has no session, or names no target CPU; see the kernel log (dmesg)");
}

static int window_use(struct hkj_session *session, struct hkj_error *error)
{
	if (session->command && hkj_command_release(session->command, error))
		return -1;
	return hkj_session_find(session, error);
}

static int window_follow(struct hkj_session *session, int state_fd,
			 struct hkj_error *error)
{
	struct hkj_error ignored;
	int result = window_watch(session, state_fd, error);

	if (session->has_progress)
		hkj_progress_clear();
	if (result)
		window_close(state_fd, &ignored);
	else if (session->end != HKJ_END_MODULE)
		result = window_close(state_fd, error);
	return result;
}

static int state_open(struct hkj_error *error)
{
	int fd = open(hkj_control_path("state").text, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "cannot read the module's 'state': %s",
			      strerror(errno));
	return fd;
}

/**
 * hkj_session_run() - open the window, wait for its end, close it
 * @session: filled but for @targets, @tapes and @end
 * @error: filled when it could not be started, or the module went away
 *
 * Return: 0 with the results standing in the module, or -1 with no session
 * running.
 */
int hkj_session_run(struct hkj_session *session, struct hkj_error *error)
{
	int state_fd = state_open(error);
	struct hkj_error ignored;
	int result;

	if (state_fd < 0)
		return -1;
	result = hkj_control_start(error);
	if (!result && window_use(session, error)) {
		window_close(state_fd, &ignored);
		result = -1;
	} else if (!result) {
		result = window_follow(session, state_fd, error);
	}
	close(state_fd);
	return result;
}

/**
 * hkj_session_follow() - wait for the end of a window that is open, close it
 * @session: filled but for @command and @end
 * @error: filled when the module went away
 *
 * Return: as hkj_session_run().
 */
int hkj_session_follow(struct hkj_session *session, struct hkj_error *error)
{
	int state_fd = state_open(error);
	int result;

	if (state_fd < 0)
		return -1;
	result = window_follow(session, state_fd, error);
	close(state_fd);
	return result;
}
