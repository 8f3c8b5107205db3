/* SPDX-License-Identifier: GPL-2.0 */
/*
 * After the window: the module's records become a result.
 */
#ifndef HKJITTER_USER_COLLECT_H
#define HKJITTER_USER_COLLECT_H

#include "model.h"
#include "opts.h"
#include "session.h"
#include "settings.h"

int hkj_collect(struct hkj_result *result, const struct hkj_options *options,
		const struct hkj_session *session, struct hkj_error *error);
int hkj_collect_settings(struct hkj_result *result,
			 const struct hkj_settings *settings,
			 struct hkj_error *error);

int hkj_collect_command(struct hkj_result *result,
			const struct hkj_command_record *command,
			struct hkj_error *error);

#endif /* HKJITTER_USER_COLLECT_H */
