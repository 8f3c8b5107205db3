/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result as a trace for ui.perfetto.dev (and chrome://tracing).
 */
#ifndef HKJITTER_USER_PERFETTO_H
#define HKJITTER_USER_PERFETTO_H

#include <stdio.h>

#include "error.h"
#include "model.h"

int hkj_perfetto_print(const struct hkj_result *result, FILE *out,
		       struct hkj_error *error);

#endif /* HKJITTER_USER_PERFETTO_H */
