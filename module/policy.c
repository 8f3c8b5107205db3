// SPDX-License-Identifier: GPL-2.0
/*
 * Scheduling policy of the loop, and relief for threads that it starves.
 *
 * A SCHED_FIFO loop that never sleeps keeps per-CPU kernel threads of the target
 * from running: flushes of per-CPU work, CPU hotplug and module loading then
 * hang on every other CPU until the hung-task detector speaks up. RT throttling
 * would prevent that at the price of 50 ms in each second, used or not. The
 * loop therefore looks once an upkeep whether it is alone on its CPU; when
 * somebody has waited for a second it becomes SCHED_OTHER until it is alone
 * again, and for 50 ms at least, so that a task that sleeps in between does not
 * wait another second each time. That is a relief: it costs nothing while
 * nobody waits, and each one is counted.
 */
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/sched/stat.h>
#include <uapi/linux/sched.h>
#include <uapi/linux/sched/types.h>

#include "account.h"
#include "policy.h"

/**
 * hkj_policy_set() - give a loop's thread its policy
 * @task: the thread
 * @config: the session's configuration
 *
 * Return: 0, or the scheduler's error.
 *
 * Context: process, may sleep.
 */
int hkj_policy_set(struct task_struct *task, const struct hkj_config *config)
{
	struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_NORMAL,
	};

	if (config->policy == HKJ_POLICY_FIFO) {
		attr.sched_policy = SCHED_FIFO;
		attr.sched_priority = config->priority;
	}
	return sched_setattr_nocheck(task, &attr);
}

/**
 * hkj_policy_save() - remember how a task is scheduled
 * @task: the running one
 * @own: to be filled
 *
 * Context: process.
 */
void hkj_policy_save(const struct task_struct *task, struct hkj_own_policy *own)
{
	own->policy = task->policy;
	own->priority = task->rt_priority;
	own->nice = task_nice(task);
	own->is_reset_on_fork = task->sched_reset_on_fork;
}

/**
 * hkj_policy_give_back() - schedule a task as it was before it became a loop
 * @task: the task
 * @own: from hkj_policy_save(); a deadline policy does not come back
 *
 * Context: process, may sleep.
 */
void hkj_policy_give_back(struct task_struct *task, const struct hkj_own_policy *own)
{
	struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = own->policy,
		.sched_priority = own->priority,
		.sched_nice = own->nice,
		.sched_flags = own->is_reset_on_fork ? SCHED_FLAG_RESET_ON_FORK : 0,
	};

	if (own->policy == SCHED_DEADLINE || sched_setattr_nocheck(task, &attr))
		sched_set_normal(task, own->nice);
}

/**
 * hkj_policy_boost() - let a loop that has to end get its CPU
 * @task: the loop's thread
 *
 * Context: process, may sleep.
 */
void hkj_policy_boost(struct task_struct *task)
{
	struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_FIFO,
		.sched_priority = MAX_RT_PRIO - 1,
	};

	sched_setattr_nocheck(task, &attr);
}

static void policy_restore(struct hkj_target *t, u64 now)
{
	t->waiting_since = 0;
	if (!t->is_lowered || now - t->lowered_since < t->relief_length)
		return;
	t->is_lowered = false;
	hkj_policy_set(current, t->config);
}

static void policy_lower(struct hkj_target *t, u64 now)
{
	t->is_lowered = true;
	t->lowered_since = now;
	hkj_account_relief(t);
	sched_set_normal(current, 0);
}

/**
 * hkj_policy_relieve() - let threads in that have waited too long
 * @t: the target
 * @now: newest clock read
 *
 * Context: the loop, on the target CPU, preemptible, once an upkeep.
 */
void hkj_policy_relieve(struct hkj_target *t, u64 now)
{
	if (t->config->policy != HKJ_POLICY_FIFO)
		return;
	if (single_task_running())
		policy_restore(t, now);
	else if (!t->waiting_since)
		t->waiting_since = now;
	else if (!t->is_lowered && now - t->waiting_since > t->relief_after)
		policy_lower(t, now);
}
