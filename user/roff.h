/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text as roff source: nothing in it is taken for a request or an escape, and
 * dashes stay dashes.
 */
#ifndef HKJITTER_USER_ROFF_H
#define HKJITTER_USER_ROFF_H

#include <stdio.h>

void hkj_roff_words(const char *text, size_t size, FILE *out);
void hkj_roff_lines(const char *text, size_t size, FILE *out);
void hkj_roff_inline(const char *text, size_t size, FILE *out);

#endif /* HKJITTER_USER_ROFF_H */
