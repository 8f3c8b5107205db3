// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that run on a target, and who woke them, or made them.
 */
#include <linux/kernel.h>
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <trace/events/sched.h>

#include "clock.h"
#include "probes/fault.h"
#include "probes/probe.h"
#include "self.h"
#include "thread.h"
#include "track.h"
#include "waiting.h"

#include "compat/unset.h"

/*
 * Where it will run is not chosen yet, but for one that has no choice, whose CPU
 * is a target's then.
 */
static bool is_aimed(const struct task_struct *task)
{
	return task->nr_cpus_allowed == 1 || hkj_initiator_is_for(task_cpu(task));
}

static noinline void asked(struct task_struct *task, unsigned long callsite)
{
	hkj_initiator_put((unsigned long)task, callsite,
			  is_aimed(task) ? HKJ_PUT_STACK : 0);
}

static void waking(void *data, struct task_struct *task)
{
	if (cpumask_intersects(task->cpus_ptr, &hkj_initiator_cpus))
		asked(task, _RET_IP_);
}

/*
 * A task that wakes itself up runs: it does not wait, and the kernel tells of it
 * without the run queue's lock.
 */
static void woken(void *data, struct task_struct *task)
{
	/* Pairs with hkj_track_open(): the track is whole. */
	struct hkj_track *k = smp_load_acquire(&per_cpu(hkj_tracked, task_cpu(task)));

	if (unlikely(k) && task != current)
		hkj_waiting_begin(k, task, hkj_thread_function(task));
}

/* The lock is held of the run queue that a task which could run leaves. */
static void moved(void *data, struct task_struct *task, int to)
{
	/* Pairs with hkj_track_open(): the track is whole. */
	struct hkj_track *k = smp_load_acquire(&per_cpu(hkj_tracked, task_cpu(task)));

	if (likely(!k))
		return;
	hkj_track_moved(k, task);
	if (task->on_rq)
		hkj_waiting_end(k, task);
}

/* A task that is made is not waking, but woken. */
static void made(void *data, struct task_struct *task)
{
	waking(data, task);
	woken(data, task);
}

/* Whom the loop takes the CPU from still wants it. */
static void leaves(struct hkj_track *k, struct task_struct *task,
		   bool is_runnable)
{
	if (is_runnable && !is_idle_task(task))
		hkj_waiting_begin(k, task, hkj_thread_function(task));
	else
		hkj_waiting_end(k, task);
}

static noinline void switched(struct hkj_track *k, struct task_struct *prev,
			      struct task_struct *next, unsigned int prev_state)
{
	struct hkj_who who HKJ_UNSET;

	hkj_initiator_get((unsigned long)next, &who);
	who.is_self |= hkj_self_is(next);
	leaves(k, prev, !prev_state);
	/* A fault that sleeps, or is preempted: what is left of it is a switch. */
	if (prev == k->loop)
		hkj_fault_end(k, hkj_clock_read(k->clock_kind));
	hkj_track_switch(k, prev, next, hkj_thread_function(next), &who,
			 prev_state & TASK_DEAD);
}

static void switch_(void *data, bool is_preempted, struct task_struct *prev,
		    struct task_struct *next, unsigned int prev_state)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		switched(k, prev, next, prev_state);
}

struct hkj_probe hkj_sched_probes[] = {
	{ "sched_waking", waking, .is_asking = true },
	{ "sched_wakeup", woken },
	{ "sched_wakeup_new", made },
	{ "sched_migrate_task", moved },
	{ "sched_switch", switch_ },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_sched_waking(waking);
	check_trace_callback_type_sched_wakeup(woken);
	check_trace_callback_type_sched_wakeup_new(made);
	check_trace_callback_type_sched_migrate_task(moved);
	check_trace_callback_type_sched_switch(switch_);
}
