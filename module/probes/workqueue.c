// SPDX-License-Identifier: GPL-2.0
/*
 * Workqueue items, by function, and who queued them. The name is the worker's.
 */
#include <linux/sched.h>
#include <linux/workqueue.h>
#include <trace/events/workqueue.h>

#include "probes/probe.h"
#include "track.h"

static void work_queued(void *data, int req_cpu, struct pool_workqueue *pwq,
			struct work_struct *work)
{
	hkj_initiator_put((unsigned long)work, 0, 0);
}

static void execute_start(void *data, struct work_struct *work)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = { .class = HKJ_CLASS_WORK };
	struct hkj_who who;

	if (likely(!k))
		return;
	key.function = (unsigned long)work->func;
	hkj_initiator_get((unsigned long)work, 0, &who);
	hkj_track_drop(k, HKJ_CLASS_WORK);
	hkj_track_push(k, &key, current->comm, &who);
}

static void execute_end(void *data, struct work_struct *work,
			work_func_t function)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key = { .class = HKJ_CLASS_WORK };

	if (likely(!k))
		return;
	key.function = (unsigned long)function;
	hkj_track_pop(k, &key);
}

struct hkj_probe hkj_workqueue_probes[] = {
	{ "workqueue_queue_work", work_queued },
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
