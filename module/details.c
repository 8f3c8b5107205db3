// SPDX-License-Identifier: GPL-2.0
/*
 * Sources of a target with their names, for the tool.
 *
 * While the window is open each source is a consistent copy, but two of them may
 * be a moment apart; once it is closed they are final.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "details.h"
#include "names.h"
#include "retry.h"
#include "track.h"

/**
 * struct copy - what a copy works with
 * @index: number in the record of each slot's source
 * @tally: the source that is being copied
 */
struct copy {
	u32 index[HKJ_NR_SOURCES];
	struct hkj_tally tally;
};

static int more_first(const void *a, const void *b)
{
	const struct hkj_initiator *x = a, *y = b;

	return x->count > y->count ? -1 : x->count < y->count;
}

static void copy_initiator(struct hkj_initiator *to,
			   const struct hkj_asker *from, const char *function)
{
	memcpy(to->comm, from->who.comm, sizeof(to->comm));
	to->comm[sizeof(to->comm) - 1] = '\0';
	to->pid = from->who.pid;
	to->cpu = from->who.cpu;
	to->count = from->count;
	strscpy(to->function, function, sizeof(to->function));
}

static bool is_same(const struct hkj_initiator *a, const struct hkj_initiator *b)
{
	return a->pid == b->pid && a->cpu == b->cpu &&
	       !strcmp(a->function, b->function) && !strcmp(a->comm, b->comm);
}

/* Two ways through the kernel to the same function are one to a reader. */
static void add_initiator(struct hkj_source *to,
			  const struct hkj_initiator *who)
{
	unsigned int i;

	for (i = 0; i < to->nr_initiators; i++) {
		if (!is_same(&to->initiators[i], who))
			continue;
		to->initiators[i].count += who->count;
		return;
	}
	to->initiators[to->nr_initiators++] = *who;
}

/* Those that have no name yet are left to the next look. */
static void copy_initiators(struct hkj_source *to, const struct hkj_tally *from,
			    const struct hkj_source_names *names)
{
	u32 i, nr = min(from->nr_askers, names->nr_askers);
	struct hkj_initiator who;

	to->nr_unknown = from->nr_unknown;
	to->nr_others = from->nr_others;
	for (i = 0; i < nr; i++) {
		copy_initiator(&who, &from->askers[i], names->askers[i]);
		add_initiator(to, &who);
	}
	for (; i < from->nr_askers; i++)
		to->nr_others += from->askers[i].count;
	sort(to->initiators, to->nr_initiators, sizeof(to->initiators[0]),
	     more_first, NULL);
}

static void copy_source(struct hkj_source *to, const struct hkj_tally *from,
			const struct hkj_source_names *names, u32 slot)
{
	to->class = from->key.class;
	to->id = from->key.id;
	to->slot = slot;
	to->count = from->count;
	to->total = from->total;
	to->min = from->min;
	to->max = from->max;
	to->nr_self = from->nr_self;
	strscpy(to->name, from->name, sizeof(to->name));
	strscpy(to->function, names->function, sizeof(to->function));
	strscpy(to->cause, names->cause, sizeof(to->cause));
	copy_initiators(to, from, names);
	memcpy(to->histogram, from->histogram, sizeof(to->histogram));
}

/*
 * A source as it is between two interruptions: the writer does not wait for us,
 * and is done in far less than a microsecond.
 */
static bool copy_tally(struct hkj_tally *to, const struct hkj_tally *from)
{
	unsigned int tries, seq;

	for (tries = 1; tries <= HKJ_RETRIES; tries++) {
		seq = raw_read_seqcount(&from->seq);
		if (!(seq & 1)) {
			memcpy(to, from, sizeof(*to));
			if (!read_seqcount_retry(&from->seq, seq))
				return true;
		}
		hkj_retry_wait(tries);
	}
	return false;
}

static bool is_there(const struct hkj_target *t, unsigned int slot)
{
	return t->names->sources[slot].is_named;
}

/* Slots of the table are in use here and there; the record has no holes. */
static int copy_sources(struct hkj_details *d, const struct hkj_target *t,
			struct copy *copy)
{
	struct hkj_tally *tally = &copy->tally;
	unsigned int i;

	for (i = 0; i < HKJ_NR_SOURCES; i++) {
		copy->index[i] = HKJ_NR_SOURCES;
		if (!is_there(t, i))
			continue;
		if (!copy_tally(tally, &t->track->tallies[i]))
			return -EAGAIN;
		if (!tally->count)
			continue;
		copy->index[i] = d->nr_sources;
		copy_source(&d->sources[d->nr_sources++], tally,
			    &t->names->sources[i], i);
	}
	return 0;
}

static void copy_refusals(struct hkj_details *d, const struct hkj_target *t)
{
	const struct hkj_track *k = t->track;
	struct hkj_tick_cause *to = d->tick_causes;
	const struct hkj_refusal *from;
	u32 i;

	memcpy(d->ticks, k->ticks, sizeof(d->ticks));
	d->nr_tick_causes = t->names->nr_refusals;
	for (i = 0; i < d->nr_tick_causes; i++, to++) {
		from = &k->refusals[i];
		to->dep = from->dep;
		to->pid = from->pid;
		to->count = from->count;
		memcpy(to->comm, from->comm, sizeof(to->comm) - 1);
		strscpy(to->function, t->names->refusals[i],
			sizeof(to->function));
	}
}

static void copy_parts(struct hkj_details *d, const struct hkj_track *k,
		       const u32 *index)
{
	struct hkj_part *part = &d->parts[0][0];
	unsigned int i;

	for (i = 0; i < HKJ_NR_LONGEST; i++)
		memcpy(d->parts[i], k->parts[i], sizeof(d->parts[i]));
	for (i = 0; i < HKJ_NR_LONGEST * HKJ_NR_PARTS; i++, part++)
		part->source = part->source < HKJ_NR_SOURCES ?
				       index[part->source] :
				       HKJ_NR_SOURCES;
}

static int fill(struct hkj_details *d, struct hkj_target *t, struct copy *copy)
{
	const struct hkj_track *k = t->track;

	d->magic = HKJ_DETAILS_MAGIC;
	d->version = HKJ_RECORD_VERSION;
	d->size = sizeof(*d);
	d->cpu = t->cpu;
	d->session = t->live.session;
	/* Pairs with hkj_track_open(): what was there before is no source. */
	if (!smp_load_acquire(&k->is_open))
		return 0;
	hkj_names_update(t);
	copy_refusals(d, t);
	if (copy_sources(d, t, copy))
		return -EAGAIN;
	copy_parts(d, k, copy->index);
	return 0;
}

/**
 * hkj_details_get() - sources of a target and parts of its longest gaps
 * @t: the target
 *
 * Return: them, to be put back with hkj_details_put(); -ENOMEM; or -EAGAIN if a
 * source changes so often that no consistent copy could be had.
 *
 * Context: process, may sleep; best on a housekeeping CPU.
 */
struct hkj_details *hkj_details_get(struct hkj_target *t)
{
	struct hkj_details *d = kvzalloc(sizeof(*d), GFP_KERNEL);
	struct copy *copy = kvzalloc(sizeof(*copy), GFP_KERNEL);
	int error = -ENOMEM;

	if (d && copy)
		error = fill(d, t, copy);
	kvfree(copy);
	if (error) {
		kvfree(d);
		return ERR_PTR(error);
	}
	return d;
}

/**
 * hkj_details_put() - give them back
 * @details: from hkj_details_get()
 *
 * Context: process, may sleep.
 */
void hkj_details_put(struct hkj_details *details)
{
	kvfree(details);
}
