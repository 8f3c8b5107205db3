/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which machines and which runs results have, none of them twice.
 */
#ifndef HKJITTER_USER_MERGE_RUNS_H
#define HKJITTER_USER_MERGE_RUNS_H

#include "merge.h"

/**
 * struct hkj_merge_place - where the machines and runs of an input have gone
 * @hosts: indices in the merged result, by the input's own; owned
 * @run: index of its first run
 */
struct hkj_merge_place {
	size_t *hosts;
	size_t run;
};

int hkj_merge_runs(struct hkj_result *to, struct hkj_merge_input *inputs,
		   struct hkj_merge_place *places, size_t nr,
		   struct hkj_error *error);
int hkj_merge_run_once(struct hkj_result *to, struct hkj_merge_input *input,
		       struct hkj_error *error);

#endif /* HKJITTER_USER_MERGE_RUNS_H */
