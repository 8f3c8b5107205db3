// SPDX-License-Identifier: GPL-2.0
/*
 * Why the tick was not stopped, and gaps' time in no interruption.
 */
#include "knobs.h"

/* clang-format off */
const struct hkj_knob hkj_knobs_rest[] = {
	{
		.class_name = HKJ_KNOB_TICK, .match = "sched",
		.since = HKJ_KERNEL(6, 12),
		.what = "the tick runs because two threads want the CPU, or the deadline server does",
		.how = "a thread that was woken here shares the CPU with the workload; once a second the deadline server of ordinary threads counts as one",
		.knob = "see the threads, and move them; write 0 to /sys/kernel/debug/sched/fair_server/cpuN/runtime, or run the workload under SCHED_FIFO",
		.cost = "ordinary threads of that CPU starve while a real-time thread runs there",
		.document = "kernel/sched/core.c: sched_can_stop_tick()",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "sched",
		.what = "the tick runs because two threads want the CPU",
		.how = "a thread that was woken here shares the CPU with the workload",
		.knob = "see the threads, and move them: taskset -p, isolcpus=domain, cpusets",
		.cost = "their work is done on the housekeeping CPUs",
		.document = "Documentation/timers/no_hz.rst",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "posix_timer",
		.what = "the tick runs because a process measures or limits its CPU time",
		.how = "timer_create on a CPU clock, setitimer(ITIMER_PROF or ITIMER_VIRTUAL), or RLIMIT_CPU, in the process that runs here; profilers such as gperftools use them",
		.knob = "use no CPU timers and no RLIMIT_CPU in the isolated process",
		.cost = "no profile by CPU time of that process",
		.document = "kernel/time/posix-cpu-timers.c: tick_dep_set_task()",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "perf_events",
		.what = "the tick runs because a perf event has to be adjusted",
		.how = "a sampling event with a frequency (perf record -F), or more events than counters, on this CPU or its thread",
		.knob = "leave these CPUs out (perf record -C HOUSEKEEPING), or sample by a fixed period (-c)",
		.cost = "the isolated CPUs are missing from the profile",
		.document = "kernel/events/core.c: perf_adjust_freq_unthr_context()",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "clock_unstable",
		.what = "the tick runs because the scheduler's clock is not trusted",
		.how = "the TSC was found unstable, or had no way to prove that it is not: the kernel's log says which",
		.knob = "look for 'TSC unstable' in the kernel's log; update the firmware, or boot with tsc=reliable if the TSC is known to be sound",
		.cost = "with tsc=reliable, a TSC that fails makes time go wrong unnoticed",
		.document = "kernel/sched/clock.c: __set_sched_clock_stable()",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "rcu*", .since = HKJ_KERNEL(6, 11),
		.what = "the tick runs because RCU waits for this CPU",
		.how = "the thread on this CPU is in the kernel for long: endless system calls, or a kernel thread that loops",
		.knob = "stay in user space on this CPU; rcutree.nohz_full_patience_delay=MS has RCU wait longer",
		.cost = "memory that RCU is to free is freed later",
		.document = "Documentation/admin-guide/kernel-parameters.txt, rcutree.nohz_full_patience_delay=",
	},
	{
		.class_name = HKJ_KNOB_TICK, .match = "rcu*",
		.what = "the tick runs because RCU waits for this CPU",
		.how = "the thread on this CPU is in the kernel for long: endless system calls, or a kernel thread that loops",
		.knob = "stay in user space on this CPU",
		.cost = "a change to the program",
		.document = "Documentation/timers/no_hz.rst",
	},

	{
		.class_name = "kernel", .match = "irq_exit",
		.machine = HKJ_ON_NOHZ_FULL, .is_effect = true,
		.what = "leaving an interrupt: on a nohz_full CPU the kernel looks each time whether the tick may stop",
		.how = "it follows every interrupt, whoever asked for it",
		.knob = "end the interrupts that are listed beside it",
		.cost = "none of its own",
		.document = "kernel/softirq.c: irq_exit_rcu(), kernel/time/tick-sched.c: tick_nohz_irq_exit()",
	},
	{
		.class_name = "kernel", .match = "*", .is_effect = true,
		.what = "what the kernel does around others: leaving an interrupt, choosing a thread and switching to it and back",
		.how = "it follows interrupts, or surrounds a thread",
		.knob = "end the interrupts and threads that are listed beside it",
		.cost = "none of its own",
		.document = "kernel/softirq.c: irq_exit_rcu(), kernel/sched/core.c: __schedule()",
	},

	{
		.class_name = HKJ_KNOB_UNEXPLAINED, .match = "*",
		.machine = HKJ_ON_GUEST,
		.what = "time in which this CPU did not run, and no interruption was seen",
		.how = "on a virtual machine, above all the hypervisor ran something else; firmware, and interrupts without a tracepoint, are others",
		.knob = "on the host: pin the virtual CPUs to isolated CPUs, give them a real-time priority, and run hkjitter there; in the guest, no-kvmapf ends asynchronous page faults",
		.cost = "the host's CPUs belong to this guest alone",
		.document = "Documentation/admin-guide/kernel-parameters.txt, no-kvmapf",
	},
	{
		.class_name = HKJ_KNOB_UNEXPLAINED, .match = "*",
		.arch = "x86_64",
		.what = "time in which this CPU did not run, and no interruption was seen",
		.how = "firmware (system management interrupts), the other thread of the core, a change of frequency or power state, or an interrupt without a tracepoint",
		.knob = "turn off what the firmware offers to (power capping, USB legacy, memory scrubbing), boot with nosmt, and set the governor performance",
		.cost = "power, heat, half of the threads, and what the firmware did",
		.document = "Documentation/trace/hwlat_detector.rst",
	},
	{
		.class_name = HKJ_KNOB_UNEXPLAINED, .match = "*",
		.what = "time in which this CPU did not run, and no interruption was seen",
		.how = "firmware, a change of frequency or power state, or an interrupt without a tracepoint",
		.knob = "look into the firmware's settings, and set the governor performance",
		.cost = "power and heat",
		.document = "Documentation/trace/hwlat_detector.rst",
	},

	{
		.class_name = HKJ_KNOB_TRANSITION, .match = "*",
		.machine = HKJ_ON_GUEST, .is_effect = true,
		.what = "time of a gap around its interruptions, in none of them",
		.how = "on a virtual machine, the hypervisor or the emulator ran something else meanwhile; the way into the kernel and out of it takes the rest",
		.knob = "on the host: pin the virtual CPUs to isolated CPUs, and give them a real-time priority; each interruption that ends takes its transition with it",
		.cost = "the host's CPUs belong to this guest alone",
		.document = "arch/x86/entry/entry_64.S, kernel/entry/common.c: irqentry_enter()",
	},
	{
		.class_name = HKJ_KNOB_TRANSITION, .match = "*", .is_effect = true,
		.what = "time of a gap around its interruptions, in none of them",
		.how = "the way into the kernel and out of it, mitigations of CPU flaws on that way, and caches that the interruption has left cold",
		.knob = "end the interruptions that are listed beside it",
		.cost = "none of its own",
		.document = "arch/x86/entry/entry_64.S, kernel/entry/common.c: irqentry_enter()",
	},
	{ 0 },
};
