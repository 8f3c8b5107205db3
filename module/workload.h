/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The user workload: loops in user space, and the targets that they occupy.
 */
#ifndef HKJ_WORKLOAD_H
#define HKJ_WORKLOAD_H

#include "hkj.h"

struct vm_area_struct;

/* The loop's side, as the device has it. */
struct hkj_seat *hkj_seat_new(void);
void hkj_seat_free(struct hkj_seat *seat);
long hkj_seat_ioctl(struct hkj_seat *seat, unsigned int cmd, unsigned long arg);
int hkj_seat_mmap(struct hkj_seat *seat, struct vm_area_struct *vma);

/* The target's side, as the session has it; harmless without a user workload. */
int hkj_workload_init(struct hkj_target *t);
void hkj_workload_exit(struct hkj_target *t);
void hkj_workload_want(struct hkj_target *t);
void hkj_workload_go(struct hkj_target *t);
void hkj_workload_over(struct hkj_target *t);
void hkj_workload_end(struct hkj_target *t, enum hkj_stop_reason reason);
void hkj_workload_check(struct hkj_target *t);
void hkj_workload_reap(struct hkj_target *t);
void hkj_workload_refresh(struct hkj_target *t);

#endif /* HKJ_WORKLOAD_H */
