// SPDX-License-Identifier: GPL-2.0
/*
 * Processes that use the module's files are noted for as long as they do: those
 * that hold /dev/hkjitter open, and whoever is inside a read or a write. What they
 * ask of a target meanwhile, and what this module itself runs there, are
 * interruptions that would not be without the measurement.
 */
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "self.h"

#define NR_CLIENTS	16

/**
 * struct client - a process that uses the module's files
 * @tgid: which; 0 for a free slot. Read without the lock.
 * @nr: how many times at once
 */
struct client {
	pid_t tgid;
	unsigned int nr;
};

static DEFINE_SPINLOCK(lock);
static struct client clients[NR_CLIENTS];

static struct client *find(pid_t tgid)
{
	unsigned int i;

	for (i = 0; i < NR_CLIENTS; i++)
		if (clients[i].tgid == tgid)
			return &clients[i];
	return NULL;
}

/**
 * hkj_self_enter() - the running process begins to use a file of the module's
 *
 * Return: for hkj_self_leave().
 *
 * Context: process.
 */
pid_t hkj_self_enter(void)
{
	pid_t tgid = current->tgid;
	struct client *client;

	spin_lock(&lock);
	client = find(tgid);
	if (!client)
		client = find(0);
	if (client) {
		WRITE_ONCE(client->tgid, tgid);
		client->nr++;
	}
	spin_unlock(&lock);
	return client ? tgid : 0;
}

/**
 * hkj_self_leave() - the opposite
 * @tgid: from hkj_self_enter()
 *
 * Context: process; another one perhaps, to which a file was handed on.
 */
void hkj_self_leave(pid_t tgid)
{
	struct client *client;

	if (!tgid)
		return;
	spin_lock(&lock);
	client = find(tgid);
	if (client && !--client->nr)
		WRITE_ONCE(client->tgid, 0);
	spin_unlock(&lock);
}

/**
 * hkj_self_is() - does a task belong to a process that uses the module's files?
 * @task: which
 *
 * Context: any.
 */
bool hkj_self_is(const struct task_struct *task)
{
	unsigned int i;

	/* The idle tasks' number is that of a free slot. */
	if (!task->tgid)
		return false;
	for (i = 0; i < NR_CLIENTS; i++)
		if (READ_ONCE(clients[i].tgid) == task->tgid)
			return true;
	return false;
}

/**
 * hkj_self_is_loop() - is a task one of this module's own threads?
 * @task: which
 *
 * Context: any.
 */
bool hkj_self_is_loop(struct task_struct *task)
{
	return hkj_self_has((unsigned long)kthread_func(task));
}

/**
 * hkj_self_has() - is a function one of this module's?
 * @function: its address
 *
 * Context: any.
 */
bool hkj_self_has(unsigned long function)
{
	return within_module(function, THIS_MODULE);
}
