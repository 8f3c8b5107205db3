/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What runs on a target CPU besides its loop, and for how long.
 *
 * A small stack of frames follows the CPU: thread, softirq, hard IRQ, callback.
 * Probes push at entry and pop at exit. Net durations need no bookkeeping per
 * nesting: @done is all net time that frames on this CPU have been given so
 * far; a frame remembers it at entry, and what it grew by at exit is what ran
 * inside the frame.
 *
 *	entry:  start = clock, before = done
 *	exit:   net = clock - start - (done - before),  done += net
 *
 * The time that a probe takes belongs to its frame: it reads the clock first at
 * entry, and last at exit. What can wait is left to the loop, which adds to the
 * sources what has ended when it runs again, after its gap.
 *
 * Around an interrupt's frame the kernel does more: it finds out what time it is
 * when it enters, and whether the tick may stop, or another task is to run,
 * when it leaves. The entry is given to the frame that follows. Nobody tells
 * the end of leaving, nor of switching back to the loop: it is a "tail", which
 * lasts until the loop runs again or something else begins.
 *
 * All writers are this CPU. An interrupt that comes between two steps of a
 * probe leaves the stack as it found it, and shows itself by a @done that has
 * changed: the step is then taken again. NMIs push no frame; their handlers'
 * time is added to @done, and they wait in a ring of their own.
 */
#ifndef HKJ_TRACK_H
#define HKJ_TRACK_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include <asm/local.h>

#include <hkjitter/cause.h>
#include <hkjitter/source.h>

#include "initiator.h"

#define HKJ_NR_FRAMES		24
#define HKJ_NR_RING		64	/* ended between two looks of the loop */
#define HKJ_NR_ASLEEP		16
#define HKJ_NR_NMIS		16
#define HKJ_NR_QUEUED		16

struct hkj_target;

/**
 * struct hkj_key - what makes two interruptions the same source
 * @class: enum hkj_class
 * @id: vector, IRQ number or pid; 0 where the function says it all
 * @function: what ran; 0 if there is no function
 * @cause: what the chain began with that led to it, see struct hkj_who; it makes
 *	another source, but is not looked at to match an exit with its entry
 * @born: when the task of that pid began; 0 where it is no task
 */
struct hkj_key {
	u32 class;
	u32 id;
	unsigned long function;
	unsigned long cause;
	u64 born;
};

/* An initiator of one source, with its count. */
struct hkj_asker {
	struct hkj_who who;
	u64 count;
};

#define HKJ_TALLY_OPEN		1	/* a slot in use */
#define HKJ_TALLY_CLOSED	2	/* its function has gone: another may come there */

/**
 * struct hkj_tally - what one source has added up to; cycles
 * @seq: odd while what follows it changes
 * @key: which source
 * @is_taken: 0 for a free slot, or one of the above
 * @is_own: its function is this module's
 * @nr_askers: how many of @askers are in use
 * @count: interruptions
 * @total: their net durations together
 * @min: shortest
 * @max: longest
 * @nr_unknown: interruptions whose initiator is not known
 * @nr_others: interruptions of initiators for whom there was no room
 * @nr_self: interruptions that the module or its readers have caused
 * @name: copied when the slot was taken; of a thread, the last that it had
 * @askers: initiators
 * @histogram: of net durations in nanoseconds; a full slot stays full
 */
struct hkj_tally {
	seqcount_t seq;
	struct hkj_key key;
	int is_taken;
	bool is_own;
	u32 nr_askers;
	u64 count;
	u64 total;
	u64 min;
	u64 max;
	u64 nr_unknown;
	u64 nr_others;
	u64 nr_self;
	char name[HKJ_NAME_LEN];
	struct hkj_asker askers[HKJ_NR_INITIATORS];
	u32 histogram[HKJ_SOURCE_SLOTS];
};

/**
 * struct hkj_refusal - why the tick was not stopped
 * @dep: enum hkj_tick_dep
 * @pid: the task behind it; HKJ_UNKNOWN if it is not known
 * @function: the function behind it; 0 if it is not known
 * @comm: of the task
 * @count: how often
 */
struct hkj_refusal {
	u32 dep;
	s32 pid;
	unsigned long function;
	char comm[HKJ_COMM_LEN];
	u64 count;
};

/**
 * struct hkj_waiting - a task that could run beside the loop
 * @seq: odd while it changes
 * @pid: its id; 0 if there is none
 * @function: see hkj_thread_function()
 * @comm: its name
 */
struct hkj_waiting {
	seqcount_t seq;
	s32 pid;
	unsigned long function;
	char comm[HKJ_COMM_LEN];
};

/**
 * struct hkj_frame - something that runs
 * @tally: its source; NULL when the table is full
 * @key: of the source, to match exit with entry
 * @start: clock at entry
 * @before: &hkj_track.done at entry
 * @carried: net time of earlier pieces, if it has slept
 * @has_slept: its thread has left the CPU in the middle of it
 * @who: who asked for it
 */
struct hkj_frame {
	struct hkj_tally *tally;
	struct hkj_key key;
	u64 start;
	u64 before;
	u64 carried;
	bool has_slept;
	struct hkj_who who;
};

/**
 * struct hkj_asleep - a frame whose thread sleeps or was preempted in the middle of it
 * @task: the thread; NULL if the place is free
 * @pid: its id
 * @born: when it began: another thread may have its memory, or its id
 * @turn: the how many-th it was that was put aside, from 1
 * @moved: @task once it has left this CPU, and ends elsewhere what it had begun;
 *	other CPUs write it
 * @frame: the frame
 */
struct hkj_asleep {
	const struct task_struct *task;
	pid_t pid;
	u64 born;
	u64 turn;
	const struct task_struct *moved;
	struct hkj_frame frame;
};

struct hkj_nmi {
	unsigned long handler;
	u64 start;
	u64 net;
};

/**
 * struct hkj_ended - a frame, or a piece of one, that has ended
 * @tally: its source; NULL when the table was full
 * @start: when it began
 * @net: its net time
 * @total: net time of all its pieces; 0 while more are to come
 * @is_tail: nothing tells its end but that something else began
 * @who: who asked for it
 */
struct hkj_ended {
	struct hkj_tally *tally;
	u64 start;
	u64 net;
	u64 total;
	bool is_tail;
	struct hkj_who who;
};

/**
 * struct hkj_queued - a callback that another CPU has queued
 * @number: the how many-th it was, from 1; written last
 * @function: the callback
 * @when: on the session's clock
 */
struct hkj_queued {
	int number;
	unsigned long function;
	u64 when;
};

/**
 * struct hkj_track - all that is followed on one target
 * @scale: of the session's clock
 * @clock_kind: the session's clock
 * @cpu: the target CPU; nobody else looks at what is written there
 * @loop: the loop's task
 * @begin: the window's begin, on all clocks
 * @turn_max: no turn of the loop takes as long, or it would be a gap
 * @is_open: it is followed, or has been; what was there before is no more
 * @done: net time given to frames, in cycles
 * @depth: frames in use
 * @entered: when the kernel entered the interrupt whose frame is to come; 0 for
 *	none
 * @entered_done: @done at that time
 * @entered_depth: @depth at that time
 * @last_end: when the last frame that ended did
 * @last_done: @done at that time
 * @has_tail: @tail runs
 * @tail: what follows the last frame, up to the loop or another frame
 * @nr_ring: what has ended so far; the ring holds what the loop has not looked
 *	at yet
 * @nr_read: what the loop has looked at
 * @spill_net: net time of what ended while the ring was full
 * @nr_spilled: how many those were
 * @nr_nmis: NMIs recorded so far
 * @nr_nmis_read: NMIs that the loop has looked at
 * @nr_self: interruptions that the module or its readers have caused
 * @lost: by enum hkj_loss
 * @ticks: refusals to stop the tick
 * @nr_refusals: how many of @refusals are in use
 * @refusals: who or what was behind them, as far as there is room
 * @waiting: the last task that could run, as the run queue's lock protects it
 * @frames: what runs, outermost first
 * @ring: what has ended
 * @asleep: frames of threads that do not run
 * @nr_asleep: how many have been put there so far
 * @nmis: NMIs that have ended
 * @parts: of the longest gaps, by &hkj_gap.slot
 * @tallies: the sources
 * @nr_queued_read: callbacks queued to this CPU that have run
 * @nr_queued_due: those that the interrupt which runs finds there
 * @queued_max: none waits for longer to be run, in cycles
 * @raised: cause of each softirq that waits, see struct hkj_who; 0 if none
 * @nr_queued: callbacks queued to it so far; others write it
 * @queued: the newest of them; others write it
 */
struct hkj_track {
	struct hkj_scale scale;
	enum hkj_clock_kind clock_kind;
	unsigned int cpu;
	const struct task_struct *loop;
	struct hkj_clock_pair begin;
	u64 turn_max;
	bool is_open;
	local_t done;
	int depth;
	u64 entered;
	u64 entered_done;
	int entered_depth;
	u64 last_end;
	u64 last_done;
	bool has_tail;
	struct hkj_frame tail;
	local_t nr_ring;
	long nr_read;
	local_t spill_net;
	local_t nr_spilled;
	local_t nr_nmis;
	long nr_nmis_read;
	u64 nr_self;
	local_t lost[HKJ_NR_LOSSES];
	u64 ticks[HKJ_NR_TICK_DEPS];
	u32 nr_refusals;
	struct hkj_refusal refusals[HKJ_NR_TICK_CAUSES];
	struct hkj_frame frames[HKJ_NR_FRAMES];
	struct hkj_ended ring[HKJ_NR_RING];
	struct hkj_asleep asleep[HKJ_NR_ASLEEP];
	u64 nr_asleep;
	struct hkj_nmi nmis[HKJ_NR_NMIS];
	struct hkj_part parts[HKJ_NR_LONGEST][HKJ_NR_PARTS];
	struct hkj_tally tallies[HKJ_NR_SOURCES];
	int nr_queued_read;
	int nr_queued_due;
	u64 queued_max;
	unsigned long raised[NR_SOFTIRQS];
	struct hkj_waiting waiting ____cacheline_aligned_in_smp;
	atomic_t nr_queued;
	struct hkj_queued queued[HKJ_NR_QUEUED];
};

/* The track of this CPU while its window is open; else NULL. */
DECLARE_PER_CPU(struct hkj_track *, hkj_tracked);

/**
 * hkj_track_here() - the track of this CPU
 *
 * Return: NULL where nothing is measured, which is the first thing every probe
 * on the target's side asks.
 *
 * Context: any, preemption off.
 */
static __always_inline struct hkj_track *hkj_track_here(void)
{
	return this_cpu_read(hkj_tracked);
}

/**
 * hkj_track_is_target() - is a CPU measured right now?
 * @cpu: its number, of any CPU that can be
 *
 * Context: any, on any CPU; may be out of date as soon as it is returned.
 */
static __always_inline bool hkj_track_is_target(unsigned int cpu)
{
	return READ_ONCE(per_cpu(hkj_tracked, cpu));
}

u64 hkj_track_trace_ns(const struct hkj_track *k, u64 cycles);

void hkj_track_reset(struct hkj_target *t);
void hkj_track_open(struct hkj_target *t);
void hkj_track_close(struct hkj_target *t);

void hkj_track_push(struct hkj_track *k, const struct hkj_key *key,
		    const char *name, const struct hkj_who *who);
void hkj_track_push_irq(struct hkj_track *k, const struct hkj_key *key,
			const char *name, const struct hkj_who *who);
void hkj_track_pop(struct hkj_track *k, const struct hkj_key *key);
void hkj_track_rename(struct hkj_track *k, const struct hkj_key *key,
		      const char *name, const struct hkj_who *who);
bool hkj_track_is_top(const struct hkj_track *k, u32 class, u32 id);
void hkj_track_drop(struct hkj_track *k, u32 class);
void hkj_track_switch(struct hkj_track *k, const struct task_struct *prev,
		      const struct task_struct *next, unsigned long function,
		      const struct hkj_who *who, bool is_dead);
void hkj_track_moved(struct hkj_track *k, const struct task_struct *task);
void hkj_track_nmi(struct hkj_track *k, unsigned long handler, u64 ns);
void hkj_track_enter_irq(struct hkj_track *k);
void hkj_track_schedule(struct hkj_track *k, bool is_before);

/**
 * struct hkj_seen - what the loop finds when it looks
 * @nr_parts: interruptions within the gap
 * @parts_net: their net time together
 * @nr_quiet: interruptions since the last look that made no gap
 * @quiet_net: their net time together
 * @top: source of the longest of those within the gap, as &hkj_part.source
 * @top_net: its net time
 * @cause: what the gap is put down to, if there is no interruption in it
 * @evidence: for that
 * @parts: the first of those within the gap
 */
struct hkj_seen {
	u32 nr_parts;
	u64 parts_net;
	u64 nr_quiet;
	u64 quiet_net;
	u32 top;
	u64 top_net;
	enum hkj_cause cause;
	struct hkj_evidence evidence;
	struct hkj_part parts[HKJ_NR_PARTS];
};

void hkj_track_look(struct hkj_track *k, u64 last, u64 now,
		    struct hkj_seen *seen);
void hkj_track_step(struct hkj_track *k, u64 last, struct hkj_seen *seen);
u64 hkj_track_last_run(const struct hkj_track *k, u64 since);
void hkj_track_rehearse(struct hkj_track *k, u64 start);

#endif /* HKJ_TRACK_H */
