// SPDX-License-Identifier: GPL-2.0
/*
 * A task on the target that touches a number of pages for the first time.
 *
 *	faults CPU COUNT
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define PAGE	4096UL

int main(int argc, char **argv)
{
	size_t count, i;
	cpu_set_t set;
	char *area;

	if (argc != 3) {
		fprintf(stderr, "usage: faults CPU COUNT\n");
		return 2;
	}
	count = strtoul(argv[2], NULL, 10);
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[1]), &set);
	area = mmap(NULL, count * PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	/* A kernel without huge pages, as one of PREEMPT_RT, knows no such advice. */
	if (area == MAP_FAILED ||
	    (madvise(area, count * PAGE, MADV_NOHUGEPAGE) && errno != EINVAL) ||
	    sched_setaffinity(0, sizeof(set), &set)) {
		perror("faults");
		return 1;
	}
	for (i = 0; i < count; i++)
		area[i * PAGE] = 1;
	return 0;
}
