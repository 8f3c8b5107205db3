/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How often, and how long, a copy of what another CPU writes is tried again.
 */
#ifndef HKJ_RETRY_H
#define HKJ_RETRY_H

#include <linux/delay.h>
#include <linux/sched.h>

/*
 * A write takes some microseconds at most, and writes are rarer: tries fail where
 * the writer does little but write, or was preempted in the middle of it by whoever
 * reads. A hypervisor, too, stops a CPU wherever it is, for a time slice of its
 * own: some of the tries wait that long, some 100 ms together at the least.
 */
#define HKJ_RETRIES		2000
#define HKJ_RETRIES_A_PAUSE	100
#define HKJ_RETRY_PAUSE_US	5000

/**
 * hkj_retry_wait() - between two tries
 * @nr: how many there have been, from 1 to HKJ_RETRIES
 *
 * Context: process, sleeps.
 */
static inline void hkj_retry_wait(unsigned int nr)
{
	if (nr % HKJ_RETRIES_A_PAUSE)
		cond_resched();
	else
		usleep_range(HKJ_RETRY_PAUSE_US, 2 * HKJ_RETRY_PAUSE_US);
}

#endif /* HKJ_RETRY_H */
