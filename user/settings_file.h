/* SPDX-License-Identifier: GPL-2.0 */
/*
 * /run/hkjitter: the list of changed settings, and the lock of its owner.
 */
#ifndef HKJITTER_USER_SETTINGS_FILE_H
#define HKJITTER_USER_SETTINGS_FILE_H

#include "settings.h"

#define HKJ_SETTINGS_DIRECTORY "/run/hkjitter"

int hkj_settings_lock(struct hkj_error *error);
int hkj_settings_save(const struct hkj_settings *settings,
		      struct hkj_error *error);
int hkj_settings_load(struct hkj_settings *settings, struct hkj_error *error);

#endif /* HKJITTER_USER_SETTINGS_FILE_H */
