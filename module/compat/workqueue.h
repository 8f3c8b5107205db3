/* SPDX-License-Identifier: GPL-2.0 */
/* Making workqueues. */
#ifndef HKJ_COMPAT_WORKQUEUE_H
#define HKJ_COMPAT_WORKQUEUE_H

#include <linux/version.h>
#include <linux/workqueue.h>

/* From 6.17 on one that is bound to CPUs says so; it was the default before. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 17, 0)
#define HKJ_WQ_PERCPU	WQ_PERCPU
#else
#define HKJ_WQ_PERCPU	0
#endif

#endif /* HKJ_COMPAT_WORKQUEUE_H */
