// SPDX-License-Identifier: GPL-2.0
/*
 * Linked into the tool for the stage: a write to the module's file "run"
 * returns when the session has started or stopped, as the real one does, or
 * with the errno that the file /fake_errno of the tree names.
 *
 * The process that plays the module makes /fake_taken at the end of each of its
 * turns. The second one after the write is of a turn that has seen it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "paths.h"

ssize_t __real_write(int fd, const void *buffer, size_t size);
ssize_t __wrap_write(int fd, const void *buffer, size_t size);

static int is_run_file(int fd)
{
	static const char end[] = "/kernel/hkjitter/run";
	char link[64], name[PATH_MAX];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, name, sizeof(name) - 1);
	if (length < (ssize_t)sizeof(end))
		return 0;
	name[length] = '\0';
	return !strcmp(name + length - strlen(end), end);
}

static void wait_for_a_turn(void)
{
	const struct timespec pause = { 0, 1000000 };
	struct hkj_path taken = hkj_path_system("/fake_taken");

	unlink(taken.text);
	for (int i = 0; i < 10000 && access(taken.text, F_OK); i++)
		nanosleep(&pause, NULL);
}

static int errno_wanted(void)
{
	char *text = hkj_file_read(hkj_path_system("/fake_errno").text);
	int number = text ? atoi(text) : 0;

	free(text);
	return number;
}

ssize_t __wrap_write(int fd, const void *buffer, size_t size)
{
	int number = is_run_file(fd) ? errno_wanted() : 0;
	ssize_t put;

	if (number) {
		/* A plain file was emptied when it was opened; sysfs is not. */
		put = __real_write(fd, "0\n", 2);
		errno = number;
		return put < 0 ? put : -1;
	}
	put = __real_write(fd, buffer, size);
	if (is_run_file(fd)) {
		wait_for_a_turn();
		wait_for_a_turn();
	}
	return put;
}
