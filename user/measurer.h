/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run of our own beside whoever looks at it: 'hkjitter run' as a process of its
 * own, which puts everything back whatever becomes of this one.
 */
#ifndef HKJITTER_USER_MEASURER_H
#define HKJITTER_USER_MEASURER_H

#include <stdbool.h>
#include <sys/types.h>

#include "opts.h"

/**
 * struct hkj_measurer - that process
 * @pid: its number; 0 when there is none
 * @report_fd: private, brings its error
 * @notes_fd: private, brings what it said meanwhile
 */
struct hkj_measurer {
	pid_t pid;
	int report_fd;
	int notes_fd;
};

#define HKJ_MEASURER_NONE ((struct hkj_measurer){ 0, -1, -1 })

int hkj_measurer_start(struct hkj_measurer *measurer,
		       const struct hkj_options *options,
		       struct hkj_error *error);
bool hkj_measurer_has_ended(const struct hkj_measurer *measurer);
int hkj_measurer_end(struct hkj_measurer *measurer, struct hkj_error *error);

#endif /* HKJITTER_USER_MEASURER_H */
