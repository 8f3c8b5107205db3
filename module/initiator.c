// SPDX-License-Identifier: GPL-2.0
/*
 * Who asked for what.
 *
 * A table of fixed size, indexed by a hash of what was asked for (the address
 * of a work, timer, task or callback) and for which CPU. No lock: an entry that
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
#include "self.h"

#define CACHE_BITS	13
#define STACK_DEPTH	16

/**
 * struct entry - one thing asked for
 * @seq: odd while it is written
 * @key: what and for which CPU
 * @who: who asked
 */
struct entry {
	atomic_t seq;
	u64 key;
	struct hkj_who who;
};

static struct entry *cache;

static u64 make_key(unsigned long what, unsigned int cpu)
{
	return (u64)what ^ ((u64)cpu << 48);
}

static struct entry *find(u64 key)
{
	return &cache[hash_64(key, CACHE_BITS)];
}

/* The entry for @key, ours to write until entry_end(); NULL if it is taken. */
static struct entry *entry_begin(u64 key)
{
	struct entry *e = find(key);
	int seq = atomic_read(&e->seq);

	/* Somebody else is writing it: one of the two is lost. */
	if ((seq & 1) || atomic_cmpxchg(&e->seq, seq, seq + 1) != seq)
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

/*
 * What an interrupt asks for is not the doing of the task that it hit, unless it
 * is told from the stack. On its way out an interrupt counts as one no more, but
 * may still arm the tick: a loop asks for nothing, so that this is no task's doing
 * either.
 */
static void who_fill_task(struct hkj_who *who)
{
	if (in_task() && !hkj_self_is_loop(current)) {
		memcpy(who->comm, current->comm, HKJ_COMM_LEN);
		who->pid = current->pid;
		who->is_self = hkj_self_is(current);
		return;
	}
	who->is_self = false;
	strscpy(who->comm, in_serving_softirq() ? "[softirq]" : "[hardirq]",
		sizeof(who->comm));
	who->pid = 0;
}

static void who_fill(struct hkj_who *who, unsigned long function)
{
	who_fill_task(who);
	who->cpu = raw_smp_processor_id();
	who->function = function;
	who->callers[0] = 0;
}

/* Those who called @function, from the stack as it is. */
static void who_fill_callers(struct hkj_who *who, unsigned long function)
{
	unsigned long stack[STACK_DEPTH];
	unsigned int nr = stack_trace_save(stack, STACK_DEPTH, 0);
	unsigned int i = 0, n;

	while (i < nr && stack[i] != function)
		i++;
	for (n = 0; n < HKJ_NR_CALLERS; n++)
		who->callers[n] = ++i < nr ? stack[i] : 0;
}

/**
 * hkj_initiator_put() - remember that the running task asked for something
 * @what: address of what it asked for
 * @cpu: the CPU it is for; 0 where that does not matter
 * @function: the code that asked, 0 if unknown
 *
 * Context: any but NMI, on any CPU, preemption off.
 */
void hkj_initiator_put(unsigned long what, unsigned int cpu,
		       unsigned long function)
{
	struct entry *e = entry_begin(make_key(what, cpu));

	if (!e)
		return;
	who_fill(&e->who, function);
	entry_end(e);
}

/**
 * hkj_initiator_put_stack() - the same, with the callers of the code that asked
 * @what: address of what it asked for
 * @cpu: the CPU it is for
 * @function: the code that asked, a return address on the stack
 *
 * Walks the stack: for what is asked of a target, by another CPU.
 *
 * Context: any but NMI, on any CPU, preemption off.
 */
void hkj_initiator_put_stack(unsigned long what, unsigned int cpu,
			     unsigned long function)
{
	struct entry *e = entry_begin(make_key(what, cpu));

	if (!e)
		return;
	who_fill(&e->who, function);
	who_fill_callers(&e->who, function);
	entry_end(e);
}

/**
 * hkj_initiator_get() - who asked for something
 * @what: address of what was asked for
 * @cpu: as it was put
 * @who: to be filled
 *
 * Return: whether it is known.
 *
 * Context: any but NMI, preemption off.
 */
bool hkj_initiator_get(unsigned long what, unsigned int cpu,
		       struct hkj_who *who)
{
	u64 key = make_key(what, cpu);
	struct entry *e = find(key);
	/* Pairs with entry_end(): the entry is whole as of this sequence. */
	int seq = atomic_read_acquire(&e->seq);
	bool is_known;

	*who = e->who;
	is_known = e->key == key;
	/* Pairs with the release above: what was read is of one writer. */
	smp_rmb();
	if ((seq & 1) || atomic_read(&e->seq) != seq || !is_known) {
		who->pid = HKJ_UNKNOWN;
		who->is_self = false;
		return false;
	}
	return true;
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
