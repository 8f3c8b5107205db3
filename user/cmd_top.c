// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter top: look at a session as it goes on.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "screen.h"
#include "viewer.h"

/* Whoever gives one of these wants to measure. */
static const char *const measuring[] = { "cpus", "duration", "threshold",
					 "policy", "stop-above", "output" };

static bool wants_to_measure(const struct hkj_options *options)
{
	const size_t nr = sizeof(measuring) / sizeof(measuring[0]);

	for (size_t i = 0; i < nr; i++)
		if (hkj_opts_is_given(options, measuring[i]))
			return true;
	return false;
}

static int options_check(const struct hkj_options *options,
			 struct hkj_error *error)
{
	if (options->is_json && !options->nr_batch)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--json needs --batch=N, the number of lines");
	if (options->output && !strcmp(options->output, "-"))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--output '-': standard output shows the session; name a file");
	if (!options->nr_batch &&
	    !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)))
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "this is no terminal: use --batch=N for N readings as plain text");
	return 0;
}

static enum hkj_live_sort sort_of(const struct hkj_options *options)
{
	enum hkj_live_sort sort = 0;

	while (sort < HKJ_NR_LIVE_SORTS - 1 &&
	       strcmp(options->sort, hkj_live_sort_words[sort]))
		sort++;
	return sort;
}

/* Another's session is looked at, and left alone. */
static int session_find(struct hkj_viewer *viewer,
			const struct hkj_options *options,
			struct hkj_error *error)
{
	bool is_wanted = wants_to_measure(options);

	if (hkj_live_is_running(&viewer->live)) {
		viewer->top.note = is_wanted ? "another's, not as asked" :
					       "another's";
		if (!options->output)
			return 0;
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "--output: the session that runs is another's, and its result, too; wait for its end");
	}
	if (!is_wanted && options->nr_batch)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "no session runs: start one with 'hkjitter run', or here, with --cpus=isolated");
	if (!is_wanted)
		return 0;
	return hkj_measurer_start(&viewer->measurer, options, error);
}

/* A terminal that cannot move its cursor gets what a log gets. */
static int show(struct hkj_viewer *viewer, const struct hkj_options *options,
		struct hkj_error *error)
{
	viewer->top.is_log = options->nr_batch || !hkj_screen_is_possible();
	if (viewer->top.is_log)
		return hkj_viewer_log(viewer, error);
	return hkj_viewer_screen(viewer, error);
}

/* The signals are taken when our own process, if any, has its own of them. */
static int look(struct hkj_viewer *viewer, const struct hkj_options *options,
		struct hkj_error *error)
{
	if (hkj_live_open(&viewer->live, error) ||
	    hkj_live_read(&viewer->live, error) ||
	    session_find(viewer, options, error) ||
	    hkj_signals_open(&viewer->signals, error))
		return -1;
	if (viewer->measurer.pid && hkj_viewer_await(viewer, error))
		return -1;
	return viewer->top.is_ended ? 0 : show(viewer, options, error);
}

/**
 * hkj_cmd_top() - the command "top"
 * @options: its command line
 * @error: filled when there is nothing to look at
 */
int hkj_cmd_top(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_viewer viewer = {
		.live = { .device = -1 },
		.top = { .cpu = HKJ_NONE, .sort = sort_of(options) },
		.signals = { .fd = -1 },
		.measurer = HKJ_MEASURER_NONE,
		.interval_ns = options->refresh_ns,
		.nr_readings = options->nr_batch,
		.is_json = options->is_json,
	};
	struct hkj_error ignored;
	int failed, ended;

	if (options_check(options, error))
		return -1;
	failed = look(&viewer, options, error);
	ended = hkj_measurer_end(&viewer.measurer, failed ? &ignored : error);
	hkj_signals_close(&viewer.signals);
	hkj_live_close(&viewer.live);
	return failed || ended ? -1 : 0;
}
