// SPDX-License-Identifier: GPL-2.0
/*
 * What a session is to measure, and whether it can on this machine.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/errno.h>

#include "choice.h"
#include "clock.h"
#include "config.h"

#include "compat/isolation.h"

/**
 * hkj_choice_cpus() - which CPUs the configuration means right now
 * @config: of the session
 * @cpus: to be filled
 *
 * Return: 0; -ENODEV without an isolated CPU; -EINVAL for CPUs that are offline or
 * leave no housekeeping CPU; -EOPNOTSUPP for a loop in user space without a cycle
 * counter.
 *
 * Context: process, under the session's lock and cpus_read_lock().
 */
int hkj_choice_cpus(const struct hkj_config *config, struct cpumask *cpus)
{
	if (config->is_isolated)
		hkj_isolation_mask(cpus);
	else
		cpumask_copy(cpus, &config->cpus);

	if (cpumask_empty(cpus))
		return hkj_config_reject(-ENODEV,
					 "run: no CPU is isolated; boot with nohz_full= or isolcpus=, make a cpuset partition isolated, or write a list to cpus");
	if (config->workload == HKJ_WORKLOAD_USER &&
	    hkj_clock_kind() != HKJ_CLOCK_CYCLES)
		return hkj_config_reject(-EOPNOTSUPP,
					 "run: a loop in user space needs a cycle counter, and this machine's is not to be trusted; write kernel to workload");
	if (!cpumask_subset(cpus, cpu_online_mask))
		return hkj_config_reject(-EINVAL,
					 "run: not all of CPUs %*pbl are online; online are %*pbl",
					 cpumask_pr_args(cpus),
					 cpumask_pr_args(cpu_online_mask));
	if (cpumask_subset(cpu_online_mask, cpus))
		return hkj_config_reject(-EINVAL,
					 "run: CPUs %*pbl leave no housekeeping CPU; leave one online CPU out",
					 cpumask_pr_args(cpus));
	return 0;
}
