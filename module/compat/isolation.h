/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPUs the kernel calls isolated. */
#ifndef HKJ_COMPAT_ISOLATION_H
#define HKJ_COMPAT_ISOLATION_H

#include <linux/cpumask.h>
#include <linux/sched/isolation.h>

/**
 * hkj_isolation_mask() - the online CPUs that are isolated right now
 * @mask: to be filled
 *
 * nohz_full= and isolcpus= on all kernels; cpuset isolated partitions from 6.9
 * on, where cpu_is_isolated() asks the cpuset controller as well. Before, the
 * kernel does not tell a module.
 *
 * Context: process; the caller holds cpus_read_lock() or accepts a mask that
 * is out of date.
 */
static inline void hkj_isolation_mask(struct cpumask *mask)
{
	unsigned int cpu;

	cpumask_clear(mask);
	for_each_online_cpu(cpu)
		if (cpu_is_isolated(cpu))
			cpumask_set_cpu(cpu, mask);
}

#endif /* HKJ_COMPAT_ISOLATION_H */
