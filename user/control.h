/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's directory in sysfs: is it there, what does it say, start, stop.
 */
#ifndef HKJITTER_USER_CONTROL_H
#define HKJITTER_USER_CONTROL_H

#include <stdbool.h>

#include "error.h"
#include "paths.h"

bool hkj_control_is_loaded(void);
struct hkj_path hkj_control_path(const char *name);
char *hkj_control_read(const char *name, struct hkj_error *error);
int hkj_control_check_loaded(struct hkj_error *error);
int hkj_control_check_version(struct hkj_error *error);
int hkj_control_check(struct hkj_error *error);
int hkj_control_check_idle(struct hkj_error *error);
int hkj_control_start(struct hkj_error *error);
int hkj_control_stop(struct hkj_error *error);
int hkj_control_refused(const char *what, int errnum, const char *last_error,
			struct hkj_error *error);

#endif /* HKJITTER_USER_CONTROL_H */
