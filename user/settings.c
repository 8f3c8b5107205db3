// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpulist.h"
#include "file.h"
#include "settings.h"
#include "settings_file.h"

static void setting_free(struct hkj_setting *setting)
{
	free(setting->path);
	free(setting->was);
	free(setting->set);
}

static int setting_append(struct hkj_settings *settings, const char *path,
			  const char *was, const char *set)
{
	struct hkj_setting item = { strdup(path), strdup(was), strdup(set) };
	struct hkj_setting *items;

	items = reallocarray(settings->items, settings->nr_items + 1,
			     sizeof(*items));
	if (items)
		settings->items = items;
	if (!items || !item.path || !item.was || !item.set) {
		setting_free(&item);
		return -1;
	}
	items[settings->nr_items++] = item;
	return 0;
}

static void last_forget(struct hkj_settings *settings)
{
	struct hkj_error ignored;

	setting_free(&settings->items[--settings->nr_items]);
	hkj_settings_save(settings, &ignored);
}

/**
 * hkj_settings_announce() - put a change on the list before it is made
 * @settings: open
 * @path: file of the setting
 * @was: its value, which shall come back
 * @set: the value that it is about to get
 * @error: filled when the list cannot be saved
 *
 * Return: 0 or -1; nothing is on the list then.
 */
int hkj_settings_announce(struct hkj_settings *settings, const char *path,
			  const char *was, const char *set,
			  struct hkj_error *error)
{
	if (setting_append(settings, path, was, set))
		return hkj_error_memory(error);
	if (!hkj_settings_save(settings, error))
		return 0;
	last_forget(settings);
	return -1;
}

/* A file may read back otherwise than it was written: "1,2" as "1-2". */
static int adopt_reading(struct hkj_settings *settings, struct hkj_error *error)
{
	struct hkj_setting *last = &settings->items[settings->nr_items - 1];
	char *now = hkj_file_read(last->path);

	if (!now)
		return 0;
	if (!strcmp(now, last->set)) {
		free(now);
		return 0;
	}
	free(last->set);
	last->set = now;
	return hkj_settings_save(settings, error);
}

static int change_announced(struct hkj_settings *settings, const char *path,
			    const char *value, struct hkj_error *error)
{
	int result = hkj_file_write(path, value);

	if (!result)
		return adopt_reading(settings, error);
	last_forget(settings);
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot write '%.60s' to '%.200s': %s", value, path,
			     strerror(-result));
}

/**
 * hkj_settings_change() - change a setting for the time of a run
 * @settings: open
 * @path: its file
 * @value: what it shall be; nothing is done if it is that already
 * @error: filled when it cannot be read or written
 *
 * Return: 0 or -1; the setting is then as it was.
 */
int hkj_settings_change(struct hkj_settings *settings, const char *path,
			const char *value, struct hkj_error *error)
{
	char *was = hkj_file_read(path);
	int result = 0;

	if (!was)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot read '%.200s': %s", path,
				     strerror(errno));
	if (strcmp(was, value)) {
		result = hkj_settings_announce(settings, path, was, value,
					       error);
		if (!result)
			result = change_announced(settings, path, value, error);
	}
	free(was);
	return result;
}

/*
 * Whether a file holds what was written to it. A tool that was killed right
 * after the write had no time to note how it reads back: "1,2" as "1-2".
 */
static bool is_same(const char *now, const char *set)
{
	struct hkj_cpus cpus, wanted;
	struct hkj_error ignored;

	if (!strcmp(now, set))
		return true;
	return !hkj_cpus_parse(now, &cpus, &ignored) &&
	       !hkj_cpus_parse(set, &wanted, &ignored) &&
	       !memcmp(&cpus, &wanted, sizeof(cpus));
}

/* Return: 1 if it was put back, 0 if there was nothing to do, -1. */
static int setting_restore(const struct hkj_setting *setting,
			   struct hkj_error *error)
{
	char *now = hkj_file_read(setting->path);
	bool is_ours = now && is_same(now, setting->set);
	int result;

	free(now);
	if (!is_ours)
		return 0;
	result = hkj_file_write(setting->path, setting->was);
	if (!result)
		return 1;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot put back '%.200s' to '%.60s': %s; do it by hand",
			     setting->path, setting->was, strerror(-result));
}

/* Newest first. Those that could not be put back stay, in their order. */
static int list_restore(struct hkj_settings *settings, hkj_settings_note note,
			struct hkj_error *error)
{
	struct hkj_error later;
	size_t first_kept = settings->nr_items;
	int result = 0;

	for (size_t i = settings->nr_items; i--;) {
		struct hkj_setting item = settings->items[i];
		int done = setting_restore(&item, result ? &later : error);

		if (done < 0) {
			result = -1;
			settings->items[--first_kept] = item;
			continue;
		}
		if (done > 0 && note)
			note(&item);
		setting_free(&item);
	}
	settings->nr_items -= first_kept;
	memmove(settings->items, settings->items + first_kept,
		settings->nr_items * sizeof(*settings->items));
	return result;
}

/**
 * hkj_settings_restore() - put everything back
 * @settings: its list is empty afterwards, but for what could not be put back,
 *            which is left to the next start
 * @note: called for each that was put back; NULL: nobody
 * @error: filled with the first that could not be put back; the others are
 *
 * Return: 0 or -1.
 */
int hkj_settings_restore(struct hkj_settings *settings, hkj_settings_note note,
			 struct hkj_error *error)
{
	struct hkj_error later;
	int result = 0;

	if (settings->nr_items)
		result = list_restore(settings, note, error);
	hkj_settings_save(settings, &later);
	return result;
}

/**
 * hkj_settings_open() - become the one who changes settings
 * @settings: to be filled; closed on an error
 * @note: called for each setting that a killed process had left behind and
 *        that was put back now; NULL: nobody
 * @error: filled when another process is at work, there are no rights, or a
 *         leftover could not be put back
 *
 * Return: 0 or -1.
 */
int hkj_settings_open(struct hkj_settings *settings, hkj_settings_note note,
		      struct hkj_error *error)
{
	*settings = HKJ_SETTINGS_CLOSED;
	settings->lock_fd = hkj_settings_lock(error);
	if (settings->lock_fd < 0)
		return -1;
	if (!hkj_settings_load(settings, error) &&
	    !hkj_settings_restore(settings, note, error))
		return 0;
	hkj_settings_close(settings);
	return -1;
}

/**
 * hkj_settings_take() - become the one who changes settings, in a dead one's place
 * @settings: gets what that had changed; closed on an error
 * @error: filled when another process is at work, or there are no rights
 *
 * Return: 0 or -1.
 */
int hkj_settings_take(struct hkj_settings *settings, struct hkj_error *error)
{
	*settings = HKJ_SETTINGS_CLOSED;
	settings->lock_fd = hkj_settings_lock(error);
	if (settings->lock_fd < 0)
		return -1;
	if (!hkj_settings_load(settings, error))
		return 0;
	hkj_settings_close(settings);
	return -1;
}

/**
 * hkj_settings_close() - let others change settings
 * @settings: open or closed; what is still on its list is left to the next
 *            start
 */
void hkj_settings_close(struct hkj_settings *settings)
{
	for (size_t i = 0; i < settings->nr_items; i++)
		setting_free(&settings->items[i]);
	free(settings->items);
	if (settings->lock_fd >= 0)
		close(settings->lock_fd);
	*settings = HKJ_SETTINGS_CLOSED;
}
