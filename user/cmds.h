/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of commands, and how to find one there.
 */
#ifndef HKJITTER_USER_CMDS_H
#define HKJITTER_USER_CMDS_H

#include "opts.h"

extern const struct hkj_cmd hkj_cmds[];
extern const size_t hkj_nr_cmds;
extern const struct hkj_cmd hkj_cmd_none;

const struct hkj_cmd *hkj_cmds_find(const char *name, struct hkj_error *error);
int hkj_cmds_missing(struct hkj_error *error);

#endif /* HKJITTER_USER_CMDS_H */
