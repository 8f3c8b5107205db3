/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Durations as people write and read them: "500ns", "1.5ms", "24h".
 */
#ifndef HKJITTER_USER_UNITS_H
#define HKJITTER_USER_UNITS_H

#include <stdint.h>

#include "error.h"

/* Longest text that the formatting functions make, with its end. */
#define HKJ_UNITS_TEXT 48

struct hkj_units_text {
	char text[HKJ_UNITS_TEXT];
};

int hkj_units_parse(const char *text, uint64_t *ns, struct hkj_error *error);
struct hkj_units_text hkj_units_human(uint64_t ns);
struct hkj_units_text hkj_units_exact(uint64_t ns);
struct hkj_units_text hkj_units_whole(uint64_t ns);
struct hkj_units_text hkj_units_count(uint64_t count);
struct hkj_units_text hkj_units_times(uint64_t count);

#endif /* HKJITTER_USER_UNITS_H */
