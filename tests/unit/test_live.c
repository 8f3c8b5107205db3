// SPDX-License-Identifier: GPL-2.0
/*
 * 'hkjitter top' as a whole, with a process that plays the module: logs, and a
 * terminal of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <hkjitter/record.h>
#include <jansson.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "paths.h"
#include "result.h"
#include "stage.h"
#include "unit.h"

static void log_of_our_own_session(void **state)
{
	(void)state;
	assert_int_equal(TOOL("top", "-c", "1-2", "-p", "fifo:1", "--batch=2",
			      "--interval=200ms"),
			 0);
	assert_in_file("/out", "\nCPUs 1-2 running, ");
	assert_in_file("/out", "fifo:1");
	assert_in_file("/out", "source, by rate\n");
	assert_in_file("/out", "<- khugepaged/34 on CPU 0");
	assert_in_file("/out", "\nlongest ");
	assert_file("/err", "");
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

/* It ends with the session, and what was measured is kept as asked. */
static void log_ends_with_the_session(void **state)
{
	struct hkj_path path = hkj_path_system("/result.json");
	struct hkj_result result;
	struct hkj_error error;
	FILE *in;

	(void)state;
	assert_int_equal(TOOL("top", "-d", "400ms", "--batch=1000",
			      "--interval=100ms", "-o", path.text),
			 0);
	assert_in_file("/out", "\nCPU 1 done, ");
	in = fopen(path.text, "re");
	assert_non_null(in);
	assert_int_equal(hkj_result_read(&result, in, "test", &error), 0);
	fclose(in);
	assert_string_equal(result.run.stop_reason, "duration");
	hkj_result_free(&result);
	assert_untouched();
}

static json_int_t number_in(json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void check_reading(json_t *line, json_int_t *gaps)
{
	json_t *cpu = json_array_get(json_object_get(line, "cpus"), 0);
	json_t *schema = json_object_get(line, "schema");
	json_int_t now = number_in(cpu, "gaps");

	assert_string_equal(json_string_value(schema), "hkjitter-top/1");
	assert_true(number_in(line, "elapsed_ns") > 0);
	if (*gaps >= 0)
		assert_int_equal(now - *gaps,
				 number_in(json_object_get(cpu, "new"),
					   "gaps"));
	*gaps = now;
}

/* Another's session is looked at: what is new adds up, and it goes on. */
static void others_session_is_left_alone(void **state)
{
	pid_t run = TOOL_START("run", "-c", "1", "-q", "sleep", "100");
	json_int_t gaps = -1;
	char *text, *rest;
	int nr = 0;

	(void)state;
	wait_for_text(MODULE "state", "running");
	assert_int_equal(TOOL("top", "--batch=3", "--interval=100ms", "--json"),
			 0);
	assert_file(MODULE "state", "running");
	assert_file(MODULE "run", "1");
	text = root_read("/out");
	for (char *one = strtok_r(text, "\n", &rest); one;
	     one = strtok_r(NULL, "\n", &rest), nr++) {
		json_t *line = json_loads(one, 0, NULL);

		assert_non_null(line);
		check_reading(line, &gaps);
		json_decref(line);
	}
	free(text);
	assert_int_equal(nr, 3);
	assert_int_equal(TOOL("top", "-c", "2", "--batch=1",
			      "--interval=100ms"),
			 0);
	assert_in_file("/out", "another's, not as asked");
	assert_in_file("/out", "CPU 1 running");
	assert_int_equal(TOOL("top", "-o", "/nowhere", "--batch=1"), 3);
	assert_in_file("/err", "is another's");
	kill(run, SIGTERM);
	tool_wait(run);
	assert_untouched();
}

static void refusals_are_told(void **state)
{
	(void)state;
	assert_int_equal(TOOL("top", "--batch=1"), 3);
	assert_in_file("/err", "no session runs");
	assert_int_equal(TOOL("top"), 2);
	assert_in_file("/err", "--batch=N");
	assert_int_equal(TOOL("top", "--json"), 2);
	assert_int_equal(TOOL("top", "-c", "1", "-o", "-", "--batch=1"), 2);
	assert_int_equal(TOOL("top", "-c", "9", "--batch=1"), 3);
	assert_in_file("/err", "CPU 9 is not online");
	assert_untouched();
}

static void signal_ends_a_log_in_order(void **state)
{
	pid_t pid = TOOL_START("top", "-c", "1-2", "--batch=1000");
	int status;

	(void)state;
	wait_for_text(MODULE "state", "running");
	pause_ms(100);
	kill(pid, SIGTERM);
	status = tool_wait(pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

static int stage_make_other_version(void **state)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", HKJ_RECORD_VERSION + 1);
	setenv("FAKE_VERSION", text, 1);
	return stage_make_loaded(state);
}

/* A tool that is not the module's says so, and leaves nothing behind. */
static void another_version_is_told(void **state)
{
	(void)state;
	assert_int_equal(TOOL("top", "-c", "1", "--batch=1000"), 3);
	assert_in_file("/err", "hkjitter: snapshot of CPU 1: has another record version; ");
	assert_in_file("/err", "use the tool that came with the module");
	assert_file("/out", "");
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

static void anothers_of_another_version_is_told(void **state)
{
	(void)state;
	root_write(MODULE "run", "1\n");
	wait_for_text(MODULE "state", "running");
	assert_int_equal(TOOL("top", "--batch=1000"), 3);
	assert_in_file("/err", "has another record version");
	assert_file("/out", "");
	assert_file(MODULE "state", "running");
}

/* A terminal, the tool that has it, and what that has written. */
static struct {
	int fd;
	pid_t pid;
	char text[1 << 20];
	size_t used;
	struct termios before;
} tty;

static void tty_open(const char *term, unsigned short columns,
		     unsigned short rows)
{
	struct winsize size = { .ws_col = columns, .ws_row = rows };

	tty.used = 0;
	tty.pid = forkpty(&tty.fd, NULL, NULL, &size);
	assert_true(tty.pid >= 0);
	if (!tty.pid) {
		char path[4096];

		setenv("TERM", term, 1);
		snprintf(path, sizeof(path), "%s/staged_hkjitter",
			 getenv("UNIT_BUILD"));
		/* The size is that of the terminal, not of who started this. */
		unsetenv("LINES");
		unsetenv("COLUMNS");
		execl(path, path, "top", "-c", "1-2", "--interval=100ms",
		      (char *)NULL);
		_exit(126);
	}
	assert_int_equal(tcgetattr(tty.fd, &tty.before), 0);
}

/* Return: false when the other side is closed. */
static bool tty_read(void)
{
	struct pollfd in = { tty.fd, POLLIN, 0 };
	ssize_t got;

	if (!poll(&in, 1, 20))
		return true;
	if (tty.used > sizeof(tty.text) / 2)
		tty.used = 0;
	got = read(tty.fd, tty.text + tty.used, 4096);
	if (got <= 0)
		return false;
	tty.used += (size_t)got;
	tty.text[tty.used] = '\0';
	return true;
}

/* Forgets what was written up to the end of a text, if it is there. */
static bool tty_take(const char *text)
{
	char *at = memmem(tty.text, tty.used, text, strlen(text));

	if (!at)
		return false;
	at += strlen(text);
	tty.used -= (size_t)(at - tty.text);
	memmove(tty.text, at, tty.used);
	return true;
}

/* Waits until the tool has written a text behind the last one, 20 s at most. */
static void tty_expect(const char *text)
{
	for (int i = 0; i < 1000; i++)
		if (tty_take(text))
			return;
		else if (!tty_read())
			break;
	fail_msg("the terminal does not show '%s' but '%.*s'", text,
		 (int)tty.used, tty.text);
}

static void tty_send(const char *keys)
{
	assert_int_equal(write(tty.fd, keys, strlen(keys)), strlen(keys));
}

/* The tool has ended with 0, and the terminal is what it was. */
static void tty_close(void)
{
	struct termios now;
	int status = -1;

	for (int i = 0; i < 1500; i++) {
		if (!tty_read())
			pause_ms(20);
		if (waitpid(tty.pid, &status, WNOHANG) == tty.pid)
			break;
	}
	if (!WIFEXITED(status))
		kill(tty.pid, SIGKILL);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status))
		fail_msg("exit code %d: '%.*s'", WEXITSTATUS(status),
			 (int)tty.used, tty.text);
	if (!tcgetattr(tty.fd, &now)) {
		assert_int_equal(now.c_lflag, tty.before.c_lflag);
		assert_int_equal(now.c_iflag, tty.before.c_iflag);
		assert_int_equal(now.c_oflag, tty.before.c_oflag);
	}
	close(tty.fd);
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

static void screen_takes_keys(void **state)
{
	(void)state;
	tty_open("vt100", 80, 24);
	tty_expect("CPUs 1-2 running");
	tty_expect("q quit");
	tty_send("h");
	tty_expect("what it does");
	tty_send("h2");
	tty_expect("longest");
	tty_send("4");
	tty_expect("and its parts");
	tty_send("q");
	tty_close();
}

static void screen_takes_sizes(void **state)
{
	static const struct winsize sizes[] = {
		{ .ws_col = 40, .ws_row = 10 },
		{ .ws_col = 200, .ws_row = 60 },
		{ .ws_col = 80, .ws_row = 24 },
	};
	struct winsize tiny = { .ws_col = 20, .ws_row = 3 };

	(void)state;
	tty_open("xterm", 80, 24);
	tty_expect("q quit");
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		assert_int_equal(ioctl(tty.fd, TIOCSWINSZ, &tiny), 0);
		tty_expect("too small");
		assert_int_equal(ioctl(tty.fd, TIOCSWINSZ, &sizes[i]), 0);
		tty_expect("q quit");
	}
	tty_send("q");
	tty_close();
}

/* As a key, and from elsewhere. */
static void signals_restore_the_terminal(void **state)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		tty_open("vt100", 80, 24);
		tty_expect("q quit");
		kill(tty.pid, numbers[i]);
		tty_close();
	}
	tty_open("vt100", 80, 24);
	tty_expect("q quit");
	tty_send("\003");
	tty_close();
}

/* One that cannot move its cursor scrolls. */
static void dumb_terminal_gets_a_log(void **state)
{
	static const char *const names[] = { "dumb", "no-such-terminal" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		tty_open(names[i], 80, 24);
		tty_expect("CPUs 1-2 running");
		tty_expect("longest");
		tty_expect("CPUs 1-2 running");
		tty_send("\003");
		tty_close();
	}
}

/* Whoever hangs up leaves no session behind. */
static void hangup_ends_the_session(void **state)
{
	int status;

	(void)state;
	tty_open("vt100", 80, 24);
	tty_expect("q quit");
	close(tty.fd);
	status = tool_wait(tty.pid);
	assert_true(WIFEXITED(status));
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

#define TEST(name)                                              \
	cmocka_unit_test_setup_teardown(name, stage_make_loaded, \
					stage_remove)

static const struct CMUnitTest tests[] = {
	TEST(log_of_our_own_session),
	TEST(log_ends_with_the_session),
	TEST(others_session_is_left_alone),
	TEST(refusals_are_told),
	TEST(signal_ends_a_log_in_order),
	cmocka_unit_test_setup_teardown(another_version_is_told,
					stage_make_other_version, stage_remove),
	cmocka_unit_test_setup_teardown(anothers_of_another_version_is_told,
					stage_make_other_version, stage_remove),
	TEST(screen_takes_keys),
	TEST(screen_takes_sizes),
	TEST(signals_restore_the_terminal),
	TEST(dumb_terminal_gets_a_log),
	TEST(hangup_ends_the_session),
};

UNIT_MAIN(tests, NULL, NULL)
