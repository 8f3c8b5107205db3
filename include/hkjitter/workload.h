/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The user workload: what a loop in user space and the module tell each other
 * through /dev/hkjitter. The loop makes no system call but to say what it has
 * seen: after a gap, not in it, and never while nothing happens. What the module
 * has to say stands in a page that the loop reads.
 *
 *	ENTER	 a task that is bound to a CPU waits for a session that wants a
 *		 loop there, and becomes that loop
 *	mmap	 the page
 *	REHEARSE the module does once what it does for a gap, so that the loop
 *		 can measure how long that takes
 *	READY	 it is measured; @threshold and @own_limit of the page are set
 *	OPEN	 after @is_go and the time to settle: the window begins
 *	NOTE	 a gap, or an upkeep
 *	LEAVE	 the window ends
 *
 * Whoever includes this has included the system's ioctl.h.
 */
#ifndef HKJITTER_WORKLOAD_H
#define HKJITTER_WORKLOAD_H

#include <linux/types.h>

#include <hkjitter/record.h>

#define HKJ_WORKLOAD_MAGIC	0x484b4a33U	/* "HKJ3" */

/* What REHEARSE takes is below that. */
#define HKJ_NR_REHEARSALS	3

/**
 * struct hkj_workload_page - what the module tells a loop
 * @magic: HKJ_WORKLOAD_MAGIC
 * @version: HKJ_RECORD_VERSION
 * @size: of this structure
 * @cpu: the target CPU
 * @khz: rate of the cycle counter
 * @settle_length: how long the loop runs before it opens the window
 * @stretch: how long it may go without a look at this page
 * @upkeep_period: time from one note to the next, even if nothing happens; all
 *	ones for never
 * @threshold: a turn this long or longer is to be noted; gaps have a threshold of
 *	their own, which is not below
 * @own_limit: the same, for a turn that holds a note
 * @end: when the window ends; all ones for no end; moves with clock steps
 * @now: clock read with which the last note, or OPEN, ended
 * @wish: somebody wants to read the books: a note is asked for each time that it
 *	changes
 * @is_go: the window may be opened
 * @is_over: the loop is to leave
 * @pad: zero
 */
struct hkj_workload_page {
	__u32 magic;
	__u32 version;
	__u32 size;
	__u32 cpu;
	__u64 khz;
	__u64 settle_length;
	__u64 stretch;
	__u64 upkeep_period;
	__u64 threshold;
	__u64 own_limit;
	__u64 end;
	__u64 now;
	__u32 wish;
	__u32 is_go;
	__u32 is_over;
	__u32 pad;
};

/**
 * struct hkj_workload_note - what a loop has seen
 * @last: clock read before
 * @now: clock read after; equal to @last where there is nothing but an upkeep
 * @turns: turns since the note before
 * @own: time of those among them that held a note
 * @is_own: the turn from @last to @now held a note, or READY, or OPEN
 * @pad: zero
 */
struct hkj_workload_note {
	__u64 last;
	__u64 now;
	__u64 turns;
	__u64 own;
	__u32 is_own;
	__u32 pad;
};

/* The argument of ENTER is a CPU's number, that of REHEARSE what to rehearse. */
#define HKJ_WORKLOAD_ENTER	_IO('j', 0xa0)
#define HKJ_WORKLOAD_REHEARSE	_IO('j', 0xa1)
#define HKJ_WORKLOAD_READY	_IOW('j', 0xa2, struct hkj_turn)
#define HKJ_WORKLOAD_OPEN	_IO('j', 0xa3)
#define HKJ_WORKLOAD_NOTE	_IOW('j', 0xa4, struct hkj_workload_note)
#define HKJ_WORKLOAD_LEAVE	_IOW('j', 0xa5, struct hkj_workload_note)

#endif /* HKJITTER_WORKLOAD_H */
