/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Result files: schema hkjitter-result/1, checked as a whole when read.
 */
#ifndef HKJITTER_USER_RESULT_H
#define HKJITTER_USER_RESULT_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"
#include "model.h"

#define HKJ_RESULT_SCHEMA "hkjitter-result/1"

int hkj_result_read(struct hkj_result *result, FILE *stream, const char *name,
		    struct hkj_error *error);
int hkj_result_read_sums(struct hkj_result *result, FILE *stream,
			 const char *name, struct hkj_error *error);
int hkj_result_write(const struct hkj_result *result, FILE *stream,
		     const char *name, struct hkj_error *error);
/* A name of a machine that several of a merged result may have. */
struct hkj_host_label {
	char text[256];
};

const char *hkj_result_host_name(const struct hkj_result *result,
				 const struct hkj_host *host,
				 struct hkj_host_label *room);
const struct hkj_host *hkj_result_host(const struct hkj_result *result,
				       const struct hkj_target *target);
bool hkj_result_is_partial(const struct hkj_result *result);
void hkj_result_free(struct hkj_result *result);

#endif /* HKJITTER_USER_RESULT_H */
