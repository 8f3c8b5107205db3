/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which CPUs are online, and which of them a process may use.
 */
#ifndef HKJITTER_USER_AFFINITY_H
#define HKJITTER_USER_AFFINITY_H

#include "cpulist.h"

int hkj_affinity_online(struct hkj_cpus *cpus, struct hkj_error *error);
int hkj_affinity_set(const struct hkj_cpus *cpus, struct hkj_error *error);

#endif /* HKJITTER_USER_AFFINITY_H */
