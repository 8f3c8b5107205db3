/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tables of the completion for bash, made from the tables of commands and options.
 */
#ifndef HKJITTER_USER_COMPLETION_H
#define HKJITTER_USER_COMPLETION_H

#include <stdio.h>

void hkj_completion_print(FILE *out);

#endif /* HKJITTER_USER_COMPLETION_H */
