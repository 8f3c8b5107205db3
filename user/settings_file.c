// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json.h"
#include "output.h"
#include "paths.h"
#include "settings_file.h"
#include "shapes.h"

#define FILE_RESTORE HKJ_SETTINGS_DIRECTORY "/restore"
#define FILE_LOCK HKJ_SETTINGS_DIRECTORY "/lock"

static const struct hkj_json_key keys_settings[] = {
	{ "settings", HKJ_JSON_OBJECTS, false,
	  offsetof(struct hkj_settings, items),
	  offsetof(struct hkj_settings, nr_items), &hkj_shape_setting },
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_settings =
	HKJ_SHAPE(struct hkj_settings, keys_settings);

static int lock_error(struct hkj_error *error, const char *path)
{
	if (errno == EWOULDBLOCK)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "another 'hkjitter run' is at work: wait for its end or stop it");
	if (errno == EACCES || errno == EPERM)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "no right to use '%.100s': run it as root (sudo hkjitter ...)",
				     path);
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "cannot use '%.100s': %s",
			     path, strerror(errno));
}

/**
 * hkj_settings_lock() - become the one who changes settings
 * @error: filled when another process is, or when there are no rights
 *
 * Return: a file descriptor that holds the lock until it is closed, or -1.
 */
int hkj_settings_lock(struct hkj_error *error)
{
	struct hkj_path directory = hkj_path_system(HKJ_SETTINGS_DIRECTORY);
	struct hkj_path path = hkj_path_system(FILE_LOCK);
	int fd;

	if (mkdir(directory.text, 0755) && errno != EEXIST)
		return lock_error(error, directory.text);
	fd = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return lock_error(error, path.text);
	if (flock(fd, LOCK_EX | LOCK_NB)) {
		lock_error(error, path.text);
		close(fd);
		return -1;
	}
	return fd;
}

/**
 * hkj_settings_save() - make the list outlive this process
 * @settings: the list; an empty one removes the file
 * @error: filled when the file cannot be written
 *
 * Return: 0 or -1.
 */
int hkj_settings_save(const struct hkj_settings *settings,
		      struct hkj_error *error)
{
	struct hkj_path path = hkj_path_system(FILE_RESTORE);
	struct hkj_output output;
	int failed;

	if (!settings->nr_items) {
		unlink(path.text);
		return 0;
	}
	if (hkj_output_open(&output, path.text, error))
		return -1;
	failed = hkj_json_save(&shape_settings, NULL, settings, output.stream);
	if (!failed)
		return hkj_output_commit(&output, error);
	hkj_output_drop(&output);
	return hkj_error_memory(error);
}

/**
 * hkj_settings_load() - what a killed process left behind
 * @settings: its list is filled; empty if nothing was left
 * @error: filled when there is a file that cannot be understood
 *
 * Return: 0 or -1.
 */
int hkj_settings_load(struct hkj_settings *settings, struct hkj_error *error)
{
	struct hkj_path path = hkj_path_system(FILE_RESTORE);
	FILE *stream = fopen(path.text, "re");
	struct hkj_error why;
	int failed;

	if (!stream && errno == ENOENT)
		return 0;
	if (!stream)
		return lock_error(error, path.text);
	failed = hkj_json_load(&shape_settings, NULL, settings, stream,
			       path.text, &why);
	fclose(stream);
	if (!failed)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "%.400s; put back what it names by hand and remove it",
			     why.text);
}
