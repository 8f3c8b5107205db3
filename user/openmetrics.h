/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result as metrics, for node_exporter's textfile collector.
 */
#ifndef HKJITTER_USER_OPENMETRICS_H
#define HKJITTER_USER_OPENMETRICS_H

#include <stdio.h>

#include "error.h"
#include "model.h"

int hkj_openmetrics_print(const struct hkj_result *result, FILE *out,
			  struct hkj_error *error);

#endif /* HKJITTER_USER_OPENMETRICS_H */
