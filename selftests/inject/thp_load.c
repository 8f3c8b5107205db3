// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps khugepaged busy: faults memory in small pages, asks for huge ones, gives
 * khugepaged the time to collapse them, and starts over, until it is killed.
 *
 *	thp_load [MIB [MS]]	memory (default 64), time a round (default 1000)
 *
 * Needs transparent_hugepage/enabled at madvise or always.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define MIB		(1024UL * 1024)
#define PAGE		4096UL
#define HUGE_PAGE	(2 * MIB)

static unsigned long number(const char *text, unsigned long fallback)
{
	return text ? strtoul(text, NULL, 10) : fallback;
}

static void wait_ms(unsigned long ms)
{
	struct timespec time = { ms / 1000, (long)(ms % 1000) * 1000000 };

	nanosleep(&time, NULL);
}

static int round_once(size_t size, unsigned long ms)
{
	char *area = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t offset;

	if (area == MAP_FAILED)
		return -errno;
	if (madvise(area, size + HUGE_PAGE, MADV_NOHUGEPAGE))
		return -errno;
	for (offset = 0; offset < size + HUGE_PAGE; offset += PAGE)
		area[offset] = 1;
	if (madvise(area, size + HUGE_PAGE, MADV_HUGEPAGE))
		return -errno;
	wait_ms(ms);
	munmap(area, size + HUGE_PAGE);
	return 0;
}

int main(int argc, char **argv)
{
	size_t size = number(argc > 1 ? argv[1] : NULL, 64) * MIB;
	unsigned long ms = number(argc > 2 ? argv[2] : NULL, 1000);
	int error;

	do {
		error = round_once(size, ms);
	} while (!error);
	fprintf(stderr, "thp_load: %s\n", strerror(-error));
	return 1;
}
