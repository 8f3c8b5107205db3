// SPDX-License-Identifier: GPL-2.0
/*
 * Sources of a target with their names, for the tool. Symbols are looked up
 * here, on a housekeeping CPU.
 *
 * While the window is open each figure is whole, but two of them may be a moment
 * apart; once it is closed they are final.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "details.h"
#include "track.h"

/* The symbol that @address is in, without offset and module. */
static void name_function(char *buf, size_t size, unsigned long address)
{
	char symbol[KSYM_SYMBOL_LEN];

	buf[0] = '\0';
	if (!address)
		return;
	snprintf(symbol, sizeof(symbol), "%ps", (void *)address);
	symbol[strcspn(symbol, " ")] = '\0';
	strscpy(buf, symbol, size);
}

/* Ways to ask for an IPI or a work: who used them is the one to name. */
static const char *const wrappers[] = {
	"smp_call_function",
	"on_each_cpu",
	"__smp_call_single_queue",
	"generic_exec_single",
	"irq_work_queue_on",
	"__irq_work_queue",
	"smp_call_on_cpu",
	"queue_work_on",
	"__queue_work",
	"queue_delayed_work_on",
	"mod_delayed_work_on",
	"schedule_on_each_cpu",
	"__traceiter_",
	"hkj_",
	"kick_all_cpus_sync",
	"kprobe_",
	"ftrace_",
	"0x",
};

static bool is_wrapper(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrappers); i++)
		if (str_has_prefix(name, wrappers[i]))
			return true;
	return false;
}

/* The first function on the asker's stack that is more than a way to ask. */
static void name_asker(char *buf, size_t size, const struct hkj_who *who)
{
	unsigned int i;

	name_function(buf, size, who->function);
	for (i = 0; i < HKJ_NR_CALLERS && who->callers[i] && is_wrapper(buf); i++)
		name_function(buf, size, who->callers[i]);
}

static int more_first(const void *a, const void *b)
{
	const struct hkj_initiator *x = a, *y = b;

	return x->count > y->count ? -1 : x->count < y->count;
}

static void copy_initiator(struct hkj_initiator *to,
			   const struct hkj_asker *from)
{
	memcpy(to->comm, from->who.comm, sizeof(to->comm));
	to->comm[sizeof(to->comm) - 1] = '\0';
	to->pid = from->who.pid;
	to->cpu = from->who.cpu;
	to->count = from->count;
	name_asker(to->function, sizeof(to->function), &from->who);
}

static void copy_source(struct hkj_source *to, const struct hkj_tally *from,
			u32 slot)
{
	/* Pairs with tally_asker(): those that are there are whole. */
	unsigned int nr = smp_load_acquire(&from->nr_askers);
	unsigned int i;

	to->class = from->key.class;
	to->id = from->key.id;
	to->slot = slot;
	to->count = from->count;
	to->total = from->total;
	to->min = from->min;
	to->max = from->max;
	to->nr_unknown = from->nr_unknown;
	to->nr_others = from->nr_others;
	to->nr_self = from->nr_self;
	to->nr_initiators = nr;
	strscpy(to->name, from->name, sizeof(to->name));
	name_function(to->function, sizeof(to->function), from->key.function);
	for (i = 0; i < nr; i++)
		copy_initiator(&to->initiators[i], &from->askers[i]);
	sort(to->initiators, nr, sizeof(to->initiators[0]), more_first, NULL);
	memcpy(to->histogram, from->histogram, sizeof(to->histogram));
}

/* Slots of the table are in use here and there; the record has no holes. */
static void copy_sources(struct hkj_details *d, const struct hkj_track *k,
			 u32 *index)
{
	unsigned int i;

	for (i = 0; i < HKJ_NR_SOURCES; i++) {
		index[i] = HKJ_NR_SOURCES;
		/* Pairs with hkj_tally_find(): the key is there before the slot is taken. */
		if (smp_load_acquire(&k->tallies[i].is_taken) != 2 ||
		    !k->tallies[i].count)
			continue;
		index[i] = d->nr_sources;
		copy_source(&d->sources[d->nr_sources++], &k->tallies[i], i);
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

static void fill(struct hkj_details *d, const struct hkj_target *t, u32 *index)
{
	const struct hkj_track *k = t->track;

	d->magic = HKJ_DETAILS_MAGIC;
	d->version = HKJ_RECORD_VERSION;
	d->size = sizeof(*d);
	d->cpu = t->cpu;
	d->session = t->live.session;
	memcpy(d->ticks, k->ticks, sizeof(d->ticks));
	copy_sources(d, k, index);
	copy_parts(d, k, index);
}

/**
 * hkj_details_get() - sources of a target and parts of its longest gaps
 * @t: the target
 *
 * Return: them, to be put back with hkj_details_put(); or -ENOMEM.
 *
 * Context: process, may sleep; best on a housekeeping CPU.
 */
struct hkj_details *hkj_details_get(struct hkj_target *t)
{
	struct hkj_details *d = kvzalloc(sizeof(*d), GFP_KERNEL);
	u32 *index = kcalloc(HKJ_NR_SOURCES, sizeof(*index), GFP_KERNEL);

	if (d && index) {
		fill(d, t, index);
	} else {
		kvfree(d);
		d = ERR_PTR(-ENOMEM);
	}
	kfree(index);
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
