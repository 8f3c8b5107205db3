/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of a trace beside the gaps that they lie in, as text and as JSON.
 */
#ifndef HKJITTER_USER_VIEW_TRACE_H
#define HKJITTER_USER_VIEW_TRACE_H

#include <stdio.h>

#include <jansson.h>

#include "trace.h"

void hkj_view_trace(const struct hkj_trace *trace, FILE *out);
void hkj_view_trace_json(const struct hkj_trace *trace, json_t *result);

#endif /* HKJITTER_USER_VIEW_TRACE_H */
