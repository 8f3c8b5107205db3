/* SPDX-License-Identifier: GPL-2.0 */
/* The raw cycle counter of each architecture, and whether it is invariant. */
#ifndef HKJ_COMPAT_CLOCK_H
#define HKJ_COMPAT_CLOCK_H

#include <linux/types.h>

#if defined(CONFIG_X86_64)

#include <asm/msr.h>
#include <asm/tsc.h>

/* 6.16 moved rdtsc() from <asm/msr.h> to <asm/tsc.h>; both are included. */
static __always_inline u64 hkj_cycles(void)
{
	return rdtsc();
}

/*
 * The kernel's own verdict: it marks a TSC unstable that is not synchronized
 * between CPUs, stops in idle states, changes with the frequency, or strays
 * from its watchdog; and it bases its scheduler clock on one that is not. Which
 * CPU flags led there is not asked again: a hypervisor may hide them, and
 * tsc=reliable overrules them. The rate is compared with CLOCK_MONOTONIC_RAW
 * over each run.
 */
static inline bool hkj_cycles_are_invariant(void)
{
	return tsc_khz && !check_tsc_unstable();
}

static inline u64 hkj_cycles_khz(void)
{
	return tsc_khz;
}

#elif defined(CONFIG_ARM64)

#include <asm/sysreg.h>
#include <linux/math.h>

static __always_inline u64 hkj_cycles(void)
{
	return read_sysreg(cntvct_el0);
}

static inline u64 hkj_cycles_khz(void)
{
	return DIV_ROUND_CLOSEST(read_sysreg(cntfrq_el0), 1000);
}

/* The architecture guarantees it (Arm ARM, "The system counter"). */
static inline bool hkj_cycles_are_invariant(void)
{
	return hkj_cycles_khz() > 0;
}

#else

static __always_inline u64 hkj_cycles(void)
{
	return 0;
}

static inline bool hkj_cycles_are_invariant(void)
{
	return false;
}

static inline u64 hkj_cycles_khz(void)
{
	return 0;
}

#endif

#endif /* HKJ_COMPAT_CLOCK_H */
