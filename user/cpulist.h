/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of CPUs and their text, the kernel's list format: "0-3,7,9-11", and
 * "0-31:2/4" for the first two of every four.
 */
#ifndef HKJITTER_USER_CPULIST_H
#define HKJITTER_USER_CPULIST_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* CONFIG_NR_CPUS goes no higher on any 64-bit architecture. */
#define HKJ_CPUS_MAX 8192

struct hkj_cpus {
	uint64_t words[HKJ_CPUS_MAX / 64];
};

int hkj_cpus_parse(const char *text, struct hkj_cpus *cpus,
		   struct hkj_error *error);
char *hkj_cpus_format(const struct hkj_cpus *cpus);
void hkj_cpus_add(struct hkj_cpus *cpus, unsigned int cpu);
bool hkj_cpus_has(const struct hkj_cpus *cpus, unsigned int cpu);
unsigned int hkj_cpus_next(const struct hkj_cpus *cpus, unsigned int from);
unsigned int hkj_cpus_count(const struct hkj_cpus *cpus);
void hkj_cpus_merge(struct hkj_cpus *cpus, const struct hkj_cpus *more);
void hkj_cpus_subtract(struct hkj_cpus *cpus, const struct hkj_cpus *less);

#define hkj_cpus_for_each(cpu, cpus)                                       \
	for ((cpu) = hkj_cpus_next((cpus), 0); (cpu) < HKJ_CPUS_MAX;       \
	     (cpu) = hkj_cpus_next((cpus), (cpu) + 1))

#endif /* HKJITTER_USER_CPULIST_H */
