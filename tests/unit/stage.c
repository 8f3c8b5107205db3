// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stage.h"
#include "unit.h"

static pid_t fake;

static void program_path(char *path, const char *name)
{
	const char *directory = getenv("UNIT_BUILD");

	if (!directory)
		fail_msg("UNIT_BUILD must name the directory of the builds");
	snprintf(path, PATH_MAX, "%s/%s", directory, name);
}

void pause_ms(long ms)
{
	struct timespec pause = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

int stage_make(void **state)
{
	fake = 0;
	if (root_make(state))
		return -1;
	root_write("/run/here", "");
	root_write("/sys/devices/system/cpu/online", "0-3\n");
	root_write("/sys/devices/system/cpu/isolated", "1\n");
	root_write("/proc/cmdline", "isolcpus=1\n");
	root_write("/proc/sys/kernel/osrelease", "6.1.0-57-amd64\n");
	root_write(RT_RUNTIME, "950000\n");
	return 0;
}

int stage_make_loaded(void **state)
{
	char path[PATH_MAX];

	if (stage_make(state))
		return -1;
	program_path(path, "fake_module");
	fake = fork();
	if (!fake) {
		execl(path, path, root, (char *)NULL);
		_exit(127);
	}
	for (int i = 0; i < 1000 && !root_has("/fake_is_ready"); i++)
		pause_ms(10);
	return root_has("/fake_is_ready") ? 0 : -1;
}

int stage_remove(void **state)
{
	if (fake > 0) {
		kill(fake, SIGKILL);
		waitpid(fake, NULL, 0);
	}
	unsetenv("FAKE_STOP");
	unsetenv("FAKE_VERSION");
	return root_remove(state);
}

static void redirect(const char *path, int fd)
{
	char full[PATH_MAX];
	int file;

	snprintf(full, sizeof(full), "%s%s", root, path);
	file = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (file < 0 || dup2(file, fd) < 0)
		_exit(126);
	close(file);
}

pid_t tool_start(const char *const *words)
{
	char path[PATH_MAX];
	pid_t pid;

	program_path(path, fake > 0 ? "staged_hkjitter" : "user/hkjitter");
	pid = fork();
	if (!pid) {
		char *argv[32] = { path };

		for (size_t i = 0; i < 30 && words[i]; i++)
			argv[i + 1] = strdup(words[i]);
		redirect("/out", STDOUT_FILENO);
		redirect("/err", STDERR_FILENO);
		execv(path, argv);
		_exit(126);
	}
	assert_true(pid > 0);
	return pid;
}

int tool_wait(pid_t pid)
{
	int status;

	for (int i = 0; i < 3000; i++) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return status;
		pause_ms(10);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	fail_msg("the tool did not end within 30 s");
	return status;
}

int tool_run(const char *const *words)
{
	int status = tool_wait(tool_start(words));

	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void wait_for_text(const char *path, const char *text)
{
	for (int i = 0; i < 1000; i++) {
		char *now = root_has(path) ? root_read(path) : NULL;
		bool is_there = now && !strcmp(now, text);

		free(now);
		if (is_there)
			return;
		pause_ms(10);
	}
	fail_msg("'%s' did not become '%s' within 10 s", path, text);
}

void assert_file(const char *path, const char *expected)
{
	char *text = root_read(path);

	assert_string_equal(text, expected);
	free(text);
}

void assert_in_file(const char *path, const char *part)
{
	char *text = root_read(path);

	if (!strstr(text, part))
		fail_msg("'%s' is not in %s: '%s'", part, path, text);
	free(text);
}

void assert_untouched(void)
{
	assert_file(MODULE "cpus", "isolated");
	assert_file(MODULE "workload", "kernel");
	assert_file(MODULE "threshold_ns", "0");
	assert_file(MODULE "duration_ms", "0");
	assert_file(MODULE "policy", "other");
	assert_file(MODULE "stop_above_ns", "0");
	assert_file(MODULE "initiators", "1");
	assert_file(MODULE "run", "0");
	assert_file(RT_RUNTIME, "950000");
	assert_false(root_has("/run/hkjitter/restore"));
}
