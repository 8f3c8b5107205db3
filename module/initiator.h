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

#define HKJ_NR_CALLERS	4
#define HKJ_UNKNOWN	(-1)
#define HKJ_NOBODY	(-2)

/**
 * struct hkj_who - who asked
 * @comm: the task that was running
 * @pid: its id; HKJ_UNKNOWN, or HKJ_NOBODY where nobody asks
 * @is_self: it is one that measures, see self.h
 * @cpu: where
 * @function: the kernel code that asked; 0 if unknown
 * @callers: who called that, innermost first; 0 where unknown
 */
struct hkj_who {
	char comm[HKJ_COMM_LEN];
	s32 pid;
	bool is_self;
	u32 cpu;
	unsigned long function;
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
void hkj_initiator_put(unsigned long what, unsigned int cpu,
		       unsigned long function);
void hkj_initiator_put_stack(unsigned long what, unsigned int cpu,
			     unsigned long function);
bool hkj_initiator_get(unsigned long what, unsigned int cpu,
		       struct hkj_who *who);

#endif /* HKJ_INITIATOR_H */
