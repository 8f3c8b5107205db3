// SPDX-License-Identifier: GPL-2.0
/*
 * Why the kernel refused to stop the tick, by dependency.
 */
#include <linux/bitops.h>
#include <trace/events/timer.h>

#include "probes/probe.h"
#include "track.h"

static void tick_stop(void *data, int is_stopped, int dependency)
{
	struct hkj_track *k = hkj_track_here();
	unsigned long mask = dependency;
	unsigned int bit;

	if (likely(!k) || is_stopped)
		return;
	for_each_set_bit(bit, &mask, HKJ_NR_TICK_DEPS)
		k->ticks[bit]++;
}

struct hkj_probe hkj_tick_probes[] = {
	{ "tick_stop", tick_stop },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_tick_stop(tick_stop);
}
