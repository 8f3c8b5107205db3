/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who asked for what: a small lossy cache, filled where something is asked for
 * and looked up where it runs.
 */
#ifndef HKJ_INITIATOR_H
#define HKJ_INITIATOR_H

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

int hkj_initiator_init(void);
void hkj_initiator_exit(void);
void hkj_initiator_clear(void);
void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags);
void hkj_initiator_put_who(u64 what, const struct hkj_who *who);
bool hkj_initiator_get(u64 what, struct hkj_who *who);
void hkj_initiator_forget(bool (*is_gone)(unsigned long address, void *data),
			  void *data);

#endif /* HKJ_INITIATOR_H */
