// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "measurer.h"

/* A stop may take the module five seconds; the result has to be written. */
#define END_TRIES 3000
#define END_PAUSE_NS 10000000

static int pipes_open(int report[2], int notes[2])
{
	if (pipe2(report, O_CLOEXEC))
		return -1;
	if (!pipe2(notes, O_CLOEXEC | O_NONBLOCK))
		return 0;
	close(report[0]);
	close(report[1]);
	return -1;
}

/* The screen is another's: what is said here waits in a pipe. */
static void streams_redirect(int notes_fd)
{
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nothing >= 0) {
		dup2(nothing, STDIN_FILENO);
		dup2(nothing, STDOUT_FILENO);
	}
	dup2(notes_fd, STDERR_FILENO);
}

/*
 * A signal that asks for the end is read while the window is open; behind that
 * it must not kill what puts back and writes.
 */
static void signal_block(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

/* The child's life: never returns. */
static void child_run(const struct hkj_options *options, int report_fd,
		      int notes_fd, pid_t parent)
{
	struct hkj_options mine = *options;
	struct hkj_error error;

	setpgid(0, 0);
	signal_block(SIGTERM);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(HKJ_EXIT_CANNOT);
	streams_redirect(notes_fd);
	mine.is_quiet = true;
	mine.is_json = false;
	if (!hkj_cmd_run(&mine, &error))
		_exit(HKJ_EXIT_FINE);
	if (write(report_fd, &error, sizeof(error)) < 0)
		_exit(HKJ_EXIT_CANNOT);
	_exit((int)error.code);
}

/**
 * hkj_measurer_start() - let a process measure
 * @measurer: to be filled
 * @options: as of 'hkjitter run'
 * @error: filled when there can be no more processes
 *
 * It ends in order, and so does its session, at SIGTERM and with this process.
 *
 * Return: 0 or -1.
 */
int hkj_measurer_start(struct hkj_measurer *measurer,
		       const struct hkj_options *options,
		       struct hkj_error *error)
{
	int report[2], notes[2];
	pid_t parent = getpid();

	*measurer = HKJ_MEASURER_NONE;
	if (pipes_open(report, notes))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot start to measure: %s",
				     strerror(errno));
	fflush(NULL);
	measurer->pid = fork();
	if (!measurer->pid)
		child_run(options, report[1], notes[1], parent);
	close(report[1]);
	close(notes[1]);
	measurer->report_fd = report[0];
	measurer->notes_fd = notes[0];
	if (measurer->pid > 0)
		return 0;
	measurer->pid = 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot start to measure: %s", strerror(errno));
}

/**
 * hkj_measurer_has_ended() - whether the process is through
 * @measurer: started, or HKJ_MEASURER_NONE, which never is
 */
bool hkj_measurer_has_ended(const struct hkj_measurer *measurer)
{
	siginfo_t info = { 0 };

	if (!measurer->pid)
		return false;
	return waitid(P_PID, (id_t)measurer->pid, &info,
		      WEXITED | WNOHANG | WNOWAIT) ||
	       info.si_pid == measurer->pid;
}

/* Return: whether it ended in time. */
static bool wait_for_end(const struct hkj_measurer *measurer)
{
	const struct timespec pause = { 0, END_PAUSE_NS };

	for (int i = 0; i < END_TRIES; i++) {
		if (hkj_measurer_has_ended(measurer))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static void notes_print(int fd)
{
	char text[1024];
	ssize_t got;

	while ((got = read(fd, text, sizeof(text))) > 0)
		fwrite(text, 1, (size_t)got, stderr);
}

/* Return: 0 if it had no error to report. */
static int report_read(const struct hkj_measurer *measurer, int status,
		       struct hkj_error *error)
{
	ssize_t got = read(measurer->report_fd, error, sizeof(*error));

	if (got == (ssize_t)sizeof(*error))
		return -1;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the process that measured ended out of order: 'hkjitter status --restore' puts back what it changed");
}

/**
 * hkj_measurer_end() - let it come to an end
 * @measurer: started, or HKJ_MEASURER_NONE
 * @error: filled with what it reported
 *
 * What it had to say meanwhile goes to standard error.
 *
 * Return: 0, or -1 if it failed.
 */
int hkj_measurer_end(struct hkj_measurer *measurer, struct hkj_error *error)
{
	int status = 0, failed;

	if (!measurer->pid)
		return 0;
	if (!hkj_measurer_has_ended(measurer))
		kill(measurer->pid, SIGTERM);
	if (!wait_for_end(measurer))
		kill(measurer->pid, SIGKILL);
	waitpid(measurer->pid, &status, 0);
	failed = report_read(measurer, status, error);
	notes_print(measurer->notes_fd);
	close(measurer->report_fd);
	close(measurer->notes_fd);
	*measurer = HKJ_MEASURER_NONE;
	return failed;
}
