/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

typedef void (*sched_task_probe)(void *data, struct task_struct *task);
typedef void (*sched_move_probe)(void *data, struct task_struct *task, int to);
typedef void (*sched_switch_probe)(void *data, bool is_preempted,
				   struct task_struct *prev, struct task_struct *next,
				   unsigned int prev_state);

static inline void check_trace_callback_type_sched_waking(sched_task_probe probe)
{
}

static inline void check_trace_callback_type_sched_wakeup(sched_task_probe probe)
{
}

static inline void check_trace_callback_type_sched_wakeup_new(sched_task_probe probe)
{
}

static inline void
check_trace_callback_type_sched_migrate_task(sched_move_probe probe)
{
}

static inline void check_trace_callback_type_sched_switch(sched_switch_probe probe)
{
}
