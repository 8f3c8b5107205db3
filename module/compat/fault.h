/* SPDX-License-Identifier: GPL-2.0 */
/* Where the tracepoints of page faults are, and what a fault was. */
#ifndef HKJ_COMPAT_FAULT_H
#define HKJ_COMPAT_FAULT_H

#include <linux/types.h>

/*
 * Newer kernels have them for all architectures; before, x86 had its own, with
 * the same arguments. Kbuild asks the headers.
 */
#if defined(HKJ_HAS_FAULT_EVENTS)
#include <trace/events/exceptions.h>
#elif defined(HKJ_HAS_X86_FAULT_EVENTS)
#include <asm/trace/exceptions.h>
#define HKJ_HAS_FAULT_EVENTS
#endif

/* In the order of hkj_fault_names of module/probes/fault.c. */
enum hkj_fault {
	HKJ_FAULT_READ,
	HKJ_FAULT_WRITE,
	HKJ_FAULT_EXEC,
	HKJ_FAULT_PROTECTED,	/* added: the page was there */
	HKJ_NR_FAULTS = 2 * HKJ_FAULT_PROTECTED,
};

#if defined(CONFIG_X86_64)

#include <asm/trap_pf.h>

/**
 * hkj_fault_kind() - what a fault was
 * @code: error code
 *
 * Return: enum hkj_fault, below HKJ_NR_FAULTS.
 */
static inline unsigned int hkj_fault_kind(unsigned long code)
{
	unsigned int kind = HKJ_FAULT_READ;

	if (code & X86_PF_INSTR)
		kind = HKJ_FAULT_EXEC;
	else if (code & X86_PF_WRITE)
		kind = HKJ_FAULT_WRITE;
	return code & X86_PF_PROT ? kind + HKJ_FAULT_PROTECTED : kind;
}

#else

/* The error code is each architecture's own. */
static inline unsigned int hkj_fault_kind(unsigned long code)
{
	return HKJ_FAULT_READ;
}

#endif

#endif /* HKJ_COMPAT_FAULT_H */
