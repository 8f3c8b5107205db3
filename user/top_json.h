/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Readings of 'hkjitter top' for programs.
 */
#ifndef HKJITTER_USER_TOP_JSON_H
#define HKJITTER_USER_TOP_JSON_H

#include <stdio.h>

#include "error.h"
#include "top.h"

int hkj_top_json(const struct hkj_top *top, const struct hkj_live *live,
		 FILE *out, struct hkj_error *error);

#endif /* HKJITTER_USER_TOP_JSON_H */
