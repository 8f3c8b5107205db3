// SPDX-License-Identifier: GPL-2.0
/*
 * A vector for which the kernel has no tracepoint: that of KVM's posted
 * interrupts. Its handler counts it, and does nothing.
 */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/hardirq.h>
#include <linux/percpu.h>

#include "compat/evidence.h"
#include "inject.h"

#if defined(CONFIG_X86_64) && IS_ENABLED(CONFIG_KVM)

#include <asm/apic.h>
#include <asm/irq_vectors.h>

static int post_vector(const struct inject_order *order)
{
	const unsigned int *counter =
		&HKJ_IRQ_COUNT(&per_cpu(irq_stat, order->cpu), kvm_posted_intr_ipis, POSTED_INTR);
	unsigned int want = READ_ONCE(*counter) + 1;

	apic->icr_write(APIC_DM_FIXED | POSTED_INTR_VECTOR,
			per_cpu(x86_cpu_to_apicid, order->cpu));
	if (!inject_wait(counter, want))
		return -ETIMEDOUT;
	inject_done();
	return 0;
}

/**
 * inject_vector() - interrupts that no tracepoint tells
 * @order: what is asked for; they take no time of their own
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps.
 */
int inject_vector(const struct inject_order *order)
{
	return inject_repeat(order, post_vector);
}

#else

int inject_vector(const struct inject_order *order)
{
	return -EOPNOTSUPP;
}

#endif
