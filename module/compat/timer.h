/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of trace_timer_start(). */
#ifndef HKJ_COMPAT_TIMER_H
#define HKJ_COMPAT_TIMER_H

#include <linux/version.h>

/* 6.8 left the flags out: the timer has them. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
#define HKJ_TIMER_START_ARGS	struct timer_list *timer, unsigned long expiry
#else
#define HKJ_TIMER_START_ARGS	struct timer_list *timer, unsigned long expiry, \
				unsigned int flags
#endif

#endif /* HKJ_COMPAT_TIMER_H */
