// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

/* /proc/cpuinfo of a large machine is some hundred KiB; its begin is enough. */
#define FILE_BYTES_MAX (64 * 1024)

static ssize_t read_whole(int fd, char *buffer, size_t size)
{
	size_t filled = 0;
	ssize_t got;

	while (filled < size) {
		got = read(fd, buffer + filled, size - filled);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		filled += (size_t)got;
	}
	return (ssize_t)filled;
}

static void trim_end(char *text, size_t length)
{
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
}

/**
 * hkj_file_read() - a small text file
 * @path: its name
 *
 * Return: the first 64 KiB without the white space at the end, to be freed;
 * NULL with errno.
 */
char *hkj_file_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text;
	ssize_t length = -1;
	int saved;

	if (fd < 0)
		return NULL;
	text = malloc(FILE_BYTES_MAX + 1);
	if (text)
		length = read_whole(fd, text, FILE_BYTES_MAX);
	saved = errno;
	close(fd);
	errno = saved;
	if (length < 0) {
		free(text);
		return NULL;
	}
	trim_end(text, (size_t)length);
	return text;
}

/**
 * hkj_file_read_or_empty() - a small text file that may be missing
 * @path: its name
 *
 * Return: as hkj_file_read(), and "" where the file cannot be read; NULL if
 * there is no memory.
 */
char *hkj_file_read_or_empty(const char *path)
{
	char *text = hkj_file_read(path);

	return text ? text : strdup("");
}

/**
 * hkj_file_write() - write a setting
 * @path: an existing file
 * @text: its new content, in one write() as sysfs wants it
 *
 * Return: 0 or a negative errno.
 */
int hkj_file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	size_t length = strlen(text);
	ssize_t put;
	int result = 0;

	if (fd < 0)
		return -errno;
	do {
		put = write(fd, text, length);
	} while (put < 0 && errno == EINTR);
	if (put < 0)
		result = -errno;
	else if ((size_t)put != length)
		result = -EIO;
	if (close(fd) && !result)
		result = -errno;
	return result;
}

/**
 * hkj_file_exists() - whether a path is there
 * @path: file or directory
 */
bool hkj_file_exists(const char *path)
{
	struct stat status;

	return !stat(path, &status);
}

/**
 * hkj_number_parse() - a whole number that is the whole text
 * @text: decimal digits and nothing else
 * @number: filled, untouched on failure
 *
 * Return: whether @text is a number of 64 bits.
 */
bool hkj_number_parse(const char *text, uint64_t *number)
{
	unsigned long long value;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end)
		return false;
	*number = value;
	return true;
}
