/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a result is a proof: what speaks against it, by name.
 */
#ifndef HKJITTER_USER_VERDICT_H
#define HKJITTER_USER_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"

/* Calibration against another clock leaves less than that. */
#define HKJ_DRIFT_PPM_MAX 1000

unsigned int hkj_verdict_doubts(const struct hkj_target *target);
unsigned int hkj_verdict_untold(const struct hkj_target *target);
void hkj_verdict_print(char *text, size_t size, unsigned int doubts);
bool hkj_verdict_clock_strays(const struct hkj_target *target);
struct hkj_verdict *hkj_verdict_new(unsigned int doubts);
struct hkj_verdict *hkj_verdict_sum_new(const struct hkj_result *result);
void hkj_verdict_free(struct hkj_verdict *verdict);

#endif /* HKJITTER_USER_VERDICT_H */
