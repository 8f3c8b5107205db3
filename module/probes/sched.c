// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that run on a target, and who woke them, or made them.
 */
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <trace/events/sched.h>

#include "probes/probe.h"
#include "self.h"
#include "track.h"

static void waking(void *data, struct task_struct *task)
{
	hkj_initiator_put((unsigned long)task, 0, 0);
}

static void switch_(void *data, bool is_preempted, struct task_struct *prev,
		    struct task_struct *next, unsigned int prev_state)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_who who;

	if (likely(!k))
		return;
	hkj_initiator_get((unsigned long)next, 0, &who);
	who.is_self |= hkj_self_is(next);
	hkj_track_switch(k, prev, next, &who, prev_state & TASK_DEAD);
}

struct hkj_probe hkj_sched_probes[] = {
	{ "sched_waking", waking },
	{ "sched_wakeup_new", waking },
	{ "sched_switch", switch_ },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_sched_waking(waking);
	check_trace_callback_type_sched_wakeup_new(waking);
	check_trace_callback_type_sched_switch(switch_);
}
