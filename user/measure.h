/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A whole measurement, from the command line to the result in memory.
 */
#ifndef HKJITTER_USER_MEASURE_H
#define HKJITTER_USER_MEASURE_H

#include "error.h"
#include "model.h"
#include "opts.h"
#include "output.h"
#include "recorder.h"

int hkj_measure(const struct hkj_options *options, struct hkj_output *output,
		struct hkj_result *result, struct hkj_error *error);
int hkj_measure_recorded(const struct hkj_options *options,
			 struct hkj_recorder *recorder,
			 struct hkj_output *output, struct hkj_result *result,
			 struct hkj_error *error);

#endif /* HKJITTER_USER_MEASURE_H */
