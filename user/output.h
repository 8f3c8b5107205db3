/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file that is there as a whole or not at all: written beside its place,
 * synced, renamed. It is opened before the work that fills it, so that a
 * place that cannot be written is found out first.
 */
#ifndef HKJITTER_USER_OUTPUT_H
#define HKJITTER_USER_OUTPUT_H

#include <stdio.h>

#include "error.h"

/**
 * struct hkj_output - a file to be
 * @stream: write here
 * @path: private, where it shall be, links resolved
 * @temporary: private, where it is until then; NULL when written in place
 */
struct hkj_output {
	FILE *stream;
	char *path;
	char *temporary;
};

int hkj_output_open(struct hkj_output *output, const char *path,
		    struct hkj_error *error);
int hkj_output_commit(struct hkj_output *output, struct hkj_error *error);
void hkj_output_drop(struct hkj_output *output);

#endif /* HKJITTER_USER_OUTPUT_H */
