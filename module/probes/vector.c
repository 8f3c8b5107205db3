// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupt vectors that belong to no device: timer, IPIs and others. x86 has
 * tracepoints for them; elsewhere they are unseen.
 */
#include <linux/smp.h>

#include "probes/ipi.h"
#include "probes/probe.h"

#ifdef CONFIG_X86_LOCAL_APIC

#include <asm/trace/irq_vectors.h>

/**
 * struct vector - one kind of vector
 * @name: as the kernel calls it
 * @class: of its source
 * @calls: it runs callbacks that others have queued
 * @is_bare: the kernel enters it without irq_enter_rcu(), see edge.c
 * @what: who asked for it is known as this kind of HKJ_WHAT(); 0 if it is not
 */
struct vector {
	const char *name;
	u32 class;
	bool calls;
	bool is_bare;
	unsigned int what;
};

static void entry(void *data, int number)
{
	const struct vector *v = data;
	struct hkj_key key = { .class = v->class, .id = number };
	struct hkj_track *k = hkj_track_here();
	struct hkj_who who = { .pid = HKJ_NOBODY };

	if (likely(!k))
		return;
	if (v->what)
		hkj_initiator_get(HKJ_WHAT(v->what, k->cpu, 0), &who);
	if (v->is_bare)
		hkj_track_push(k, &key, v->name, &who);
	else
		hkj_track_push_irq(k, &key, v->name, &who);
	if (v->calls)
		hkj_ipi_begin(k);
}

static void exit_(void *data, int number)
{
	const struct vector *v = data;
	struct hkj_key key = { .class = v->class, .id = number };
	struct hkj_track *k = hkj_track_here();

	if (likely(!k))
		return;
	if (v->calls)
		hkj_ipi_end(k, &key);
	hkj_track_pop(k, &key);
}

static const struct vector local_timer = {
	.name = "local_timer",
	.class = HKJ_CLASS_TIMER,
};

static const struct vector reschedule = {
	.name = "reschedule",
	.class = HKJ_CLASS_IPI,
	.is_bare = true,
	.what = HKJ_WHAT_RESCHEDULE,
};

static const struct vector call_function = {
	.name = "call_function",
	.class = HKJ_CLASS_IPI,
	.calls = true,
};

static const struct vector call_function_single = {
	.name = "call_function_single",
	.class = HKJ_CLASS_IPI,
	.calls = true,
};

static const struct vector irq_work = {
	.name = "irq_work",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector x86_platform_ipi = {
	.name = "x86_platform_ipi",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector spurious_apic = {
	.name = "spurious_apic",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector error_apic = {
	.name = "error_apic",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector threshold_apic = {
	.name = "threshold_apic",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector deferred_error_apic = {
	.name = "deferred_error_apic",
	.class = HKJ_CLASS_VECTOR,
};

static const struct vector thermal_apic = {
	.name = "thermal_apic",
	.class = HKJ_CLASS_VECTOR,
};

#define PROBE(_name, _edge, _function, _is_kept)	{		\
	.name = #_name _edge,						\
	.function = _function,						\
	.data = (void *)&(_name),					\
	.is_kept = _is_kept,						\
}

#define VECTOR(_name, _is_kept)						\
	PROBE(_name, "_entry", entry, _is_kept),			\
	PROBE(_name, "_exit", exit_, _is_kept)

struct hkj_probe hkj_vector_probes[] = {
	VECTOR(local_timer, false),
	VECTOR(reschedule, false),
	VECTOR(call_function, true),
	VECTOR(call_function_single, true),
	VECTOR(irq_work, false),
	VECTOR(x86_platform_ipi, false),
	VECTOR(spurious_apic, false),
	VECTOR(error_apic, false),
	VECTOR(threshold_apic, false),
	VECTOR(deferred_error_apic, false),
	VECTOR(thermal_apic, false),
	{}
};

/* All of them share one prototype. */
static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_local_timer_entry(entry);
	check_trace_callback_type_local_timer_exit(exit_);
	check_trace_callback_type_reschedule_entry(entry);
	check_trace_callback_type_reschedule_exit(exit_);
	check_trace_callback_type_call_function_entry(entry);
	check_trace_callback_type_call_function_exit(exit_);
	check_trace_callback_type_call_function_single_entry(entry);
	check_trace_callback_type_call_function_single_exit(exit_);
	check_trace_callback_type_irq_work_entry(entry);
	check_trace_callback_type_irq_work_exit(exit_);
}

#else

struct hkj_probe hkj_vector_probes[] = {
	{ "local_timer_entry" },
	{ "reschedule_entry" },
	{ "call_function_entry" },
	{ "call_function_single_entry" },
	{ "irq_work_entry" },
	{}
};

#endif
