/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result file that is written while the session runs, so that a crash or a
 * power cut loses no more than was measured since it was last written.
 */
#ifndef HKJITTER_USER_KEEPER_H
#define HKJITTER_USER_KEEPER_H

#include "opts.h"
#include "output.h"
#include "session.h"
#include "settings.h"

/**
 * struct hkj_keeper - who writes it
 * @options: what was asked for; names the interval
 * @path: of the file
 * @output: open for it; opened again each time it was written
 * @session: that runs
 * @settings: what is changed meanwhile
 * @command: of a session that was resumed, or NULL
 * @has_failed: it could not be written, and that was said
 */
struct hkj_keeper {
	const struct hkj_options *options;
	const char *path;
	struct hkj_output *output;
	struct hkj_session *session;
	const struct hkj_settings *settings;
	const struct hkj_command_record *command;
	bool has_failed;
};

void hkj_keeper_attach(struct hkj_keeper *keeper, uint64_t interval_ns);

#endif /* HKJITTER_USER_KEEPER_H */
