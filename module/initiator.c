// SPDX-License-Identifier: GPL-2.0
/*
 * Who asked for what.
 *
 * A table of fixed size, indexed by a hash of what was asked for (the address
 * of a work, timer, task or call). What has the same hash shares a set: one that
 * is new there takes the place of the one that was asked for longest ago, so that
 * a timer which is armed all the time cannot push out a work that waits.
 *
 * No lock: an entry that two CPUs write at once, or that was overwritten, does
 * not match its key or its sequence and is as good as not there. Losing a name is
 * told in the result as an unknown initiator; a wrong name would be worse.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/jiffies.h>
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

#define SET_BITS	11
/* The tags of a set fill one line of 64 bytes. */
#define NR_WAYS		4
#define NR_ENTRIES	(NR_WAYS << SET_BITS)
#define STACK_DEPTH	16

/**
 * struct tag - of one thing asked for
 * @seq: odd while it is written
 * @asked: when, in jiffies
 * @key: what; 0 for nothing
 *
 * Tags are apart from what they stand for: a look for a key reads them only.
 */
struct tag {
	atomic_t seq;
	u32 asked;
	u64 key;
};

struct cpumask hkj_initiator_cpus;
static struct tag *tags;
static struct hkj_who *whos;

static struct hkj_who *who_of(const struct tag *tag)
{
	return &whos[tag - tags];
}

/*
 * What lies in one slab lies at one distance, and of 2048 keys at some distances
 * one multiplication sends all but a few hundred to full sets: 30,912 bytes lost
 * 1,712 of them. With two, no distance of 64 bytes to 32 KiB lost more than 20.
 */
static struct tag *set_of(u64 key)
{
	key *= GOLDEN_RATIO_64;
	return &tags[hash_64(key ^ key >> 32, SET_BITS) * NR_WAYS];
}

static struct tag *find(u64 key)
{
	struct tag *set = set_of(key), *tag;

	for (tag = set; tag < set + NR_WAYS; tag++)
		if (READ_ONCE(tag->key) == key)
			return tag;
	return NULL;
}

/*
 * Of two of one age the later: two CPUs that ask for one thing at once may both
 * find a place for it, and the first is the one that find() sees.
 */
static bool is_older(const struct tag *tag, const struct tag *than, u32 now)
{
	if (!than || !tag->key || !than->key)
		return !than || !tag->key;
	return now - tag->asked >= now - than->asked;
}

/* NULL if all of them are being written: what asks is in their midst. */
static struct tag *oldest(u64 key, u32 now)
{
	struct tag *set = set_of(key), *found = NULL, *tag;

	for (tag = set; tag < set + NR_WAYS; tag++)
		if (!(atomic_read(&tag->seq) & 1) && is_older(tag, found, now))
			found = tag;
	return found;
}

/* @tag is ours to write until tag_end(), unless somebody else writes it. */
static bool tag_lock(struct tag *tag)
{
	int seq = atomic_read(&tag->seq);

	return !(seq & 1) && atomic_cmpxchg(&tag->seq, seq, seq + 1) == seq;
}

/* The tag for @key; NULL if it is taken: one of the two is lost. */
static struct tag *tag_begin(u64 key)
{
	u32 now = jiffies;
	struct tag *tag = find(key);

	if (!tag)
		tag = oldest(key, now);
	if (!tag || !tag_lock(tag))
		return NULL;
	WRITE_ONCE(tag->key, key);
	tag->asked = now;
	return tag;
}

static void tag_end(struct tag *tag)
{
	/* The entry is whole before its sequence says so. */
	smp_mb__before_atomic();
	atomic_inc(&tag->seq);
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
	struct tag *tag = tag_begin(what);

	if (!tag)
		return;
	who_fill(who_of(tag), function, flags);
	tag_end(tag);
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
	struct tag *tag = tag_begin(what);

	if (!tag)
		return;
	hkj_who_copy(who_of(tag), who);
	tag_end(tag);
}

static void who_unknown(struct hkj_who *who)
{
	who->pid = HKJ_UNKNOWN;
	who->is_self = false;
	who->cpu = 0;
	who->function = 0;
	who->cause = 0;
}

/* What @tag stands for, if it is whole and stands for @key all the while. */
static bool tag_read(const struct tag *tag, u64 key, struct hkj_who *who)
{
	/* Pairs with tag_end(): the entry is whole as of this sequence. */
	int seq = atomic_read_acquire(&tag->seq);
	bool is_key;

	hkj_who_copy(who, who_of(tag));
	is_key = READ_ONCE(tag->key) == key;
	/* Pairs with tag_end() as well: what was read is of one writer. */
	smp_rmb();
	return is_key && !(seq & 1) && atomic_read(&tag->seq) == seq;
}

/**
 * hkj_initiator_get() - who asked for something
 * @what: as it was put
 * @who: to be filled; unknown if nobody is there
 *
 * Return: whether it is known.
 *
 * Context: any but NMI, preemption off.
 */
bool hkj_initiator_get(u64 what, struct hkj_who *who)
{
	const struct tag *tag = what ? find(what) : NULL;

	if (tag && tag_read(tag, what, who))
		return true;
	who_unknown(who);
	return false;
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
	struct tag *tag;

	for (tag = tags; tag < tags + NR_ENTRIES; tag++) {
		if (!tag->key || !who_is_gone(who_of(tag), is_gone, data))
			continue;
		preempt_disable();
		if (tag_lock(tag)) {
			tag->key = 0;
			tag_end(tag);
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
	tags = vzalloc(array_size(NR_ENTRIES, sizeof(*tags)));
	whos = vzalloc(array_size(NR_ENTRIES, sizeof(*whos)));
	if (tags && whos)
		return 0;
	hkj_initiator_exit();
	return -ENOMEM;
}

/**
 * hkj_initiator_clear() - forget all
 * @cpus: the targets of the session that begins
 *
 * What has been freed since may have left its address to something else.
 *
 * Context: process; before probes are attached.
 */
void hkj_initiator_clear(const struct cpumask *cpus)
{
	cpumask_copy(&hkj_initiator_cpus, cpus);
	memset(tags, 0, array_size(NR_ENTRIES, sizeof(*tags)));
}

/**
 * hkj_initiator_exit() - the opposite
 *
 * Context: module exit, when no probe is attached.
 */
void hkj_initiator_exit(void)
{
	vfree(whos);
	vfree(tags);
}
