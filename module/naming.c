// SPDX-License-Identifier: GPL-2.0
/*
 * When names are made of the addresses that targets have met: about once a second
 * while a session runs, and before a module goes away.
 */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/workqueue.h>

#include "housekeeping.h"
#include "initiator.h"
#include "names.h"
#include "naming.h"
#include "session.h"
#include "tally.h"
#include "workload.h"

/* How long a name may take; nothing of a target is read more often. */
#define PERIOD		HZ

/* More than two upkeeps of a loop. */
#define UPKEEP_WAIT_US	3000

static void naming_fn(struct work_struct *unused);
static DECLARE_DELAYED_WORK(naming_work, naming_fn);

/* No target; -1 while no names are to be made by themselves. */
static int naming_cpu = -1;

/* The session's; there while that runs. */
static const struct cpumask *naming_targets;

static void update(struct hkj_target *t, void *unused)
{
	hkj_names_update(t);
	hkj_workload_check(t);
}

/* It never waits for the lock: whoever holds that may wait for us. */
static void naming_fn(struct work_struct *unused)
{
	unsigned long delay = 1;
	bool is_over = false;
	int cpu;

	if (hkj_session_trylock()) {
		is_over = !hkj_session_is_running();
		if (!is_over)
			hkj_session_each(update, NULL);
		hkj_session_unlock();
		delay = PERIOD;
	}
	cpu = READ_ONCE(naming_cpu);
	if (!is_over && cpu >= 0)
		queue_delayed_work_on(cpu, system_wq, &naming_work, delay);
}

/**
 * hkj_naming_start() - a session runs
 * @targets: its CPUs, until hkj_naming_stop()
 *
 * The work is bound to a CPU that is no target: one that is not bound may be
 * allowed to run on targets.
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_naming_start(const struct cpumask *targets)
{
	unsigned int cpu;

	cpus_read_lock();
	naming_targets = targets;
	cpu = hkj_housekeeping_cpu(targets, -1);
	if (cpu < nr_cpu_ids) {
		WRITE_ONCE(naming_cpu, cpu);
		queue_delayed_work_on(cpu, system_wq, &naming_work, PERIOD);
	}
	cpus_read_unlock();
}

/**
 * hkj_naming_stop() - it ends; no name is made by itself afterwards
 *
 * Context: process, sleeps; under the session's lock, or when there are no
 * sessions any more.
 */
void hkj_naming_stop(void)
{
	WRITE_ONCE(naming_cpu, -1);
	cancel_delayed_work_sync(&naming_work);
}

/**
 * hkj_naming_leave() - a CPU goes offline
 * @cpu: which one
 *
 * Work that waits for it would be done by a thread that may run anywhere. If
 * there is no other CPU than targets, names are made when somebody reads them.
 *
 * Context: process, sleeps; hotplug, while @cpu is still online. A session that
 * ends waits for it before @naming_targets goes.
 */
void hkj_naming_leave(unsigned int cpu)
{
	unsigned int other;

	if (READ_ONCE(naming_cpu) != (int)cpu)
		return;
	other = hkj_housekeeping_cpu(naming_targets, cpu);
	if (other >= nr_cpu_ids) {
		cmpxchg(&naming_cpu, (int)cpu, -1);
		cancel_delayed_work(&naming_work);
	} else if (cmpxchg(&naming_cpu, (int)cpu, (int)other) == (int)cpu) {
		mod_delayed_work_on(other, system_wq, &naming_work, PERIOD);
	}
}

static bool is_of_module(unsigned long address, void *module)
{
	return address && within_module(address, module);
}

static void keep(struct hkj_target *t, void *module)
{
	hkj_names_update(t);
	hkj_tally_close(t->track, is_of_module, module);
}

/*
 * A module goes away: its functions do not run any more, but still have names.
 * What loops have met of it is in their sources after the next upkeep.
 */
static int module_changes(struct notifier_block *block, unsigned long state,
			  void *module)
{
	if (state != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	hkj_session_lock();
	if (hkj_session_is_running()) {
		hkj_initiator_forget(is_of_module, module);
		usleep_range(UPKEEP_WAIT_US, 2 * UPKEEP_WAIT_US);
	}
	hkj_session_each(keep, module);
	hkj_session_unlock();
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = module_changes,
};

/**
 * hkj_naming_init() - be told of modules that go away
 *
 * Return: 0, or why not.
 *
 * Context: module init.
 */
int hkj_naming_init(void)
{
	return register_module_notifier(&notifier);
}

/**
 * hkj_naming_exit() - the opposite
 *
 * Context: module exit, without the session's lock.
 */
void hkj_naming_exit(void)
{
	unregister_module_notifier(&notifier);
}
