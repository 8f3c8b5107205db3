// SPDX-License-Identifier: GPL-2.0
/*
 * trace-cmd's command line.
 */
#include <inttypes.h>
#include <stdarg.h>
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

static int word_add(struct hkj_recorder_args *args, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int word_add(struct hkj_recorder_args *args, const char *format, ...)
{
	char **words = reallocarray(args->words, args->nr + 2, sizeof(*words));
	va_list list;
	int length;

	if (!words)
		return -1;
	args->words = words;
	va_start(list, format);
	length = vasprintf(&words[args->nr], format, list);
	va_end(list);
	words[args->nr + (length >= 0)] = NULL;
	args->nr += length >= 0;
	return length < 0 ? -1 : 0;
}

static int event_add(struct hkj_recorder_args *args, const char *event)
{
	return word_add(args, "-e") || word_add(args, "%s", event);
}

static int usual_events_add(struct hkj_recorder_args *args,
			    const struct hkj_recorder *recorder)
{
	const size_t nr = sizeof(usual_events) / sizeof(usual_events[0]);

	for (size_t i = 0; i < nr; i++)
		if (hkj_instance_has_event(&recorder->instance,
					   usual_events[i]) &&
		    event_add(args, usual_events[i]))
			return -1;
	return 0;
}

static int wanted_event_add(struct hkj_recorder_args *args,
			    const struct hkj_recorder *recorder,
			    const char *event, struct hkj_error *error)
{
	if (!hkj_instance_has_event(&recorder->instance, event))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--events: this kernel has no event '%.60s'; 'trace-cmd list -e' names them, as SYSTEM or SYSTEM:EVENT",
				     event);
	return event_add(args, event) ? hkj_error_memory(error) : 0;
}

static int wanted_events_add(struct hkj_recorder_args *args,
			     const struct hkj_recorder *recorder,
			     struct hkj_error *error)
{
	char *copy = strdup(recorder->events ? recorder->events : "");
	char *rest = copy;
	int result = copy ? 0 : hkj_error_memory(error);

	while (!result && rest && *rest)
		result = wanted_event_add(args, recorder, strsep(&rest, ","),
					  error);
	free(copy);
	return result;
}

/*
 * The trace ends with the event of the gap that ends the run: what led to it is
 * then the newest in the buffer, and nothing can push it out.
 */
static int gap_events_add(struct hkj_recorder_args *args,
			  const struct hkj_recorder *recorder)
{
	if (event_add(args, "hkjitter") || event_add(args, "hkjitter:gap"))
		return -1;
	if (!recorder->stop_above_ns)
		return 0;
	return word_add(args, "-R") ||
	       word_add(args, "traceoff:1 if duration_ns >= %" PRIu64,
			recorder->stop_above_ns);
}

/* The kernel's form: words of 32 bits, highest first. */
static char *mask_format(const struct hkj_cpus *cpus)
{
	size_t words = HKJ_CPUS_MAX / 32;
	char *text = malloc(words * 9 + 1);
	size_t used = 0;

	while (text && words--) {
		uint32_t bits = (uint32_t)(cpus->words[words / 2] >>
					   (words % 2 * 32));

		if (used)
			used += (size_t)sprintf(text + used, ",%08x", bits);
		else if (bits || !words)
			used = (size_t)sprintf(text, "%x", bits);
	}
	return text;
}

/*
 * -d leaves the function tracer's switch, which is everybody's, alone. --poll,
 * which would keep the targets from waking a reader when a buffer is half full,
 * is no choice: with it the readers of trace-cmd 3.1.6 end at once.
 */
static int settings_add(struct hkj_recorder_args *args,
			const struct hkj_recorder *recorder)
{
	char *mask = mask_format(&recorder->targets);
	int failed;

	failed = !mask || word_add(args, "trace-cmd") ||
		 word_add(args, "record") || word_add(args, "-q") ||
		 word_add(args, "-d") || word_add(args, "-o") ||
		 word_add(args, HKJ_RECORDER_FILE) ||
		 word_add(args, "-B") ||
		 word_add(args, "%s", recorder->instance.name) ||
		 word_add(args, "-M") || word_add(args, "%s", mask) ||
		 word_add(args, "-C") || word_add(args, "local");
	free(mask);
	return failed ? -1 : 0;
}

/**
 * hkj_recorder_args_make() - the command line for a recording
 * @args: to be filled; to be freed by hkj_recorder_args_free() whatever happens
 * @recorder: with its instance
 * @error: filled when the kernel lacks an event that was asked for
 *
 * trace-cmd records while the last word's program runs: cat, until its input
 * ends. What it is given there it says, which tells that the trace is on.
 *
 * Return: 0 or -1.
 */
int hkj_recorder_args_make(struct hkj_recorder_args *args,
			   const struct hkj_recorder *recorder,
			   struct hkj_error *error)
{
	*args = (struct hkj_recorder_args){ 0, NULL };
	if (settings_add(args, recorder) || usual_events_add(args, recorder))
		return hkj_error_memory(error);
	if (wanted_events_add(args, recorder, error))
		return -1;
	if (gap_events_add(args, recorder) || word_add(args, "cat"))
		return hkj_error_memory(error);
	return 0;
}

/**
 * hkj_recorder_args_free() - free a command line
 * @args: made, or half made
 */
void hkj_recorder_args_free(struct hkj_recorder_args *args)
{
	for (size_t i = 0; i < args->nr; i++)
		free(args->words[i]);
	free(args->words);
	*args = (struct hkj_recorder_args){ 0, NULL };
}
