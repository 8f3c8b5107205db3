// SPDX-License-Identifier: GPL-2.0
/*
 * One system call in which the Nth allocation fails (the kernel's fault injection
 * for a single task):
 *
 *	fail_nth N load MODULE.ko
 *	fail_nth N write FILE TEXT
 *	fail_nth N read FILE
 *	fail_nth N snapshot DEVICE CPU
 *	fail_nth N details DEVICE CPU
 *
 * Prints "failed RESULT" if there was an Nth allocation, "passed RESULT" if there
 * were fewer; RESULT is "ok" or the errno's name. Exit: 0; 2 usage; 4 where the
 * kernel cannot do it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hkjitter/source.h>

#define FAIL_NTH	"/proc/thread-self/fail-nth"

static char room[1 << 21];

static long do_load(int fd, const char *unused)
{
	(void)unused;
	return syscall(SYS_finit_module, fd, "", 0);
}

static long do_write(int fd, const char *text)
{
	return write(fd, text, strlen(text));
}

static long do_read(int fd, const char *unused)
{
	(void)unused;
	return read(fd, room, sizeof(room));
}

static off_t record_of(const char *cpu)
{
	return (off_t)(strtoul(cpu, NULL, 10) * HKJ_RECORD_STRIDE);
}

static long do_snapshot(int fd, const char *cpu)
{
	return pread(fd, room, sizeof(room), record_of(cpu));
}

static long do_details(int fd, const char *cpu)
{
	return pread(fd, room, sizeof(room), record_of(cpu) + (off_t)HKJ_DETAILS_OFFSET);
}

static const struct operation {
	const char *name;
	int flags;
	int nr_args;
	long (*call)(int fd, const char *arg);
} operations[] = {
	{ "load", O_RDONLY, 1, do_load },
	{ "write", O_WRONLY, 2, do_write },
	{ "read", O_RDONLY, 1, do_read },
	{ "snapshot", O_RDONLY, 2, do_snapshot },
	{ "details", O_RDONLY, 2, do_details },
};

static const struct operation *find_operation(const char *name, int nr_args)
{
	size_t i;

	for (i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		if (!strcmp(operations[i].name, name) &&
		    operations[i].nr_args == nr_args)
			return &operations[i];
	return NULL;
}

/*
 * What is left of the count. The answer's way to us counts as well: if that fails,
 * something was left.
 */
static long left_of(int fd)
{
	char text[16] = "";

	if (pread(fd, text, sizeof(text) - 1, 0) <= 0)
		return 1;
	return strtol(text, NULL, 10);
}

static int run(int fail, const char *nth, const struct operation *op, int fd,
	       const char *arg)
{
	int error = 0;
	long left;

	if (pwrite(fail, nth, strlen(nth), 0) < 0)
		return 4;
	if (op->call(fd, arg) < 0)
		error = errno;
	left = left_of(fail);
	/* This may be what fails, and then there is nothing left to fail. */
	if (pwrite(fail, "0", 1, 0) < 0 && errno != EFAULT)
		return 4;
	printf("%s %s\n", left ? "passed" : "failed",
	       error ? strerrorname_np(error) : "ok");
	return 0;
}

int main(int argc, char **argv)
{
	const struct operation *op =
		argc >= 4 ? find_operation(argv[2], argc - 3) : NULL;
	int fail, fd, ret;

	if (!op) {
		fprintf(stderr, "usage: fail_nth N load|write|read|snapshot|details FILE [TEXT|CPU]\n");
		return 2;
	}
	fd = open(argv[3], op->flags);
	if (fd < 0) {
		/* A file that is gone is no failing allocation. */
		printf("passed %s\n", strerrorname_np(errno));
		return 0;
	}
	fail = open(FAIL_NTH, O_RDWR);
	ret = fail < 0 ? 4 : run(fail, argv[1], op, fd, argv[4]);
	if (fail >= 0)
		close(fail);
	close(fd);
	return ret;
}
