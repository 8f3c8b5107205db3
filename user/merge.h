/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of several CPUs, runs and machines as one. Machines are kept apart:
 * two runs are of the same one only if all that is known of the machine is the
 * same, its kernel and command line included. What one CPU of one machine
 * measured in several runs is added up.
 */
#ifndef HKJITTER_USER_MERGE_H
#define HKJITTER_USER_MERGE_H

#include "error.h"
#include "model.h"

/**
 * struct hkj_merge_input - one of what is merged
 * @name: of its file
 * @result: sound; may be merged itself
 */
struct hkj_merge_input {
	const char *name;
	struct hkj_result result;
};

int hkj_merge(struct hkj_result *to, struct hkj_merge_input *inputs, size_t nr,
	      struct hkj_error *error);

#endif /* HKJITTER_USER_MERGE_H */
