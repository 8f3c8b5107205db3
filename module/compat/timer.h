/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of trace_timer_start(). */
#ifndef HKJ_COMPAT_TIMER_H
#define HKJ_COMPAT_TIMER_H

#include <linux/timer.h>
#include <linux/version.h>

/* 6.8 left the flags out: the timer has them. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
#define HKJ_TIMER_START_ARGS	struct timer_list *timer, unsigned long expiry
#else
#define HKJ_TIMER_START_ARGS	struct timer_list *timer, unsigned long expiry, \
				unsigned int flags
#endif

/**
 * hkj_timer_wanders() - may another CPU than the timer's own run it?
 * @timer: which is armed
 *
 * From 6.8 on an idle CPU's timers are expired by one that is not, unless they are
 * pinned.
 *
 * Context: any.
 */
static inline bool hkj_timer_wanders(const struct timer_list *timer)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
	return !(timer->flags & TIMER_PINNED);
#else
	return false;
#endif
}

#endif /* HKJ_COMPAT_TIMER_H */
