/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's files in /sys/kernel/debug/hkjitter, for people to read.
 */
#ifndef HKJ_DEBUGFS_H
#define HKJ_DEBUGFS_H

#include "hkj.h"

void hkj_debugfs_init(void);
void hkj_debugfs_exit(void);
void hkj_debugfs_cpu_add(struct hkj_target *t);
void hkj_debugfs_cpu_remove(struct hkj_target *t);

#endif /* HKJ_DEBUGFS_H */
