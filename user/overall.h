/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All targets of a result taken together.
 */
#ifndef HKJITTER_USER_OVERALL_H
#define HKJITTER_USER_OVERALL_H

#include "error.h"
#include "model.h"

/* By which two sources are one. Sources are in ascending order of it. */
typedef int hkj_source_order(const struct hkj_source_record *a,
			     const struct hkj_source_record *b);

hkj_source_order hkj_source_by_all;
hkj_source_order hkj_source_by_what;

/**
 * struct hkj_group - sources that are one
 * @sources: they
 * @nr: how many, 1 or more
 * @count: sum
 * @total_ns: sum
 * @max_ns: greatest; HKJ_NONE if none of them counts anything
 */
struct hkj_group {
	const struct hkj_source_record **sources;
	size_t nr;
	uint64_t count;
	uint64_t total_ns;
	uint64_t max_ns;
};

/**
 * struct hkj_groups - all sources of some targets
 * @nr: how many groups
 * @groups: those with most time first
 * @sources: private, the lists of all groups
 */
struct hkj_groups {
	size_t nr;
	struct hkj_group *groups;
	const struct hkj_source_record **sources;
};

int hkj_groups_init(struct hkj_groups *groups, const struct hkj_target *targets,
		    size_t nr_targets, hkj_source_order *order,
		    struct hkj_error *error);
void hkj_groups_exit(struct hkj_groups *groups);

int hkj_group_initiators(const struct hkj_group *group,
			 struct hkj_source_record *merged,
			 struct hkj_error *error);

int hkj_overall_gaps(const struct hkj_target *targets, size_t nr_targets,
		     struct hkj_gaps *gaps, struct hkj_error *error);

#endif /* HKJITTER_USER_OVERALL_H */
