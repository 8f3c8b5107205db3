/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers and their names, as they stand in the records, in sysfs and in the
 * result file. A name never changes its meaning; new ones are added at the end.
 */
#ifndef HKJITTER_IDS_H
#define HKJITTER_IDS_H

/* X-macros: one list each, from which the enum and the names are made. */
#define HKJ_STATES(X)							\
	X(IDLE,		"idle")		/* nothing measured yet */	\
	X(STARTING,	"starting")	/* threads up, clock calibrated */ \
	X(RUNNING,	"running")	/* inside the window */		\
	X(DONE,		"done")		/* results stand until the next start */

#define HKJ_STOP_REASONS(X)						\
	X(NONE,		"none")		/* still running */		\
	X(DURATION,	"duration")	/* duration_ms has passed */	\
	X(REQUEST,	"request")	/* run was written 0 */		\
	X(OFFLINE,	"offline")	/* the target CPU went offline */ \
	X(STOP_ABOVE,	"stop_above")	/* a gap above stop_above_ns */	\
	X(UNLOAD,	"unload")	/* the module was unloaded */ \
	X(WORKLOAD,	"workload")	/* the user workload has ended */

#define HKJ_WORKLOADS(X)						\
	X(KERNEL,	"kernel")	/* the module's busy loop */	\
	X(USER,		"user")		/* a loop in user space, see workload.h */

#define HKJ_POLICIES(X)							\
	X(OTHER,	"other")	/* SCHED_OTHER, nice 0 */	\
	X(FIFO,		"fifo")		/* SCHED_FIFO, with its priority */

#define HKJ_CLOCKS(X)							\
	X(CYCLES,	"cycles")	/* raw invariant counter: x86 TSC, arm64 CNTVCT */ \
	X(SCHED,	"sched")	/* the scheduler's clock, in ns */

/* Kinds of sources. */
#define HKJ_CLASSES(X)							\
	X(NMI,		"nmi")		/* handler of an NMI */		\
	X(IRQ,		"irq")		/* device interrupt, by number and action */ \
	X(TIMER,	"timer")	/* timer interrupt; timer callback, by function */ \
	X(IPI,		"ipi")		/* from another CPU: vector, or callback by function */ \
	X(VECTOR,	"vector")	/* other vectors: irq_work, thermal, ... */ \
	X(SOFTIRQ,	"softirq")	/* by vector */			\
	X(WORK,		"work")		/* workqueue item, by function */ \
	X(THREAD,	"thread")	/* task that ran, by comm */	\
	X(FAULT,	"fault")	/* page fault of a user workload */ \
	X(KERNEL,	"kernel")	/* around others: leaving interrupts, scheduling */

/* What a gap is put down to that holds no interruption; see cause.h. */
#define HKJ_CAUSES(X)							\
	X(CLOCK,	"clock")	/* the other clock saw no time pass */ \
	X(SMI,		"smi")		/* firmware ran: its counter moved */ \
	X(STEAL,	"steal")	/* the hypervisor ran something else */ \
	X(VECTORS,	"vectors")	/* an interrupt without a tracepoint came */ \
	X(UNKNOWN,	"unknown")	/* nothing speaks for any of them */

/*
 * What was lost on the way from an interruption to its source. Times are not:
 * the books balance with losses as well.
 */
#define HKJ_LOSSES(X)							\
	X(SOURCES,	"sources")	/* the table of sources was full */ \
	X(FRAMES,	"frames")	/* too many nested or asleep, or no end seen */ \
	X(PARTS,	"parts")	/* too many at once to be kept one by one */ \
	X(INITIATORS,	"initiators")	/* who asked is not known */

/* Why the kernel refused to stop the tick: trace_tick_stop()'s dependency. */
#define HKJ_TICK_DEPS(X)						\
	X(POSIX_TIMER,		"posix_timer")				\
	X(PERF_EVENTS,		"perf_events")				\
	X(SCHED,		"sched")				\
	X(CLOCK_UNSTABLE,	"clock_unstable")			\
	X(RCU,			"rcu")					\
	X(RCU_EXP,		"rcu_exp")

enum hkj_state {
#define X(id, name)	HKJ_STATE_##id,
	HKJ_STATES(X)
#undef X
	HKJ_NR_STATES
};

enum hkj_stop_reason {
#define X(id, name)	HKJ_STOP_##id,
	HKJ_STOP_REASONS(X)
#undef X
	HKJ_NR_STOP_REASONS
};

enum hkj_workload {
#define X(id, name)	HKJ_WORKLOAD_##id,
	HKJ_WORKLOADS(X)
#undef X
	HKJ_NR_WORKLOADS
};

enum hkj_policy {
#define X(id, name)	HKJ_POLICY_##id,
	HKJ_POLICIES(X)
#undef X
	HKJ_NR_POLICIES
};

enum hkj_clock_kind {
#define X(id, name)	HKJ_CLOCK_##id,
	HKJ_CLOCKS(X)
#undef X
	HKJ_NR_CLOCKS
};

enum hkj_class {
#define X(id, name)	HKJ_CLASS_##id,
	HKJ_CLASSES(X)
#undef X
	HKJ_NR_CLASSES
};

enum hkj_cause {
#define X(id, name)	HKJ_CAUSE_##id,
	HKJ_CAUSES(X)
#undef X
	HKJ_NR_CAUSES
};

enum hkj_loss {
#define X(id, name)	HKJ_LOST_##id,
	HKJ_LOSSES(X)
#undef X
	HKJ_NR_LOSSES
};

/* In the kernel's own order: bit N of TICK_DEP_MASK_*. */
enum hkj_tick_dep {
#define X(id, name)	HKJ_TICK_##id,
	HKJ_TICK_DEPS(X)
#undef X
	HKJ_NR_TICK_DEPS
};

/* static const char * const names[] = { HKJ_NAMES(HKJ_STATES) }; */
#define HKJ_NAME(id, name)	name,
#define HKJ_NAMES(list)		list(HKJ_NAME)

#endif /* HKJITTER_IDS_H */
