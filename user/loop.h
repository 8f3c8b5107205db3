/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The loop of the workload "user": a target CPU's busy loop in user space. Two
 * consecutive clock reads that are far apart are noted with the module, by one
 * system call behind the gap; there is no other in the window. It uses nothing of
 * the tool's but this file's source, so that test programs can be such a loop.
 */
#ifndef HKJITTER_USER_LOOP_H
#define HKJITTER_USER_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include <hkjitter/workload.h>

/**
 * struct hkj_loop - a loop
 * @fd: /dev/hkjitter, open
 * @chore: called once a stretch, about every millisecond; NULL for a loop that
 *	does nothing but measure
 * @context: for @chore
 * @page: what the module says; unmapped at the end
 * @page_size: of a mapping of it
 * @threshold: a turn this long is noted
 * @turns: since the last note
 * @own: cycles of those turns that held a note
 * @wish: of the page, at the last note
 * @noted: clock read of the last note
 * @failed: errno of a call that the module refused; 0 if none
 */
struct hkj_loop {
	int fd;
	void (*chore)(void *context);
	void *context;
	const struct hkj_workload_page *page;
	uint64_t page_size;
	uint64_t threshold;
	uint64_t turns;
	uint64_t own;
	uint32_t wish;
	uint64_t noted;
	int failed;
};

int hkj_loop_run(struct hkj_loop *loop, unsigned int cpu);

#endif /* HKJITTER_USER_LOOP_H */
