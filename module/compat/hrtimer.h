/* SPDX-License-Identifier: GPL-2.0 */
/* Setting up an hrtimer. */
#ifndef HKJ_COMPAT_HRTIMER_H
#define HKJ_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>
#include <linux/version.h>

/* 6.13 brought hrtimer_setup(); 6.15 took hrtimer_init() away. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

#endif /* HKJ_COMPAT_HRTIMER_H */
