// SPDX-License-Identifier: GPL-2.0
/*
 * One measurement from start to stop.
 *
 *	start: freeze the configuration, choose the CPUs, make the targets, let
 *	       their threads calibrate, replace the session before, let them
 *	       settle and open their windows
 *	stop:  ask all targets, wait for their threads
 *
 * A session also ends by itself, when its last target has ended: then a work
 * item on a housekeeping CPU does what stop does. Results stand until the next
 * session replaces them.
 *
 * Locking: one mutex, over sessions and configuration. The hotplug callback
 * does not take it: targets are published in a per-CPU pointer, and the pointer
 * changes under cpus_read_lock(), which the callback excludes.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "choice.h"
#include "config.h"
#include "initiator.h"
#include "naming.h"
#include "probes/probe.h"
#include "session.h"
#include "target.h"
#include "witness.h"
#include "workload.h"

/* How long a CPU that goes down waits for a loop in user space. */
#define OFFLINE_PATIENCE	HZ

/**
 * struct hkj_session - one measurement
 * @id: number since the module was loaded, from 1
 * @config: frozen copy
 * @cpus: target CPUs
 * @nr_targets: how many there are
 * @nr_active: targets whose part has not ended
 * @has_probes: probes are attached
 * @stop_all: enum hkj_stop_reason; all targets are to end
 * @targets: the targets, ordered by CPU
 */
struct hkj_session {
	u64 id;
	struct hkj_config config;
	struct cpumask cpus;
	unsigned int nr_targets;
	atomic_t nr_active;
	bool has_probes;
	int stop_all;
	struct hkj_target *targets[];
};

static DEFINE_MUTEX(lock);
static DEFINE_PER_CPU(struct hkj_target *, published);
static DECLARE_WAIT_QUEUE_HEAD(all_ended);

static struct hkj_session *session;
static struct hkj_session_views views;
static enum hkj_state state;
static u64 nr_sessions;
static int hotplug_state;

static void finish_work_fn(struct work_struct *work);
static DECLARE_WORK(finish_work, finish_work_fn);

/* for_each_target() - @i is an unsigned int, @t the target at @i */
#define for_each_target(s, i, t)					\
	for ((i) = 0; (i) < (s)->nr_targets && ((t) = (s)->targets[i], 1); (i)++)

void hkj_session_lock(void)
{
	mutex_lock(&lock);
}

void hkj_session_unlock(void)
{
	mutex_unlock(&lock);
}

/**
 * hkj_session_trylock() - take the lock if nobody has it
 *
 * Return: whether it was taken. Context: process.
 */
bool hkj_session_trylock(void)
{
	return mutex_trylock(&lock);
}

static void state_set(enum hkj_state new)
{
	WRITE_ONCE(state, new);
	views.changed();
}

/**
 * hkj_session_state() - state of the session
 *
 * Context: any; may be out of date as soon as it is returned.
 */
enum hkj_state hkj_session_state(void)
{
	return READ_ONCE(state);
}

/**
 * hkj_session_is_running() - is a session starting or running?
 *
 * Context: any; stable under the session's lock but for a session that ends.
 */
bool hkj_session_is_running(void)
{
	enum hkj_state now = hkj_session_state();

	return now == HKJ_STATE_STARTING || now == HKJ_STATE_RUNNING;
}

/**
 * hkj_session_show_cpus() - target CPUs of the present or last session
 * @buf: to be filled
 * @size: of @buf
 *
 * Return: number of characters; 0 before the first session.
 *
 * Context: process; under the session's lock.
 */
int hkj_session_show_cpus(char *buf, size_t size)
{
	if (!session)
		return 0;
	return scnprintf(buf, size, "%*pbl", cpumask_pr_args(&session->cpus));
}

/**
 * hkj_session_target() - a target of the present or last session
 * @cpu: its number
 *
 * Return: the target, or NULL; valid as long as the session's lock is held.
 *
 * Context: process; under the session's lock.
 */
struct hkj_target *hkj_session_target(unsigned int cpu)
{
	struct hkj_target *t;
	unsigned int i;

	if (!session)
		return NULL;
	for_each_target(session, i, t)
		if (t->cpu == cpu)
			return t;
	return NULL;
}

/**
 * hkj_session_each() - do something with each target of the session
 * @each: what
 * @data: handed to @each
 *
 * Context: process; under the session's lock.
 */
void hkj_session_each(void (*each)(struct hkj_target *t, void *data),
		      void *data)
{
	struct hkj_target *t;
	unsigned int i;

	if (!session)
		return;
	for_each_target(session, i, t)
		each(t, data);
}

/* The thread of @t is about to end. Context: that thread, after its window. */
static void target_ended(struct hkj_target *t)
{
	struct hkj_session *s = t->session;
	unsigned int i;

	if (READ_ONCE(t->stop) == HKJ_STOP_STOP_ABOVE) {
		cmpxchg(&s->stop_all, HKJ_STOP_NONE, HKJ_STOP_STOP_ABOVE);
		for (i = 0; i < s->nr_targets; i++)
			hkj_workload_over(s->targets[i]);
	}
	if (!atomic_dec_and_test(&s->nr_active))
		return;
	wake_up_all(&all_ended);
	queue_work(system_unbound_wq, &finish_work);
}

/* Under cpus_read_lock(), see above. */
static void session_publish(struct hkj_session *s, bool is_on)
{
	struct hkj_target *t;
	unsigned int i;

	for_each_target(s, i, t)
		per_cpu(published, t->cpu) = is_on ? t : NULL;
}

static void session_reap(struct hkj_session *s)
{
	struct hkj_target *t;
	unsigned int i;

	for_each_target(s, i, t)
		hkj_target_reap(t);
}

/* Accepts a session that is half built, and NULL. */
static void session_free(struct hkj_session *s)
{
	struct hkj_target *t;
	unsigned int i;

	if (!s)
		return;
	for_each_target(s, i, t) {
		if (t)
			views.remove(t);
		hkj_target_free(t);
	}
	kfree(s);
}

/* Patches code, which disturbs: before any window opens. */
static int probes_on(struct hkj_session *s)
{
	int error;

	hkj_initiator_clear(&s->cpus);
	error = hkj_probes_attach(s->config.has_initiators);
	if (error)
		return hkj_config_reject(error,
					 "run: a probe cannot be attached (error %d)", error);
	s->has_probes = true;
	return 0;
}

static void probes_off(struct hkj_session *s)
{
	if (s->has_probes)
		hkj_probes_detach();
	s->has_probes = false;
}

/* Ends a session's threads and takes its targets out of hotplug's sight. */
static void session_end(struct hkj_session *s, enum hkj_stop_reason reason)
{
	struct hkj_target *t;
	unsigned int i;

	for_each_target(s, i, t)
		if (reason)
			hkj_target_ask_stop(t, reason);
	hkj_naming_stop();
	session_reap(s);
	hkj_witness_stop();
	probes_off(s);
	cpus_read_lock();
	session_publish(s, false);
	cpus_read_unlock();
}

static int session_make_target(struct hkj_session *s, unsigned int i,
			       unsigned int cpu)
{
	struct hkj_target *t = hkj_target_new(cpu, s->id, &s->config);

	if (!t)
		return hkj_config_reject(-ENOMEM, "run: no memory for CPU %u",
					 cpu);
	t->session = s;
	t->stop_all = &s->stop_all;
	t->on_end = target_ended;
	s->targets[i] = t;
	return 0;
}

static int session_fill(struct hkj_session *s)
{
	unsigned int cpu, i = 0;
	int error;

	for_each_cpu(cpu, &s->cpus) {
		error = session_make_target(s, i++, cpu);
		if (error)
			return error;
	}
	return 0;
}

static struct hkj_session *session_new(const struct hkj_config *config,
				       const struct cpumask *cpus)
{
	unsigned int nr = cpumask_weight(cpus);
	struct hkj_session *s;

	s = kzalloc(struct_size(s, targets, nr), GFP_KERNEL);
	if (!s) {
		hkj_config_reject(-ENOMEM, "run: no memory for a session");
		return NULL;
	}
	s->nr_targets = nr;
	s->id = nr_sessions + 1;
	s->config = *config;
	cpumask_copy(&s->cpus, cpus);
	if (session_fill(s)) {
		session_free(s);
		return NULL;
	}
	return s;
}

/* Creates the threads of all targets. Under cpus_read_lock(). */
static int start_threads(struct hkj_session *s)
{
	struct hkj_target *t;
	unsigned int i;
	int error;

	session_publish(s, true);
	for_each_target(s, i, t) {
		atomic_inc(&s->nr_active);
		error = hkj_target_start(t);
		if (error)
			return hkj_config_reject(error,
						 "run: no thread for CPU %u (error %d)",
						 t->cpu, error);
	}
	return 0;
}

/* Waits for a completion of all targets, at @offset in each of them. */
static int wait_targets(struct hkj_session *s, size_t offset)
{
	unsigned long left = msecs_to_jiffies(HKJ_READY_TIMEOUT_MS);
	struct completion *done;
	struct hkj_target *t;
	unsigned int i;

	for_each_target(s, i, t) {
		done = (void *)t + offset;
		left = wait_for_completion_timeout(done, left);
		if (!left)
			return hkj_target_is_late(t);
		if (t->error)
			return hkj_target_error(t);
	}
	return 0;
}

static int add_views(struct hkj_session *s)
{
	struct hkj_target *t;
	unsigned int i;
	int error;

	for_each_target(s, i, t) {
		error = views.add(t);
		if (error)
			return hkj_config_reject(error,
						 "run: no files for CPU %u (error %d)",
						 t->cpu, error);
	}
	return 0;
}

/* From here on the results of the session before are gone. */
static int replace_session(struct hkj_session *s)
{
	session_free(session);
	session = NULL;
	return add_views(s);
}

/* All at once, so that the windows of all targets cover the same time. */
static int open_windows(struct hkj_session *s)
{
	struct hkj_target *t;
	unsigned int i;

	for_each_target(s, i, t) {
		complete_all(&t->go);
		hkj_workload_go(t);
	}
	return wait_targets(s, offsetof(struct hkj_target, opened));
}

static int bring_up(struct hkj_session *s)
{
	int error;

	error = wait_targets(s, offsetof(struct hkj_target, ready));
	if (error)
		return error;
	error = probes_on(s);
	if (error)
		return error;
	error = replace_session(s);
	if (error)
		return error;
	hkj_witness_start(&s->cpus, s->targets[0]->live.clock_kind,
			  &s->targets[0]->live.scale);
	error = open_windows(s);
	if (error)
		return error;
	nr_sessions = s->id;
	session = s;
	state_set(HKJ_STATE_RUNNING);
	hkj_naming_start(&s->cpus);
	return 0;
}

static struct hkj_session *prepare(struct hkj_config *config, int *error)
{
	struct hkj_session *s = NULL;
	cpumask_var_t cpus;

	*error = -ENOMEM;
	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return NULL;
	hkj_config_copy(config);
	cpus_read_lock();
	*error = hkj_choice_cpus(config, cpus);
	if (!*error) {
		s = session_new(config, cpus);
		*error = s ? start_threads(s) : -ENOMEM;
	}
	cpus_read_unlock();
	free_cpumask_var(cpus);
	return s;
}

/**
 * hkj_session_start() - start a session with the present configuration
 *
 * Returns when the window is open on all targets. A start that fails before
 * its targets are up leaves the results of the session before.
 *
 * Return: 0; -EBUSY while a session runs; -ENODEV without an isolated CPU;
 * -EINVAL for CPUs that are offline or leave no housekeeping CPU; -ERANGE for a
 * threshold below two turns; -ETIMEDOUT if a target does not come up, -ESRCH if its
 * loop in user space ends first; -EOPNOTSUPP for such a loop without a cycle
 * counter; -ENOMEM.
 *
 * Context: process, sleeps; under the session's lock.
 */
int hkj_session_start(void)
{
	struct hkj_config *config;
	struct hkj_session *s;
	int error = -ENOMEM;

	if (hkj_session_is_running())
		return hkj_config_reject(-EBUSY, "run: a session is running; write 0 to run to stop it");
	config = kmalloc(sizeof(*config), GFP_KERNEL);
	if (!config)
		return hkj_config_reject(-ENOMEM, "run: no memory");

	state_set(HKJ_STATE_STARTING);
	s = prepare(config, &error);
	kfree(config);
	if (!error)
		error = bring_up(s);
	if (!error)
		return 0;
	if (s) {
		session_end(s, HKJ_STOP_REQUEST);
		session_free(s);
	}
	state_set(session ? HKJ_STATE_DONE : HKJ_STATE_IDLE);
	return error;
}

/* All threads have ended or are about to. Under the session's lock. */
static void session_finish(enum hkj_stop_reason reason)
{
	if (hkj_session_state() != HKJ_STATE_RUNNING)
		return;
	session_end(session, reason);
	state_set(HKJ_STATE_DONE);
}

static void finish_work_fn(struct work_struct *work)
{
	hkj_session_lock();
	if (session && !atomic_read(&session->nr_active))
		session_finish(HKJ_STOP_NONE);
	hkj_session_unlock();
}

/**
 * hkj_session_stop() - stop the session that runs
 * @reason: why
 *
 * Returns when all targets have ended; harmless without a session.
 *
 * Return: 0.
 *
 * Context: process, sleeps; under the session's lock.
 */
int hkj_session_stop(enum hkj_stop_reason reason)
{
	session_finish(reason);
	return 0;
}

/*
 * The target CPU @cpu is going down: end its part before it is gone. Context:
 * its hotplug thread, on that CPU, which it shares with the loop; a FIFO loop
 * relieves it after a second.
 */
static int cpu_goes_offline(unsigned int cpu)
{
	struct hkj_target *t = per_cpu(published, cpu);

	hkj_witness_leave(cpu);
	hkj_naming_leave(cpu);
	if (!t || !t->task)
		return 0;
	hkj_target_ask_stop(t, HKJ_STOP_OFFLINE);
	if (!t->page)
		wait_for_completion(&t->ended);
	else if (!wait_for_completion_timeout(&t->ended, OFFLINE_PATIENCE))
		hkj_workload_end(t, HKJ_STOP_OFFLINE);
	return 0;
}

/**
 * hkj_session_init() - get ready for sessions
 * @v: who shows them
 *
 * Return: 0, or why there is no hotplug callback.
 *
 * Context: module init.
 */
int hkj_session_init(const struct hkj_session_views *v)
{
	views = *v;
	hotplug_state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
						  "hkjitter:online", NULL,
						  cpu_goes_offline);
	return hotplug_state < 0 ? hotplug_state : 0;
}

/**
 * hkj_session_exit() - stop the session that runs and drop the results
 *
 * Context: module exit, when no file can start a session any more.
 */
void hkj_session_exit(void)
{
	hkj_session_lock();
	hkj_session_stop(HKJ_STOP_UNLOAD);
	session_free(session);
	session = NULL;
	hkj_session_unlock();
	cancel_work_sync(&finish_work);
	cpuhp_remove_state_nocalls(hotplug_state);
	/* A CPU that went offline meanwhile may have moved that work. */
	hkj_naming_stop();
}
