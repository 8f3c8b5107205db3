/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's files in /sys/kernel/hkjitter.
 */
#ifndef HKJ_SYSFS_H
#define HKJ_SYSFS_H

#include "hkj.h"

int hkj_sysfs_init(void);
void hkj_sysfs_exit(void);
int hkj_sysfs_open(void);
void hkj_sysfs_close(void);
void hkj_sysfs_changed(void);

int hkj_sysfs_cpu_add(struct hkj_target *t, struct kobject *parent);
void hkj_sysfs_cpu_remove(struct hkj_target *t);
struct kobject *hkj_sysfs_root(void);

#endif /* HKJ_SYSFS_H */
