/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Man pages, made from the tables of commands and options.
 */
#ifndef HKJITTER_USER_MAN_H
#define HKJITTER_USER_MAN_H

#include <stdio.h>

#include "opts.h"

void hkj_man_print(const struct hkj_cmd *cmd, FILE *out);

#endif /* HKJITTER_USER_MAN_H */
