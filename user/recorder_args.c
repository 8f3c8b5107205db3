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

/* A hkj_recorder_take. */
static int event_add(void *args, const char *event, struct hkj_error *error)
{
	if (word_add(args, "-e") || word_add(args, "%s", event))
		return hkj_error_memory(error);
	return 0;
}

/* Once more by its name, as a trigger is of the last event before it. */
static int trigger_add(struct hkj_recorder_args *args, uint64_t limit_ns)
{
	char trigger[HKJ_RECORDER_TRIGGER];

	hkj_recorder_trigger(limit_ns, trigger);
	return word_add(args, "-e") || word_add(args, "hkjitter:gap") ||
	       word_add(args, "-R") || word_add(args, "%s", trigger);
}

/*
 * -d leaves the function tracer's switch, which is everybody's, alone. --poll,
 * which would keep the targets from waking a reader when a buffer is half full,
 * is no choice: with it the readers of trace-cmd 3.1.6 end at once.
 */
static int settings_add(struct hkj_recorder_args *args,
			const struct hkj_recorder *recorder)
{
	char *mask = hkj_instance_mask(&recorder->targets);
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
	if (settings_add(args, recorder))
		return hkj_error_memory(error);
	if (hkj_recorder_events(recorder, event_add, args, error))
		return -1;
	if ((recorder->stop_above_ns &&
	     trigger_add(args, recorder->stop_above_ns)) ||
	    word_add(args, "cat"))
		return hkj_error_memory(error);
	return 0;
}

/**
 * hkj_recorder_args_restore() - the command line that makes a file of buffers
 * @args: to be filled; to be freed by hkj_recorder_args_free() whatever happens
 * @recorder: whose folder has the buffers
 * @error: filled when there is no memory
 *
 * trace-cmd takes the first file for CPU 0, the second for CPU 1, and so on.
 *
 * Return: 0 or -1.
 */
int hkj_recorder_args_restore(struct hkj_recorder_args *args,
			      const struct hkj_recorder *recorder,
			      struct hkj_error *error)
{
	const struct hkj_cpus *targets = &recorder->targets;
	int failed;

	*args = (struct hkj_recorder_args){ 0, NULL };
	failed = word_add(args, "trace-cmd") || word_add(args, "restore") ||
		 word_add(args, "-o") || word_add(args, HKJ_RECORDER_FILE);
	for (unsigned int cpu = 0;
	     hkj_cpus_next(targets, cpu) < HKJ_CPUS_MAX && !failed; cpu++)
		failed = hkj_cpus_has(targets, cpu) ?
				 word_add(args, HKJ_RECORDER_BUFFER, cpu) :
				 word_add(args, HKJ_RECORDER_NOTHING);
	return failed ? hkj_error_memory(error) : 0;
}

/**
 * hkj_recorder_args_rehearse() - the command line that makes a file of none
 * @args: as above
 * @error: likewise
 *
 * What it does it will do again at the end of the run: whether trace-cmd is
 * there, and has a place to write to, is better known before.
 *
 * Return: 0 or -1.
 */
int hkj_recorder_args_rehearse(struct hkj_recorder_args *args,
			       struct hkj_error *error)
{
	*args = (struct hkj_recorder_args){ 0, NULL };
	return word_add(args, "trace-cmd") || word_add(args, "restore") ||
			       word_add(args, "-c") || word_add(args, "-o") ||
			       word_add(args, HKJ_RECORDER_FILE) ?
		       hkj_error_memory(error) :
		       0;
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
