// SPDX-License-Identifier: GPL-2.0
/*
 * IPIs: who sends them, and what they run. The interrupt itself is a vector
 * (vector.c); here it gets its name, which is that of the callback.
 */
#include <linux/smp.h>

#include "probes/ipi.h"
#include "probes/probe.h"

#include "compat/ipi.h"

/**
 * hkj_ipi_queued() - a callback is queued to a CPU
 * @cpu: which one
 * @function: the callback
 * @callsite: the code that asked
 *
 * Context: the sender, any but NMI, preemption off.
 */
void hkj_ipi_queued(unsigned int cpu, unsigned long function,
		    unsigned long callsite)
{
	/* Pairs with hkj_track_open(): the track is whole. */
	struct hkj_track *k = smp_load_acquire(&per_cpu(hkj_tracked, cpu));
	struct hkj_queued *slot;
	int n;

	if (likely(!k))
		return;
	hkj_initiator_put_stack(function, cpu, callsite);
	n = atomic_inc_return(&k->nr_queued) - 1;
	slot = &k->queued[n & (HKJ_NR_QUEUED - 1)];
	WRITE_ONCE(slot->function, function);
	/* Whoever finds the number finds its function. */
	smp_store_release(&slot->number, n);
}

/**
 * hkj_ipi_reschedule() - a CPU is asked to look at its run queue
 * @cpu: which one
 * @callsite: the code that asked
 *
 * Context: the sender, any but NMI, preemption off.
 */
void hkj_ipi_reschedule(unsigned int cpu, unsigned long callsite)
{
	if (unlikely(READ_ONCE(per_cpu(hkj_tracked, cpu))))
		hkj_initiator_put_stack(HKJ_WHAT_RESCHEDULE, cpu, callsite);
}

#ifdef HKJ_HAS_CSD_EVENTS

static void csd_queue(void *data, const unsigned int cpu,
		      unsigned long callsite, smp_call_func_t function,
		      call_single_data_t *csd)
{
	hkj_ipi_queued(cpu, (unsigned long)function, callsite);
}

static void send_cpu(void *data, const unsigned int cpu,
		     unsigned long callsite, void *callback)
{
	if (!callback)
		hkj_ipi_reschedule(cpu, callsite);
}

static bool is_call_vector(const struct hkj_track *k)
{
	int depth = READ_ONCE(k->depth);
	const struct hkj_frame *f;

	if (!depth)
		return false;
	f = &k->frames[depth - 1];
	return f->key.class == HKJ_CLASS_IPI && f->key.id && !f->key.function;
}

/* The first callback names the interrupt; further ones stand for themselves. */
static void csd_entry(void *data, smp_call_func_t function,
		      call_single_data_t *csd)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = {
		.class = HKJ_CLASS_IPI,
		.function = (unsigned long)function,
	};
	struct hkj_who who;

	/* Without a csd the CPU runs it for itself: no IPI. */
	if (likely(!k) || !csd)
		return;
	hkj_initiator_get(key.function, raw_smp_processor_id(), &who);
	if (is_call_vector(k))
		hkj_track_rename(k, &key, NULL, &who);
	else
		hkj_track_push(k, &key, NULL, &who);
}

static void csd_exit(void *data, smp_call_func_t function,
		     call_single_data_t *csd)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = {
		.class = HKJ_CLASS_IPI,
		.function = (unsigned long)function,
	};

	/* The one that names the interrupt has the vector as id: not this. */
	if (unlikely(k) && csd)
		hkj_track_pop(k, &key);
}

struct hkj_probe hkj_ipi_probes[] = {
	{ "csd_queue_cpu", csd_queue },
	{ "csd_function_entry", csd_entry, .is_kept = true },
	{ "csd_function_exit", csd_exit, .is_kept = true },
	{ "ipi_send_cpu", send_cpu },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_csd_queue_cpu(csd_queue);
	check_trace_callback_type_csd_function_entry(csd_entry);
	check_trace_callback_type_csd_function_exit(csd_exit);
	check_trace_callback_type_ipi_send_cpu(send_cpu);
}

int hkj_ipi_attach(void)
{
	return 0;
}

void hkj_ipi_detach(void)
{
}

#else

struct hkj_probe hkj_ipi_probes[] = {
	{}
};

int hkj_ipi_attach(void)
{
	return hkj_ipi_kprobes_attach();
}

void hkj_ipi_detach(void)
{
	hkj_ipi_kprobes_detach();
}

#endif
