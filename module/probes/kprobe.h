/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on functions, for what no tracepoint tells.
 */
#ifndef HKJ_KPROBE_H
#define HKJ_KPROBE_H

#include <linux/kprobes.h>

/**
 * struct hkj_kprobe - one handler on one function
 * @symbol: the function; a kernel that lacks it leaves unknown what it would tell
 * @pre: called there, with the function's arguments in the registers
 * @probe: the kernel's part
 * @is_attached: right now
 * @is_unseen: it cannot be attached, or could not when that was tried last
 */
struct hkj_kprobe {
	const char *symbol;
	kprobe_pre_handler_t pre;
	struct kprobe probe;
	bool is_attached;
	bool is_unseen;
};

/* A list ends with a row without a symbol. */
extern struct hkj_kprobe hkj_ipi_kprobes[];
extern struct hkj_kprobe hkj_tick_kprobes[];

#ifdef CONFIG_X86_64

static inline unsigned long hkj_kprobe_argument(const struct pt_regs *regs,
						unsigned int n)
{
	return n ? regs->si : regs->di;
}

/* Where the function was called from. */
static inline unsigned long hkj_kprobe_callsite(const struct pt_regs *regs)
{
	return *(const unsigned long *)regs->sp;
}

#endif

void hkj_kprobes_init(void);
void hkj_kprobes_attach(void);
void hkj_kprobes_detach(void);
int hkj_kprobes_show_unseen(char *buf, size_t size);

#endif /* HKJ_KPROBE_H */
