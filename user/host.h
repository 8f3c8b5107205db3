/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What machine this is.
 */
#ifndef HKJITTER_USER_HOST_H
#define HKJITTER_USER_HOST_H

#include "error.h"
#include "model.h"

int hkj_host_read(struct hkj_host *host, struct hkj_error *error);
const char *hkj_virtualization(void);
char *hkj_host_cpus(const char *path);

#endif /* HKJITTER_USER_HOST_H */
