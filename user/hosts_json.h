/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The machines of a merged result as JSON, schema hkjitter-hosts/1.
 */
#ifndef HKJITTER_USER_HOSTS_JSON_H
#define HKJITTER_USER_HOSTS_JSON_H

#include <stdio.h>

#include "error.h"
#include "host_figures.h"

int hkj_hosts_write_json(const struct hkj_result *result,
			 const struct hkj_hosts *hosts, FILE *out,
			 struct hkj_error *error);

#endif /* HKJITTER_USER_HOSTS_JSON_H */
