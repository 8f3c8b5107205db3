/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands: one file each, one row each in cmds.c. They return 0, or -1
 * with an error that main() prints.
 */
#ifndef HKJITTER_USER_CMD_H
#define HKJITTER_USER_CMD_H

#include "error.h"
#include "opts.h"

int hkj_cmd_run(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_record(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_top(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_report(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_check(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_diff(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_merge(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_help(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_explain(const struct hkj_options *options, struct hkj_error *error);
int hkj_cmd_status(const struct hkj_options *options, struct hkj_error *error);

#endif /* HKJITTER_USER_CMD_H */
