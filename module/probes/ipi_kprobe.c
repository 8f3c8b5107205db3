// SPDX-License-Identifier: GPL-2.0
/*
 * Who sends IPIs, on kernels that have no tracepoint for it: kprobes on the
 * functions that all senders pass.
 */
#include <linux/cpumask.h>
#include <linux/smp.h>

#include "probes/ipi.h"
#include "probes/kprobe.h"
#include "probes/probe.h"
#include "symbol.h"

#if defined(CONFIG_X86_64) && !defined(HKJ_HAS_CSD_EVENTS)

/* Whom smp_call_function_many_cond() leaves out gets no IPI. */
static bool is_sent(unsigned int cpu, smp_cond_func_t cond, void *info)
{
	return cpu != raw_smp_processor_id() && cpu_online(cpu) &&
	       (!cond || cond(cpu, info));
}

/* smp_call_function_many_cond(mask, func, info, flags, cond) */
static int many_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const struct cpumask *mask = (const void *)hkj_kprobe_argument(regs, 0);
	smp_cond_func_t cond = (smp_cond_func_t)regs->r8;
	unsigned int cpu;

	for_each_cpu(cpu, mask) {
		if (is_sent(cpu, cond, (void *)regs->dx))
			hkj_ipi_queued(cpu, hkj_kprobe_argument(regs, 1),
				       hkj_kprobe_callsite(regs));
	}
	return 0;
}

static void called(unsigned int cpu, unsigned long function,
		   const struct pt_regs *regs)
{
	if (cpu < nr_cpu_ids && cpu != raw_smp_processor_id() && cpu_online(cpu))
		hkj_ipi_queued(cpu, function, hkj_kprobe_callsite(regs));
}

/* smp_call_function_single(cpu, func, ...) */
static int call_pre(struct kprobe *probe, struct pt_regs *regs)
{
	called(hkj_kprobe_argument(regs, 0), hkj_kprobe_argument(regs, 1), regs);
	return 0;
}

/* smp_call_function_single_async(cpu, csd): refuses what is queued already. */
static int async_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const call_single_data_t *csd = (const void *)hkj_kprobe_argument(regs, 1);

	if (!(READ_ONCE(csd->node.u_flags) & CSD_FLAG_LOCK))
		called(hkj_kprobe_argument(regs, 0), (unsigned long)csd->func, regs);
	return 0;
}

/* What the wake-ups run that are queued to a CPU; 0 if unknown. */
static unsigned long ttwu_function;

/*
 * __smp_call_single_queue(cpu, node): the works of irq_work_queue_on(), and
 * wake-ups. The calls above may go through it, or through a copy of it.
 */
static int queue_pre(struct kprobe *probe, struct pt_regs *regs)
{
	const call_single_data_t *csd =
		container_of((struct llist_node *)hkj_kprobe_argument(regs, 1),
			     call_single_data_t, node.llist);
	unsigned int type = csd->node.u_flags & CSD_FLAG_TYPE_MASK;

	if (type == CSD_TYPE_TTWU)
		called(hkj_kprobe_argument(regs, 0), ttwu_function, regs);
	else if (type == CSD_TYPE_IRQ_WORK)
		called(hkj_kprobe_argument(regs, 0), (unsigned long)csd->func, regs);
	return 0;
}

/* flush_smp_call_function_queue() */
static int flush_pre(struct kprobe *probe, struct pt_regs *regs)
{
	hkj_ipi_flushed();
	return 0;
}

/* native_smp_send_reschedule(cpu) */
static int reschedule_pre(struct kprobe *probe, struct pt_regs *regs)
{
	hkj_ipi_reschedule(hkj_kprobe_argument(regs, 0),
			   hkj_kprobe_callsite(regs));
	return 0;
}

struct hkj_kprobe hkj_ipi_kprobes[] = {
	{ "smp_call_function_many_cond", many_pre },
	{ "smp_call_function_single", call_pre },
	{ "smp_call_function_single_async", async_pre },
	{ "__smp_call_single_queue", queue_pre },
	{ "flush_smp_call_function_queue", flush_pre },
	{ "native_smp_send_reschedule", reschedule_pre },
	{}
};

/**
 * hkj_ipi_init() - look up what the probes need
 *
 * Context: module init.
 */
void hkj_ipi_init(void)
{
	ttwu_function = hkj_symbol("sched_ttwu_pending");
}

#else

struct hkj_kprobe hkj_ipi_kprobes[] = {
	{}
};

void hkj_ipi_init(void)
{
}

#endif
