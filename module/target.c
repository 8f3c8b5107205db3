// SPDX-License-Identifier: GPL-2.0
/*
 * One target CPU of a session: memory and thread.
 */
#include <linux/kthread.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "clock.h"
#include "config.h"
#include "loop.h"
#include "names.h"
#include "policy.h"
#include "target.h"
#include "track.h"
#include "workload.h"

#include "compat/preempt.h"

#define SETTLE_LENGTH_NS	(100 * HKJ_NSEC_PER_MSEC)
#define UPKEEP_PERIOD_NS	HKJ_NSEC_PER_MSEC
#define RELIEF_AFTER_NS		HKJ_NSEC_PER_SEC
#define RELIEF_LENGTH_NS	(50 * HKJ_NSEC_PER_MSEC)
#define REAP_PATIENCE		(2 * HZ)

/* Memory a target CPU is fixed at start; the contract bounds it. */
static_assert(sizeof(struct hkj_target) + sizeof(struct hkj_track) +
		      sizeof(struct hkj_names) <=
	      HKJ_TARGET_BYTES_MAX);

static void target_init_live(struct hkj_target *t, u64 session)
{
	struct hkj_snapshot *live = &t->live;

	live->magic = HKJ_RECORD_MAGIC;
	live->version = HKJ_RECORD_VERSION;
	live->size = sizeof(*live);
	live->cpu = t->cpu;
	live->state = HKJ_STATE_STARTING;
	live->stop_reason = HKJ_STOP_NONE;
	live->session = session;
	live->clock_kind = hkj_clock_kind();
	hkj_clock_scale(live->clock_kind, &live->scale);
	live->books.gap_min = U64_MAX;
}

/**
 * hkj_target_new() - memory for a target CPU
 * @cpu: its number
 * @session: number of the session
 * @config: the session's frozen configuration, which outlives the target
 *
 * The caller fills @session, @stop_all and @on_end before it starts the target.
 *
 * Return: the target, on the CPU's own memory node; NULL without memory.
 *
 * Context: process, may sleep.
 */
struct hkj_target *hkj_target_new(unsigned int cpu, u64 session,
				  const struct hkj_config *config)
{
	struct hkj_target *t;
	u64 ms = config->duration_ms;

	t = kvzalloc_node(sizeof(*t), GFP_KERNEL, cpu_to_node(cpu));
	if (!t)
		return NULL;
	t->track = kvzalloc_node(sizeof(*t->track), GFP_KERNEL, cpu_to_node(cpu));
	t->names = kvzalloc(sizeof(*t->names), GFP_KERNEL);
	if (!t->track || !t->names) {
		hkj_target_free(t);
		return NULL;
	}
	t->cpu = cpu;
	t->config = config;
	seqcount_init(&t->seq);
	init_completion(&t->ready);
	init_completion(&t->go);
	init_completion(&t->opened);
	init_completion(&t->ended);
	target_init_live(t, session);
	hkj_track_reset(t);

	t->spin = hkj_loop_spin(t->live.clock_kind, hkj_preempt_is_full());
	t->duration = ms ? t->live.scale.khz * ms : U64_MAX;
	t->upkeep_period = hkj_scale_cycles(&t->live.scale, UPKEEP_PERIOD_NS);
	t->second_length = hkj_scale_cycles(&t->live.scale, HKJ_NSEC_PER_SEC);
	t->settle_length = hkj_scale_cycles(&t->live.scale, SETTLE_LENGTH_NS);
	t->relief_after = hkj_scale_cycles(&t->live.scale, RELIEF_AFTER_NS);
	t->relief_length = hkj_scale_cycles(&t->live.scale, RELIEF_LENGTH_NS);
	if (hkj_workload_init(t)) {
		hkj_target_free(t);
		return NULL;
	}
	return t;
}

/**
 * hkj_target_free() - the opposite of hkj_target_new()
 * @t: a target without a thread; NULL does nothing
 *
 * Context: process, may sleep.
 */
void hkj_target_free(struct hkj_target *t)
{
	if (!t)
		return;
	hkj_workload_exit(t);
	kvfree(t->names);
	kvfree(t->track);
	kvfree(t);
}

/**
 * hkj_target_start() - create the loop's thread and let it run
 * @t: the target; one of the workload "user" waits for a loop instead
 *
 * Return: 0, or why there is no thread.
 *
 * Context: process, may sleep; the caller holds cpus_read_lock() and has
 * checked that the CPU is online.
 */
int hkj_target_start(struct hkj_target *t)
{
	struct task_struct *task;
	int error;

	if (t->page) {
		hkj_workload_want(t);
		return 0;
	}
	task = kthread_create_on_cpu(hkj_loop_thread, t, t->cpu,
				     "hkjitter/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	error = hkj_policy_set(task, t->config);
	if (error) {
		kthread_stop(task);
		return error;
	}
	/* The thread ends by itself; hkj_target_reap() needs it until then. */
	t->task = get_task_struct(task);
	wake_up_process(task);
	return 0;
}

/**
 * hkj_target_ask_stop() - ask one target to end its part
 * @t: the target
 * @reason: why; the first one asked for is kept
 *
 * Context: any. The loop looks about once a millisecond; one that still waits
 * for its go gets it.
 */
void hkj_target_ask_stop(struct hkj_target *t, enum hkj_stop_reason reason)
{
	cmpxchg(&t->stop, HKJ_STOP_NONE, reason);
	complete_all(&t->go);
	hkj_workload_over(t);
}

/**
 * hkj_target_reap() - wait for the thread's end and drop it
 * @t: the target, asked to stop or ended; may have no thread
 *
 * A loop ends within a millisecond of running. One that does not get to run,
 * because a real-time task holds its CPU, is put above that for its last turn.
 *
 * Context: process, sleeps.
 */
void hkj_target_reap(struct hkj_target *t)
{
	if (t->page) {
		hkj_workload_reap(t);
		return;
	}
	if (!t->task)
		return;
	if (!wait_for_completion_timeout(&t->ended, REAP_PATIENCE))
		hkj_policy_boost(t->task);
	kthread_stop(t->task);
	/* A thread that was stopped before it ever ran has not said so. */
	complete_all(&t->ended);
	put_task_struct(t->task);
	t->task = NULL;
}

/**
 * hkj_target_error() - say why a target did not come up
 * @t: the target, with an error
 *
 * Return: the error. Context: process; under the session's lock.
 */
int hkj_target_error(const struct hkj_target *t)
{
	const struct hkj_turn *turn = &t->live.turn;

	if (t->error == -ESRCH)
		return hkj_config_reject(-ESRCH,
					 "run: the loop of CPU %u ended before its window was open",
					 t->cpu);
	if (t->error != -ERANGE)
		return t->error;
	return hkj_config_reject(-ERANGE,
				 "run: threshold_ns %llu is below two turns of the loop on CPU %u; %llu or more would do",
				 t->config->threshold_ns, t->cpu,
				 2 * hkj_scale_ns(&t->live.scale,
						  turn->sum / (turn->nr ? turn->nr : 1) + 1) +
					 1);
}

/**
 * hkj_target_is_late() - say that a target did not come up in time
 * @t: the target
 *
 * Return: -ETIMEDOUT. Context: process; under the session's lock.
 */
int hkj_target_is_late(const struct hkj_target *t)
{
	if (t->page && !t->task)
		return hkj_config_reject(-ETIMEDOUT,
					 "run: no loop came to CPU %u in %d ms; 'hkjitter run --workload user' has one for each",
					 t->cpu, HKJ_READY_TIMEOUT_MS);
	return hkj_config_reject(-ETIMEDOUT,
				 "run: CPU %u did not start the loop in %d ms; does a real-time task hold it?",
				 t->cpu, HKJ_READY_TIMEOUT_MS);
}
