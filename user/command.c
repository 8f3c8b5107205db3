// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

#define END_TRIES 200 /* two seconds between SIGTERM and SIGKILL */
#define END_PAUSE_NS 10000000

static void fd_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Reading a terminal from the background would stop COMMAND for ever. */
static void terminal_leave(void)
{
	int fd;

	if (!isatty(STDIN_FILENO))
		return;
	fd = open("/dev/null", O_RDONLY);
	if (fd >= 0) {
		dup2(fd, STDIN_FILENO);
		close(fd);
	}
}

/* The child's life up to COMMAND: never returns. */
static void child_run(char *const *argv, int gate_fd, int report_fd,
		      const sigset_t *mask, pid_t parent)
{
	char go;
	int why;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent || read(gate_fd, &go, 1) != 1)
		_exit(127);
	terminal_leave();
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(argv[0], argv);
	why = errno;
	if (write(report_fd, &why, sizeof(why)) < 0)
		why = 0;
	_exit(127);
}

static int pipes_open(int gate[2], int report[2])
{
	if (pipe2(gate, O_CLOEXEC))
		return -1;
	if (!pipe2(report, O_CLOEXEC))
		return 0;
	close(gate[0]);
	close(gate[1]);
	return -1;
}

static int cannot_run(struct hkj_error *error, const char *name, int why)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "cannot run '%.200s': %s",
			     name, strerror(why));
}

/**
 * hkj_command_prepare() - make the process that will be COMMAND
 * @command: to be filled
 * @argv: what to run; outlives @command
 * @mask: signal mask that COMMAND shall have
 * @error: filled when there can be no more processes
 *
 * The process inherits this one's CPUs and waits for hkj_command_release(), so
 * that making it is not part of what is measured.
 *
 * Return: 0 or -1.
 */
int hkj_command_prepare(struct hkj_command *command, char *const *argv,
			const sigset_t *mask, struct hkj_error *error)
{
	int gate[2], report[2];
	pid_t parent = getpid();

	*command = HKJ_COMMAND_NONE;
	command->argv = argv;
	if (pipes_open(gate, report))
		return cannot_run(error, argv[0], errno);
	command->gate_fd = gate[1];
	command->report_fd = report[0];
	command->pid = fork();
	if (!command->pid) {
		/* Its own copies of these would keep the pipes open. */
		close(gate[1]);
		close(report[0]);
		child_run(argv, gate[0], report[1], mask, parent);
	}
	close(gate[0]);
	close(report[1]);
	if (command->pid > 0) {
		/* Both sides do it: whoever is first. */
		setpgid(command->pid, command->pid);
		return 0;
	}
	cannot_run(error, argv[0], errno);
	fd_close(&command->gate_fd);
	fd_close(&command->report_fd);
	*command = HKJ_COMMAND_NONE;
	return -1;
}

static ssize_t report_read(int fd, int *why)
{
	ssize_t got;

	do {
		got = read(fd, why, sizeof(*why));
	} while (got < 0 && errno == EINTR);
	return got;
}

/**
 * hkj_command_release() - let COMMAND run
 * @command: prepared
 * @error: filled when there is no such program, or it cannot be run
 *
 * Return: 0 or -1.
 */
int hkj_command_release(struct hkj_command *command, struct hkj_error *error)
{
	int why = 0;
	ssize_t got;

	if (write(command->gate_fd, "", 1) != 1)
		why = errno;
	fd_close(&command->gate_fd);
	got = report_read(command->report_fd, &why);
	fd_close(&command->report_fd);
	if (got <= 0 && !why)
		return 0;
	return cannot_run(error, command->argv[0], why);
}

/**
 * hkj_command_has_ended() - whether COMMAND is through
 * @command: prepared or released
 */
bool hkj_command_has_ended(struct hkj_command *command)
{
	if (!command->has_ended && command->pid > 0 &&
	    waitpid(command->pid, &command->status, WNOHANG) == command->pid)
		command->has_ended = true;
	return command->has_ended;
}

/* Return: whether nobody of the group is left within the time. */
static bool group_wait(struct hkj_command *command)
{
	const struct timespec pause = { 0, END_PAUSE_NS };

	for (int i = 0; i < END_TRIES; i++) {
		if (hkj_command_has_ended(command) && kill(-command->pid, 0))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/**
 * hkj_command_end() - end COMMAND if it still runs
 * @command: any; what COMMAND has put into the background is ended only
 *           together with it
 *
 * SIGTERM to the group, SIGKILL to what is left of it two seconds later.
 */
void hkj_command_end(struct hkj_command *command)
{
	fd_close(&command->gate_fd);
	fd_close(&command->report_fd);
	if (command->pid <= 0 || hkj_command_has_ended(command))
		return;
	kill(-command->pid, SIGTERM);
	kill(-command->pid, SIGCONT);
	if (group_wait(command))
		return;
	kill(-command->pid, SIGKILL);
	group_wait(command);
}

static char **argv_copy(char *const *argv, size_t nr)
{
	char **copy = calloc(nr + 1, sizeof(*copy));

	for (size_t i = 0; copy && i < nr; i++) {
		copy[i] = strdup(argv[i]);
		if (copy[i])
			continue;
		while (i)
			free(copy[--i]);
		free(copy);
		copy = NULL;
	}
	return copy;
}

/**
 * hkj_command_record() - what became of COMMAND, for the result
 * @command: released
 *
 * Return: new, or NULL if there is no memory.
 */
struct hkj_command_record *hkj_command_record(const struct hkj_command *command)
{
	struct hkj_command_record *record = calloc(1, sizeof(*record));

	if (!record)
		return NULL;
	while (command->argv[record->nr_argv])
		record->nr_argv++;
	record->argv = argv_copy(command->argv, record->nr_argv);
	if (!record->argv) {
		free(record);
		return NULL;
	}
	record->exit_status = HKJ_NONE;
	record->signal = HKJ_NONE;
	if (command->has_ended && WIFEXITED(command->status))
		record->exit_status = (uint64_t)WEXITSTATUS(command->status);
	if (command->has_ended && WIFSIGNALED(command->status))
		record->signal = (uint64_t)WTERMSIG(command->status);
	return record;
}

/**
 * hkj_command_copy() - the same once more
 * @record: what became of a COMMAND
 *
 * Return: new, or NULL if there is no memory.
 */
struct hkj_command_record *
hkj_command_copy(const struct hkj_command_record *record)
{
	struct hkj_command_record *copy = malloc(sizeof(*copy));

	if (!copy)
		return NULL;
	*copy = *record;
	copy->argv = argv_copy(record->argv, record->nr_argv);
	if (copy->argv)
		return copy;
	free(copy);
	return NULL;
}
