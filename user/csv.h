/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of a result as comma-separated values.
 */
#ifndef HKJITTER_USER_CSV_H
#define HKJITTER_USER_CSV_H

#include <stdio.h>

#include "error.h"
#include "model.h"

int hkj_csv_print(const struct hkj_result *result, const char *table,
		  FILE *out, struct hkj_error *error);
void hkj_csv_text(FILE *out, const char *text);

#endif /* HKJITTER_USER_CSV_H */
