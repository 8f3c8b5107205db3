/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

struct pt_regs {
	unsigned long di, si, dx, r8, sp;
};

struct kprobe {
	const char *symbol_name;
};

typedef int (*kprobe_pre_handler_t)(struct kprobe *probe, struct pt_regs *regs);
