// SPDX-License-Identifier: GPL-2.0
/*
 * System management interrupts on the target, in a virtual machine.
 *
 * A CPU that has never taken one enters system management mode at its reset
 * address, 0x38000: ordinary memory, which the kernel leaves alone with all of the
 * first megabyte. A few instructions are put there that spend the time and
 * return; then the target gets an SMI from its local APIC. Firmware may have moved
 * CPU 0's entry elsewhere, with a handler of its own: then nothing is counted
 * here, and the order fails.
 */
#include <linux/errno.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "inject.h"

#ifdef CONFIG_X86_64

#include <asm/apic.h>
#include <asm/cpufeature.h>
#include <asm/tsc.h>

#define ENTRY		0x38000UL
#define COUNTER		0x38100UL	/* on the same page */
#define SAVED_STATE	0x3fe00UL	/* the CPU writes up to 0x40000 */
#define CODE_CYCLES	12		/* where in the code the time is */

/* 16-bit code, with its segment at 0x30000. */
static const u8 code[] = {
	0x0f, 0x31,				/* rdtsc		*/
	0x66, 0x89, 0xc3,			/* mov %eax, %ebx	*/
	0x0f, 0x31,				/* again: rdtsc		*/
	0x66, 0x29, 0xd8,			/* sub %ebx, %eax	*/
	0x66, 0x3d, 0, 0, 0, 0,			/* cmp $cycles, %eax	*/
	0x72, 0xf3,				/* jb again		*/
	0x2e, 0x66, 0xff, 0x06, 0x00, 0x81,	/* incl %cs:0x8100	*/
	0x0f, 0xaa,				/* rsm			*/
};

static u8 saved_code[sizeof(code)];
static u8 saved_state[0x40000 - SAVED_STATE];

static bool is_reserved(unsigned long address)
{
	return PageReserved(pfn_to_page(address >> PAGE_SHIFT));
}

static void code_put(u64 spin_ns)
{
	u8 *entry = __va(ENTRY);
	u32 cycles = div_u64(spin_ns * tsc_khz, 1000000);

	memcpy(saved_code, entry, sizeof(code));
	memcpy(saved_state, __va(SAVED_STATE), sizeof(saved_state));
	memcpy(entry, code, sizeof(code));
	memcpy(entry + CODE_CYCLES, &cycles, sizeof(cycles));
	WRITE_ONCE(*(u32 *)__va(COUNTER), 0);
}

static void code_remove(void)
{
	memcpy(__va(ENTRY), saved_code, sizeof(code));
	memcpy(__va(SAVED_STATE), saved_state, sizeof(saved_state));
}

static int post_smi(const struct inject_order *order)
{
	const unsigned int *counter = __va(COUNTER);
	unsigned int want = READ_ONCE(*counter) + 1;

	apic->icr_write(APIC_DM_SMI, per_cpu(x86_cpu_to_apicid, order->cpu));
	if (!inject_wait(counter, want))
		return -ETIMEDOUT;
	inject_done();
	return 0;
}

/**
 * inject_smi() - SMIs to the target
 * @order: what is asked for
 *
 * Return: 0; -EOPNOTSUPP on real hardware, whose firmware is not to be played
 * with; -EBUSY if the memory is in use; -ETIMEDOUT if an SMI did not come here.
 *
 * Context: process, sleeps.
 */
int inject_smi(const struct inject_order *order)
{
	int error;

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return -EOPNOTSUPP;
	if (!is_reserved(ENTRY) || !is_reserved(SAVED_STATE))
		return -EBUSY;
	code_put(order->spin_ns);
	error = inject_repeat(order, post_smi);
	code_remove();
	return error;
}

#else

int inject_smi(const struct inject_order *order)
{
	return -EOPNOTSUPP;
}

#endif
