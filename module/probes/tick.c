// SPDX-License-Identifier: GPL-2.0
/*
 * Why the kernel refused to stop the tick: by dependency, and by who or what
 * stands behind it.
 */
#include <linux/bitops.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <trace/events/timer.h>

#include "chain.h"
#include "probes/probe.h"
#include "thread.h"
#include "track.h"
#include "waiting.h"

static bool is_same(const struct hkj_refusal *a, const struct hkj_refusal *b)
{
	return a->dep == b->dep && a->pid == b->pid &&
	       a->function == b->function && !strncmp(a->comm, b->comm, HKJ_COMM_LEN);
}

/* What there is no room for is counted by its dependency alone. */
static void hkj_refusal_add(struct hkj_track *k, const struct hkj_refusal *refusal)
{
	u32 i, nr = k->nr_refusals;

	for (i = 0; i < nr; i++)
		if (is_same(&k->refusals[i], refusal))
			break;
	if (i == HKJ_NR_TICK_CAUSES)
		return;
	if (i == nr) {
		k->refusals[i] = *refusal;
		/* Readers on other CPUs see who it is before that it is there. */
		smp_store_release(&k->nr_refusals, i + 1);
	}
	k->refusals[i].count++;
}

static void behind_task(struct hkj_refusal *refusal, struct task_struct *task)
{
	refusal->pid = task->pid;
	refusal->function = hkj_thread_function(task);
	memcpy(refusal->comm, task->comm, HKJ_COMM_LEN);
}

static void behind_who(struct hkj_refusal *refusal, const struct hkj_who *who)
{
	if (who->pid < 0)
		return;
	refusal->pid = who->pid;
	refusal->function = who->cause ? who->cause : who->function;
	memcpy(refusal->comm, who->comm, HKJ_COMM_LEN);
}

/*
 * A second task: the one that runs, or that waits for the loop to let it in. Where
 * there is none, the interrupt that has just ended asked for it, such as one from
 * the deadline server.
 */
static void behind_sched(const struct hkj_track *k, struct hkj_refusal *refusal)
{
	const struct hkj_ended *ended = hkj_chain_ended(k);
	struct hkj_waiting waiting;

	if (current != k->loop) {
		behind_task(refusal, current);
	} else if (hkj_waiting_get(k, &waiting)) {
		refusal->pid = waiting.pid;
		refusal->function = waiting.function;
		memcpy(refusal->comm, waiting.comm, HKJ_COMM_LEN);
	} else if (ended) {
		behind_who(refusal, &ended->who);
	}
}

/* Dependencies of the CPU, or of all CPUs: who has set them. */
static void behind_dep(const struct hkj_track *k, struct hkj_refusal *refusal)
{
	struct hkj_who who;

	if (hkj_initiator_get(HKJ_WHAT(HKJ_WHAT_TICK, k->cpu, refusal->dep), &who) ||
	    hkj_initiator_get(HKJ_WHAT(HKJ_WHAT_TICK, HKJ_ALL_CPUS, refusal->dep), &who))
		behind_who(refusal, &who);
}

static void refuse(struct hkj_track *k, u32 dep)
{
	struct hkj_refusal refusal = { .dep = dep, .pid = HKJ_UNKNOWN };

	k->ticks[dep]++;
	if (dep == HKJ_TICK_SCHED)
		behind_sched(k, &refusal);
	else if (dep == HKJ_TICK_POSIX_TIMER)
		behind_task(&refusal, current);
	else
		behind_dep(k, &refusal);
	hkj_refusal_add(k, &refusal);
}

static void tick_stop(void *data, int is_stopped, int dependency)
{
	struct hkj_track *k = hkj_track_here();
	unsigned long mask = dependency;
	unsigned int bit;

	if (likely(!k) || is_stopped)
		return;
	for_each_set_bit(bit, &mask, HKJ_NR_TICK_DEPS)
		refuse(k, bit);
}

struct hkj_probe hkj_tick_probes[] = {
	{ "tick_stop", tick_stop },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_tick_stop(tick_stop);
}
