// SPDX-License-Identifier: GPL-2.0
/*
 * hog MEGABYTES: takes that much memory, uses every page of it, and gives it back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MEGABYTE	(1UL << 20)

int main(int argc, char **argv)
{
	size_t size = argc == 2 ? strtoul(argv[1], NULL, 10) * MEGABYTE : 0;
	char *at;

	if (!size) {
		fprintf(stderr, "usage: hog MEGABYTES\n");
		return 2;
	}
	at = mmap(NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return 1;
	memset(at, 1, size);
	munmap(at, size);
	return 0;
}
