// SPDX-License-Identifier: GPL-2.0
/*
 * Long runs: the result that is written meanwhile, and the run that another
 * tool goes on with after the first was killed.
 */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"
#include "result.h"
#include "stage.h"
#include "unit.h"

static const char *result_path(void)
{
	static struct hkj_path path;

	path = hkj_path_system("/result.json");
	return path.text;
}

static struct hkj_result result_get(void)
{
	FILE *in = fopen(result_path(), "re");
	struct hkj_result result;
	struct hkj_error error;

	assert_non_null(in);
	if (hkj_result_read(&result, in, "result", &error))
		fail_msg("%s", error.text);
	fclose(in);
	return result;
}

static uint64_t series_count(const struct hkj_target *target)
{
	uint64_t count = target->series->dropped;

	for (size_t i = 0; i < target->series->nr_points; i++)
		count += target->series->points[i].count;
	return count;
}

static void wait_for_file(const char *path)
{
	for (int i = 0; i < 2000 && !root_has(path); i++)
		pause_ms(10);
	assert_true(root_has(path));
}

/* The file is replaced, not written to: whoever has it open keeps it whole. */
static void wait_for_next(void)
{
	struct stat before, now;

	assert_int_equal(stat(result_path(), &before), 0);
	for (int i = 0; i < 2000; i++) {
		assert_int_equal(stat(result_path(), &now), 0);
		if (now.st_ino != before.st_ino)
			return;
		pause_ms(10);
	}
	fail_msg("no other result within 20 s");
}

static void result_is_there_while_it_runs(void **state)
{
	pid_t pid = TOOL_START("run", "--interval", "1s", "-q", "-o",
			       result_path(), "sleep", "100");
	struct hkj_result result;
	uint64_t count;

	(void)state;
	wait_for_file("/result.json");
	result = result_get();
	assert_string_equal(result.run.state, "running");
	assert_string_equal(result.run.stop_reason, "none");
	assert_string_equal(result.cpus[0].state, "running");
	assert_true(result.run.stop_realtime_ns > result.run.start_realtime_ns);
	assert_true(result.run.command->exit_status == HKJ_NONE);
	assert_true(result.cpus[0].books.is_balanced);
	count = result.cpus[0].gaps.count;
	assert_true(count > 100);
	assert_int_equal(series_count(&result.cpus[0]), count);
	hkj_result_free(&result);
	wait_for_next();
	result = result_get();
	assert_true(result.cpus[0].gaps.count > count);
	hkj_result_free(&result);
	assert_int_equal(kill(pid, SIGINT), 0);
	tool_wait(pid);
	result = result_get();
	assert_string_equal(result.run.state, "done");
	assert_string_equal(result.run.stop_reason, "interrupted");
	hkj_result_free(&result);
	assert_false(root_has("/result.json.tmp"));
	assert_untouched();
}

static pid_t killed_run(const char *duration)
{
	pid_t pid = TOOL_START("run", "-c", "1-2", "-p", "fifo:1", "-d",
			       duration, "-t", "700ns", "--interval", "1s",
			       "-q", "-o", result_path(), "sleep", "100");

	wait_for_file("/result.json");
	assert_int_equal(kill(pid, SIGKILL), 0);
	tool_wait(pid);
	assert_file(RT_RUNTIME, "-1");
	assert_file(MODULE "state", "running");
	return pid;
}

static void partial_result_is_reported_as_such(void **state)
{
	(void)state;
	killed_run("1h");
	assert_int_equal(TOOL("report", result_path()), 0);
	assert_in_file("/out", "so far: PARTIAL, written while it ran");
	assert_in_file("/out", "balanced to the cycle");
	assert_int_equal(TOOL("report", "--json", result_path()), 0);
}

static void killed_run_is_resumed(void **state)
{
	struct hkj_result before, result;
	pid_t pid;

	(void)state;
	killed_run("1h");
	before = result_get();
	pid = TOOL_START("run", "--resume", result_path(), "--interval", "1s",
			 "-q");
	wait_for_next();
	assert_file(MODULE "state", "running");
	assert_int_equal(kill(pid, SIGTERM), 0);
	assert_int_equal(tool_wait(pid), 0);
	result = result_get();
	assert_string_equal(result.run.state, "done");
	assert_string_equal(result.run.stop_reason, "interrupted");
	assert_string_equal(result.config.cpus, "1-2");
	assert_string_equal(result.config.policy, "fifo:1");
	assert_int_equal(result.config.duration_ms, 3600000);
	assert_int_equal(result.config.threshold_ns, 700);
	assert_string_equal(result.run.command->argv[0], "sleep");
	assert_int_equal(result.run.nr_settings, 1);
	assert_int_equal(result.nr_cpus, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(result.cpus[i].gaps.count >
			    before.cpus[i].gaps.count);
		assert_int_equal(series_count(&result.cpus[i]),
				 result.cpus[i].gaps.count);
		assert_int_equal(result.cpus[i].series->dropped, 0);
	}
	hkj_result_free(&before);
	hkj_result_free(&result);
	assert_untouched();
}

/* The session came to its end while nobody looked. */
static void ended_session_is_collected(void **state)
{
	struct hkj_result result;

	(void)state;
	killed_run("3s");
	wait_for_text(MODULE "state", "done");
	assert_int_equal(TOOL("run", "--resume", result_path(), "-q"), 0);
	result = result_get();
	assert_string_equal(result.run.stop_reason, "duration");
	assert_true(result.cpus[0].gaps.count > 2500);
	hkj_result_free(&result);
	assert_untouched();
}

static void finished_run_is_not_resumed(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms", "-q", "-o", result_path()),
			 0);
	assert_int_equal(TOOL("run", "--resume", result_path()), 3);
	assert_in_file("/err", "nothing to resume");
	assert_int_equal(TOOL("run", "--resume", "/no/such/file"), 3);
	assert_in_file("/err", "/no/such/file");
}

static void other_session_is_not_resumed(void **state)
{
	char *before, *now;

	(void)state;
	killed_run("1h");
	assert_int_equal(TOOL("status", "--restore"), 0);
	wait_for_text(MODULE "state", "done");
	before = root_read("/result.json");
	assert_int_equal(TOOL("run", "-c", "1-2", "-d", "100ms", "-q"), 0);
	assert_int_equal(TOOL("run", "--resume", result_path()), 3);
	assert_in_file("/err", "no longer has the session");
	assert_in_file("/err", "hkjitter report");
	now = root_read("/result.json");
	assert_string_equal(now, before);
	assert_false(root_has("/result.json.tmp"));
	free(before);
	free(now);
	assert_untouched();
}

static void running_tool_is_not_resumed(void **state)
{
	pid_t pid = TOOL_START("run", "--interval", "1s", "-q", "-o",
			       result_path());

	(void)state;
	wait_for_file("/result.json");
	assert_int_equal(TOOL("run", "--resume", result_path(), "-o",
			      "/dev/null"),
			 3);
	assert_in_file("/err", "at work");
	assert_file(MODULE "state", "running");
	assert_int_equal(kill(pid, SIGINT), 0);
	tool_wait(pid);
}

static void resumed_run_takes_no_new_orders(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "--resume", result_path(), "-d", "1s"), 2);
	assert_in_file("/err", "--resume goes on with the session as it was started");
	assert_int_equal(TOOL("run", "--resume", result_path(), "true"), 2);
	assert_int_equal(TOOL("run", "--resume", result_path(), "-c", "1"), 2);
}

/* Somebody takes the place away: it is said once, and again at the end. */
static void place_that_goes_away_is_told(void **state)
{
	pid_t pid;
	char *text, *first;

	(void)state;
	root_write("/place/here", "");
	pid = TOOL_START("run", "--interval", "1s", "-q", "-o",
			 hkj_path_system("/place/result.json").text);
	wait_for_file("/place/result.json");
	assert_int_equal(rename(hkj_path_system("/place").text,
				hkj_path_system("/gone").text),
			 0);
	for (int i = 0; i < 2000; i++) {
		text = root_read("/err");
		if (*text)
			break;
		free(text);
		pause_ms(10);
	}
	pause_ms(1200);
	first = strstr(text, "no result so far");
	assert_non_null(first);
	free(text);
	assert_int_equal(kill(pid, SIGINT), 0);
	assert_int_equal(WEXITSTATUS(tool_wait(pid)), 3);
	text = root_read("/err");
	first = strstr(text, "no result so far");
	assert_non_null(first);
	assert_null(strstr(first + 1, "no result so far"));
	assert_non_null(strstr(first + 1, "cannot write"));
	free(text);
	assert_untouched();
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, stage_make_loaded, stage_remove)

static const struct CMUnitTest tests[] = {
	TEST(result_is_there_while_it_runs),
	TEST(partial_result_is_reported_as_such),
	TEST(killed_run_is_resumed),
	TEST(ended_session_is_collected),
	TEST(finished_run_is_not_resumed),
	TEST(other_session_is_not_resumed),
	TEST(running_tool_is_not_resumed),
	TEST(resumed_run_takes_no_new_orders),
	TEST(place_that_goes_away_is_told),
};

UNIT_MAIN(tests, NULL, NULL)
