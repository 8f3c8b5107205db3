/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result judged and told, as the commands "check" and "run" do it.
 */
#ifndef HKJITTER_USER_CHECK_H
#define HKJITTER_USER_CHECK_H

#include "budget.h"
#include "model.h"
#include "opts.h"

int hkj_check(const struct hkj_options *options,
	      const struct hkj_budget *budget, const struct hkj_result *result,
	      const char *name, struct hkj_error *error);

#endif /* HKJITTER_USER_CHECK_H */
