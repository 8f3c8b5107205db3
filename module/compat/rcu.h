/* SPDX-License-Identifier: GPL-2.0 */
/* How a loop in the kernel tells RCU that it holds nothing. */
#ifndef HKJ_COMPAT_RCU_H
#define HKJ_COMPAT_RCU_H

#include <linux/irqflags.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/version.h>

/*
 * 6.12 renamed rcu_momentary_dyntick_idle() to rcu_momentary_eqs(); Debian's
 * 6.1 carries the new name since 6.1.128 (stable backport).
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 128) || \
	(LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0) && \
	 LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0))
#define rcu_momentary_eqs rcu_momentary_dyntick_idle
#endif

/**
 * hkj_rcu_quiesce() - report a quiescent state of this CPU and of this task
 *
 * Keeps RCU from asking for the tick or for a reschedule (rcu), and keeps
 * synchronize_rcu_tasks() of ftrace, kprobes and BPF from waiting for a loop
 * that never sleeps (tasks RCU).
 *
 * Context: a task that holds no RCU read lock and is preemptible. Interrupts
 * are off for the few instructions of rcu_momentary_eqs(), which asks for it.
 */
static inline void hkj_rcu_quiesce(void)
{
	local_irq_disable();
	rcu_momentary_eqs();
	local_irq_enable();
	cond_resched_tasks_rcu_qs();
}

#endif /* HKJ_COMPAT_RCU_H */
