// SPDX-License-Identifier: GPL-2.0
/*
 * COMMAND: waits for its start, is told apart in how it ends, never stays.
 */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "paths.h"
#include "unit.h"

static sigset_t no_signals;

static char *const *shell(const char *script)
{
	static char words[3][300];
	static char *argv[4] = { words[0], words[1], words[2], NULL };

	strcpy(words[0], "sh");
	strcpy(words[1], "-c");
	snprintf(words[2], sizeof(words[2]), "%s", script);
	return argv;
}

static void pause_ms(long ms)
{
	struct timespec pause = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

static bool ends_within_s(struct hkj_command *command, int seconds)
{
	for (int i = 0; i < seconds * 100; i++) {
		if (hkj_command_has_ended(command))
			return true;
		pause_ms(10);
	}
	return false;
}

static void start(struct hkj_command *command, const char *script)
{
	struct hkj_error error;

	sigemptyset(&no_signals);
	assert_int_equal(hkj_command_prepare(command, shell(script),
					     &no_signals, &error),
			 0);
	assert_int_equal(hkj_command_release(command, &error), 0);
}

static void check_end(const char *script, uint64_t exit_status,
		      uint64_t signal_number)
{
	struct hkj_command_record *record;
	struct hkj_command command;

	start(&command, script);
	assert_true(ends_within_s(&command, 20));
	record = hkj_command_record(&command);
	assert_true(record->exit_status == exit_status);
	assert_true(record->signal == signal_number);
	assert_int_equal(record->nr_argv, 3);
	assert_string_equal(record->argv[2], script);
	for (size_t i = 0; i < record->nr_argv; i++)
		free(record->argv[i]);
	free(record->argv);
	free(record);
}

static void its_end_is_told(void **state)
{
	(void)state;
	check_end("exit 0", 0, HKJ_NONE);
	check_end("exit 7", 7, HKJ_NONE);
	check_end("kill -9 $$", HKJ_NONE, 9);
	check_end("kill -15 $$", HKJ_NONE, 15);
}

static void it_waits_for_its_start(void **state)
{
	struct hkj_command command;
	struct hkj_error error;
	char script[200];

	(void)state;
	snprintf(script, sizeof(script), ": > %s/started", root);
	sigemptyset(&no_signals);
	assert_int_equal(hkj_command_prepare(&command, shell(script),
					     &no_signals, &error),
			 0);
	pause_ms(200);
	assert_false(root_has("/started"));
	assert_int_equal(hkj_command_release(&command, &error), 0);
	assert_true(ends_within_s(&command, 20));
	assert_true(root_has("/started"));
}

static void unknown_program_is_told(void **state)
{
	char program[] = "/no/such/program";
	char *const argv[] = { program, NULL };
	struct hkj_command command;
	struct hkj_error error;

	(void)state;
	sigemptyset(&no_signals);
	assert_int_equal(hkj_command_prepare(&command, argv, &no_signals,
					     &error),
			 0);
	assert_int_equal(hkj_command_release(&command, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "/no/such/program");
	hkj_command_end(&command);
	assert_true(command.has_ended);
}

static void never_started_is_ended(void **state)
{
	struct hkj_command command;
	struct hkj_error error;

	(void)state;
	sigemptyset(&no_signals);
	assert_int_equal(hkj_command_prepare(&command, shell("sleep 100"),
					     &no_signals, &error),
			 0);
	hkj_command_end(&command);
	assert_true(command.has_ended);
	assert_int_equal(kill(command.pid, 0), -1);
}

/* Its children go with it: they are of its group, and get the signal too. */
static void whole_group_is_ended(void **state)
{
	struct hkj_command command;
	char script[300];

	(void)state;
	snprintf(script, sizeof(script),
		 "(trap ': > %s/told; exit' TERM; : > %s/ready; while :; do sleep 0.1; done) & wait",
		 root, root);
	start(&command, script);
	for (int i = 0; i < 1000 && !root_has("/ready"); i++)
		pause_ms(10);
	hkj_command_end(&command);
	assert_true(command.has_ended);
	assert_true(root_has("/told"));
	assert_int_equal(kill(-command.pid, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void deaf_one_is_killed_after_two_seconds(void **state)
{
	struct hkj_command_record *record;
	struct hkj_command command;
	time_t before;

	(void)state;
	start(&command, "trap '' TERM; while :; do sleep 1; done");
	pause_ms(300);
	before = time(NULL);
	hkj_command_end(&command);
	assert_in_range(time(NULL) - before, 1, 10);
	assert_true(command.has_ended);
	record = hkj_command_record(&command);
	assert_int_equal(record->signal, SIGKILL);
	for (size_t i = 0; i < record->nr_argv; i++)
		free(record->argv[i]);
	free(record->argv);
	free(record);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, root_make, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(its_end_is_told),
	TEST(it_waits_for_its_start),
	TEST(unknown_program_is_told),
	TEST(never_started_is_ended),
	TEST(whole_group_is_ended),
	TEST(deaf_one_is_killed_after_two_seconds),
};

UNIT_MAIN(tests, NULL, NULL)
