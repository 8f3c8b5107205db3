/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The line that shows how a run goes on, for terminals.
 */
#ifndef HKJITTER_USER_PROGRESS_H
#define HKJITTER_USER_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#include "cpulist.h"

#define HKJ_PROGRESS_COLUMNS 79 /* the cursor needs one */

/**
 * struct hkj_progress_cpu - one target CPU
 * @cpu: its number
 * @nr_gaps: so far
 * @longest_ns: longest gap so far; 0 if there is none
 */
struct hkj_progress_cpu {
	unsigned int cpu;
	uint64_t nr_gaps;
	uint64_t longest_ns;
};

void hkj_progress_format(char *line, size_t size, uint64_t elapsed_ns,
			 uint64_t duration_ns, struct hkj_progress_cpu *cpus,
			 size_t nr_cpus);
void hkj_progress_show(int device, const struct hkj_cpus *targets,
		       uint64_t elapsed_ns, uint64_t duration_ns);
void hkj_progress_clear(void);

#endif /* HKJITTER_USER_PROGRESS_H */
