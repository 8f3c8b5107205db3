// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "affinity.h"
#include "collect.h"
#include "configure.h"
#include "control.h"
#include "keeper.h"
#include "loops.h"
#include "measure.h"
#include "snapshot.h"

/**
 * struct measurement - what a measurement holds while it goes on
 * @options: what was asked for
 * @settings: what is to be put back
 * @signals: what may end it
 * @targets: CPUs that it is about
 * @loops: the workload "user"
 * @command: COMMAND
 * @session: of the module
 * @keeper: who writes the result so far
 * @recorder: of the trace; NULL: none
 */
struct measurement {
	const struct hkj_options *options;
	struct hkj_settings settings;
	struct hkj_signals signals;
	struct hkj_cpus targets;
	struct hkj_loops loops;
	struct hkj_command command;
	struct hkj_session session;
	struct hkj_keeper keeper;
	struct hkj_recorder *recorder;
};

static void note_leftover(const struct hkj_setting *setting)
{
	fprintf(stderr,
		"hkjitter: put %s back to '%s', which a killed run had left at '%s'\n",
		setting->path, setting->was, setting->set);
}

static void note_instance(const char *name)
{
	fprintf(stderr,
		"hkjitter: removed the trace instance %s, which a killed recording had left\n",
		name);
}

static int targets_choose(const char *text, struct hkj_cpus *targets,
			  struct hkj_error *error)
{
	char *isolated;
	int result;

	if (strcmp(text, "isolated"))
		return hkj_cpus_parse(text, targets, error);
	isolated = hkj_control_read("isolated", error);
	if (!isolated)
		return -1;
	result = hkj_cpus_parse(isolated, targets, error);
	free(isolated);
	if (result || hkj_cpus_count(targets))
		return result;
	return hkj_control_refused("cannot start", ENODEV,
				   "no CPU is isolated", error);
}

/* Return: 0 with both sets filled; -1 if a target is offline, or none is left. */
static int housekeeping_find(const char *text, struct hkj_cpus *targets,
			     struct hkj_cpus *housekeeping,
			     struct hkj_error *error)
{
	struct hkj_cpus offline;

	if (targets_choose(text, targets, error) ||
	    hkj_affinity_online(housekeeping, error))
		return -1;
	offline = *targets;
	hkj_cpus_subtract(&offline, housekeeping);
	if (hkj_cpus_count(&offline))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "CPU %u is not online: name others with --cpus, or bring it up",
				     hkj_cpus_next(&offline, 0));
	hkj_cpus_subtract(housekeeping, targets);
	if (hkj_cpus_count(housekeeping))
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "no housekeeping CPU would be left: name fewer CPUs with --cpus");
}

static int pin_to_housekeeping(struct measurement *m, struct hkj_error *error)
{
	struct hkj_cpus housekeeping;

	if (housekeeping_find(m->options->cpus, &m->targets, &housekeeping,
			      error))
		return -1;
	if (m->recorder)
		m->recorder->targets = m->targets;
	return hkj_affinity_set(&housekeeping, error);
}

static int throttling_off(struct measurement *m, struct hkj_error *error)
{
	size_t before = m->settings.nr_items;
	const struct hkj_setting *last;

	if (hkj_configure_throttling(&m->settings, m->options->policy, error))
		return -1;
	if (m->settings.nr_items == before || m->options->is_quiet)
		return 0;
	last = &m->settings.items[m->settings.nr_items - 1];
	fprintf(stderr,
		"hkjitter: %s is %s during the run (was %s), so that the kernel does not stop the loop 50 ms in each second\n",
		last->path, last->set, last->was);
	return 0;
}

static int device_open(struct measurement *m, struct hkj_error *error)
{
	m->session.device = hkj_snapshot_open(error);
	return m->session.device < 0 ? -1 : 0;
}

/* On the list of changes: a killed tool's session is stopped by the next. */
static int run_announce(struct measurement *m, struct hkj_error *error)
{
	return hkj_settings_announce(&m->settings,
				     hkj_control_path("run").text, "0", "1",
				     error);
}

static int command_prepare(struct measurement *m, struct hkj_error *error)
{
	const struct hkj_options *options = m->options;

	if (!options->nr_operands)
		return 0;
	m->session.command = &m->command;
	return hkj_command_prepare(&m->command, options->operands,
				   &m->signals.mask, error);
}

/* Under the lock that hkj_settings_open() has taken. */
static int leftovers_sweep(const struct measurement *m, struct hkj_error *error)
{
	return m->recorder ? hkj_instance_sweep(note_instance, error) : 0;
}

static int recorder_start(struct measurement *m, struct hkj_error *error)
{
	if (!m->recorder)
		return 0;
	m->session.recorder = m->recorder;
	return hkj_recorder_start(m->recorder, &m->signals, error);
}

/* With a loop for each target, if that is the workload. */
static int session_occupied(struct measurement *m, struct hkj_error *error)
{
	struct hkj_error why;
	int failed;

	if (strcmp(m->options->workload, "user"))
		return hkj_session_run(&m->session, error);
	if (hkj_loops_start(&m->loops, &m->targets, error))
		return -1;
	failed = hkj_session_run(&m->session, error);
	if (failed)
		hkj_loops_blame(&m->loops, error);
	else if (hkj_loops_blame(&m->loops, &why))
		fprintf(stderr, "hkjitter: %s\n", why.text);
	hkj_loops_end(&m->loops);
	return failed;
}

static int session_run(struct measurement *m, struct hkj_result *result,
		       struct hkj_error *error)
{
	m->session.duration_ns = m->options->duration_ns;
	m->session.signals = &m->signals;
	m->session.has_progress = !m->options->is_quiet &&
				  isatty(STDERR_FILENO);
	hkj_keeper_attach(&m->keeper, m->options->interval_ns);
	if (hkj_configure_module(&m->settings, m->options, error) ||
	    throttling_off(m, error) || recorder_start(m, error) ||
	    command_prepare(m, error) || run_announce(m, error) ||
	    session_occupied(m, error))
		return -1;
	return hkj_collect_settings(result, &m->settings, error);
}

/*
 * Settings are put back as soon as the window is closed, and whatever became
 * of it; the first error is the one to tell.
 */
static int measure_inside(struct measurement *m, struct hkj_result *result,
			  struct hkj_error *error)
{
	int failed = session_run(m, result, error);
	struct hkj_error why;
	int kept = hkj_settings_restore(&m->settings, NULL, &why);

	if (kept)
		fprintf(stderr, "hkjitter: %s\n", why.text);
	hkj_command_end(&m->command);
	if (!failed)
		failed = hkj_collect(result, m->options, &m->session, error);
	if (m->recorder && !failed)
		hkj_recorder_finish(m->recorder, &m->signals);
	return failed ? -1 : 0;
}

/* Leaves nothing behind, and says what it had to leave. */
static void recorder_end(struct measurement *m)
{
	struct hkj_error error;

	if (m->recorder && hkj_recorder_drop(m->recorder, &error))
		fprintf(stderr, "hkjitter: %s\n", error.text);
}

/**
 * hkj_measure_recorded() - measure as the command line says, with a trace
 * @options: the command line
 * @recorder: where the trace shall be, and what else shall be in it; says
 *            afterwards what became of it. NULL: no trace
 * @output: gets the result so far now and then, and stays open; NULL: nobody does
 * @result: zeroed; to be freed by hkj_result_free() whatever happens
 * @error: filled with what stands against it, and what helps
 *
 * Every setting is as it was when this returns. A trace that failed does not
 * make the measurement fail.
 *
 * Return: 0 or -1.
 */
int hkj_measure_recorded(const struct hkj_options *options,
			 struct hkj_recorder *recorder,
			 struct hkj_output *output, struct hkj_result *result,
			 struct hkj_error *error)
{
	struct measurement m = {
		.options = options,
		.settings = HKJ_SETTINGS_CLOSED,
		.signals = { .fd = -1 },
		.loops = HKJ_LOOPS_NONE,
		.command = HKJ_COMMAND_NONE,
		.session = { .device = -1 },
		.keeper = { .options = options,
			    .path = options->output,
			    .output = output,
			    .session = &m.session,
			    .settings = &m.settings },
		.recorder = recorder,
	};
	int failed;

	failed = hkj_control_check(error) ||
		 hkj_settings_open(&m.settings, note_leftover, error) ||
		 leftovers_sweep(&m, error) ||
		 hkj_control_check_idle(error) ||
		 pin_to_housekeeping(&m, error) ||
		 device_open(&m, error) ||
		 hkj_signals_open(&m.signals, error) ||
		 measure_inside(&m, result, error);
	recorder_end(&m);
	hkj_signals_close(&m.signals);
	if (m.session.device >= 0)
		close(m.session.device);
	hkj_tapes_free(&m.session.tapes);
	hkj_settings_close(&m.settings);
	return failed ? -1 : 0;
}

/**
 * hkj_measure() - measure as the command line says
 * @options: the command line
 * @output: gets the result so far now and then, and stays open; NULL: nobody does
 * @result: zeroed; to be freed by hkj_result_free() whatever happens
 * @error: filled with what stands against it, and what helps
 *
 * Every setting is as it was when this returns.
 *
 * Return: 0 or -1.
 */
int hkj_measure(const struct hkj_options *options, struct hkj_output *output,
		struct hkj_result *result, struct hkj_error *error)
{
	return hkj_measure_recorded(options, NULL, output, result, error);
}
