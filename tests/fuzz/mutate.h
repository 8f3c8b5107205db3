/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mutators of fuzzers whose inputs have a form.
 */
#ifndef HKJITTER_FUZZ_MUTATE_H
#define HKJITTER_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Of a fuzzer: changes an input. Return: its new size. */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed) __asm__("LLVMFuzzerCustomMutator");

/* Of libFuzzer: changes bytes. Not there when inputs are only replayed. */
#define MUTATE_BYTES __asm__("LLVMFuzzerMutate") __attribute__((weak))
size_t mutate_bytes(uint8_t *data, size_t size, size_t max_size) MUTATE_BYTES;

/* Puts another value in the place of one. Return: the new size. */
size_t mutate_json(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed);

#endif /* HKJITTER_FUZZ_MUTATE_H */
