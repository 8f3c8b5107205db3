/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Settings that a run changes, and how they get back to what they were.
 *
 * While anything is changed, the list stands in /run/hkjitter/restore. A tool
 * that is killed leaves it there, and the next one puts things back. A lock
 * tells a living owner from a dead one: the kernel releases it with the
 * process, however that ended. Only what still has the value that was set is
 * put back: somebody may have changed it again since.
 */
#ifndef HKJITTER_USER_SETTINGS_H
#define HKJITTER_USER_SETTINGS_H

#include <stddef.h>

#include "error.h"
#include "model.h"

/**
 * struct hkj_settings - what is changed at the moment
 * @nr_items: how many
 * @items: oldest first; they are put back newest first
 * @lock_fd: private, holds the lock; -1 when closed
 */
struct hkj_settings {
	size_t nr_items;
	struct hkj_setting *items;
	int lock_fd;
};

#define HKJ_SETTINGS_CLOSED ((struct hkj_settings){ 0, NULL, -1 })

/* Called for each setting that was put back. */
typedef void (*hkj_settings_note)(const struct hkj_setting *setting);

int hkj_settings_open(struct hkj_settings *settings, hkj_settings_note note,
		      struct hkj_error *error);
int hkj_settings_take(struct hkj_settings *settings, struct hkj_error *error);
int hkj_settings_change(struct hkj_settings *settings, const char *path,
			const char *value, struct hkj_error *error);
int hkj_settings_announce(struct hkj_settings *settings, const char *path,
			  const char *was, const char *set,
			  struct hkj_error *error);
int hkj_settings_restore(struct hkj_settings *settings, hkj_settings_note note,
			 struct hkj_error *error);
void hkj_settings_close(struct hkj_settings *settings);

#endif /* HKJITTER_USER_SETTINGS_H */
