// SPDX-License-Identifier: GPL-2.0
/*
 * IPIs: who sends them, and what they run. The interrupt itself is a vector
 * (vector.c); here it gets its name, which is that of the callback.
 */
#include <linux/smp.h>

#include "clock.h"
#include "probes/ipi.h"
#include "probes/probe.h"
#include "running.h"

#include "compat/ipi.h"

static struct hkj_queued *queued_slot(struct hkj_track *k, int number)
{
	return &k->queued[number & (HKJ_NR_QUEUED - 1)];
}

static u64 queued_what(unsigned int cpu, int number)
{
	return HKJ_WHAT(HKJ_WHAT_CALL, cpu, number & (HKJ_NR_QUEUED - 1));
}

/**
 * hkj_ipi_queued() - a callback is queued to a CPU, and nobody tells when it runs
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
	n = atomic_inc_return(&k->nr_queued);
	hkj_initiator_put(queued_what(cpu, n), callsite,
			  HKJ_PUT_STACK | HKJ_PUT_CAUSE);
	slot = queued_slot(k, n);
	WRITE_ONCE(slot->function, function);
	WRITE_ONCE(slot->when, hkj_clock_read(k->clock_kind));
	/* Whoever finds the number finds its function, and who asked. */
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
	if (unlikely(hkj_track_is_target(cpu)))
		hkj_initiator_put(HKJ_WHAT(HKJ_WHAT_RESCHEDULE, cpu, 0),
				  callsite, HKJ_PUT_STACK | HKJ_PUT_CAUSE);
}

static bool is_written(struct hkj_track *k, int number)
{
	/* Pairs with hkj_ipi_queued(): its function and who asked are there. */
	return smp_load_acquire(&queued_slot(k, number)->number) == number;
}

/*
 * Behind @n, without those at its begin that have been waiting for too long: they
 * never were in the kernel's queue, as their condition was no more when it looked.
 */
static int queued_skip(struct hkj_track *k, int n, int newest)
{
	u64 now = hkj_clock_read(k->clock_kind);
	s64 waited;

	for (; n != newest && is_written(k, n + 1); n++) {
		waited = now - READ_ONCE(queued_slot(k, n + 1)->when);
		if (waited <= (s64)k->queued_max)
			break;
	}
	return n;
}

/**
 * hkj_ipi_begin() - an interrupt begins that runs queued callbacks
 * @k: the track
 *
 * What is queued from here on makes an interrupt of its own.
 *
 * Context: the track's CPU, hard IRQ.
 */
void hkj_ipi_begin(struct hkj_track *k)
{
	int n = k->nr_queued_read, newest = atomic_read(&k->nr_queued);

	/* The oldest have been overwritten: they stay unnamed. */
	if (newest - n > HKJ_NR_QUEUED)
		n = newest - HKJ_NR_QUEUED;
	if (n != newest)
		n = queued_skip(k, n, newest);
	k->nr_queued_read = n;
	while (n != newest && is_written(k, n + 1))
		n++;
	k->nr_queued_due = n;
}

/**
 * hkj_ipi_flushed() - the idle task runs what is queued; no interrupt does
 *
 * Context: this CPU, the idle task.
 */
void hkj_ipi_flushed(void)
{
	struct hkj_track *k = hkj_track_here();
	unsigned long flags;

	if (likely(!k))
		return;
	local_irq_save(flags);
	hkj_ipi_begin(k);
	k->nr_queued_read = k->nr_queued_due;
	local_irq_restore(flags);
}

/* One that is not the first has no time of its own that anybody told. */
static void name_call(struct hkj_track *k, const struct hkj_key *vector,
		      const struct hkj_key *call, const struct hkj_who *who)
{
	if (hkj_track_is_top(k, vector->class, vector->id)) {
		hkj_track_rename(k, call, NULL, who);
		return;
	}
	hkj_track_push(k, call, NULL, who);
	hkj_track_pop(k, call);
}

/**
 * hkj_ipi_end() - that interrupt ends
 * @k: the track
 * @vector: source of the interrupt
 *
 * Names what has run in it: the interrupt is the first one's, the others are
 * counted.
 *
 * Context: the track's CPU, hard IRQ.
 */
void hkj_ipi_end(struct hkj_track *k, const struct hkj_key *vector)
{
	struct hkj_key call = { .class = HKJ_CLASS_IPI };
	struct hkj_who who;
	int n;

	while (k->nr_queued_read != k->nr_queued_due) {
		n = ++k->nr_queued_read;
		call.function = READ_ONCE(queued_slot(k, n)->function);
		hkj_initiator_get(queued_what(k->cpu, n), &who);
		name_call(k, vector, &call, &who);
	}
}

#ifdef HKJ_HAS_CSD_EVENTS

/* The kernel tells when a callback runs, but for an irq_work's. */
static void csd_queue(void *data, const unsigned int cpu,
		      unsigned long callsite, smp_call_func_t function,
		      call_single_data_t *csd)
{
	if (likely(!hkj_track_is_target(cpu)))
		return;
	if ((csd->node.u_flags & CSD_FLAG_TYPE_MASK) == CSD_TYPE_IRQ_WORK)
		hkj_ipi_queued(cpu, (unsigned long)function, callsite);
	else
		hkj_initiator_put((unsigned long)csd, callsite,
				  HKJ_PUT_STACK | HKJ_PUT_CAUSE);
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

	hkj_running_begin(0, (unsigned long)function);
	/* Without a csd the CPU runs it for itself: no IPI. */
	if (likely(!k) || !csd)
		return;
	hkj_initiator_get((unsigned long)csd, &who);
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

	hkj_running_end();
	/* The one that names the interrupt has the vector as id: not this. */
	if (unlikely(k) && csd)
		hkj_track_pop(k, &key);
}

struct hkj_probe hkj_ipi_probes[] = {
	{ "csd_queue_cpu", csd_queue, .is_asking = true },
	{ "csd_function_entry", csd_entry, .is_kept = true },
	{ "csd_function_exit", csd_exit, .is_kept = true },
	{ "ipi_send_cpu", send_cpu, .is_asking = true },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_csd_queue_cpu(csd_queue);
	check_trace_callback_type_csd_function_entry(csd_entry);
	check_trace_callback_type_csd_function_exit(csd_exit);
	check_trace_callback_type_ipi_send_cpu(send_cpu);
}

#else

/* Who sends is told by kprobes instead, on x86 (ipi_kprobe.c). */
struct hkj_probe hkj_ipi_probes[] = {
	{ "csd_function_entry" },
	{ "csd_function_exit" },
#ifndef CONFIG_X86_64
	{ "csd_queue_cpu" },
	{ "ipi_send_cpu" },
#endif
	{}
};

#endif
