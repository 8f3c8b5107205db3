// SPDX-License-Identifier: GPL-2.0
/*
 * Who sets what stands against stopping the tick, of one CPU or of all: perf, RCU
 * and others. No tracepoint tells: kprobes on the functions that all of them call.
 * What the scheduler sets is known better by the tasks themselves (tick.c).
 */
#include <linux/cpumask.h>

#include "probes/kprobe.h"
#include "track.h"

#ifdef CONFIG_X86_64

static void dep_set(unsigned int cpu, unsigned long dep,
		    const struct pt_regs *regs)
{
	if (dep < HKJ_NR_TICK_DEPS && dep != HKJ_TICK_SCHED)
		hkj_initiator_put(HKJ_WHAT(HKJ_WHAT_TICK, cpu, dep),
				  hkj_kprobe_callsite(regs), HKJ_PUT_STACK);
}

/* tick_nohz_dep_set(bit) */
static int set_pre(struct kprobe *probe, struct pt_regs *regs)
{
	dep_set(HKJ_ALL_CPUS, hkj_kprobe_argument(regs, 0), regs);
	return 0;
}

/* tick_nohz_dep_set_cpu(cpu, bit) */
static int set_cpu_pre(struct kprobe *probe, struct pt_regs *regs)
{
	unsigned int cpu = hkj_kprobe_argument(regs, 0);

	if (cpu < nr_cpu_ids && hkj_track_is_target(cpu))
		dep_set(cpu, hkj_kprobe_argument(regs, 1), regs);
	return 0;
}

struct hkj_kprobe hkj_tick_kprobes[] = {
	{ "tick_nohz_dep_set", set_pre },
	{ "tick_nohz_dep_set_cpu", set_cpu_pre },
	{}
};

#else

struct hkj_kprobe hkj_tick_kprobes[] = {
	{}
};

#endif
