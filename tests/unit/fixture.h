/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result as a run would have made it: two target CPUs, the same each time.
 */
#ifndef HKJITTER_UNIT_FIXTURE_H
#define HKJITTER_UNIT_FIXTURE_H

#include <stdio.h>

#include "error.h"
#include "model.h"

void fixture_make(struct hkj_result *result);

/* For CPUs of another kind. */
void fixture_without_cpus(struct hkj_result *result);

/* The result as the text of its file, and back. */
char *fixture_text(const struct hkj_result *result);
int fixture_read(const char *text, struct hkj_result *result,
		 struct hkj_error *error);

#endif /* HKJITTER_UNIT_FIXTURE_H */
