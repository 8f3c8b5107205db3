/* SPDX-License-Identifier: GPL-2.0 */
/* Counters of what takes a CPU away without the kernel's knowledge. */
#ifndef HKJ_COMPAT_EVIDENCE_H
#define HKJ_COMPAT_EVIDENCE_H

#include <linux/errno.h>
#include <linux/types.h>
#include <linux/version.h>

#include <hkjitter/record.h>

#ifdef CONFIG_X86_64

#include <linux/hardirq.h>
#include <linux/kvm_para.h>
#include <linux/mm.h>
#include <linux/percpu.h>

#include <asm/cpufeature.h>
#include <asm/msr.h>

/* 6.16 named the accessors by their width. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define HKJ_RDMSR_SAFE	rdmsrq_safe
#else
#define HKJ_RDMSR_SAFE	rdmsrl_safe
#endif

/**
 * hkj_smi_read() - how many SMIs this CPU has taken since it was reset
 * @nr: to be filled
 *
 * Intel's CPUs count from Nehalem on. In a virtual machine the counter is the
 * machine's own: it does not tell SMIs of the host.
 *
 * Return: 0, or an errno where the CPU does not count.
 *
 * Context: any.
 */
static inline int hkj_smi_read(u64 *nr)
{
	return HKJ_RDMSR_SAFE(MSR_SMI_COUNT, nr);
}

static inline bool hkj_is_guest(void)
{
	return boot_cpu_has(X86_FEATURE_HYPERVISOR);
}

/**
 * hkj_steal_clock() - where the hypervisor keeps this CPU's steal clock
 *
 * The kernel's accessor is not exported; but the register that tells KVM where
 * to write can be read.
 *
 * Return: for hkj_steal_read(); NULL if there is none.
 *
 * Context: the CPU, preemption or migration off.
 */
static inline const void *hkj_steal_clock(void)
{
	u64 value;

	if (!kvm_para_available() ||
	    HKJ_RDMSR_SAFE(MSR_KVM_STEAL_TIME, &value) ||
	    !(value & KVM_MSR_ENABLED))
		return NULL;
	value &= ~(u64)KVM_STEAL_RESERVED_MASK & ~(u64)KVM_MSR_ENABLED;
	return pfn_valid(value >> PAGE_SHIFT) ? __va(value) : NULL;
}

/*
 * An odd version is being written. The hypervisor writes while this CPU does not
 * run, so that one that stays odd is none that we could wait for.
 */
static inline u64 hkj_steal_read(const void *clock)
{
	const struct kvm_steal_time *st = clock;
	unsigned int tries = 4;
	u32 version;
	u64 ns;

	do {
		version = READ_ONCE(st->version);
		/* Pairs with the hypervisor's write of an odd version. */
		virt_rmb();
		ns = READ_ONCE(st->steal);
		/* Pairs with its write of the next even one. */
		virt_rmb();
	} while (--tries &&
		 ((version & 1) || READ_ONCE(st->version) != version));
	return ns;
}

/* The counters are fields each, or in 7.3 an array: Kbuild asks the headers. */
#if defined(HKJ_HAS_IRQ_STAT)
#define HKJ_IRQ_COUNT(stat, field, index)	((stat)->field)
#elif defined(HKJ_HAS_IRQ_COUNTS)
#define HKJ_IRQ_COUNT(stat, field, index)	((stat)->counts[IRQ_COUNT_##index])
#endif

#ifdef HKJ_IRQ_COUNT

/**
 * hkj_vectors_read() - vectors this CPU has taken that have no tracepoint
 * @nr: to be filled, modulo 2^32
 *
 * NMIs are among them: their tracepoint tells handlers that had something to do,
 * but not an NMI that nobody had sent for. Machine checks are not: their counter
 * is not exported.
 *
 * Return: 0, or an errno where the kernel does not tell.
 *
 * Context: the CPU.
 */
static inline int hkj_vectors_read(u32 *nr)
{
	const irq_cpustat_t *stat = raw_cpu_ptr(&irq_stat);

	*nr = READ_ONCE(HKJ_IRQ_COUNT(stat, __nmi_count, NMI));
	/* 6.9 left HAVE_KVM out on x86. */
#if defined(CONFIG_HAVE_KVM) || IS_ENABLED(CONFIG_KVM)
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, kvm_posted_intr_ipis, POSTED_INTR));
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, kvm_posted_intr_wakeup_ipis, POSTED_INTR_WAKEUP));
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, kvm_posted_intr_nested_ipis, POSTED_INTR_NESTED));
#endif
#ifdef CONFIG_X86_HV_CALLBACK_VECTOR
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, irq_hv_callback_count, HYPERVISOR_CALLBACK));
#endif
#if IS_ENABLED(CONFIG_HYPERV)
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, irq_hv_reenlightenment_count,
				       HYPERV_REENLIGHTENMENT));
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, hyperv_stimer0_count, HYPERV_STIMER0));
#endif
#ifdef CONFIG_X86_POSTED_MSI
	*nr += READ_ONCE(HKJ_IRQ_COUNT(stat, posted_msi_notification_count,
				       POSTED_MSI_NOTIFICATION));
#endif
	return 0;
}

#else

static inline int hkj_vectors_read(u32 *nr)
{
	return -EOPNOTSUPP;
}

#endif

#else /* CONFIG_X86_64 */

static inline int hkj_smi_read(u64 *nr)
{
	return -EOPNOTSUPP;
}

static inline bool hkj_is_guest(void)
{
	return false;
}

static inline const void *hkj_steal_clock(void)
{
	return NULL;
}

static inline u64 hkj_steal_read(const void *clock)
{
	return 0;
}

static inline int hkj_vectors_read(u32 *nr)
{
	return -EOPNOTSUPP;
}

#endif

#endif /* HKJ_COMPAT_EVIDENCE_H */
