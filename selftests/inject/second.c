// SPDX-License-Identifier: GPL-2.0
/*
 * Wants the target CPU as well, for some time.
 *
 *	second CPU MS
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long long)now.tv_sec * 1000 +
	       (unsigned long long)now.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	unsigned long long end;
	cpu_set_t set;

	if (argc != 3) {
		fprintf(stderr, "usage: second CPU MS\n");
		return 2;
	}
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[1]), &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("second");
		return 1;
	}
	end = now_ms() + strtoull(argv[2], NULL, 10);
	while (now_ms() < end)
		;
	return 0;
}
