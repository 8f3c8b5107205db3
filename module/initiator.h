/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who asked for what: a small lossy cache, filled where something is asked for
 * and looked up where it runs.
 */
#ifndef HKJ_INITIATOR_H
#define HKJ_INITIATOR_H

#include <linux/cpumask.h>
#include <linux/string.h>
#include <linux/types.h>

#include <hkjitter/source.h>

struct task_struct;

#define HKJ_NR_CALLERS	8
#define HKJ_UNKNOWN	(-1)
#define HKJ_NOBODY	(-2)

/*
 * What has no address is known by a kind, a CPU and a number; no address is as
 * low as these.
 */
#define HKJ_WHAT_RESCHEDULE	1
#define HKJ_WHAT_CALL		2
#define HKJ_WHAT_TICK		3
#define HKJ_WHAT(kind, cpu, number)					\
	((kind) | (u64)(number) << 4 | (u64)(cpu) << 16)

/* No CPU's number: for what concerns them all. */
#define HKJ_ALL_CPUS	U16_MAX

/* What is wanted besides the task: see hkj_initiator_put(). */
#define HKJ_PUT_STACK	1
#define HKJ_PUT_CAUSE	2

/**
 * struct hkj_who - who asked
 * @comm: the task that was running
 * @pid: its id; HKJ_UNKNOWN, or HKJ_NOBODY where nobody asks
 * @is_self: it is one that measures, see self.h
 * @cpu: where
 * @function: the kernel code that asked; 0 if unknown
 * @cause: what the chain began with that led to this: a callback; 0 if nothing
 * @callers: who called @function, innermost first; 0 where unknown
 */
struct hkj_who {
	char comm[HKJ_COMM_LEN];
	s32 pid;
	bool is_self;
	u32 cpu;
	unsigned long function;
	unsigned long cause;
	unsigned long callers[HKJ_NR_CALLERS];
};

static inline void hkj_who_nobody(struct hkj_who *who)
{
	who->pid = HKJ_NOBODY;
	who->is_self = false;
}

/**
 * hkj_who_copy() - copy who asked for something
 * @to: to be filled; names and callers only of somebody who is known
 * @from: who
 *
 * Context: any.
 */
static __always_inline void hkj_who_copy(struct hkj_who *to, const struct hkj_who *from)
{
	to->pid = from->pid;
	to->is_self = from->is_self;
	to->cpu = from->cpu;
	to->function = from->function;
	to->cause = from->cause;
	if (from->pid < 0)
		return;
	memcpy(to->comm, from->comm, sizeof(to->comm));
	to->callers[0] = from->callers[0];
	if (from->callers[0])
		memcpy(to->callers, from->callers, sizeof(to->callers));
}

/* The session's targets. */
extern struct cpumask hkj_initiator_cpus;

/**
 * hkj_initiator_is_for() - may somebody want to know who asked?
 * @cpu: where what was asked for runs
 *
 * Context: any.
 */
static __always_inline bool hkj_initiator_is_for(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, &hkj_initiator_cpus);
}

int hkj_initiator_init(void);
void hkj_initiator_exit(void);
void hkj_initiator_clear(const struct cpumask *cpus);
void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags);
void hkj_initiator_put_who(u64 what, const struct hkj_who *who);
bool hkj_initiator_get(u64 what, struct hkj_who *who);
void hkj_initiator_forget(bool (*is_gone)(unsigned long address, void *data),
			  void *data);

#endif /* HKJ_INITIATOR_H */
