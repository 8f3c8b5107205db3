/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pieces of JSON text for what is written as a stream.
 */
#ifndef HKJITTER_USER_JSON_OUT_H
#define HKJITTER_USER_JSON_OUT_H

#include <stdio.h>

void hkj_json_out_text(FILE *out, const char *text);

#endif /* HKJITTER_USER_JSON_OUT_H */
