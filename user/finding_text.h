/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Findings in words, each as one line without its end. All texts are fit for a
 * terminal and for KTAP, in which '#' begins a directive; they are to be freed,
 * and NULL if there is no memory.
 */
#ifndef HKJITTER_USER_FINDING_TEXT_H
#define HKJITTER_USER_FINDING_TEXT_H

#include "judge.h"

char *hkj_finding_name(const struct hkj_finding *finding);
char *hkj_finding_culprit(const struct hkj_finding *finding);
char *hkj_finding_detail(const struct hkj_judgement *judgement,
			 const struct hkj_finding *finding);
void hkj_text_clean_ktap(char *text);

#endif /* HKJITTER_USER_FINDING_TEXT_H */
