// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loop.h"

#define NR_STRETCHES 31
#define STRETCHES_PER_MS 50
#define NR_SAMPLES 60
#define NR_WARMUPS 4

/* How often one note may be interrupted before the loop goes on regardless. */
#define OWN_TRIES 16

/* What the module says right now. */
#define SAID(field) __atomic_load_n(&loop->page->field, __ATOMIC_RELAXED)

struct stretch {
	uint64_t sum;
	uint64_t nr;
};

#if defined(__x86_64__)

static inline uint64_t clock_read(void)
{
	return __builtin_ia32_rdtsc();
}

#elif defined(__aarch64__)

static inline uint64_t clock_read(void)
{
	uint64_t cycles;

	__asm__ volatile("mrs %0, cntvct_el0"
			 : "=r"(cycles));
	return cycles;
}

#else

/* The module refuses the workload on machines without a cycle counter. */
static inline uint64_t clock_read(void)
{
	return 0;
}

#endif

static void call(struct hkj_loop *loop, unsigned long cmd, const void *arg)
{
	if (ioctl(loop->fd, cmd, arg) && !loop->failed)
		loop->failed = errno;
}

/*
 * Tells what lies between two clock reads. Return: the clock read from which the
 * next turn counts.
 */
static uint64_t note(struct hkj_loop *loop, uint64_t last, uint64_t now,
		     bool is_own)
{
	const struct hkj_workload_note note = {
		.last = last,
		.now = now,
		.turns = loop->turns,
		.own = loop->own,
		.is_own = is_own,
	};

	loop->wish = SAID(wish);
	call(loop, HKJ_WORKLOAD_NOTE, &note);
	loop->turns = 0;
	loop->own = 0;
	loop->noted = now;
	return loop->failed ? now : SAID(now);
}

/* Ends a turn that held a note: it is long, and only longer ones are a gap. */
static uint64_t own_turn(struct hkj_loop *loop, uint64_t last)
{
	uint64_t now;

	for (int tries = OWN_TRIES; tries; tries--) {
		now = clock_read();
		loop->turns++;
		if (now - last < SAID(own_limit)) {
			loop->own += now - last;
			return now;
		}
		last = note(loop, last, now, true);
	}
	return last;
}

static uint64_t gap(struct hkj_loop *loop, uint64_t last, uint64_t now)
{
	/* Before the window nothing is noted; a clock may step back all the same. */
	if (loop->threshold == INT64_MAX)
		return now;
	return own_turn(loop, note(loop, last, now, false));
}

/* From the clock read @last until the clock reaches @deadline. */
static uint64_t spin(struct hkj_loop *loop, uint64_t last, uint64_t deadline)
{
	const uint64_t threshold = loop->threshold;
	uint64_t turns = 0, now;

	do {
		now = clock_read();
		turns++;
		if (__builtin_expect(now - last >= threshold, 0)) {
			loop->turns += turns;
			turns = 0;
			now = gap(loop, last, now);
		}
		last = now;
	} while (now < deadline);
	loop->turns += turns;
	return last;
}

static void page_map(struct hkj_loop *loop)
{
	const struct hkj_workload_page *page;

	loop->page_size = (uint64_t)sysconf(_SC_PAGESIZE);
	page = mmap(NULL, loop->page_size, PROT_READ, MAP_SHARED, loop->fd, 0);
	if (page == MAP_FAILED) {
		loop->failed = errno;
		return;
	}
	loop->page = page;
	if (page->magic != HKJ_WORKLOAD_MAGIC ||
	    page->version != HKJ_RECORD_VERSION || page->size != sizeof(*page))
		loop->failed = EPROTO;
}

/* Shorter mean turn first. */
static int stretch_cmp(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;
	uint64_t left = x->sum * y->nr, right = y->sum * x->nr;

	return left < right ? -1 : left > right;
}

static int sample_cmp(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void stretch_run(struct hkj_loop *loop, struct stretch *stretch)
{
	uint64_t first = clock_read();
	uint64_t length = SAID(khz) / STRETCHES_PER_MS;

	loop->turns = 0;
	stretch->sum = spin(loop, first, first + length) - first;
	stretch->nr = loop->turns;
}

static void turn_measure(struct hkj_loop *loop, struct hkj_turn *turn)
{
	struct stretch stretches[NR_STRETCHES];

	for (int i = 0; i < NR_WARMUPS; i++)
		stretch_run(loop, &stretches[0]);
	for (int i = 0; i < NR_STRETCHES; i++)
		stretch_run(loop, &stretches[i]);
	qsort(stretches, NR_STRETCHES, sizeof(stretches[0]), stretch_cmp);
	turn->min = stretches[0].sum / stretches[0].nr;
	turn->sum = stretches[NR_STRETCHES / 2].sum;
	turn->nr = stretches[NR_STRETCHES / 2].nr;
}

/* From leaving user space to being back: that is what a note costs. */
static uint64_t rehearse(struct hkj_loop *loop, unsigned int what)
{
	uint64_t begin = clock_read();

	call(loop, HKJ_WORKLOAD_REHEARSE, (void *)(uintptr_t)what);
	return clock_read() - begin;
}

static uint64_t percentile90(struct hkj_loop *loop, unsigned int what)
{
	uint64_t samples[NR_SAMPLES];

	for (int i = 0; i < NR_WARMUPS; i++)
		rehearse(loop, what);
	for (int i = 0; i < NR_SAMPLES; i++)
		samples[i] = rehearse(loop, what);
	qsort(samples, NR_SAMPLES, sizeof(samples[0]), sample_cmp);
	return samples[NR_SAMPLES * 9 / 10];
}

static void calibrate(struct hkj_loop *loop)
{
	struct hkj_turn turn;
	uint64_t longest = 0;

	loop->threshold = INT64_MAX;
	turn_measure(loop, &turn);
	for (unsigned int what = 0; what < HKJ_NR_REHEARSALS; what++) {
		uint64_t sample = percentile90(loop, what);

		longest = sample > longest ? sample : longest;
	}
	turn.upkeep_max = longest + turn.sum / turn.nr;
	call(loop, HKJ_WORKLOAD_READY, &turn);
}

/* As in the window, but that nothing is noted; until that may be opened, too. */
static void settle(struct hkj_loop *loop)
{
	uint64_t last = clock_read(), end = 0;

	while ((!end || last < end) && !SAID(is_over)) {
		if (!end && SAID(is_go))
			end = last + SAID(settle_length);
		last = spin(loop, last, last + SAID(stretch));
		if (loop->chore)
			loop->chore(loop->context);
	}
}

/* What a stretch ends with. */
static uint64_t look(struct hkj_loop *loop, uint64_t last)
{
	if (loop->chore)
		loop->chore(loop->context);
	if (SAID(wish) == loop->wish &&
	    last - loop->noted < SAID(upkeep_period))
		return last;
	return own_turn(loop, note(loop, last, last, false));
}

static void measure(struct hkj_loop *loop)
{
	struct hkj_workload_note over = { 0 };
	uint64_t last, next;

	loop->threshold = SAID(threshold);
	loop->turns = 0;
	loop->own = 0;
	loop->wish = SAID(wish);
	loop->noted = SAID(now);
	last = own_turn(loop, SAID(now));
	while (!SAID(is_over) && !loop->failed && last < SAID(end)) {
		next = last + SAID(stretch);
		last = spin(loop, last, next < SAID(end) ? next : SAID(end));
		last = look(loop, last);
	}
	over.last = last;
	over.now = last;
	over.turns = loop->turns;
	over.own = loop->own;
	call(loop, HKJ_WORKLOAD_LEAVE, &over);
}

/* The module has asked this loop to go, or does so when it refuses a call. */
static bool is_asked_to_go(const struct hkj_loop *loop)
{
	return loop->failed == ESHUTDOWN && SAID(is_over);
}

static void run(struct hkj_loop *loop)
{
	calibrate(loop);
	if (!loop->failed)
		settle(loop);
	if (loop->failed || SAID(is_over))
		return;
	call(loop, HKJ_WORKLOAD_OPEN, NULL);
	if (!loop->failed)
		measure(loop);
}

/**
 * hkj_loop_run() - be the loop of one session
 * @loop: filled up to @context, the rest zeroed
 * @cpu: target CPU, the only one that this task may use
 *
 * Waits for a session that wants it.
 *
 * Return: 0 when that has ended, or the errno of what failed.
 */
int hkj_loop_run(struct hkj_loop *loop, unsigned int cpu)
{
	if (ioctl(loop->fd, HKJ_WORKLOAD_ENTER, (unsigned long)cpu))
		return errno;
	page_map(loop);
	if (!loop->failed)
		run(loop);
	if (loop->page && is_asked_to_go(loop))
		loop->failed = 0;
	if (loop->page)
		munmap((void *)(uintptr_t)loop->page, loop->page_size);
	return loop->failed;
}
