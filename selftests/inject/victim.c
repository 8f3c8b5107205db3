// SPDX-License-Identifier: GPL-2.0
/*
 * A loop of the workload "user" to which things happen, a number of times:
 *
 *	victim CPU KIND [COUNT]
 *
 *	quiet	nothing does
 *	write	it writes to a page for the first time
 *	reuse	it reads a page for the first time, and writes to it later
 *	munmap	another thread of its process takes memory back
 *	rules	it breaks all rules of the module's files; 1 if one was not upheld
 *	deaf	it does not leave
 *	gone	its thread ends, its process does not
 *
 * It waits for the session that wants it. There is no system call in what it does
 * to itself: the memory is there before, but for its pages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "loop.h"

#define PAGE	4096UL
/* Stretches, of about a millisecond each, from one to the next. */
#define PERIOD	10
#define LIMIT_S	120

static struct hkj_loop loop;
static unsigned int cpu, count = 20, nr_stretches, nr_done;
static char *area;
static atomic_bool is_open;
static int nr_wrong;

static int fail(const char *what)
{
	fprintf(stderr, "victim: %s: %s\n", what, strerror(errno));
	exit(1);
}

static __u64 page_now(void)
{
	return __atomic_load_n(&loop.page->now, __ATOMIC_RELAXED);
}

static void touch(size_t page, char value)
{
	__atomic_store_n(&area[page * PAGE], value, __ATOMIC_RELAXED);
}

/* Once a period, as long as there is something left to do, in the window. */
static bool is_due(void)
{
	if (!page_now())
		return false;
	atomic_store(&is_open, true);
	if (++nr_stretches % PERIOD || nr_done == count)
		return false;
	nr_done++;
	return true;
}

/* For those who wait for it. */
static void say_through(void)
{
	if (write(STDOUT_FILENO, "through\n", 8) != 8)
		nr_wrong++;
}

static void quiet(void *unused)
{
	(void)unused;
}

static void write_page(void *unused)
{
	(void)unused;
	if (is_due())
		touch(nr_done, 1);
}

/* Page N is read, then written to: two faults of two kinds. */
static void reuse_page(void *unused)
{
	static unsigned int sum;

	(void)unused;
	if (!is_due())
		return;
	if (nr_done & 1)
		sum += __atomic_load_n(&area[(nr_done / 2 + 1) * PAGE], __ATOMIC_RELAXED);
	else
		touch(nr_done / 2, 1);
}

static void area_make(size_t nr_pages)
{
	void *new = mmap(NULL, nr_pages * PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (new == MAP_FAILED)
		fail("mmap");
	/* A kernel without huge pages, as one of PREEMPT_RT, knows no such advice. */
	if (madvise(new, nr_pages * PAGE, MADV_NOHUGEPAGE) && errno != EINVAL)
		fail("madvise");
	area = new;
}

static void wait_us(long us)
{
	struct timespec time = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&time, NULL);
}

/* On the CPUs that the process had: not on the target. */
static void *unmapper(void *unused)
{
	void *mine;

	(void)unused;
	while (!atomic_load(&is_open))
		wait_us(1000);
	for (unsigned int i = 0; i < count; i++) {
		mine = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		wait_us(PERIOD * 1000);
		if (mine == MAP_FAILED || munmap(mine, PAGE))
			fail("munmap");
	}
	return NULL;
}

/* It marks the window's begin, and nothing else. */
static void be_open(void *unused)
{
	(void)unused;
	if (page_now())
		atomic_store(&is_open, true);
}

static void expect(const char *what, int wanted, long result)
{
	int got = result == -1 ? errno : 0;

	if (got == wanted)
		return;
	fprintf(stderr, "victim: %s: wanted '%s', got '%s'\n", what,
		strerror(wanted), strerror(got));
	nr_wrong++;
}

static long map_page(size_t size, int protection, int flags, off_t offset)
{
	void *mine = mmap(NULL, size, protection, flags, loop.fd, offset);

	if (mine == MAP_FAILED)
		return -1;
	munmap(mine, size);
	return 0;
}

static long note(__u64 last, __u64 now, __u64 turns, __u64 own, __u32 pad)
{
	struct hkj_workload_note note = { last, now, turns, own, 0, pad };

	return ioctl(loop.fd, HKJ_WORKLOAD_NOTE, &note);
}

static void break_before(void)
{
	size_t size = sysconf(_SC_PAGESIZE);
	struct hkj_turn turn = { 0 };

	expect("another command", ENOTTY, ioctl(loop.fd, _IO('j', 0xff)));
	expect("a note without a target", ESHUTDOWN, note(0, 0, 0, 0, 0));
	expect("READY without a target", ESHUTDOWN,
	       ioctl(loop.fd, HKJ_WORKLOAD_READY, &turn));
	expect("a page without a target", ENXIO,
	       map_page(size, PROT_READ, MAP_SHARED, 0));
	expect("a CPU that cannot be", EINVAL,
	       ioctl(loop.fd, HKJ_WORKLOAD_ENTER, 1UL << 31));
	expect("a CPU that it is not bound to", EINVAL,
	       ioctl(loop.fd, HKJ_WORKLOAD_ENTER, cpu + 1UL));
}

static void break_mappings(void)
{
	size_t size = sysconf(_SC_PAGESIZE);
	void *page = (void *)(uintptr_t)loop.page;

	expect("a page to write to", EACCES,
	       map_page(size, PROT_READ | PROT_WRITE, MAP_SHARED, 0));
	expect("a page to run", EACCES,
	       map_page(size, PROT_READ | PROT_EXEC, MAP_SHARED, 0));
	expect("two pages", EINVAL, map_page(2 * size, PROT_READ, MAP_SHARED, 0));
	expect("another page", EINVAL,
	       map_page(size, PROT_READ, MAP_SHARED, (off_t)size));
	expect("a page of its own", EINVAL,
	       map_page(size, PROT_READ, MAP_PRIVATE, 0));
	expect("the same page again", 0, map_page(size, PROT_READ, MAP_SHARED, 0));
	expect("a page made writable", EACCES,
	       mprotect(page, size, PROT_READ | PROT_WRITE));
	expect("a page made runnable", EACCES,
	       mprotect(page, size, PROT_READ | PROT_EXEC));
	if (mremap(page, size, 2 * size, MREMAP_MAYMOVE) != MAP_FAILED)
		expect("a page made longer", EFAULT, 0);
}

static void break_notes(void)
{
	struct hkj_turn turn = { 0 };
	__u64 now = page_now();

	expect("a second ENTER", EBUSY,
	       ioctl(loop.fd, HKJ_WORKLOAD_ENTER, (unsigned long)cpu));
	expect("READY in the window", EINVAL,
	       ioctl(loop.fd, HKJ_WORKLOAD_READY, &turn));
	expect("OPEN in the window", EINVAL, ioctl(loop.fd, HKJ_WORKLOAD_OPEN));
	expect("REHEARSE in the window", EINVAL,
	       ioctl(loop.fd, HKJ_WORKLOAD_REHEARSE, 0UL));
	expect("a note from before the last", EINVAL, note(now / 2, now, 0, 0, 0));
	expect("a note from the future", EINVAL, note(now, ~0ULL / 4, 0, 0, 0));
	expect("a note of more own time than there was", EINVAL,
	       note(now, now, 0, 1ULL << 60, 0));
	expect("a note of more turns than there was time", EINVAL,
	       note(now, now, 1ULL << 60, 0, 0));
	expect("a note that is padded", EINVAL, note(now, now, 0, 0, 1));
	expect("a note from nowhere", EFAULT,
	       ioctl(loop.fd, HKJ_WORKLOAD_NOTE, (void *)PAGE));
}

/* The file is inherited, the seat and the page are not. */
static void break_as_child(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		nr_wrong = 0;
		expect("a note of another process", EPERM,
		       note(loop.page ? 0 : 1, 0, 0, 0, 0));
		_exit(nr_wrong);
	}
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status))
		nr_wrong++;
	pid = fork();
	if (!pid) {
		/* The page is not there: this ends here. */
		_exit((int)loop.page->magic & 1);
	}
	if (waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status) ||
	    WTERMSIG(status) != SIGSEGV) {
		fprintf(stderr, "victim: the child has the page\n");
		nr_wrong++;
	}
}

static void break_rules(void *unused)
{
	(void)unused;
	count = 1;
	if (!is_due())
		return;
	break_mappings();
	break_notes();
	break_as_child();
	say_through();
}

static void be_deaf(void *unused)
{
	(void)unused;
	count = 1;
	if (!is_due())
		return;
	say_through();
	for (;;)
		;
}

/* The thread of it ends, somebody has to stay. */
static void be_gone(void *unused)
{
	(void)unused;
	count = 1;
	if (is_due())
		pthread_exit(NULL);
}

static void *loop_thread(void *unused)
{
	cpu_set_t set;

	(void)unused;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail("sched_setaffinity");
	return (void *)(long)hkj_loop_run(&loop, cpu);
}

static const struct kind {
	const char *name;
	void (*chore)(void *unused);
	void *(*partner)(void *unused);
} kinds[] = {
	{ "quiet", quiet, NULL },
	{ "write", write_page, NULL },
	{ "reuse", reuse_page, NULL },
	{ "munmap", be_open, unmapper },
	{ "rules", break_rules, NULL },
	{ "deaf", be_deaf, NULL },
	{ "gone", be_gone, NULL },
};

static const struct kind *kind_find(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

/* The loop is a thread of its own, so that others may be beside it. */
static int run(const struct kind *kind)
{
	pthread_t thread, partner;
	void *result;

	if (kind->partner && pthread_create(&partner, NULL, kind->partner, NULL))
		fail("pthread_create");
	if (pthread_create(&thread, NULL, loop_thread, NULL))
		fail("pthread_create");
	if (mlockall(MCL_CURRENT))
		fail("mlockall");
	/* Its pages are not locked: they come when they are touched. */
	area_make(2 * count + 2);
	pthread_join(thread, &result);
	if (kind->chore == be_gone)
		pause();
	if (kind->partner)
		pthread_join(partner, NULL);
	errno = (int)(long)result;
	return errno ? fail("the loop") : nr_wrong > 0;
}

int main(int argc, char **argv)
{
	const struct kind *kind = argc > 2 ? kind_find(argv[2]) : NULL;

	if (!kind || argc > 4) {
		fprintf(stderr, "usage: victim CPU quiet|write|reuse|munmap|rules|deaf|gone [COUNT]\n");
		return 2;
	}
	cpu = strtoul(argv[1], NULL, 10);
	if (argc > 3)
		count = strtoul(argv[3], NULL, 10);
	alarm(LIMIT_S);
	loop.fd = open("/dev/hkjitter", O_RDONLY);
	if (loop.fd < 0)
		fail("/dev/hkjitter");
	loop.chore = kind->chore;
	if (kind->chore == break_rules)
		break_before();
	return run(kind);
}
