/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all unit tests start with: cmocka with TAP output, random numbers that
 * are the same in each run, and a tree of files that stands for the system.
 */
#ifndef HKJITTER_UNIT_H
#define HKJITTER_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "error.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Runs a table of tests; @prepare and @finish may be NULL. */
#define UNIT_MAIN(tests, prepare, finish)                              \
	int main(void)                                                 \
	{                                                              \
		cmocka_set_message_output(CM_OUTPUT_TAP);              \
		return cmocka_run_group_tests(tests, prepare, finish); \
	}

/* A text for a field that a model owns, in one that is never freed. */
#define UNIT_TEXT(text) ((char *)(uintptr_t)(text))

/* An error was told: with this code, and a text that names something. */
void assert_told(const struct hkj_error *error, enum hkj_exit code,
		 const char *part);

uint64_t random_next(uint64_t *state);
uint64_t random_below(uint64_t *state, uint64_t limit);

/* A directory that stands for "/", in HKJITTER_ROOT, while a test runs. */
extern char root[64];
int root_make(void **state);
int root_remove(void **state);
void root_write(const char *path, const char *text);
char *root_read(const char *path);
bool root_has(const char *path);

/* What a function prints, as text. */
char *printed(void (*print)(const void *what, FILE *out), const void *what);
size_t longest_line(const char *text);

#endif /* HKJITTER_UNIT_H */
