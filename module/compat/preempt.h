/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the kernel preempts a loop in the kernel by itself. */
#ifndef HKJ_COMPAT_PREEMPT_H
#define HKJ_COMPAT_PREEMPT_H

#include <linux/sched.h>
#include <linux/thread_info.h>

/*
 * 6.13 and some RT kernels before have lazy preemption, with a flag of its own;
 * the headers tell.
 */
#ifdef _TIF_NEED_RESCHED_LAZY
#define HKJ_NEED_RESCHED_FLAGS	(_TIF_NEED_RESCHED | _TIF_NEED_RESCHED_LAZY)
#else
#define HKJ_NEED_RESCHED_FLAGS	_TIF_NEED_RESCHED
#endif

/**
 * hkj_preempt_is_full() - does an interrupt's return preempt kernel code?
 *
 * True for preempt=full and PREEMPT_RT without lazy preemption. Under none and
 * voluntary the loop has to look at the reschedule flag itself, as an exit to
 * user mode would; and wherever there is a lazy flag (6.13 on, and Debian's
 * 6.12-rt), since that one preempts kernel code only when a tick gives it weight,
 * which a nohz_full CPU does not have.
 *
 * Context: any.
 */
static inline bool hkj_preempt_is_full(void)
{
#ifdef CONFIG_ARCH_HAS_PREEMPT_LAZY
	return false;
#else
	return preempt_model_preemptible();
#endif
}

/**
 * hkj_need_resched() - is another thread to run now, lazily or at once?
 *
 * Context: hot path; one test of the running task's own flags.
 */
static __always_inline bool hkj_need_resched(void)
{
	return READ_ONCE(current_thread_info()->flags) & HKJ_NEED_RESCHED_FLAGS;
}

#endif /* HKJ_COMPAT_PREEMPT_H */
