/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The loops of the workload "user": a process for each target CPU, so that
 * nothing that the tool does with its memory reaches them.
 */
#ifndef HKJITTER_USER_LOOPS_H
#define HKJITTER_USER_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cpulist.h"
#include "error.h"

/**
 * struct hkj_loops - those processes
 * @pids: of them, in the order of their CPUs
 * @nr: how many
 * @report_fd: private, brings the first error; -1 if there are none
 */
struct hkj_loops {
	pid_t *pids;
	size_t nr;
	int report_fd;
};

#define HKJ_LOOPS_NONE ((struct hkj_loops){ NULL, 0, -1 })

int hkj_loops_start(struct hkj_loops *loops, const struct hkj_cpus *targets,
		    struct hkj_error *error);
bool hkj_loops_blame(const struct hkj_loops *loops, struct hkj_error *error);
void hkj_loops_end(struct hkj_loops *loops);

#endif /* HKJITTER_USER_LOOPS_H */
