// SPDX-License-Identifier: GPL-2.0
/*
 * Takes memory back from a process that has a thread on the target: the kernel
 * has the target forget its translations, by one IPI each time that the thread is
 * running. Each round takes back several areas: if the thread has to let another
 * task in meanwhile, its CPU is spared.
 *
 *	munmap CPU COUNT PERIOD_US
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define AREA_SIZE	(16UL * 4096)
#define NR_AREAS	4
#define LIMIT_S	60

/* What the two tell each other: a round begins, the thread is in it, it is over. */
static sem_t begin;
static atomic_uint running, over;
static unsigned int rounds;

static void wait_us(unsigned long us)
{
	struct timespec time = { us / 1000000, (long)(us % 1000000) * 1000 };

	nanosleep(&time, NULL);
}

static int run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? errno : 0;
}

/* On the target, with these translations in use, for as long as a round lasts. */
static void *partner(void *cpu)
{
	unsigned int round;
	int error = run_on(*(int *)cpu);

	if (error) {
		fprintf(stderr, "munmap: CPU %d: %s\n", *(int *)cpu, strerror(error));
		exit(1);
	}
	for (round = 1; round <= rounds; round++) {
		while (sem_wait(&begin))
			;
		atomic_store(&running, round);
		while (atomic_load(&over) != round)
			;
	}
	return NULL;
}

static int round_once(unsigned int round)
{
	char *area = mmap(NULL, NR_AREAS * AREA_SIZE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	unsigned int i;

	if (area == MAP_FAILED)
		return errno;
	sem_post(&begin);
	while (atomic_load(&running) != round)
		wait_us(50);
	for (i = 0; i < NR_AREAS; i++)
		if (munmap(area + i * AREA_SIZE, AREA_SIZE))
			return errno;
	atomic_store(&over, round);
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	unsigned int round;
	int cpu, error;

	if (argc != 4) {
		fprintf(stderr, "usage: munmap CPU COUNT PERIOD_US\n");
		return 2;
	}
	cpu = atoi(argv[1]);
	rounds = strtoul(argv[2], NULL, 10);
	alarm(LIMIT_S);
	sem_init(&begin, 0, 0);
	error = pthread_create(&thread, NULL, partner, &cpu);
	for (round = 1; !error && round <= rounds; round++) {
		error = round_once(round);
		wait_us(strtoul(argv[3], NULL, 10));
	}
	if (error) {
		fprintf(stderr, "munmap: %s\n", strerror(error));
		return 1;
	}
	pthread_join(thread, NULL);
	return 0;
}
