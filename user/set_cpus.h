/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs of a budget's set in a result, and those that were not measured.
 */
#ifndef HKJITTER_USER_SET_CPUS_H
#define HKJITTER_USER_SET_CPUS_H

#include "budget.h"
#include "model.h"

/**
 * struct hkj_set_cpus_found - a set, found in a result
 * @nr: how many of its CPUs were measured
 * @targets: those
 * @missing: what was not measured, in words; NULL: all were
 */
struct hkj_set_cpus_found {
	size_t nr;
	const struct hkj_target **targets;
	char *missing;
};

int hkj_set_cpus_find(struct hkj_set_cpus_found *found,
		      const struct hkj_budget_set *set,
		      const struct hkj_result *result);
void hkj_set_cpus_exit(struct hkj_set_cpus_found *found);

#endif /* HKJITTER_USER_SET_CPUS_H */
