// SPDX-License-Identifier: GPL-2.0
/*
 * What is recorded and how, with folders that play tracefs and a script that
 * plays trace-cmd.
 */
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "recorder.h"
#include "unit.h"

#define TRACING "/tracing/"

static char instance_name[32];

/* A file of the instance, which has it before it is made. */
static void tracefs_file(const char *name, const char *text)
{
	char path[300];

	snprintf(path, sizeof(path), TRACING "%s/%s", instance_name, name);
	root_write(path, text);
}

static char *tracefs_text(const char *name)
{
	char path[300];

	snprintf(path, sizeof(path), TRACING "%s/%s", instance_name, name);
	return root_read(path);
}

static void assert_tracefs(const char *name, const char *text)
{
	char *is = tracefs_text(name);

	assert_string_equal(is, text);
	free(is);
}

/* Of the usual events this kernel has some. */
static int tracing_make(void **state)
{
	static const char *const files[] = {
		"events/irq/enable",	       "events/timer/enable",
		"events/sched/enable",	       "events/sched/sched_switch/enable",
		"events/kvm/enable",	       "events/hkjitter/enable",
		"events/hkjitter/gap/trigger", "options/overwrite",
		"trace_clock",		       "tracing_cpumask",
		"tracing_on",		       "per_cpu/cpu1/buffer_size_kb",
		"per_cpu/cpu3/buffer_size_kb", "per_cpu/cpu0/trace_pipe_raw",
	};
	char path[300];

	if (root_make(state))
		return -1;
	snprintf(instance_name, sizeof(instance_name), "instances/hkjitter.%d",
		 (int)getpid());
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		tracefs_file(files[i], "0");
	tracefs_file("per_cpu/cpu1/trace_pipe_raw", "first of CPU 1");
	tracefs_file("per_cpu/cpu3/trace_pipe_raw", "");
	snprintf(path, sizeof(path), "%s/tracing", root);
	return tracefs_set_tracing_dir(path);
}

/* A trace-cmd that writes down how it was called, then runs @script. */
static void trace_cmd_make(const char *script)
{
	char path[300], text[600];

	snprintf(path, sizeof(path), "%s/bin", root);
	mkdir(path, 0755);
	snprintf(text, sizeof(text),
		 "#!/bin/sh\necho \"$*\" >> '%s/calls'\n%s\n", root, script);
	root_write("/bin/trace-cmd", text);
	snprintf(path, sizeof(path), "%s/bin/trace-cmd", root);
	assert_int_equal(chmod(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/bin:/usr/bin:/bin", root);
	setenv("PATH", path, 1);
}

/* The file is what trace-cmd was given, one after the other. */
#define RESTORE "out=$3; [ \"$2\" = -c ] && out=$4 || shift 3\n" \
		"[ \"$1\" = restore ] || cat \"$@\" > $out; : >> $out"

static void recorder_make(struct hkj_recorder *recorder, const char *path)
{
	*recorder = HKJ_RECORDER_NONE;
	recorder->path = path;
	recorder->snapshot_above_ns = 20000;
	hkj_cpus_add(&recorder->targets, 1);
	hkj_cpus_add(&recorder->targets, 3);
}

static void path_make(char path[300])
{
	snprintf(path, 300, "%s/trace.dat", root);
}

static int start(struct hkj_recorder *recorder, struct hkj_error *error)
{
	struct hkj_signals signals;
	int result;

	assert_int_equal(hkj_signals_open(&signals, error), 0);
	result = hkj_recorder_start(recorder, &signals, error);
	hkj_signals_close(&signals);
	return result;
}

static void finish(struct hkj_recorder *recorder)
{
	struct hkj_signals signals;
	struct hkj_error error;

	assert_int_equal(hkj_signals_open(&signals, &error), 0);
	hkj_recorder_finish(recorder, &signals);
	hkj_signals_close(&signals);
}

/* These folders are not empty, as the kernel's seem to be. */
static void drop(struct hkj_recorder *recorder)
{
	struct hkj_error error;

	assert_int_equal(hkj_recorder_drop(recorder, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "cannot remove the trace instance");
}

static void assert_no_scratch(void)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/trace.dat.hkjitter", root);
	assert_int_equal(access(path, F_OK), -1);
}

static void snapshot_sets_the_instance_up(void **state)
{
	struct hkj_recorder recorder;
	struct hkj_error error;
	char path[300];

	(void)state;
	path_make(path);
	trace_cmd_make(RESTORE);
	recorder_make(&recorder, path);
	recorder.events = "kvm";
	if (start(&recorder, &error))
		fail_msg("%s", error.text);
	assert_tracefs("events/hkjitter/gap/trigger",
		       "traceoff:1 if duration_ns >= 20000");
	assert_tracefs("tracing_cpumask", "a");
	assert_tracefs("trace_clock", "local");
	assert_tracefs("options/overwrite", "1");
	assert_tracefs("tracing_on", "1");
	assert_tracefs("per_cpu/cpu3/buffer_size_kb", "8192");
	assert_tracefs("events/irq/enable", "1");
	assert_tracefs("events/kvm/enable", "1");
	assert_tracefs("events/hkjitter/enable", "1");
	assert_tracefs("events/sched/sched_switch/enable", "1");
	assert_tracefs("events/sched/enable", "0");
	assert_false(hkj_recorder_has_ended(&recorder));
	drop(&recorder);
	assert_no_scratch();
}

/* @tracing_on: "0" if a gap has frozen the buffers. */
static void check_saved(const char *tracing_on, bool is_frozen)
{
	struct hkj_recorder recorder;
	struct hkj_error error;
	char path[300], *text;

	path_make(path);
	recorder_make(&recorder, path);
	assert_int_equal(start(&recorder, &error), 0);
	tracefs_file("tracing_on", tracing_on);
	finish(&recorder);
	if (!recorder.is_done)
		fail_msg("%s", recorder.error.text);
	assert_int_equal(recorder.is_frozen, is_frozen);
	assert_int_equal(recorder.nr_lost, 0);
	assert_int_equal(recorder.bytes, strlen("first of CPU 1"));
	assert_tracefs("tracing_on", "0");
	text = root_read("/trace.dat");
	assert_string_equal(text, "first of CPU 1");
	free(text);
	drop(&recorder);
	assert_no_scratch();
}

static void snapshot_becomes_a_file(void **state)
{
	char *calls;

	(void)state;
	trace_cmd_make(RESTORE);
	check_saved("0", true);
	calls = root_read("/calls");
	assert_string_equal(calls,
			    "restore -c -o trace.dat\nrestore -o trace.dat buffer.none buffer.cpu1 buffer.none buffer.cpu3");
	free(calls);
	check_saved("1", false);
}

/* Before the window opens it is known whether there can be a file. */
static void snapshot_is_rehearsed(void **state)
{
	struct hkj_recorder recorder;
	struct hkj_error error;
	char path[300];

	(void)state;
	path_make(path);
	trace_cmd_make("echo trace-cmd: no room >&2; exit 1");
	recorder_make(&recorder, path);
	assert_int_equal(start(&recorder, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "cannot record a trace: trace-cmd: no room");
	drop(&recorder);
	setenv("PATH", "/nowhere", 1);
	recorder_make(&recorder, path);
	assert_int_equal(start(&recorder, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "install the package trace-cmd");
	drop(&recorder);
	assert_no_scratch();
}

static void failed_snapshot_is_told(void **state)
{
	struct hkj_recorder recorder;
	struct hkj_error error;
	char path[300];

	(void)state;
	path_make(path);
	trace_cmd_make("[ \"$2\" = -c ] || { echo trace-cmd: odd >&2; exit 1; }");
	recorder_make(&recorder, path);
	assert_int_equal(start(&recorder, &error), 0);
	finish(&recorder);
	assert_false(recorder.is_done);
	assert_told(&recorder.error, HKJ_EXIT_CANNOT, "there is no trace: trace-cmd: odd");
	drop(&recorder);
	assert_int_equal(access(path, F_OK), -1);
	assert_no_scratch();
}

static void refused_trigger_is_told(void **state)
{
	struct hkj_recorder recorder;
	struct hkj_error error;
	char path[300], trigger[300];

	(void)state;
	path_make(path);
	trace_cmd_make(RESTORE);
	snprintf(trigger, sizeof(trigger),
		 "%s" TRACING "%s/events/hkjitter/gap/trigger", root,
		 instance_name);
	assert_int_equal(unlink(trigger), 0);
	recorder_make(&recorder, path);
	assert_int_equal(start(&recorder, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "events/hkjitter/gap/trigger");
	drop(&recorder);
}

static bool has_words(const struct hkj_recorder_args *args, const char *words)
{
	char all[2000] = "";

	for (size_t i = 0; i < args->nr; i++) {
		strncat(all, args->words[i], sizeof(all) - strlen(all) - 2);
		strcat(all, " ");
	}
	return strstr(all, words);
}

/* A recording that is read meanwhile: the trigger is of the gap alone. */
static void recording_ends_at_the_gap(void **state)
{
	static const char whole[] =
		"-M a -C local -e irq -e timer -e sched:sched_switch -e hkjitter cat ";
	static const char ends[] =
		"-e hkjitter -e hkjitter:gap -R traceoff:1 if duration_ns >= 20000 cat ";
	struct hkj_recorder recorder;
	struct hkj_recorder_args args;
	struct hkj_error error;

	(void)state;
	recorder_make(&recorder, "trace.dat");
	recorder.snapshot_above_ns = 0;
	assert_int_equal(hkj_instance_make(&recorder.instance,
					   &recorder.targets, &error),
			 0);
	assert_int_equal(hkj_recorder_args_make(&args, &recorder, &error), 0);
	assert_true(has_words(&args, whole));
	hkj_recorder_args_free(&args);
	recorder.stop_above_ns = 20000;
	assert_int_equal(hkj_recorder_args_make(&args, &recorder, &error), 0);
	assert_true(has_words(&args, ends));
	hkj_recorder_args_free(&args);
	recorder.events = "irq,nonsense";
	assert_int_equal(hkj_recorder_args_make(&args, &recorder, &error), -1);
	assert_told(&error, HKJ_EXIT_USAGE, "no event 'nonsense'");
	hkj_recorder_args_free(&args);
	drop(&recorder);
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, tracing_make, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(snapshot_sets_the_instance_up), TEST(snapshot_becomes_a_file),
	TEST(snapshot_is_rehearsed),	     TEST(failed_snapshot_is_told),
	TEST(refused_trigger_is_told),	     TEST(recording_ends_at_the_gap),
};

UNIT_MAIN(tests, NULL, NULL)
