/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Help texts: what --help prints, one screen of 24 lines and 80 columns.
 */
#ifndef HKJITTER_USER_USAGE_H
#define HKJITTER_USER_USAGE_H

#include <stdio.h>

#include "opts.h"

void hkj_usage_print(const struct hkj_cmd *cmd, FILE *out);

#endif /* HKJITTER_USER_USAGE_H */
