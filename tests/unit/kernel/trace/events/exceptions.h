/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

struct pt_regs;

typedef void (*page_fault_probe)(void *data, unsigned long address,
				 struct pt_regs *regs, unsigned long error_code);

static inline void
check_trace_callback_type_page_fault_user(page_fault_probe probe)
{
}
