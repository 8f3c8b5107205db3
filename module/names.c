// SPDX-License-Identifier: GPL-2.0
/*
 * Names of what targets have met as addresses. On a target addresses are all
 * there is; here, on a housekeeping CPU, they become names soon after, and stay
 * so: an address may be that of something else tomorrow.
 *
 * Names are kept apart from what the target writes, and a source that has all
 * its names is not looked at again: the loop's cache lines are left alone.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "names.h"
#include "track.h"

/* Readers, the session's work and modules that go all bring names up to date. */
static DEFINE_MUTEX(lock);

/* What stands in place of the name of what has none. */
#define NO_SYMBOL	"?"

/*
 * The symbol that @address is in, without offset and module. Where there is none
 * its address is nobody's business: results are handed around.
 */
static void name_function(char *buf, size_t size, unsigned long address)
{
	char symbol[KSYM_SYMBOL_LEN];

	buf[0] = '\0';
	if (!address)
		return;
	snprintf(symbol, sizeof(symbol), "%ps", (void *)address);
	symbol[strcspn(symbol, " ")] = '\0';
	strscpy(buf, str_has_prefix(symbol, "0x") ? NO_SYMBOL : symbol, size);
}

/*
 * Ways to ask for something: who used them is the one to name. Each is the begin
 * of a name.
 */
static const char *const wrappers[] = {
	"smp_call_function",
	"__smp_call_function",
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
	"__queue_delayed_work",
	"delayed_work_timer_fn",
	"try_to_wake_up",
	"wake_up_process",
	"wake_up_state",
	"wake_up_q",
	"default_wake_function",
	"autoremove_wake_function",
	"woken_wake_function",
	"__wake_up",
	"swake_up",
	"complete",
	"add_timer",
	"mod_timer",
	"__mod_timer",
	"enqueue_timer",
	"internal_add_timer",
	"schedule_timeout",
	"hrtimer_start_range_ns",
	"enqueue_hrtimer",
	"__traceiter_",
	"hkj_",
	"kick_all_cpus_sync",
	"kprobe_",
	"ftrace_",
	NO_SYMBOL,
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

static void update_askers(struct hkj_source_names *names,
			  const struct hkj_tally *tally)
{
	/* Pairs with tally_asker(): those that are there are whole. */
	u32 nr = smp_load_acquire(&tally->nr_askers);
	u32 i;

	for (i = names->nr_askers; i < nr; i++)
		name_asker(names->askers[i], sizeof(names->askers[i]),
			   &tally->askers[i].who);
	names->nr_askers = nr;
}

static void update_source(struct hkj_source_names *names,
			  const struct hkj_tally *tally)
{
	if (names->is_named && names->nr_askers == HKJ_NR_INITIATORS)
		return;
	/* Pairs with hkj_tally_find(): the key is there. */
	if (!smp_load_acquire(&tally->is_taken))
		return;
	if (!names->is_named) {
		name_function(names->function, sizeof(names->function),
			      tally->key.function);
		name_function(names->cause, sizeof(names->cause),
			      tally->key.cause);
		names->is_named = true;
	}
	update_askers(names, tally);
}

static void update_refusals(struct hkj_names *names, const struct hkj_track *k)
{
	/* Pairs with hkj_refusal_add(): those that are there are whole. */
	u32 nr = smp_load_acquire(&k->nr_refusals);
	u32 i;

	for (i = names->nr_refusals; i < nr; i++)
		name_function(names->refusals[i], sizeof(names->refusals[i]),
			      k->refusals[i].function);
	names->nr_refusals = nr;
}

/**
 * hkj_names_update() - find the names that are missing
 * @t: the target
 *
 * Context: process, may sleep; on a housekeeping CPU.
 */
void hkj_names_update(struct hkj_target *t)
{
	const struct hkj_track *k = t->track;
	unsigned int i;

	/* Pairs with hkj_track_open(): what was there before is no source. */
	if (!smp_load_acquire(&k->is_open))
		return;
	mutex_lock(&lock);
	for (i = 0; i < HKJ_NR_SOURCES; i++)
		update_source(&t->names->sources[i], &k->tallies[i]);
	update_refusals(t->names, k);
	mutex_unlock(&lock);
}
