/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One session of the module, from start to stop: who ends it, and when.
 */
#ifndef HKJITTER_USER_SESSION_H
#define HKJITTER_USER_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "cpulist.h"
#include "recorder.h"
#include "signals.h"
#include "tape.h"

/* What ended the window. */
enum hkj_end {
	HKJ_END_MODULE,	     /* the module by itself; the targets say why */
	HKJ_END_INTERRUPTED, /* a signal */
	HKJ_END_COMMAND,     /* COMMAND was through */
	HKJ_END_OVERDUE,     /* the module let its duration pass */
	HKJ_END_RECORDER,    /* trace-cmd went away */
};

/**
 * struct hkj_session - what a session needs to know
 * @duration_ns: asked for; 0: until COMMAND ends or a signal comes
 * @command: prepared COMMAND, or NULL
 * @recorder: of the trace, or NULL
 * @signals: open
 * @device: open, for the progress line and the counts
 * @has_progress: show the line
 * @elapsed_ns: how long it runs already
 * @interval_ns: how often @keep is called
 * @keep: saves what there is so far; NULL: nobody does
 * @keep_context: for @keep
 * @targets: CPUs that are measured; known once it runs
 * @tapes: their time series, for the counts; hkj_tapes_free() frees them
 * @end: what ended it
 */
struct hkj_session {
	uint64_t duration_ns;
	struct hkj_command *command;
	struct hkj_recorder *recorder;
	const struct hkj_signals *signals;
	int device;
	bool has_progress;
	uint64_t elapsed_ns;
	uint64_t interval_ns;
	void (*keep)(void *context);
	void *keep_context;
	struct hkj_cpus targets;
	struct hkj_tapes tapes;
	enum hkj_end end;
};

int hkj_session_run(struct hkj_session *session, struct hkj_error *error);
int hkj_session_find(struct hkj_session *session, struct hkj_error *error);
int hkj_session_follow(struct hkj_session *session, struct hkj_error *error);

#endif /* HKJITTER_USER_SESSION_H */
