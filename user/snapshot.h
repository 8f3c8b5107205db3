/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's binary record of one target CPU: fetched and checked.
 */
#ifndef HKJITTER_USER_SNAPSHOT_H
#define HKJITTER_USER_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <hkjitter/record.h>

#include "error.h"

int hkj_snapshot_check(const struct hkj_snapshot *snapshot, size_t size,
		       unsigned int cpu, struct hkj_error *error);
int hkj_snapshot_open(struct hkj_error *error);
ssize_t hkj_record_read(int device, void *record, size_t size, __u64 offset);
bool hkj_record_is_passing(int number);
int hkj_snapshot_read(struct hkj_snapshot *snapshot, int device,
		      unsigned int cpu, struct hkj_error *error);

#endif /* HKJITTER_USER_SNAPSHOT_H */
