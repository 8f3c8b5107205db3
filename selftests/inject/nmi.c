// SPDX-License-Identifier: GPL-2.0
/*
 * NMIs, sent as the kernel sends them to have a CPU's backtrace.
 */
#include <linux/atomic.h>
#include <linux/sched/clock.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#include "inject.h"

static const char name[] = "hkj_inject";
static atomic_t target = ATOMIC_INIT(-1);
static u64 *took_ns;

/* Every handler is asked at each NMI: only what we have sent is ours. */
static noinline int inject_nmi_fn(unsigned int type, struct pt_regs *regs)
{
	int cpu = raw_smp_processor_id();
	u64 begin = sched_clock();

	if (atomic_cmpxchg(&target, cpu, -1) != cpu)
		return NMI_DONE;
	inject_spend();
	if (took_ns)
		WRITE_ONCE(*took_ns, sched_clock() - begin);
	else
		inject_done();
	return NMI_HANDLED;
}

/**
 * inject_send_nmi() - one NMI
 * @cpu: to whom; may be this CPU
 *
 * Context: any but NMI; between inject_begin_nmi() and inject_end_nmi().
 */
void inject_send_nmi(unsigned int cpu)
{
	atomic_set(&target, cpu);
	apic->send_IPI(cpu, NMI_VECTOR);
}

/**
 * inject_begin_nmi() - be ready for NMIs
 * @took: where each puts how long it took, in nanoseconds, if it is a part of a
 *	noise; NULL if each is a noise of its own
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_begin_nmi(u64 *took)
{
	took_ns = took;
	return register_nmi_handler(NMI_LOCAL, inject_nmi_fn, 0, name);
}

/**
 * inject_end_nmi() - undo inject_begin_nmi()
 *
 * Context: process, sleeps.
 */
void inject_end_nmi(void)
{
	unregister_nmi_handler(NMI_LOCAL, name);
	atomic_set(&target, -1);
}

static int post_nmi(const struct inject_order *order)
{
	inject_send_nmi(order->cpu);
	return 0;
}

/**
 * inject_nmi() - NMIs
 * @order: what is asked for
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_nmi(const struct inject_order *order)
{
	int error = inject_begin_nmi(NULL);

	if (error)
		return error;
	error = inject_repeat(order, post_nmi);
	inject_end_nmi();
	return error;
}
