// SPDX-License-Identifier: GPL-2.0
/*
 * Workqueue items, by function and workqueue, and who queued them. Where the
 * workqueue is not known, the name is the worker's. What a BH workqueue runs is
 * nested in its softirq and has no name: the task is the one it has interrupted.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/workqueue.h>
#include <trace/events/workqueue.h>

#include "probes/probe.h"
#include "running.h"
#include "thread.h"
#include "track.h"

#include "compat/unset.h"

/*
 * The timer of a delayed work queues it: who has armed that timer is who asked. It
 * is the timer whose callback runs.
 */
static bool is_delayed(const struct work_struct *work)
{
	const struct delayed_work *delayed = to_delayed_work((struct work_struct *)work);
	const struct hkj_running *running = hkj_running_here();

	return running && running->what == (unsigned long)&delayed->timer &&
	       running->function == (unsigned long)delayed_work_timer_fn;
}

static void put_delayed(const struct work_struct *work, unsigned long timer)
{
	struct hkj_who who HKJ_UNSET;

	hkj_initiator_get(timer, &who);
	hkj_initiator_put_who((unsigned long)work, &who);
}

/* A work for a CPU that is none of ours is of no interest. */
static bool is_aimed(int cpu)
{
	return cpu >= (int)nr_cpu_ids || hkj_initiator_is_for(cpu);
}

static void work_queued(void *data, int req_cpu, struct pool_workqueue *pwq,
			struct work_struct *work)
{
	if (!is_aimed(req_cpu))
		return;
	if (is_delayed(work))
		put_delayed(work, (unsigned long)&to_delayed_work(work)->timer);
	else
		hkj_initiator_put((unsigned long)work, _RET_IP_, HKJ_PUT_STACK);
}

static const char *work_name(void)
{
	const char *name = hkj_thread_workqueue(current);

	if (name)
		return name;
	return in_task() ? current->comm : "";
}

static noinline void begin(struct hkj_track *k, struct work_struct *work)
{
	struct hkj_key key = {
		.class = HKJ_CLASS_WORK,
		.function = (unsigned long)work->func,
	};
	struct hkj_who who HKJ_UNSET;

	hkj_initiator_get((unsigned long)work, &who);
	who.cause = 0;
	hkj_track_drop(k, HKJ_CLASS_WORK);
	hkj_track_push(k, &key, work_name(), &who);
}

static noinline void end(struct hkj_track *k, work_func_t function)
{
	struct hkj_key key = {
		.class = HKJ_CLASS_WORK,
		.function = (unsigned long)function,
	};

	hkj_track_pop(k, &key);
}

static void execute_start(void *data, struct work_struct *work)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		begin(k, work);
}

static void execute_end(void *data, struct work_struct *work,
			work_func_t function)
{
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		end(k, function);
}

struct hkj_probe hkj_workqueue_probes[] = {
	{ "workqueue_queue_work", work_queued, .is_asking = true },
	{ "workqueue_execute_start", execute_start },
	{ "workqueue_execute_end", execute_end },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_workqueue_queue_work(work_queued);
	check_trace_callback_type_workqueue_execute_start(execute_start);
	check_trace_callback_type_workqueue_execute_end(execute_end);
}
