// SPDX-License-Identifier: GPL-2.0
/*
 * Who asked for what.
 *
 * A table of fixed size, indexed by a hash of what was asked for (the address
 * of a work, timer, task or call). No lock: an entry that
 * two CPUs write at once, or that was overwritten, does not match its key or
 * its sequence and is as good as not there. Losing a name is told in the
 * result as an unknown initiator; a wrong name would be worse.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "initiator.h"
#include "running.h"
#include "self.h"
#include "track.h"

#define CACHE_BITS	13
#define STACK_DEPTH	16

/**
 * struct entry - one thing asked for
 * @seq: odd while it is written
 * @key: what
 * @who: who asked
 */
struct entry {
	atomic_t seq;
	u64 key;
	struct hkj_who who;
};

static struct entry *cache;

static struct entry *find(u64 key)
{
	return &cache[hash_64(key, CACHE_BITS)];
}

/* @e is ours to write until entry_end(), unless somebody else writes it. */
static bool entry_lock(struct entry *e)
{
	int seq = atomic_read(&e->seq);

	return !(seq & 1) && atomic_cmpxchg(&e->seq, seq, seq + 1) == seq;
}

/* The entry for @key; NULL if it is taken: one of the two is lost. */
static struct entry *entry_begin(u64 key)
{
	struct entry *e = find(key);

	if (!entry_lock(e))
		return NULL;
	e->key = key;
	return e;
}

static void entry_end(struct entry *e)
{
	/* The entry is whole before its sequence says so. */
	smp_mb__before_atomic();
	atomic_inc(&e->seq);
}

/* @function and those who called it, from the stack as it is. */
static void who_fill_stack(struct hkj_who *who, unsigned long function)
{
	unsigned long stack[STACK_DEPTH];
	unsigned int nr = stack_trace_save(stack, STACK_DEPTH, 0);
	unsigned int i = 0, n;

	who->function = function;
	while (i < nr && stack[i] != function)
		i++;
	for (n = 0; n < HKJ_NR_CALLERS; n++)
		who->callers[n] = ++i < nr ? stack[i] : 0;
}

/* The module's, or one in user space. */
static bool is_loop(void)
{
	const struct hkj_track *k = hkj_track_here();

	return hkj_self_is_loop(current) || (k && current == k->loop);
}

/*
 * What an interrupt asks for is not the doing of the task that it hit. On its way
 * out an interrupt counts as one no more, but may still arm the tick: a loop asks
 * for nothing, so that this is no task's doing either.
 */
static void who_fill_task(struct hkj_who *who, bool is_task)
{
	if (is_task && !is_loop()) {
		memcpy(who->comm, current->comm, HKJ_COMM_LEN);
		who->pid = current->pid;
		who->is_self = hkj_self_is(current);
		return;
	}
	strscpy_pad(who->comm, in_serving_softirq() ? "[softirq]" : "[hardirq]",
		    sizeof(who->comm));
	who->pid = 0;
	who->is_self = false;
}

/* What asks in an interrupt is the callback that runs there. */
static void who_fill(struct hkj_who *who, unsigned long function,
		     unsigned int flags)
{
	const struct hkj_running *running = hkj_running_here();

	who_fill_task(who, !running);
	who->cpu = raw_smp_processor_id();
	who->callers[0] = 0;
	who->function = running ? running->function : 0;
	who->cause = flags & HKJ_PUT_CAUSE ? who->function : 0;
	if (!who->function && flags & HKJ_PUT_STACK)
		who_fill_stack(who, function);
}

/**
 * hkj_initiator_put() - remember that what runs here asked for something
 * @what: address of what it asked for, or a HKJ_WHAT()
 * @function: the code that asked, a return address on the stack
 * @flags: HKJ_PUT_STACK to keep @function and its callers, which takes a walk of
 *	the stack, unless a callback runs: for what is asked of a target;
 *	HKJ_PUT_CAUSE if a callback that asks is what a chain begins with
 *
 * Context: any but NMI, on any CPU, preemption off.
 */
void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags)
{
	struct entry *e = entry_begin(what);

	if (!e)
		return;
	who_fill(&e->who, function, flags);
	entry_end(e);
}

/**
 * hkj_initiator_put_who() - remember that somebody has asked for something
 * @what: as hkj_initiator_put()
 * @who: who
 *
 * Context: any but NMI, on any CPU, preemption off.
 */
void hkj_initiator_put_who(u64 what, const struct hkj_who *who)
{
	struct entry *e = entry_begin(what);

	if (!e)
		return;
	e->who = *who;
	entry_end(e);
}

/**
 * hkj_initiator_get() - who asked for something
 * @what: as it was put
 * @who: to be filled
 *
 * Return: whether it is known.
 *
 * Context: any but NMI, preemption off.
 */
bool hkj_initiator_get(u64 what, struct hkj_who *who)
{
	struct entry *e = find(what);
	/* Pairs with entry_end(): the entry is whole as of this sequence. */
	int seq = atomic_read_acquire(&e->seq);
	bool is_known;

	*who = e->who;
	is_known = e->key == what;
	/* Pairs with the release above: what was read is of one writer. */
	smp_rmb();
	if ((seq & 1) || atomic_read(&e->seq) != seq || !is_known) {
		who->pid = HKJ_UNKNOWN;
		who->is_self = false;
		who->cause = 0;
		return false;
	}
	return true;
}

static bool who_is_gone(const struct hkj_who *who,
			bool (*is_gone)(unsigned long address, void *data),
			void *data)
{
	unsigned int i;

	if (is_gone(who->function, data) || is_gone(who->cause, data))
		return true;
	for (i = 0; i < HKJ_NR_CALLERS && who->callers[i]; i++)
		if (is_gone(who->callers[i], data))
			return true;
	return false;
}

/**
 * hkj_initiator_forget() - forget those whose code goes away
 * @is_gone: whether an address does
 * @data: handed to @is_gone
 *
 * The address may soon be that of something else, and a wrong name is worse than
 * none.
 *
 * Context: process.
 */
void hkj_initiator_forget(bool (*is_gone)(unsigned long address, void *data),
			  void *data)
{
	struct entry *e;

	for (e = cache; e < cache + (1 << CACHE_BITS); e++) {
		if (!e->key || !who_is_gone(&e->who, is_gone, data))
			continue;
		preempt_disable();
		if (entry_lock(e)) {
			e->key = 0;
			entry_end(e);
		}
		preempt_enable();
	}
}

/**
 * hkj_initiator_init() - memory for the cache
 *
 * Return: 0 or -ENOMEM.
 *
 * Context: module init.
 */
int hkj_initiator_init(void)
{
	cache = vzalloc(sizeof(*cache) << CACHE_BITS);
	return cache ? 0 : -ENOMEM;
}

/**
 * hkj_initiator_clear() - forget all
 *
 * What has been freed since may have left its address to something else.
 *
 * Context: process; before probes are attached.
 */
void hkj_initiator_clear(void)
{
	memset(cache, 0, sizeof(*cache) << CACHE_BITS);
}

/**
 * hkj_initiator_exit() - the opposite
 *
 * Context: module exit, when no probe is attached.
 */
void hkj_initiator_exit(void)
{
	vfree(cache);
}
