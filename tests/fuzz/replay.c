// SPDX-License-Identifier: GPL-2.0
/*
 * replay FILE...: a fuzzer's function once with each file, for compilers without
 * libFuzzer. Prints how many there were.
 */
#include "fuzz.h"

#define SIZE_MAX_BYTES (1024 * 1024)

/* Fuzzers that need no beginning have none. */
__attribute__((weak)) int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

int main(int argc, char **argv)
{
	uint8_t *data = malloc(SIZE_MAX_BYTES);

	FUZZ_HOLD(data);
	fuzz_begin(&argc, &argv);
	for (int i = 1; i < argc; i++) {
		FILE *in = fopen(argv[i], "re");
		size_t size;

		FUZZ_HOLD(in);
		size = fread(data, 1, SIZE_MAX_BYTES, in);
		fclose(in);
		fuzz_one(data, size);
	}
	free(data);
	fprintf(stderr, "%d files\n", argc - 1);
	return argc > 1 ? 0 : 2;
}
