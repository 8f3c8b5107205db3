/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events: gaps and their parts, for trace-cmd and others. An event is
 * written when the gap is over; where it began stands in the event, in
 * nanoseconds of ftrace's default clock ("local").
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM hkjitter

#if !defined(HKJ_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define HKJ_TRACE_H

#include <linux/tracepoint.h>

#include <hkjitter/cause.h>
#include <hkjitter/ids.h>

/* Readers of a trace know numbers alone: this tells them the enum's. */
TRACE_DEFINE_ENUM(HKJ_CLASS_NMI);
TRACE_DEFINE_ENUM(HKJ_CLASS_IRQ);
TRACE_DEFINE_ENUM(HKJ_CLASS_TIMER);
TRACE_DEFINE_ENUM(HKJ_CLASS_IPI);
TRACE_DEFINE_ENUM(HKJ_CLASS_VECTOR);
TRACE_DEFINE_ENUM(HKJ_CLASS_SOFTIRQ);
TRACE_DEFINE_ENUM(HKJ_CLASS_WORK);
TRACE_DEFINE_ENUM(HKJ_CLASS_THREAD);
TRACE_DEFINE_ENUM(HKJ_CLASS_FAULT);
TRACE_DEFINE_ENUM(HKJ_CLASS_KERNEL);
TRACE_DEFINE_ENUM(HKJ_CAUSE_CLOCK);
TRACE_DEFINE_ENUM(HKJ_CAUSE_SMI);
TRACE_DEFINE_ENUM(HKJ_CAUSE_STEAL);
TRACE_DEFINE_ENUM(HKJ_CAUSE_VECTORS);
TRACE_DEFINE_ENUM(HKJ_CAUSE_UNKNOWN);

#ifndef HKJ_TRACE_CLASSES
#define HKJ_TRACE_CLASSES						\
	{ HKJ_CLASS_NMI, "nmi" }, { HKJ_CLASS_IRQ, "irq" },		\
	{ HKJ_CLASS_TIMER, "timer" }, { HKJ_CLASS_IPI, "ipi" },		\
	{ HKJ_CLASS_VECTOR, "vector" }, { HKJ_CLASS_SOFTIRQ, "softirq" }, \
	{ HKJ_CLASS_WORK, "work" }, { HKJ_CLASS_THREAD, "thread" },	\
	{ HKJ_CLASS_FAULT, "fault" }, { HKJ_CLASS_KERNEL, "kernel" }
#endif

#ifndef HKJ_TRACE_CAUSES
#define HKJ_TRACE_CAUSES						\
	{ HKJ_CAUSE_CLOCK, "clock" }, { HKJ_CAUSE_SMI, "smi" },		\
	{ HKJ_CAUSE_STEAL, "steal" }, { HKJ_CAUSE_VECTORS, "vectors" },	\
	{ HKJ_CAUSE_UNKNOWN, "unknown" }
#endif

/* TRACE_EVENT() has a form of its own. */
/* clang-format off */
TRACE_EVENT(gap,

	    TP_PROTO(u64 start_ns, u64 duration_ns, u32 nr_parts, u64 parts_ns),

	    TP_ARGS(start_ns, duration_ns, nr_parts, parts_ns),

	    TP_STRUCT__entry(
		    __field(u64, start_ns)
			    __field(u64, duration_ns)
				    __field(u64, parts_ns)
					    __field(u32, nr_parts)),

	    TP_fast_assign(
		    __entry->start_ns = start_ns;
		    __entry->duration_ns = duration_ns;
		    __entry->parts_ns = parts_ns;
		    __entry->nr_parts = nr_parts;),

	    TP_printk("start_ns=%llu duration_ns=%llu parts=%u parts_ns=%llu",
		      __entry->start_ns, __entry->duration_ns, __entry->nr_parts,
		      __entry->parts_ns));

TRACE_EVENT(unexplained,

	    TP_PROTO(u64 start_ns, u64 duration_ns, u32 cause,
		     const struct hkj_evidence *evidence),

	    TP_ARGS(start_ns, duration_ns, cause, evidence),

	    TP_STRUCT__entry(
		    __field(u64, start_ns)
			    __field(u64, duration_ns)
				    __field(u64, nr_smis)
					    __field(u64, steal_ns)
						    __field(u64, nr_vectors)
							    __field(u32, cause)
								    __field(u32, is_all_still)),

	    TP_fast_assign(
		    __entry->start_ns = start_ns;
		    __entry->duration_ns = duration_ns;
		    __entry->nr_smis = evidence->nr_smis;
		    __entry->steal_ns = evidence->steal_ns;
		    __entry->nr_vectors = evidence->nr_vectors;
		    __entry->cause = cause;
		    __entry->is_all_still = evidence->is_all_still;),

	    TP_printk("start_ns=%llu duration_ns=%llu cause=%s smis=%llu steal_ns=%llu vectors=%llu all_still=%u",
		      __entry->start_ns, __entry->duration_ns,
		      __print_symbolic(__entry->cause, HKJ_TRACE_CAUSES),
		      __entry->nr_smis, __entry->steal_ns, __entry->nr_vectors,
		      __entry->is_all_still));

TRACE_EVENT(part,

	    TP_PROTO(u64 start_ns, u64 net_ns, u32 class, u32 id, const char *name,
		     unsigned long function, const char *comm, s32 pid, u32 cpu),

	    TP_ARGS(start_ns, net_ns, class, id, name, function, comm, pid, cpu),

	    TP_STRUCT__entry(
		    __field(u64, start_ns)
			    __field(u64, net_ns)
				    __field(unsigned long, function)
					    __field(u32, class)
						    __field(u32, id)
							    __field(s32, pid)
								    __field(u32, cpu)
									    __array(char, name, 32)
										    __array(char, comm, 16)),

	    TP_fast_assign(
		    __entry->start_ns = start_ns;
		    __entry->net_ns = net_ns;
		    __entry->function = function;
		    __entry->class = class;
		    __entry->id = id;
		    __entry->pid = pid;
		    __entry->cpu = cpu;
		    memcpy(__entry->name, name, sizeof(__entry->name));
		    memcpy(__entry->comm, comm, sizeof(__entry->comm));),

	    TP_printk("%s %u %s %ps start_ns=%llu net_ns=%llu by %s:%d cpu=%u",
		      __print_symbolic(__entry->class, HKJ_TRACE_CLASSES),
		      __entry->id, __entry->name, (void *)__entry->function,
		      __entry->start_ns, __entry->net_ns,
		      __entry->pid < 0 ? "?" : __entry->comm, __entry->pid,
		      __entry->cpu));

/* clang-format on */

#endif /* HKJ_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
