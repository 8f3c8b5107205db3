// SPDX-License-Identifier: GPL-2.0
/*
 * Timer callbacks, by function, and who armed them.
 */
#include <linux/hrtimer.h>
#include <linux/timer.h>
#include <trace/events/timer.h>

#include "probes/probe.h"
#include "track.h"

#include "compat/timer.h"

static void push(unsigned long timer, unsigned long function)
{
	struct hkj_key key = { .class = HKJ_CLASS_TIMER, .function = function };
	struct hkj_track *k = hkj_track_here();
	struct hkj_who who;

	if (likely(!k))
		return;
	hkj_initiator_get(timer, 0, &who);
	/* The callback may free or re-arm its timer: the exit matches by class. */
	hkj_track_push(k, &key, NULL, &who);
}

static void pop(void)
{
	struct hkj_key key = { .class = HKJ_CLASS_TIMER };
	struct hkj_track *k = hkj_track_here();

	if (unlikely(k))
		hkj_track_pop(k, &key);
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

static void hr_expire_entry(void *data, struct hrtimer *timer, ktime_t *now)
{
	push((unsigned long)timer, (unsigned long)timer->function);
}

static void hr_expire_exit(void *data, struct hrtimer *timer)
{
	pop();
}

static void start(void *data, HKJ_TIMER_START_ARGS)
{
	hkj_initiator_put((unsigned long)timer, 0, 0);
}

static void hr_start(void *data, struct hrtimer *timer, enum hrtimer_mode mode,
		     bool was_armed)
{
	hkj_initiator_put((unsigned long)timer, 0, 0);
}

struct hkj_probe hkj_timer_probes[] = {
	{ "timer_expire_entry", expire_entry },
	{ "timer_expire_exit", expire_exit },
	{ "timer_start", start },
	{ "hrtimer_expire_entry", hr_expire_entry },
	{ "hrtimer_expire_exit", hr_expire_exit },
	{ "hrtimer_start", hr_start },
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
