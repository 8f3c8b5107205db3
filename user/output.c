// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"

static int cannot_write(struct hkj_error *error, const char *path)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "cannot write '%.200s': %s",
			     path, strerror(errno));
}

/* Devices and pipes are written in place: a rename would replace them. */
static bool is_special(const char *path)
{
	struct stat status;

	return !stat(path, &status) && !S_ISREG(status.st_mode) &&
	       !S_ISDIR(status.st_mode);
}

/* A link keeps pointing where it points: its target is what is replaced. */
static char *path_resolve(const char *path)
{
	char *resolved = realpath(path, NULL);

	return resolved ? resolved : strdup(path);
}

/*
 * A temporary file that is there already is left over from a tool that was
 * killed. It is removed, never followed: it may be somebody's link.
 */
static int temporary_open(const char *path)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = open(path, flags, 0666);

	if (fd < 0 && errno == EEXIST && !unlink(path))
		fd = open(path, flags, 0666);
	return fd;
}

static int place_open(struct hkj_output *output)
{
	struct stat status;

	if (is_special(output->path))
		return open(output->path, O_WRONLY | O_CLOEXEC);
	if (!stat(output->path, &status) && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	if (asprintf(&output->temporary, "%s.tmp", output->path) < 0) {
		output->temporary = NULL;
		errno = ENOMEM;
		return -1;
	}
	return temporary_open(output->temporary);
}

/**
 * hkj_output_open() - begin a file
 * @output: to be filled
 * @path: where it shall be
 * @error: filled when it cannot be written there
 *
 * Return: 0, or -1 with nothing to drop.
 */
int hkj_output_open(struct hkj_output *output, const char *path,
		    struct hkj_error *error)
{
	int fd;

	*output = (struct hkj_output){ .path = path_resolve(path) };
	if (!output->path)
		return hkj_error_memory(error);
	fd = place_open(output);
	if (fd >= 0)
		output->stream = fdopen(fd, "w");
	if (output->stream)
		return 0;
	cannot_write(error, path);
	if (fd >= 0)
		close(fd);
	else if (output->temporary)
		output->temporary[0] = '\0'; /* not ours to remove */
	hkj_output_drop(output);
	return -1;
}

/* The rename itself is made to last by syncing the directory. */
static void directory_sync(const char *path)
{
	char *copy = strdup(path);
	char *slash = copy ? strrchr(copy, '/') : NULL;
	int fd;

	if (slash)
		slash[slash == copy] = '\0';
	fd = open(slash ? copy : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(copy);
}

static int stream_close(struct hkj_output *output)
{
	FILE *stream = output->stream;
	bool has_failed = ferror(stream) || fflush(stream);

	if (!has_failed && output->temporary)
		has_failed = fsync(fileno(stream));
	output->stream = NULL;
	return fclose(stream) || has_failed ? -1 : 0;
}

/**
 * hkj_output_commit() - put the file into its place
 * @output: filled; dropped whatever happens
 * @error: filled when it could not be written completely; what was in the
 *         place before is then still there
 *
 * Return: 0 or -1.
 */
int hkj_output_commit(struct hkj_output *output, struct hkj_error *error)
{
	int result = stream_close(output);

	if (!result && output->temporary) {
		result = rename(output->temporary, output->path);
		if (!result) {
			output->temporary[0] = '\0';
			directory_sync(output->path);
		}
	}
	if (result)
		cannot_write(error, output->path);
	hkj_output_drop(output);
	return result;
}

/**
 * hkj_output_drop() - give a file up
 * @output: open, committed, dropped or zeroed
 */
void hkj_output_drop(struct hkj_output *output)
{
	if (output->stream)
		fclose(output->stream);
	if (output->temporary && *output->temporary)
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	*output = (struct hkj_output){ 0 };
}
