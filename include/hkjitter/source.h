/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What interrupted a target, and who asked for it: the second record of
 * /dev/hkjitter, at CPU * HKJ_RECORD_STRIDE + HKJ_DETAILS_OFFSET. Fields as in
 * record.h: cycles unless the name ends in a unit, the machine's byte order.
 */
#ifndef HKJITTER_SOURCE_H
#define HKJITTER_SOURCE_H

#include <hkjitter/hist.h>
#include <hkjitter/ids.h>
#include <hkjitter/limits.h>
#include <hkjitter/record.h>

#define HKJ_DETAILS_MAGIC	0x484b4a32U	/* "HKJ2" */
#define HKJ_DETAILS_OFFSET	(HKJ_RECORD_STRIDE / 2)

#define HKJ_NR_SOURCES		128
#define HKJ_NR_INITIATORS	4
#define HKJ_NR_PARTS		12
#define HKJ_NR_TICK_CAUSES	16
#define HKJ_COMM_LEN		16
#define HKJ_NAME_LEN		32
#define HKJ_FUNCTION_LEN	64

/**
 * struct hkj_initiator - who asked for an interruption
 * @comm: the task that was running where it was asked for
 * @pid: its id
 * @cpu: where
 * @count: how many it asked for
 * @function: the kernel function that asked; empty if unknown
 */
struct hkj_initiator {
	char comm[HKJ_COMM_LEN];
	__s32 pid;
	__u32 cpu;
	__u64 count;
	char function[HKJ_FUNCTION_LEN];
};

/**
 * struct hkj_source - one named origin of interruptions
 * @class: enum hkj_class
 * @id: vector, IRQ or thread number, within the class
 * @count: interruptions
 * @total: their net durations together
 * @min: shortest
 * @max: longest
 * @name: the human name: irq action, softirq, thread comm, workqueue
 * @function: the kernel function that ran; empty if there is none
 * @cause: the callback with which the chain began that led to it, where it follows
 *	from something else; empty if it stands for itself
 * @nr_initiators: how many of @initiators are in use
 * @slot: its place in the module's table, below HKJ_NR_SOURCES; the same for as
 *	long as the session's results stand
 * @nr_unknown: interruptions whose initiator is not known
 * @nr_others: interruptions of initiators for whom there was no room
 * @nr_self: interruptions that the module or its readers have caused
 * @initiators: who asked, most first
 * @histogram: of net durations, in nanoseconds; see hkj_source_slot()
 * @pad2: zero
 */
struct hkj_source {
	__u32 class;
	__u32 id;
	__u64 count;
	__u64 total;
	__u64 min;
	__u64 max;
	char name[HKJ_NAME_LEN];
	char function[HKJ_FUNCTION_LEN];
	char cause[HKJ_FUNCTION_LEN];
	__u32 nr_initiators;
	__u32 slot;
	__u64 nr_unknown;
	__u64 nr_others;
	__u64 nr_self;
	struct hkj_initiator initiators[HKJ_NR_INITIATORS];
	__u32 histogram[HKJ_SOURCE_SLOTS];
	__u32 pad2;
};

/**
 * struct hkj_part - one interruption within a gap
 * @start: when it began
 * @net: its net duration
 * @source: index into &hkj_details.sources; HKJ_NR_SOURCES if it found no room
 *	there
 * @pad: zero
 */
struct hkj_part {
	__u64 start;
	__u64 net;
	__u32 source;
	__u32 pad;
};

/**
 * struct hkj_tick_cause - who or what stood against stopping the tick
 * @dep: enum hkj_tick_dep
 * @pid: id of the task behind it; 0 for an interrupt, -1 if it is not known
 * @count: how often
 * @comm: name of the task; "[hardirq]" or "[softirq]" for an interrupt
 * @function: the kernel function behind it; empty if unknown
 */
struct hkj_tick_cause {
	__u32 dep;
	__s32 pid;
	__u64 count;
	char comm[HKJ_COMM_LEN];
	char function[HKJ_FUNCTION_LEN];
};

/**
 * struct hkj_details - sources of a target, and the parts of its longest gaps
 * @magic: HKJ_DETAILS_MAGIC
 * @version: HKJ_RECORD_VERSION
 * @size: of this structure
 * @cpu: the target CPU
 * @session: number of the session
 * @nr_sources: how many of @sources are in use
 * @nr_tick_causes: how many of @tick_causes are in use
 * @ticks: refusals to stop the tick, by enum hkj_tick_dep
 * @tick_causes: the same, by who or what was behind them; those that there was no
 *	room for are in @ticks alone
 * @parts: of the longest gaps, by &hkj_gap.slot
 * @sources: the sources
 */
struct hkj_details {
	__u32 magic;
	__u32 version;
	__u32 size;
	__u32 cpu;
	__u64 session;
	__u32 nr_sources;
	__u32 nr_tick_causes;
	__u64 ticks[HKJ_NR_TICK_DEPS];
	struct hkj_tick_cause tick_causes[HKJ_NR_TICK_CAUSES];
	struct hkj_part parts[HKJ_NR_LONGEST][HKJ_NR_PARTS];
	struct hkj_source sources[HKJ_NR_SOURCES];
};

#endif /* HKJITTER_SOURCE_H */
