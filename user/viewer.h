/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whoever looks at a session: reads it now and then, shows it, and takes keys.
 */
#ifndef HKJITTER_USER_VIEWER_H
#define HKJITTER_USER_VIEWER_H

#include "live.h"
#include "measurer.h"
#include "signals.h"
#include "top.h"

/**
 * struct hkj_viewer - one
 * @live: open
 * @top: what to show
 * @signals: open
 * @measurer: of a session of our own, or HKJ_MEASURER_NONE
 * @interval_ns: from reading to reading
 * @nr_readings: of a log: how many; 0: until the session is over
 * @is_json: of a log: as JSON
 */
struct hkj_viewer {
	struct hkj_live live;
	struct hkj_top top;
	struct hkj_signals signals;
	struct hkj_measurer measurer;
	uint64_t interval_ns;
	uint64_t nr_readings;
	bool is_json;
};

int hkj_viewer_await(struct hkj_viewer *viewer, struct hkj_error *error);
int hkj_viewer_log(struct hkj_viewer *viewer, struct hkj_error *error);
int hkj_viewer_screen(struct hkj_viewer *viewer, struct hkj_error *error);

#endif /* HKJITTER_USER_VIEWER_H */
