// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "affinity.h"
#include "file.h"
#include "paths.h"

#define ONLINE "/sys/devices/system/cpu/online"

/**
 * hkj_affinity_online() - the CPUs that are online
 * @cpus: filled
 * @error: filled when the kernel does not tell
 *
 * Return: 0 or -1.
 */
int hkj_affinity_online(struct hkj_cpus *cpus, struct hkj_error *error)
{
	char *text = hkj_file_read(hkj_path_system(ONLINE).text);
	int result;

	if (!text)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot read '%s': %s", ONLINE,
				     strerror(errno));
	result = hkj_cpus_parse(text, cpus, error);
	free(text);
	return result;
}

/**
 * hkj_affinity_set() - run this process on some CPUs only
 * @cpus: those; children inherit them
 * @error: filled when none of them may be used
 *
 * Return: 0 or -1.
 */
int hkj_affinity_set(const struct hkj_cpus *cpus, struct hkj_error *error)
{
	size_t size = CPU_ALLOC_SIZE(HKJ_CPUS_MAX);
	cpu_set_t *set = CPU_ALLOC(HKJ_CPUS_MAX);
	unsigned int cpu;
	int result;

	if (!set)
		return hkj_error_memory(error);
	CPU_ZERO_S(size, set);
	hkj_cpus_for_each(cpu, cpus)
		CPU_SET_S(cpu, size, set);
	result = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	if (!result)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot move to the housekeeping CPUs: %s; run it from a cpuset that has one",
			     strerror(errno));
}
