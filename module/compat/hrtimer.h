/* SPDX-License-Identifier: GPL-2.0 */
/* Setting up an hrtimer, where it is, and the arguments of its trace events. */
#ifndef HKJ_COMPAT_HRTIMER_H
#define HKJ_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>
#include <linux/version.h>

/* 7.3 has the bases of CPUs in a header that no other includes: Kbuild looks. */
#ifdef HKJ_HAS_HRTIMER_BASES
#include <linux/hrtimer_bases.h>
#endif

/* 7.3 hands the time of expiry over by value: Kbuild looks. */
#ifdef HKJ_HAS_HRTIMER_NOW
#define HKJ_HRTIMER_EXPIRE_ARGS	struct hrtimer *timer, ktime_t now
#else
#define HKJ_HRTIMER_EXPIRE_ARGS	struct hrtimer *timer, ktime_t *now
#endif

/* 6.13 brought hrtimer_setup(); 6.15 took hrtimer_init() away. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}

static inline void
hrtimer_setup_on_stack(struct hrtimer *timer,
		       enum hrtimer_restart (*function)(struct hrtimer *),
		       clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init_on_stack(timer, clock, mode);
	timer->function = function;
}
#endif

#endif /* HKJ_COMPAT_HRTIMER_H */
