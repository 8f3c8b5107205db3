// SPDX-License-Identifier: GPL-2.0
/*
 * Who sends IPIs, on kernels that have no tracepoint for it: kprobes on the
 * functions that all senders pass. A function that a kernel does not have
 * leaves its senders unknown, and nothing else.
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/smp.h>

#include "probes/ipi.h"

#ifdef CONFIG_X86_64

static unsigned long argument(const struct pt_regs *regs, unsigned int n)
{
	return n ? regs->si : regs->di;
}

static unsigned long callsite(const struct pt_regs *regs)
{
	return *(const unsigned long *)regs->sp;
}

/* Whom smp_call_function_many_cond() leaves out gets no IPI. */
static bool is_sent(unsigned int cpu, smp_cond_func_t cond, void *info)
{
	return cpu != raw_smp_processor_id() && cpu_online(cpu) &&
	       (!cond || cond(cpu, info));
}

/* smp_call_function_many_cond(mask, func, info, flags, cond) */
static int many_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const struct cpumask *mask = (const void *)argument(regs, 0);
	smp_cond_func_t cond = (smp_cond_func_t)regs->r8;
	unsigned int cpu;

	for_each_cpu(cpu, mask) {
		if (is_sent(cpu, cond, (void *)regs->dx))
			hkj_ipi_queued(cpu, argument(regs, 1), callsite(regs));
	}
	return 0;
}

/* smp_call_function_single(cpu, func, ...); calls on this CPU send nothing */
static int call_pre(struct kprobe *probe, struct pt_regs *regs)
{
	unsigned int cpu = argument(regs, 0);

	if (cpu < nr_cpu_ids && cpu != raw_smp_processor_id())
		hkj_ipi_queued(cpu, argument(regs, 1), callsite(regs));
	return 0;
}

/* smp_call_function_single_async(cpu, csd) */
static int async_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const call_single_data_t *csd = (const void *)argument(regs, 1);
	unsigned int cpu = argument(regs, 0);

	if (cpu < nr_cpu_ids && cpu != raw_smp_processor_id())
		hkj_ipi_queued(cpu, (unsigned long)csd->func, callsite(regs));
	return 0;
}

/* irq_work_queue_on(work, cpu) */
static int irq_work_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const struct irq_work *work = (const void *)argument(regs, 0);
	unsigned int cpu = argument(regs, 1);

	if (cpu < nr_cpu_ids && cpu != raw_smp_processor_id())
		hkj_ipi_queued(cpu, (unsigned long)work->func, callsite(regs));
	return 0;
}

/* native_smp_send_reschedule(cpu) */
static int reschedule_pre(struct kprobe *probe, struct pt_regs *regs)
{
	hkj_ipi_reschedule(argument(regs, 0), callsite(regs));
	return 0;
}

static const struct {
	const char *symbol;
	kprobe_pre_handler_t pre;
} wanted[] = {
	{ "smp_call_function_many_cond", many_pre },
	{ "smp_call_function_single", call_pre },
	{ "smp_call_function_single_async", async_pre },
	{ "irq_work_queue_on", irq_work_pre },
	{ "native_smp_send_reschedule", reschedule_pre },
};

static struct kprobe probes[ARRAY_SIZE(wanted)];
static bool is_attached[ARRAY_SIZE(wanted)];

/**
 * hkj_ipi_kprobes_attach() - attach those that can be
 *
 * Return: 0.
 *
 * Context: process, sleeps.
 */
int hkj_ipi_kprobes_attach(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		probes[i] = (struct kprobe){
			.symbol_name = wanted[i].symbol,
			.pre_handler = wanted[i].pre,
		};
		is_attached[i] = !register_kprobe(&probes[i]);
	}
	return 0;
}

/**
 * hkj_ipi_kprobes_detach() - the opposite; no handler runs afterwards
 *
 * Context: process, sleeps.
 */
void hkj_ipi_kprobes_detach(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		if (is_attached[i])
			unregister_kprobe(&probes[i]);
		is_attached[i] = false;
	}
}

#else

int hkj_ipi_kprobes_attach(void)
{
	return 0;
}

void hkj_ipi_kprobes_detach(void)
{
}

#endif
