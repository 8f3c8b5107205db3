/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JSON text, written value by value. That a stream has failed is told by it
 * alone: whoever ends it asks.
 */
#ifndef HKJITTER_USER_JSON_OUT_H
#define HKJITTER_USER_JSON_OUT_H

#include <stdint.h>
#include <stdio.h>

#include "json.h"

int hkj_json_out_text(const char *text, FILE *stream);
int hkj_json_out_u64(uint64_t value, FILE *stream);
int hkj_json_out_real(double value, FILE *stream);
int hkj_json_out_object(const struct hkj_json_shape *shape, const void *object,
			FILE *stream);

#endif /* HKJITTER_USER_JSON_OUT_H */
