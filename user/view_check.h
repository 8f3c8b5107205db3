/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A judgement, for people and for programs.
 */
#ifndef HKJITTER_USER_VIEW_CHECK_H
#define HKJITTER_USER_VIEW_CHECK_H

#include <stdio.h>

#include "judge.h"

#define HKJ_CHECK_SCHEMA "hkjitter-check/1"

void hkj_view_check(const struct hkj_judgement *judgement, const char *name,
		    FILE *out);
int hkj_check_write_json(const struct hkj_judgement *judgement,
			 const char *name, FILE *out, struct hkj_error *error);

#endif /* HKJITTER_USER_VIEW_CHECK_H */
