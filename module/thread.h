/* SPDX-License-Identifier: GPL-2.0 */
/* What a thread of the kernel's is there for. */
#ifndef HKJ_THREAD_H
#define HKJ_THREAD_H

#include <linux/sched.h>

void hkj_thread_init(void);
unsigned long hkj_thread_function(struct task_struct *task);
const char *hkj_thread_workqueue(struct task_struct *task);

#endif /* HKJ_THREAD_H */
