// SPDX-License-Identifier: GPL-2.0
/*
 * Where the module does its own work while targets are measured.
 */
#include <linux/sched/isolation.h>

#include "housekeeping.h"

static unsigned int first_of(const struct cpumask *mask,
			     const struct cpumask *targets, int but)
{
	unsigned int cpu;

	for_each_cpu_and(cpu, mask, cpu_online_mask)
		if ((int)cpu != but && !cpumask_test_cpu(cpu, targets))
			return cpu;
	return nr_cpu_ids;
}

/**
 * hkj_housekeeping_cpu() - an online CPU that is no target
 * @targets: the targets
 * @but: one that is not wanted, as it goes offline; -1 for none
 *
 * One that keeps timers for others, if there is one left.
 *
 * Return: its number; nr_cpu_ids if there is none.
 *
 * Context: any, under cpus_read_lock() or in a hotplug callback.
 */
unsigned int hkj_housekeeping_cpu(const struct cpumask *targets, int but)
{
	unsigned int cpu = first_of(housekeeping_cpumask(HK_TYPE_TIMER),
				    targets, but);

	return cpu < nr_cpu_ids ? cpu : first_of(cpu_online_mask, targets, but);
}
