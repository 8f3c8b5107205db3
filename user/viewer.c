// SPDX-License-Identifier: GPL-2.0
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "screen.h"
#include "top_json.h"
#include "viewer.h"

#define NS_PER_MS 1000000
#define LOG_COLUMNS 80

/* While a session of our own is about to start. */
#define START_PAUSE_NS (20 * NS_PER_MS)
#define START_LIMIT_NS (60000ull * NS_PER_MS)

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/*
 * Until a moment of CLOCK_MONOTONIC, a signal, or a key if @has_keys.
 * Return: whether the moment has come.
 */
static bool wait_until(const struct hkj_viewer *viewer, uint64_t moment_ns,
		       bool has_keys)
{
	struct pollfd fds[] = {
		{ viewer->signals.fd, POLLIN, 0 },
		{ STDIN_FILENO, POLLIN, 0 },
	};
	uint64_t left_ns = moment_ns - now_ns();
	struct timespec left;

	if ((int64_t)left_ns <= 0)
		return true;
	left.tv_sec = (time_t)(left_ns / 1000000000);
	left.tv_nsec = (long)(left_ns % 1000000000);
	return !ppoll(fds, has_keys ? 2 : 1, &left, NULL);
}

static int start_is_late(const struct hkj_live *live, struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the session could not be seen to run for %llu s: %s",
			     START_LIMIT_NS / 1000000000,
			     *live->passing.text ?
				     live->passing.text :
				     "'hkjitter status' tells what the module does");
}

/**
 * hkj_viewer_await() - wait until the session of our own is there
 * @viewer: its measurer is started, and @live was read before that
 * @error: filled when it cannot be read, or was not there within a minute
 *
 * Return: 0 when it runs, or is over already, or a signal came; @top says so
 * then; -1 on an error.
 */
int hkj_viewer_await(struct hkj_viewer *viewer, struct hkj_error *error)
{
	uint64_t limit_ns = now_ns() + START_LIMIT_NS;
	uint64_t before = viewer->live.session;

	for (;;) {
		if (hkj_live_read(&viewer->live, error))
			return -1;
		if (hkj_measurer_has_ended(&viewer->measurer) ||
		    (viewer->live.session != before &&
		     hkj_live_is_running(&viewer->live)))
			return 0;
		wait_until(viewer, now_ns() + START_PAUSE_NS, false);
		if (hkj_signals_is_end(&viewer->signals)) {
			viewer->top.is_ended = true;
			return 0;
		}
		if (now_ns() > limit_ns)
			return start_is_late(&viewer->live, error);
	}
}

static int page_log(struct hkj_viewer *viewer, struct hkj_error *error)
{
	time_t now = time(NULL);
	struct hkj_page page;
	char text[40] = "";
	struct tm utc;

	if (gmtime_r(&now, &utc))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &utc);
	if (hkj_top_page(&page, &viewer->top, &viewer->live, LOG_COLUMNS, 0))
		return hkj_error_memory(error);
	printf("%s\n", text);
	hkj_page_print(&page, stdout);
	hkj_page_free(&page);
	putchar('\n');
	return 0;
}

static int reading_log(struct hkj_viewer *viewer, struct hkj_error *error)
{
	int failed = viewer->is_json ?
			     hkj_top_json(&viewer->top, &viewer->live, stdout,
					  error) :
			     page_log(viewer, error);

	if (failed)
		return -1;
	/* main() tells what stands against it. */
	viewer->top.is_ended |= fflush(stdout) || ferror(stdout);
	return 0;
}

/*
 * Waits for the next reading.
 * Return: whether a signal came instead.
 */
static bool interval_wait(const struct hkj_viewer *viewer, uint64_t moment_ns)
{
	while (!wait_until(viewer, moment_ns, false)) {
		if (hkj_signals_is_end(&viewer->signals))
			return true;
		if (hkj_measurer_has_ended(&viewer->measurer))
			return false;
	}
	return false;
}

/**
 * hkj_viewer_log() - print readings one after another
 * @viewer: its session was read once, from which the first counts
 * @error: filled when the module went away
 *
 * Ends with the session, which is read once more then; at a signal; and when
 * as many as wanted were printed.
 *
 * Return: 0 or -1.
 */
int hkj_viewer_log(struct hkj_viewer *viewer, struct hkj_error *error)
{
	uint64_t next_ns = now_ns();

	for (uint64_t i = 0; !viewer->nr_readings || i < viewer->nr_readings;
	     i++) {
		next_ns += viewer->interval_ns;
		if (viewer->top.is_ended || interval_wait(viewer, next_ns))
			return 0;
		if (hkj_live_read(&viewer->live, error) ||
		    reading_log(viewer, error))
			return -1;
		if (!hkj_live_is_running(&viewer->live))
			return 0;
	}
	return 0;
}

static int screen_draw(struct hkj_viewer *viewer, struct hkj_error *error)
{
	struct hkj_page page;
	size_t columns, rows;

	hkj_screen_size(&columns, &rows);
	if (hkj_top_page(&page, &viewer->top, &viewer->live, columns, rows))
		return hkj_error_memory(error);
	hkj_screen_show(&page);
	hkj_page_free(&page);
	return 0;
}

static void keys_take(struct hkj_viewer *viewer)
{
	size_t columns, rows;
	int key;

	while ((key = hkj_screen_key()) != ERR) {
		hkj_screen_size(&columns, &rows);
		hkj_top_key(&viewer->top, &viewer->live, key, rows);
	}
}

/* A terminal that hung up is readable for ever, and has no key. */
static bool is_terminal_gone(void)
{
	struct pollfd in = { STDIN_FILENO, POLLIN, 0 };

	return poll(&in, 1, 0) > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL);
}

/*
 * The terminal may be gone before the kernel's SIGHUP for it is here: that one
 * tells nothing new, and must not end us once signals come as before.
 */
static bool is_hung_up(void)
{
	if (!is_terminal_gone())
		return false;
	signal(SIGHUP, SIG_IGN);
	return true;
}

/* Our own session is over before it was asked to be: either done, or failed. */
static void measurer_watch(struct hkj_viewer *viewer, struct hkj_error *error,
			   int *failed)
{
	if (!hkj_measurer_has_ended(&viewer->measurer))
		return;
	*failed = hkj_measurer_end(&viewer->measurer, error);
	viewer->top.note = "over; q quits";
}

static int screen_turn(struct hkj_viewer *viewer, uint64_t *next_ns,
		       struct hkj_error *error)
{
	bool is_due = wait_until(viewer, *next_ns, true);
	int failed = 0;

	if (hkj_signals_is_end(&viewer->signals) || is_hung_up())
		viewer->top.is_ended = true;
	keys_take(viewer);
	measurer_watch(viewer, error, &failed);
	if (failed)
		return -1;
	if (is_due) {
		*next_ns = now_ns() + viewer->interval_ns;
		if (!viewer->top.is_paused &&
		    hkj_live_read(&viewer->live, error))
			return -1;
	}
	return viewer->top.is_ended ? 0 : screen_draw(viewer, error);
}

/**
 * hkj_viewer_screen() - show readings on the terminal until the user has enough
 * @viewer: its session was read once
 * @error: filled when the module went away, or the terminal cannot be used
 *
 * The terminal is as it was when this returns.
 *
 * Return: 0 or -1.
 */
int hkj_viewer_screen(struct hkj_viewer *viewer, struct hkj_error *error)
{
	uint64_t next_ns = now_ns() + viewer->interval_ns;
	int failed;

	if (hkj_screen_open(error))
		return -1;
	failed = screen_draw(viewer, error);
	while (!failed && !viewer->top.is_ended)
		failed = screen_turn(viewer, &next_ns, error);
	hkj_screen_close();
	return failed;
}
