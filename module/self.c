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
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "self.h"

#define NR_CLIENTS_FIRST	16

/**
 * struct client - a process that uses the module's files
 * @tgid: which; 0 for a free slot. Read without the lock.
 * @nr: how many times at once
 */
struct client {
	pid_t tgid;
	unsigned int nr;
};

/**
 * struct crowd - all of them; another one takes its place when it is full
 * @rcu: of one whose place is taken
 * @nr: slots
 * @nr_used: none behind these is in use. Read without the lock.
 * @clients: the slots
 */
struct crowd {
	struct rcu_head rcu;
	unsigned int nr;
	unsigned int nr_used;
	struct client clients[];
};

/* Who writes holds the lock; who reads does not. */
static DEFINE_MUTEX(lock);
static struct crowd __rcu *crowd;

/* What the module's threads run. */
static unsigned long loop_function;

static struct crowd *crowd_locked(void)
{
	return rcu_dereference_protected(crowd, lockdep_is_held(&lock));
}

static struct client *find(pid_t tgid)
{
	struct crowd *c = crowd_locked();
	unsigned int i;

	for (i = 0; c && i < c->nr; i++)
		if (c->clients[i].tgid == tgid)
			return &c->clients[i];
	return NULL;
}

/* Twice the room. Return: a free slot; NULL without memory. */
static struct client *grow(void)
{
	struct crowd *old = crowd_locked(), *new;
	unsigned int nr = old ? 2 * old->nr : NR_CLIENTS_FIRST;

	new = kzalloc(struct_size(new, clients, nr), GFP_KERNEL);
	if (!new)
		return NULL;
	new->nr = nr;
	if (old) {
		new->nr_used = old->nr_used;
		memcpy(new->clients, old->clients, old->nr * sizeof(*old->clients));
	}
	rcu_assign_pointer(crowd, new);
	if (old)
		kfree_rcu(old, rcu);
	return find(0);
}

/* A client has come or gone. */
static void count_used(void)
{
	struct crowd *c = crowd_locked();
	unsigned int i = c->nr;

	while (i && !c->clients[i - 1].tgid)
		i--;
	WRITE_ONCE(c->nr_used, i);
}

static struct client *find_or_add(pid_t tgid)
{
	struct client *client = find(tgid);

	if (!client)
		client = find(0);
	return client ? client : grow();
}

/**
 * hkj_self_init() - what the module's own threads run
 * @loop: the function
 *
 * Context: module init.
 */
void hkj_self_init(unsigned long loop)
{
	loop_function = loop;
}

/**
 * hkj_self_enter() - the running process begins to use a file of the module's
 *
 * Return: for hkj_self_leave(); 0 without memory, and then it is no client.
 *
 * Context: process, sleeps.
 */
pid_t hkj_self_enter(void)
{
	pid_t tgid = current->tgid;
	struct client *client;

	mutex_lock(&lock);
	client = find_or_add(tgid);
	if (client) {
		WRITE_ONCE(client->tgid, tgid);
		client->nr++;
		count_used();
	}
	mutex_unlock(&lock);
	return client ? tgid : 0;
}

/**
 * hkj_self_leave() - the opposite
 * @tgid: from hkj_self_enter()
 *
 * Context: process, sleeps; another one perhaps, to which a file was handed on.
 */
void hkj_self_leave(pid_t tgid)
{
	struct client *client;

	if (!tgid)
		return;
	mutex_lock(&lock);
	client = find(tgid);
	if (client && !--client->nr) {
		WRITE_ONCE(client->tgid, 0);
		count_used();
	}
	mutex_unlock(&lock);
}

/**
 * hkj_self_is() - does a task belong to a process that uses the module's files?
 * @task: which
 *
 * Context: any.
 */
bool hkj_self_is(const struct task_struct *task)
{
	const struct crowd *c;
	unsigned int i;
	bool is_client = false;

	/* The idle tasks' number is that of a free slot. */
	if (!task->tgid)
		return false;
	rcu_read_lock_sched_notrace();
	c = rcu_dereference_sched(crowd);
	for (i = 0; c && i < READ_ONCE(c->nr_used) && !is_client; i++)
		is_client = READ_ONCE(c->clients[i].tgid) == task->tgid;
	rcu_read_unlock_sched_notrace();
	return is_client;
}

/**
 * hkj_self_exit() - forget who was a client
 *
 * Context: module exit, when nobody has a file of the module's open and no probe
 * is attached.
 */
void hkj_self_exit(void)
{
	kfree(rcu_dereference_protected(crowd, true));
	RCU_INIT_POINTER(crowd, NULL);
}

/**
 * hkj_self_is_loop() - is a task one of this module's own threads?
 * @task: which
 *
 * Context: any.
 */
bool hkj_self_is_loop(struct task_struct *task)
{
	return (unsigned long)kthread_func(task) == loop_function;
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
