// SPDX-License-Identifier: GPL-2.0
/*
 * The events that are recorded.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

/*
 * Whatever can interrupt a target or puts something there. Kernels lack some
 * of them ("ipi" and "csd" came with 6.4): those are left out.
 */
static const char *const usual_events[] = {
	"irq",
	"irq_vectors",
	"ipi",
	"csd",
	"nmi",
	"timer",
	"workqueue",
	"sched:sched_switch",
	"sched:sched_waking",
	"sched:sched_wakeup",
	"sched:sched_migrate_task",
};

static int usual_events_take(const struct hkj_recorder *recorder,
			     hkj_recorder_take *take, void *context,
			     struct hkj_error *error)
{
	const size_t nr = sizeof(usual_events) / sizeof(usual_events[0]);

	for (size_t i = 0; i < nr; i++)
		if (hkj_instance_has_event(&recorder->instance,
					   usual_events[i]) &&
		    take(context, usual_events[i], error))
			return -1;
	return 0;
}

static int wanted_event_take(const struct hkj_recorder *recorder,
			     const char *event, hkj_recorder_take *take,
			     void *context, struct hkj_error *error)
{
	if (!hkj_instance_has_event(&recorder->instance, event))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--events: this kernel has no event '%.60s'; 'trace-cmd list -e' names them, as SYSTEM or SYSTEM:EVENT",
				     event);
	return take(context, event, error);
}

static int wanted_events_take(const struct hkj_recorder *recorder,
			      hkj_recorder_take *take, void *context,
			      struct hkj_error *error)
{
	char *copy = strdup(recorder->events ? recorder->events : "");
	char *rest = copy;
	int result = copy ? 0 : hkj_error_memory(error);

	while (!result && rest && *rest)
		result = wanted_event_take(recorder, strsep(&rest, ","), take,
					   context, error);
	free(copy);
	return result;
}

/**
 * hkj_recorder_events() - go through the events to be recorded
 * @recorder: with its instance
 * @take: called for each, "SYSTEM" or "SYSTEM:EVENT", the module's last; ends
 *        it by not returning 0
 * @context: for it
 * @error: filled when the kernel lacks an event that was asked for
 *
 * Return: 0 or -1.
 */
int hkj_recorder_events(const struct hkj_recorder *recorder,
			hkj_recorder_take *take, void *context,
			struct hkj_error *error)
{
	return usual_events_take(recorder, take, context, error) ||
			       wanted_events_take(recorder, take, context,
						  error) ||
			       take(context, "hkjitter", error) ?
		       -1 :
		       0;
}

/**
 * hkj_recorder_trigger() - what ends the trace at a long gap
 * @limit_ns: of the gap
 * @text: gets it, for the event hkjitter:gap
 *
 * The trace ends with the event of that gap: what led to it is then the newest
 * in the buffer, and nothing can push it out.
 */
void hkj_recorder_trigger(uint64_t limit_ns, char text[HKJ_RECORDER_TRIGGER])
{
	snprintf(text, HKJ_RECORDER_TRIGGER,
		 "traceoff:1 if duration_ns >= %" PRIu64, limit_ns);
}
