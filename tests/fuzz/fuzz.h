/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all fuzzers have in common. Each is a function that is called with bytes
 * of any kind; whatever they are, it may not crash, hang, leak or leave the
 * language's bounds. It stops at what should hold and does not by FUZZ_HOLD().
 */
#ifndef HKJITTER_FUZZ_H
#define HKJITTER_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What a fuzzer consists of; libFuzzer has names of its own for them. */
int fuzz_one(const uint8_t *data, size_t size) __asm__("LLVMFuzzerTestOneInput");
int fuzz_begin(int *argc, char ***argv) __asm__("LLVMFuzzerInitialize");

#define FUZZ_HOLD(condition)                                              \
	do {                                                              \
		if (!(condition)) {                                       \
			fprintf(stderr, "does not hold: %s\n", #condition); \
			abort();                                          \
		}                                                         \
	} while (0)

/* The bytes with an end, to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* The bytes as a file, until the next call. Return: its path. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* A directory that stands for "/", and a file in it. */
void fuzz_root(void);
void fuzz_root_write(const char *path, const uint8_t *data, size_t size);

/*
 * What a child process runs through counts as coverage, too, from now on. To be
 * called once, when nothing else is done.
 */
void fuzz_share_coverage(void);

/* A command of the tool with these words, its output thrown away. */
void fuzz_command(const char *const *words);

#endif /* HKJITTER_FUZZ_H */
