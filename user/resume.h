/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A session whose tool was killed, taken up again by another one.
 */
#ifndef HKJITTER_USER_RESUME_H
#define HKJITTER_USER_RESUME_H

#include "error.h"
#include "model.h"
#include "opts.h"
#include "output.h"

int hkj_resume_check(const struct hkj_options *options,
		     struct hkj_error *error);
int hkj_resume(const struct hkj_options *options, struct hkj_output *output,
	       struct hkj_result *result, struct hkj_error *error);

#endif /* HKJITTER_USER_RESUME_H */
