// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupt vectors that belong to no device: timer, IPIs and others. x86 has
 * tracepoints for them; elsewhere they are unseen.
 */
#include <linux/smp.h>

#include "probes/ipi.h"
#include "probes/probe.h"

#include "compat/unset.h"

#ifdef CONFIG_X86_LOCAL_APIC

#include <asm/irq_vectors.h>
#include <asm/trace/irq_vectors.h>

/**
 * struct vector - one kind of vector
 * @name: as the kernel calls it
 * @key: its source; its id is the number that the kernel hands over, see any_entry()
 * @calls: it runs callbacks that others have queued
 * @what: who asked for it is known as this kind of HKJ_WHAT(); the kernel enters
 *	such a one without irq_enter_rcu(), see edge.c; 0 if it is not known
 */
struct vector {
	const char *name;
	struct hkj_key key;
	bool calls;
	unsigned int what;
};

static noinline void push_bare(struct hkj_track *k, const struct vector *v)
{
	struct hkj_who who HKJ_UNSET;

	hkj_initiator_get(HKJ_WHAT(v->what, k->cpu, 0), &who);
	hkj_track_push(k, &v->key, v->name, &who);
}

static noinline void begin(struct hkj_track *k, const struct vector *v)
{
	if (v->what)
		push_bare(k, v);
	else
		hkj_track_push_irq(k, &v->key, v->name, NULL);
	if (v->calls)
		hkj_ipi_begin(k);
}

static noinline void end(struct hkj_track *k, const struct vector *v)
{
	if (v->calls)
		hkj_ipi_end(k, &v->key);
	hkj_track_pop(k, &v->key);
}

static void entry(void *data, int number)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		begin(k, data);
}

static void exit_(void *data, int number)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		end(k, data);
}

/* A spurious interrupt may have any number. */
static void any_entry(void *data, int number)
{
	const struct vector *v = data;
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	if (likely(!k))
		return;
	key = v->key;
	key.id = number;
	hkj_track_push_irq(k, &key, v->name, NULL);
}

static void any_exit(void *data, int number)
{
	const struct vector *v = data;
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	if (likely(!k))
		return;
	key = v->key;
	key.id = number;
	hkj_track_pop(k, &key);
}

static const struct vector local_timer = {
	.name = "local_timer",
	.key = { .class = HKJ_CLASS_TIMER, .id = LOCAL_TIMER_VECTOR },
};

static const struct vector reschedule = {
	.name = "reschedule",
	.key = { .class = HKJ_CLASS_IPI, .id = RESCHEDULE_VECTOR },
	.what = HKJ_WHAT_RESCHEDULE,
};

static const struct vector call_function = {
	.name = "call_function",
	.key = { .class = HKJ_CLASS_IPI, .id = CALL_FUNCTION_VECTOR },
	.calls = true,
};

static const struct vector call_function_single = {
	.name = "call_function_single",
	.key = { .class = HKJ_CLASS_IPI, .id = CALL_FUNCTION_SINGLE_VECTOR },
	.calls = true,
};

static const struct vector irq_work = {
	.name = "irq_work",
	.key = { .class = HKJ_CLASS_VECTOR, .id = IRQ_WORK_VECTOR },
};

static const struct vector x86_platform_ipi = {
	.name = "x86_platform_ipi",
	.key = { .class = HKJ_CLASS_VECTOR, .id = X86_PLATFORM_IPI_VECTOR },
};

static const struct vector spurious_apic = {
	.name = "spurious_apic",
	.key = { .class = HKJ_CLASS_VECTOR, .id = SPURIOUS_APIC_VECTOR },
};

static const struct vector error_apic = {
	.name = "error_apic",
	.key = { .class = HKJ_CLASS_VECTOR, .id = ERROR_APIC_VECTOR },
};

static const struct vector threshold_apic = {
	.name = "threshold_apic",
	.key = { .class = HKJ_CLASS_VECTOR, .id = THRESHOLD_APIC_VECTOR },
};

static const struct vector deferred_error_apic = {
	.name = "deferred_error_apic",
	.key = { .class = HKJ_CLASS_VECTOR, .id = DEFERRED_ERROR_VECTOR },
};

static const struct vector thermal_apic = {
	.name = "thermal_apic",
	.key = { .class = HKJ_CLASS_VECTOR, .id = THERMAL_APIC_VECTOR },
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
	PROBE(spurious_apic, "_entry", any_entry, false),
	PROBE(spurious_apic, "_exit", any_exit, false),
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
	check_trace_callback_type_spurious_apic_entry(any_entry);
	check_trace_callback_type_spurious_apic_exit(any_exit);
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
