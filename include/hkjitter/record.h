/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Record layouts that the module hands to the tool through /dev/hkjitter: a read
 * of a whole record at offset CPU * HKJ_RECORD_STRIDE gives a consistent copy of
 * that target CPU. All fields are in the machine's own byte order and naturally
 * aligned. Times and durations are cycles of the session's
 * clock unless the name ends in a unit; hkj_scale_ns() makes them nanoseconds.
 *
 * The layout is private to one version of module and tool: HKJ_RECORD_VERSION
 * is raised with each change, and a reader refuses any other.
 */
#ifndef HKJITTER_RECORD_H
#define HKJITTER_RECORD_H

#include <hkjitter/hist.h>
#include <hkjitter/ids.h>
#include <hkjitter/limits.h>
#include <hkjitter/scale.h>

#define HKJ_RECORD_MAGIC	0x484b4a31U	/* "HKJ1" */
#define HKJ_RECORD_VERSION	5U

/* Distance of two target CPUs in /dev/hkjitter; room for records to grow. */
#define HKJ_RECORD_STRIDE	(1ULL << 20)

/**
 * struct hkj_clock_pair - one moment on four clocks
 * @cycles: the session's clock
 * @trace_ns: ftrace's default clock ("local")
 * @mono_raw_ns: CLOCK_MONOTONIC_RAW
 * @realtime_ns: CLOCK_REALTIME
 */
struct hkj_clock_pair {
	__u64 cycles;
	__u64 trace_ns;
	__u64 mono_raw_ns;
	__u64 realtime_ns;
};

/**
 * struct hkj_gap - one gap
 * @start: last clock read before it
 * @duration: up to the first clock read after it
 * @slot: where its parts are, in &hkj_details.parts
 * @nr_parts: how many interruptions it holds; those beyond HKJ_NR_PARTS are not
 *	kept one by one
 * @cause: enum hkj_cause; of a gap that holds none
 * @pad: zero
 */
struct hkj_gap {
	__u64 start;
	__u64 duration;
	__u32 slot;
	__u32 nr_parts;
	__u32 cause;
	__u32 pad;
};

/* Gaps of one cause, and their durations together. */
struct hkj_cause_sum {
	__u64 count;
	__u64 total;
};

/* A counter that this machine does not have. */
#define HKJ_NOT_COUNTED		(~0ULL)

/**
 * struct hkj_second - gaps that ended within one second of the window
 * @number: which second, from 0
 * @nr_gaps: number of gaps; a gap that spans seconds is of the one in which it
 *	ended
 * @gaps: sum of them
 * @longest: longest of them
 * @top: &hkj_source.slot of the longest interruption in @longest;
 *	HKJ_NR_SOURCES if that is unexplained, or its source found no room
 * @pad: zero
 */
struct hkj_second {
	__u64 number;
	__u64 nr_gaps;
	__u64 gaps;
	__u64 longest;
	__u32 top;
	__u32 pad;
};

/**
 * struct hkj_books - what one target CPU has counted
 * @runtime: from the first clock read of the window to the last
 * @quiet: time between gaps, added up segment by segment
 * @gaps: sum of all gaps; @runtime == @quiet + @gaps, to the cycle
 * @gap_min: shortest gap; all ones while there is none
 * @gap_max: longest gap
 * @nr_gaps: number of gaps, which is the sum of the histogram's slots
 * @own: part of @quiet: turns that held the loop's own bookkeeping
 * @nr_turns: clock reads of the loop
 * @nr_upkeeps: how often the loop paused for RCU (about once a millisecond)
 * @nr_reliefs: how often a FIFO loop stepped back for a starved thread
 * @nr_clock_steps: clock reads below the one before; the books stop a step
 * @nr_migrations: gaps after which the loop found itself on another CPU
 * @nr_parts: interruptions within gaps
 * @parts: their net durations together
 * @transition: what interruptions do not cover of gaps that hold one
 * @nr_unexplained: gaps that hold no interruption
 * @unexplained: their durations together;
 *	@gaps == @parts + @transition + @unexplained, to the cycle
 * @unexplained_max: the longest of them
 * @causes: what they are put down to, by enum hkj_cause; their counts and sums
 *	add up to @nr_unexplained and @unexplained
 * @nr_smis: SMIs within the window, in whatever gap; HKJ_NOT_COUNTED where the
 *	CPU does not tell
 * @steal_ns: what the hypervisor has taken by its own account, in whatever gap;
 *	HKJ_NOT_COUNTED where it gives none
 * @nr_vectors: vectors that have no tracepoint, in whatever gap; HKJ_NOT_COUNTED
 *	where the kernel does not tell
 * @is_clock_doubtful: 1 if the kernel found the session's clock unstable
 *	meanwhile
 * @nr_self: interruptions that this module, or whoever reads its files, has
 *	caused
 * @lost: what was lost on the way to the sources, by enum hkj_loss
 * @nr_quiet_parts: interruptions that made no gap, being shorter than the
 *	threshold
 * @quiet_parts: their net durations together, which are part of @quiet
 * @last: newest clock read that the books cover
 */
struct hkj_books {
	__u64 runtime;
	__u64 quiet;
	__u64 gaps;
	__u64 gap_min;
	__u64 gap_max;
	__u64 nr_gaps;
	__u64 own;
	__u64 nr_turns;
	__u64 nr_upkeeps;
	__u64 nr_reliefs;
	__u64 nr_clock_steps;
	__u64 nr_migrations;
	__u64 nr_parts;
	__u64 parts;
	__u64 transition;
	__u64 nr_unexplained;
	__u64 unexplained;
	__u64 unexplained_max;
	struct hkj_cause_sum causes[HKJ_NR_CAUSES];
	__u64 nr_smis;
	__u64 steal_ns;
	__u64 nr_vectors;
	__u64 is_clock_doubtful;
	__u64 nr_self;
	__u64 lost[HKJ_NR_LOSSES];
	__u64 nr_quiet_parts;
	__u64 quiet_parts;
	__u64 last;
};

/**
 * struct hkj_turn - the loop's own cost, measured on the target before the window
 * @min: mean turn of the quickest of several short stretches, rounded down
 * @sum: length of the median stretch
 * @nr: turns in the median stretch; @sum / @nr is the mean turn
 * @upkeep_max: what a turn that holds the loop's own bookkeeping (an upkeep, or
 *	the recording of a gap) may take; such a turn is a gap only when it is
 *	longer than the threshold by more than this
 */
struct hkj_turn {
	__u64 min;
	__u64 sum;
	__u64 nr;
	__u64 upkeep_max;
};

/**
 * struct hkj_snapshot - a consistent copy of one target CPU
 * @magic: HKJ_RECORD_MAGIC
 * @version: HKJ_RECORD_VERSION
 * @size: of this structure, in bytes
 * @cpu: the target CPU
 * @state: enum hkj_state, of this target
 * @stop_reason: enum hkj_stop_reason
 * @clock_kind: enum hkj_clock_kind
 * @nr_longest: how many of @longest are in use, longest first
 * @session: number of the session since the module was loaded, from 1
 * @threshold: gaps are this long or longer
 * @threshold_ns: the same in nanoseconds
 * @scale: from cycles to nanoseconds
 * @start: the window's begin
 * @stop: the window's end; zero while it runs
 * @turn: the loop's own cost
 * @books: what was counted
 * @longest: the longest gaps
 * @histogram: of all gaps, in nanoseconds; see hist.h
 * @nr_seconds: how many seconds of the window had a gap so far
 * @seconds: the newest of them; the how many-th, from 0, is at that number modulo
 *	HKJ_NR_SECONDS
 */
struct hkj_snapshot {
	__u32 magic;
	__u32 version;
	__u32 size;
	__u32 cpu;
	__u32 state;
	__u32 stop_reason;
	__u32 clock_kind;
	__u32 nr_longest;
	__u64 session;
	__u64 threshold;
	__u64 threshold_ns;
	struct hkj_scale scale;
	struct hkj_clock_pair start;
	struct hkj_clock_pair stop;
	struct hkj_turn turn;
	struct hkj_books books;
	struct hkj_gap longest[HKJ_NR_LONGEST];
	__u64 histogram[HKJ_HIST_SLOTS];
	__u64 nr_seconds;
	struct hkj_second seconds[HKJ_NR_SECONDS];
};

#endif /* HKJITTER_RECORD_H */
