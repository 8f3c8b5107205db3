// SPDX-License-Identifier: GPL-2.0
/*
 * The sources of one target: a table of fixed size, found by hash.
 */
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "self.h"
#include "tally.h"

static __always_inline bool key_is(const struct hkj_key *a, const struct hkj_key *b)
{
	return a->function == b->function && a->id == b->id &&
	       a->class == b->class && a->cause == b->cause && a->born == b->born;
}

/* A function may be queued to several workqueues: these are sources apart. */
static bool name_is(const struct hkj_tally *tally, const char *name)
{
	return tally->key.class != HKJ_CLASS_WORK || !name ||
	       !strncmp(tally->name, name, sizeof(tally->name) - 1);
}

static unsigned int key_hash(const struct hkj_key *key)
{
	u64 mixed = (u64)key->function ^ ((u64)key->id << 8) ^ key->class ^
		    ((u64)key->cause << 16);

	return hash_64(mixed, ilog2(HKJ_NR_SOURCES));
}

/**
 * hkj_tally_name() - a thread has the name that its task has now
 * @tally: the thread's; NULL changes nothing
 * @name: its task's, which changes when it executes another program
 *
 * Context: the track's CPU, interrupts off.
 */
void hkj_tally_name(struct hkj_tally *tally, const char *name)
{
	if (!tally || !strncmp(tally->name, name, sizeof(tally->name) - 1))
		return;
	raw_write_seqcount_begin(&tally->seq);
	strscpy(tally->name, name, sizeof(tally->name));
	raw_write_seqcount_end(&tally->seq);
}

static void tally_fill(struct hkj_tally *tally, const struct hkj_key *key,
		       const char *name)
{
	tally->key = *key;
	tally->is_own = hkj_self_has(key->function);
	tally->min = U64_MAX;
	if (name)
		strscpy(tally->name, name, sizeof(tally->name));
}

/* Return: whether it was free, and is the source's now. */
static bool tally_take(struct hkj_tally *tally, const struct hkj_key *key,
		       const char *name)
{
	unsigned long flags;
	bool is_free;

	local_irq_save(flags);
	is_free = !READ_ONCE(tally->is_taken);
	if (is_free) {
		tally_fill(tally, key, name);
		/* Readers on other CPUs see the key before the slot. */
		smp_store_release(&tally->is_taken, HKJ_TALLY_OPEN);
	}
	local_irq_restore(flags);
	return is_free;
}

static bool tally_is(const struct hkj_tally *tally, const struct hkj_key *key,
		     const char *name)
{
	return READ_ONCE(tally->is_taken) == HKJ_TALLY_OPEN &&
	       key_is(&tally->key, key) && name_is(tally, name);
}

static noinline struct hkj_tally *find_from(struct hkj_track *k, unsigned int slot,
					    const struct hkj_key *key,
					    const char *name)
{
	struct hkj_tally *tally;
	unsigned int i;

	for (i = 0; i < HKJ_NR_SOURCES; i++) {
		tally = &k->tallies[slot++ & (HKJ_NR_SOURCES - 1)];
		if (!READ_ONCE(tally->is_taken) && tally_take(tally, key, name))
			return tally;
		if (tally_is(tally, key, name))
			return tally;
	}
	local_inc(&k->lost[HKJ_LOST_SOURCES]);
	return NULL;
}

/**
 * hkj_tally_find() - the source's slot, taken if it is new
 * @k: the track
 * @key: the source
 * @name: copied when the slot is taken; may be NULL
 *
 * Nobody but this CPU takes slots. An interrupt may take one while we look for
 * one, and for the same source: a slot that we have found free, and that is not
 * when interrupts are off, is looked at again. Nearly always the first slot is the
 * one.
 *
 * Return: the slot; NULL if the table is full, which is counted.
 *
 * Context: the track's CPU, task to hard IRQ.
 */
struct hkj_tally *hkj_tally_find(struct hkj_track *k,
				 const struct hkj_key *key, const char *name)
{
	unsigned int slot = key_hash(key);
	struct hkj_tally *tally = &k->tallies[slot];

	if (likely(READ_ONCE(tally->is_taken) == HKJ_TALLY_OPEN &&
		   key_is(&tally->key, key) && key->class != HKJ_CLASS_WORK))
		return tally;
	return find_from(k, slot, key, name);
}

/**
 * hkj_tally_close() - sources whose function goes away
 * @k: the track
 * @is_gone: whether an address does
 * @data: handed to @is_gone
 *
 * They keep what they have; what comes to be at their address is another source.
 *
 * Context: process, on any CPU; no function that goes can run any more.
 */
void hkj_tally_close(struct hkj_track *k,
		     bool (*is_gone)(unsigned long address, void *data),
		     void *data)
{
	struct hkj_tally *tally;

	for (tally = k->tallies; tally < k->tallies + HKJ_NR_SOURCES; tally++) {
		/* Pairs with hkj_tally_find(): the key is there. */
		if (smp_load_acquire(&tally->is_taken) != HKJ_TALLY_OPEN)
			continue;
		if (is_gone(tally->key.function, data) ||
		    is_gone(tally->key.cause, data))
			WRITE_ONCE(tally->is_taken, HKJ_TALLY_CLOSED);
	}
}

static bool who_is(const struct hkj_who *a, const struct hkj_who *b)
{
	unsigned int i;

	if (a->pid != b->pid || a->function != b->function || a->cpu != b->cpu)
		return false;
	for (i = 0; i < HKJ_NR_CALLERS; i++) {
		if (a->callers[i] != b->callers[i])
			return false;
		if (!a->callers[i])
			break;
	}
	return true;
}

static void tally_asker(struct hkj_tally *tally, const struct hkj_who *who)
{
	unsigned int i;

	if (who->pid < 0) {
		tally->nr_unknown += who->pid == HKJ_UNKNOWN;
		return;
	}
	for (i = 0; i < tally->nr_askers; i++)
		if (who_is(&tally->askers[i].who, who))
			break;
	if (i == HKJ_NR_INITIATORS) {
		tally->nr_others++;
		return;
	}
	if (i == tally->nr_askers) {
		hkj_who_copy(&tally->askers[i].who, who);
		/* Readers on other CPUs see who it is before that it is there. */
		smp_store_release(&tally->nr_askers, i + 1);
	}
	tally->askers[i].count++;
}

static void tally_self(struct hkj_track *k, struct hkj_tally *tally,
		       const struct hkj_who *who)
{
	if (!who->is_self && !tally->is_own)
		return;
	tally->nr_self++;
	k->nr_self++;
}

/**
 * hkj_tally_add() - add an interruption to its source
 * @k: the track
 * @tally: the source
 * @net: net duration, in cycles
 * @who: who asked for it
 *
 * Context: the track's CPU, task to hard IRQ; interrupts off, since one that finds
 * the ring full may add to the same source.
 */
void hkj_tally_add(struct hkj_track *k, struct hkj_tally *tally, u64 net,
		   const struct hkj_who *who)
{
	u64 ns = hkj_scale_ns(&k->scale, net);
	u32 *slot;

	raw_write_seqcount_begin(&tally->seq);
	tally->count++;
	tally->total += net;
	tally->min = min(tally->min, net);
	tally->max = max(tally->max, net);
	slot = &tally->histogram[hkj_source_slot(ns)];
	*slot += *slot != U32_MAX;
	tally_asker(tally, who);
	tally_self(k, tally, who);
	raw_write_seqcount_end(&tally->seq);
	if (who->pid == HKJ_UNKNOWN)
		local_inc(&k->lost[HKJ_LOST_INITIATORS]);
}
