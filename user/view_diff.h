/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A comparison, for people and for programs.
 */
#ifndef HKJITTER_USER_VIEW_DIFF_H
#define HKJITTER_USER_VIEW_DIFF_H

#include <stdio.h>

#include "compare.h"

#define HKJ_DIFF_SCHEMA "hkjitter-diff/1"

void hkj_view_diff(const struct hkj_comparison *comparison,
		   enum hkj_figure by, FILE *out);
void hkj_view_diff_notes(const struct hkj_comparison *comparison, FILE *out);
void hkj_view_diff_sources(const struct hkj_comparison *comparison, FILE *out);
int hkj_diff_write_json(const struct hkj_comparison *comparison,
			enum hkj_figure by, FILE *out, struct hkj_error *error);

#endif /* HKJITTER_USER_VIEW_DIFF_H */
