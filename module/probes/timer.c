// SPDX-License-Identifier: GPL-2.0
/*
 * Timer callbacks, by function, and who armed them.
 */
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/timer.h>
#include <linux/workqueue.h>
#include <trace/events/timer.h>

#include "chain.h"
#include "probes/probe.h"
#include "running.h"
#include "symbol.h"
#include "track.h"

#include "compat/hrtimer.h"
#include "compat/timer.h"
#include "compat/unset.h"

/* The scheduler tick's callback, which kernels name in two ways. */
static const char *const tick_names[] = { "tick_nohz_handler",
					  "tick_sched_timer" };
static unsigned long tick_functions[ARRAY_SIZE(tick_names)];

/* The callback may free or re-arm its timer: the exit matches by class. */
static const struct hkj_key any_key = { .class = HKJ_CLASS_TIMER };

static noinline void begin(struct hkj_track *k, unsigned long timer,
			   unsigned long function)
{
	struct hkj_key key = { .class = HKJ_CLASS_TIMER, .function = function };
	struct hkj_who who HKJ_UNSET;

	if (hkj_initiator_get(timer, &who) && who.cause)
		hkj_chain_lead(k, who.cause);
	hkj_track_push(k, &key, NULL, &who);
}

static void push(unsigned long timer, unsigned long function)
{
	struct hkj_track *k = hkj_track_here();

	hkj_running_begin(timer, function);
	if (unlikely(k))
		begin(k, timer, function);
}

static void pop(void)
{
	struct hkj_track *k = hkj_track_here();

	hkj_running_end();
	if (unlikely(k))
		hkj_track_pop(k, &any_key);
}

static void expire_entry(void *data, struct timer_list *timer,
			 unsigned long baseclk)
{
	push((unsigned long)timer, (unsigned long)timer->function);
}

static void expire_exit(void *data, struct timer_list *timer)
{
	pop();
}

static void hr_expire_entry(void *data, HKJ_HRTIMER_EXPIRE_ARGS)
{
	push((unsigned long)timer, (unsigned long)timer->function);
}

static void hr_expire_exit(void *data, struct hrtimer *timer)
{
	pop();
}

/* The timer of a delayed work fires anywhere; what counts is the work's CPU. */
static bool is_aimed(const struct timer_list *timer)
{
	unsigned int cpu = timer->flags & TIMER_CPUMASK;

	if (timer->function == delayed_work_timer_fn)
		cpu = container_of(timer, struct delayed_work, timer)->cpu;
	return cpu == WORK_CPU_UNBOUND ||
	       (cpu < nr_cpu_ids && hkj_initiator_is_for(cpu));
}

/*
 * A timer that its own callback arms again is still the work of the first; whom
 * the cache may have forgotten: then nobody is better than a wrong one.
 */
static void start(void *data, HKJ_TIMER_START_ARGS)
{
	unsigned int wanted = is_aimed(timer) ? HKJ_PUT_STACK : 0;

	if ((wanted || hkj_timer_wanders(timer)) && !hkj_running_is((unsigned long)timer))
		hkj_initiator_put((unsigned long)timer, _RET_IP_, wanted);
}

/*
 * An hrtimer is mostly started again for its callback when that has returned: the
 * kernel holds the timer for running until then.
 */
static bool is_restarted(const struct hrtimer *timer)
{
	const struct hrtimer_clock_base *base = timer->base;

	return hkj_running_here() && base->running == timer &&
	       base->cpu_base->cpu == raw_smp_processor_id();
}

static bool is_tick(unsigned long function)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tick_functions); i++)
		if (function == tick_functions[i])
			return true;
	return false;
}

/*
 * An interrupt that has changed what stands against stopping the tick starts
 * the tick when it has left its handler: it looks as if the loop did, which
 * arms no timer.
 */
static bool is_restart(const struct hkj_track *k, const struct hrtimer *timer)
{
	return k && current == k->loop && !k->depth && !hkj_running_here() &&
	       is_tick((unsigned long)timer->function);
}

static void restarted(const struct hkj_track *k, unsigned long timer)
{
	const struct hkj_ended *ended = hkj_chain_ended(k);
	struct hkj_who who HKJ_UNSET;

	if (!ended)
		return;
	hkj_who_copy(&who, &ended->who);
	if (!who.cause && ended->tally)
		who.cause = ended->tally->key.function;
	hkj_initiator_put_who(timer, &who);
}

static noinline void hr_armed(struct hrtimer *timer, unsigned long callsite)
{
	const struct hkj_track *k = hkj_track_here();

	if (is_restart(k, timer))
		restarted(k, (unsigned long)timer);
	else if (!is_restarted(timer))
		hkj_initiator_put((unsigned long)timer, callsite, HKJ_PUT_STACK);
}

/* An hrtimer fires on the CPU that it was armed for. */
static void hr_start(void *data, struct hrtimer *timer, enum hrtimer_mode mode,
		     bool was_armed)
{
	if (unlikely(hkj_initiator_is_for(timer->base->cpu_base->cpu)))
		hr_armed(timer, _RET_IP_);
}

/**
 * hkj_timer_init() - look up what the probes compare with
 *
 * Context: module init.
 */
void hkj_timer_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tick_names); i++)
		tick_functions[i] = hkj_symbol(tick_names[i]);
}

struct hkj_probe hkj_timer_probes[] = {
	{ "timer_expire_entry", expire_entry },
	{ "timer_expire_exit", expire_exit },
	{ "timer_start", start, .is_asking = true },
	{ "hrtimer_expire_entry", hr_expire_entry },
	{ "hrtimer_expire_exit", hr_expire_exit },
	{ "hrtimer_start", hr_start, .is_asking = true },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_timer_expire_entry(expire_entry);
	check_trace_callback_type_timer_expire_exit(expire_exit);
	check_trace_callback_type_timer_start(start);
	check_trace_callback_type_hrtimer_expire_entry(hr_expire_entry);
	check_trace_callback_type_hrtimer_expire_exit(hr_expire_exit);
	check_trace_callback_type_hrtimer_start(hr_start);
}
