/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Result files by the names that commands are given.
 */
#ifndef HKJITTER_USER_LOAD_H
#define HKJITTER_USER_LOAD_H

#include "error.h"
#include "model.h"

int hkj_load(const char *name, struct hkj_result *result,
	     struct hkj_error *error);

int hkj_load_sums(const char *name, struct hkj_result *result,
		  struct hkj_error *error);

#endif /* HKJITTER_USER_LOAD_H */
