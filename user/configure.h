/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the command line to the module's configuration files, and to the
 * kernel's settings that a run needs.
 */
#ifndef HKJITTER_USER_CONFIGURE_H
#define HKJITTER_USER_CONFIGURE_H

#include <stdbool.h>

#include "error.h"
#include "opts.h"
#include "settings.h"

int hkj_configure_module(struct hkj_settings *settings,
			 const struct hkj_options *options,
			 struct hkj_error *error);
int hkj_configure_throttling(struct hkj_settings *settings,
			     const char *policy, struct hkj_error *error);
bool hkj_kernel_has_fair_server(void);

#endif /* HKJITTER_USER_CONFIGURE_H */
