/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hkjitter report --trace.
 */
#ifndef HKJITTER_USER_REPORT_TRACE_H
#define HKJITTER_USER_REPORT_TRACE_H

#include "error.h"
#include "model.h"
#include "opts.h"

int hkj_report_trace(const struct hkj_options *options,
		     const struct hkj_result *result, struct hkj_error *error);

#endif /* HKJITTER_USER_REPORT_TRACE_H */
