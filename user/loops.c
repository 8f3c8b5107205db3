// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "affinity.h"
#include "loop.h"
#include "loops.h"
#include "snapshot.h"

/* A loop that is asked to leave does so in a millisecond of running. */
#define END_TRIES 200
#define END_PAUSE_NS 10000000

static int cannot(struct hkj_error *error, unsigned int cpu, const char *what,
		  int why)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the loop of CPU %u %s: %s", cpu, what,
			     strerror(why));
}

static int prepare(unsigned int cpu, struct hkj_error *error)
{
	struct hkj_cpus own = { { 0 } };
	char name[16];

	hkj_cpus_add(&own, cpu);
	if (hkj_affinity_set(&own, error))
		return cannot(error, cpu, "cannot run there", errno);
	snprintf(name, sizeof(name), "hkjitter/%u", cpu);
	prctl(PR_SET_NAME, name);
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		return cannot(error, cpu,
			      "cannot lock its memory (see ulimit -l)", errno);
	return 0;
}

/* A child's whole life. Return: 0 or -1. */
static int child(unsigned int cpu, struct hkj_error *error)
{
	struct hkj_loop loop = { 0 };
	int why;

	if (prepare(cpu, error))
		return -1;
	loop.fd = hkj_snapshot_open(error);
	if (loop.fd < 0)
		return -1;
	why = hkj_loop_run(&loop, cpu);
	close(loop.fd);
	/* A threshold that it could not stand: the module says so, and more. */
	if (why == ERANGE)
		return 0;
	return why ? cannot(error, cpu, "has failed", why) : 0;
}

/* Never returns. What the tool has open is none of the loop's business. */
static void child_run(unsigned int cpu, int report_fd, pid_t parent)
{
	struct hkj_error error;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(HKJ_EXIT_CANNOT);
	dup2(report_fd, STDERR_FILENO + 1);
	close_range(STDERR_FILENO + 2, ~0U, 0);
	if (!child(cpu, &error))
		_exit(HKJ_EXIT_FINE);
	if (write(STDERR_FILENO + 1, &error, sizeof(error)) < 0)
		_exit(HKJ_EXIT_CANNOT);
	_exit((int)error.code);
}

static int start_one(struct hkj_loops *loops, unsigned int cpu, int report_fd,
		     struct hkj_error *error)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (!pid)
		child_run(cpu, report_fd, parent);
	if (pid < 0)
		return cannot(error, cpu, "cannot be started", errno);
	loops->pids[loops->nr++] = pid;
	return 0;
}

/**
 * hkj_loops_start() - have a loop for each target
 * @loops: to be filled
 * @targets: their CPUs
 * @error: filled when there can be no more processes
 *
 * They wait for a session of the workload "user", are gone when it has ended, and
 * end with this process. Signals that this process blocks are blocked there.
 *
 * Return: 0 or -1, with no process left.
 */
int hkj_loops_start(struct hkj_loops *loops, const struct hkj_cpus *targets,
		    struct hkj_error *error)
{
	int report[2], failed = 0;
	unsigned int cpu;

	*loops = HKJ_LOOPS_NONE;
	loops->pids = calloc(hkj_cpus_count(targets), sizeof(*loops->pids));
	if (!loops->pids || pipe2(report, O_CLOEXEC | O_NONBLOCK)) {
		free(loops->pids);
		*loops = HKJ_LOOPS_NONE;
		return hkj_error_memory(error);
	}
	loops->report_fd = report[0];
	fflush(NULL);
	hkj_cpus_for_each(cpu, targets)
		failed = failed || start_one(loops, cpu, report[1], error);
	close(report[1]);
	if (!failed)
		return 0;
	hkj_loops_end(loops);
	return -1;
}

/**
 * hkj_loops_blame() - has a loop failed?
 * @loops: started, or HKJ_LOOPS_NONE
 * @error: gets what the first one that did had to say; else left as it is
 *
 * Return: whether one has.
 */
bool hkj_loops_blame(const struct hkj_loops *loops, struct hkj_error *error)
{
	struct hkj_error own;

	if (loops->report_fd < 0 ||
	    read(loops->report_fd, &own, sizeof(own)) != (ssize_t)sizeof(own))
		return false;
	*error = own;
	return true;
}

static bool has_ended(pid_t pid)
{
	return waitpid(pid, NULL, WNOHANG) == pid;
}

static void end_one(pid_t pid)
{
	const struct timespec pause = { 0, END_PAUSE_NS };

	for (int i = 0; i < END_TRIES; i++) {
		if (has_ended(pid))
			return;
		nanosleep(&pause, NULL);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/**
 * hkj_loops_end() - have no loops any more
 * @loops: started, with their session ended, or HKJ_LOOPS_NONE
 */
void hkj_loops_end(struct hkj_loops *loops)
{
	for (size_t i = 0; i < loops->nr; i++)
		end_one(loops->pids[i]);
	free(loops->pids);
	if (loops->report_fd >= 0)
		close(loops->report_fd);
	*loops = HKJ_LOOPS_NONE;
}
