/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"
#include <linux/hrtimer.h>
#include <linux/timer.h>

typedef void (*timer_entry_probe)(void *data, struct timer_list *timer,
				  unsigned long clock);
typedef void (*timer_probe)(void *data, struct timer_list *timer);
typedef void (*timer_start_probe)(void *data, struct timer_list *timer,
				  unsigned long expiry);
typedef void (*hrtimer_entry_probe)(void *data, struct hrtimer *timer, ktime_t *now);
typedef void (*hrtimer_probe)(void *data, struct hrtimer *timer);
typedef void (*hrtimer_start_probe)(void *data, struct hrtimer *timer,
				    enum hrtimer_mode mode, bool was_armed);

static inline void
check_trace_callback_type_timer_expire_entry(timer_entry_probe probe)
{
}

static inline void check_trace_callback_type_timer_expire_exit(timer_probe probe)
{
}

static inline void check_trace_callback_type_timer_start(timer_start_probe probe)
{
}

static inline void
check_trace_callback_type_hrtimer_expire_entry(hrtimer_entry_probe probe)
{
}

static inline void check_trace_callback_type_hrtimer_expire_exit(hrtimer_probe probe)
{
}

static inline void
check_trace_callback_type_hrtimer_start(hrtimer_start_probe probe)
{
}
