// SPDX-License-Identifier: GPL-2.0
/*
 * The tool as a whole, with a process that plays the module: what a run
 * leaves behind, whichever way it ends.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "paths.h"
#include "result.h"
#include "stage.h"
#include "unit.h"

static struct hkj_result result_read(const char *path)
{
	FILE *in = fopen(hkj_path_system(path).text, "re");
	struct hkj_result result;
	struct hkj_error error;

	assert_non_null(in);
	if (hkj_result_read(&result, in, path, &error))
		fail_msg("%s", error.text);
	fclose(in);
	return result;
}

static const char *result_path(void)
{
	static struct hkj_path path;

	path = hkj_path_system("/result.json");
	return path.text;
}

static void duration_makes_a_result(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-c", "1-2", "-d", "300ms", "-t", "700ns",
			      "-q", "-o", result_path()),
			 0);
	assert_file("/out", "");
	assert_file("/err", "");
	assert_false(root_has("/result.json.tmp"));
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "duration");
	assert_string_equal(result.run.state, "done");
	assert_string_equal(result.config.cpus, "1-2");
	assert_string_equal(result.config.target_cpus, "1-2");
	assert_int_equal(result.config.duration_ms, 300);
	assert_int_equal(result.config.threshold_ns, 700);
	assert_int_equal(result.nr_cpus, 2);
	assert_int_equal(result.cpus[1].cpu, 2);
	assert_in_range(result.cpus[0].gaps.count, 250, 5000);
	assert_true(result.cpus[0].books.is_balanced);
	assert_null(result.run.command);
	hkj_result_free(&result);
	assert_untouched();
}

static void isolated_is_the_default_and_text_the_view(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms"), 0);
	assert_in_file("/out", "\nCPU 1\n");
	assert_in_file("/out", "balanced to the cycle");
	assert_in_file("/out", "\n         <- khugepaged/34 on CPU 0, in tlb_remove_table_sync_one: ");
	assert_in_file("/out", "target CPUs 1, asked for as isolated");
	assert_file("/err", "");
	assert_untouched();
}

static void json_goes_to_standard_output(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms", "--json"), 0);
	result = result_read("/out");
	hkj_result_free(&result);
}

static void dash_is_standard_output(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms", "-o", "-", "-q"), 0);
	result = result_read("/out");
	hkj_result_free(&result);
}

static void command_bounds_the_run(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-o", result_path(), "--", "sh", "-c",
			      "sleep 0.2; exit 3"),
			 0);
	assert_in_file("/out", "exit status 3");
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "command");
	assert_int_equal(result.run.command->exit_status, 3);
	assert_true(result.run.command->signal == HKJ_NONE);
	assert_int_equal(result.run.command->nr_argv, 3);
	hkj_result_free(&result);
	assert_untouched();
}

static void duration_rules_over_the_command(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-d", "300ms", "-o", result_path(), "-q",
			      "sleep", "100"),
			 0);
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "duration");
	assert_int_equal(result.run.command->signal, SIGTERM);
	hkj_result_free(&result);
	assert_int_equal(TOOL("run", "-d", "300ms", "-q", "true"), 0);
	assert_untouched();
}

static void command_stays_off_the_targets(void **state)
{
	char script[200], *allowed;

	(void)state;
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		skip();
	snprintf(script, sizeof(script),
		 "grep Cpus_allowed_list /proc/self/status > %s/allowed", root);
	assert_int_equal(TOOL("run", "-c", "1", "-q", "sh", "-c", script), 0);
	allowed = root_read("/allowed");
	assert_non_null(strstr(allowed, "\t0"));
	assert_null(strstr(allowed, "0-1"));
	assert_null(strchr(strchr(allowed, '\t'), '1'));
	free(allowed);
}

static void unknown_command_measures_nothing(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-o", result_path(), "/no/such/program"),
			 3);
	assert_in_file("/err", "/no/such/program");
	assert_false(root_has("/result.json"));
	assert_false(root_has("/result.json.tmp"));
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

static void check_signal(int number)
{
	struct hkj_result result;
	pid_t pid = TOOL_START("run", "-p", "fifo:1", "-q", "-o", result_path(),
			       "sleep", "100");
	int status;

	wait_for_text(MODULE "state", "running");
	assert_file(RT_RUNTIME, "-1");
	pause_ms(100);
	assert_int_equal(kill(pid, number), 0);
	status = tool_wait(pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "interrupted");
	assert_string_equal(result.cpus[0].stop_reason, "request");
	assert_int_equal(result.run.command->signal, SIGTERM);
	assert_in_range(result.cpus[0].gaps.count, 50, 30000);
	hkj_result_free(&result);
	assert_untouched();
}

static void sigint_ends_in_order(void **state)
{
	(void)state;
	check_signal(SIGINT);
}

static void sigterm_ends_in_order(void **state)
{
	(void)state;
	check_signal(SIGTERM);
}

static void sighup_ends_in_order(void **state)
{
	(void)state;
	check_signal(SIGHUP);
}

static void throttling_is_off_during_the_run_only(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms", "-p", "fifo:1", "-o",
			      result_path()),
			 0);
	assert_in_file("/err", "sched_rt_runtime_us is -1 during the run (was 950000)");
	result = result_read("/result.json");
	assert_int_equal(result.run.nr_settings, 1);
	assert_non_null(strstr(result.run.settings[0].path, RT_RUNTIME));
	assert_string_equal(result.run.settings[0].was, "950000");
	assert_string_equal(result.run.settings[0].set, "-1");
	hkj_result_free(&result);
	assert_untouched();
}

static pid_t killed_run(void)
{
	pid_t pid = TOOL_START("run", "-c", "1", "-p", "fifo:1", "-q");

	wait_for_text(MODULE "state", "running");
	assert_int_equal(kill(pid, SIGKILL), 0);
	tool_wait(pid);
	assert_file(RT_RUNTIME, "-1");
	assert_file(MODULE "cpus", "1");
	return pid;
}

static void killed_run_is_put_right_by_status(void **state)
{
	(void)state;
	killed_run();
	assert_int_equal(TOOL("status"), 0);
	assert_in_file("/out", "sched_rt_runtime_us from");
	assert_int_equal(TOOL("status", "--restore"), 0);
	assert_in_file("/out", "sched_rt_runtime_us back to '950000'");
	wait_for_text(MODULE "state", "done");
	assert_untouched();
	assert_int_equal(TOOL("status", "--restore"), 0);
	assert_file("/out", "nothing was left to put back");
}

/* The leftover session is stopped, too: else the next would find it busy. */
static void killed_run_is_put_right_by_the_next_run(void **state)
{
	(void)state;
	killed_run();
	TOOL("run", "-d", "100ms", "-q");
	assert_in_file("/err", "which a killed run had left");
	wait_for_text(MODULE "state", "done");
	assert_untouched();
}

#define NR_KILLS 24
#define WAY_NS 40000000

/* A file of sysfs keeps its value until the write; one of a stage is emptied. */
static void emptied_files_refill(void)
{
	static const char *const files[][2] = {
		{ MODULE "cpus", "isolated\n" }, { MODULE "workload", "kernel\n" },
		{ MODULE "threshold_ns", "0\n" }, { MODULE "duration_ms", "0\n" },
		{ MODULE "policy", "other\n" },  { MODULE "stop_above_ns", "0\n" },
		{ MODULE "run", "0\n" },	  { RT_RUNTIME, "950000\n" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		char *text = root_read(files[i][0]);

		if (!*text)
			root_write(files[i][0], files[i][1]);
		free(text);
	}
}

/*
 * Wherever a run is killed, what it has changed comes back. What it has done by
 * then differs from one time to the next, and that it does not matter is what
 * is tested.
 */
static void run_killed_anywhere_is_put_right(void **state)
{
	uint64_t random = 20;

	(void)state;
	for (unsigned int i = 0; i < NR_KILLS; i++) {
		const struct timespec pause = {
			0, (long)random_below(&random, WAY_NS)
		};
		pid_t pid = TOOL_START("run", "-c", "1", "-p", "fifo:1", "-q");

		nanosleep(&pause, NULL);
		assert_int_equal(kill(pid, SIGKILL), 0);
		tool_wait(pid);
		emptied_files_refill();
		assert_int_equal(TOOL("status", "--restore"), 0);
		wait_for_text(MODULE "run", "0");
		assert_untouched();
	}
}

static void busy_module_is_left_alone(void **state)
{
	(void)state;
	root_write(MODULE "run", "1\n");
	wait_for_text(MODULE "state", "running");
	assert_int_equal(TOOL("run", "-d", "100ms"), 3);
	assert_in_file("/err", "a session runs");
	assert_file(MODULE "run", "1");
	assert_file(MODULE "cpus", "isolated");
}

static void second_run_waits_for_the_first(void **state)
{
	pid_t pid = TOOL_START("run", "-q");

	(void)state;
	wait_for_text(MODULE "state", "running");
	assert_int_equal(TOOL("run", "-d", "100ms"), 3);
	assert_in_file("/err", "at work");
	assert_int_equal(TOOL("status", "--restore"), 3);
	assert_file(MODULE "state", "running");
	assert_int_equal(kill(pid, SIGINT), 0);
	tool_wait(pid);
	assert_untouched();
}

static void unwritable_output_measures_nothing(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-d", "100ms", "-o", "/no/such/place"), 3);
	assert_in_file("/err", "/no/such/place");
	assert_file(MODULE "state", "idle");
	assert_untouched();
}

static void full_output_is_told_and_all_put_back(void **state)
{
	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	assert_int_equal(TOOL("run", "-d", "100ms", "-q", "-o", "/dev/full"), 3);
	assert_in_file("/err", "/dev/full");
	assert_untouched();
}

static void bad_targets_are_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-c", "1,7"), 3);
	assert_in_file("/err", "CPU 7 is not online");
	assert_int_equal(TOOL("run", "-c", "0-3"), 3);
	assert_in_file("/err", "no housekeeping CPU");
	root_write(MODULE "isolated", "\n");
	assert_int_equal(TOOL("run"), 3);
	assert_in_file("/err", "no CPU is isolated");
	assert_in_file("/err", "isolcpus=");
	assert_file(MODULE "state", "idle");
	assert_untouched();
}

static void refused_start_leaves_all_as_it_was(void **state)
{
	(void)state;
	root_write(MODULE "last_error", "threshold below twice the turn\n");
	root_write("/fake_errno", "34\n"); /* ERANGE */
	assert_int_equal(TOOL("run", "-p", "fifo:1", "-d", "100ms", "-o",
			      result_path(), "sleep", "100"),
			 3);
	assert_in_file("/err", "threshold below twice the turn");
	assert_in_file("/err", "longer --threshold");
	assert_false(root_has("/result.json.tmp"));
	assert_untouched();
}

static void target_that_goes_offline_is_told(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "-q", "-o", result_path()), 0);
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "offline");
	hkj_result_free(&result);
}

static int make_offline(void **state)
{
	setenv("FAKE_STOP", "offline", 1);
	return stage_make_loaded(state);
}

static void module_that_stops_is_asked_why(void **state)
{
	struct hkj_result result;

	(void)state;
	assert_int_equal(TOOL("run", "--stop-above", "20us", "-q", "-o",
			      result_path()),
			 0);
	result = result_read("/result.json");
	assert_string_equal(result.run.stop_reason, "stop_above");
	assert_int_equal(result.config.stop_above_ns, 20000);
	hkj_result_free(&result);
	assert_untouched();
}

/* A run that is over before the gap that the trace waits for. */
static void limits_that_cannot_be_are_refused(void **state)
{
	(void)state;
	assert_int_equal(TOOL("record", "--stop-above=20us",
			      "--snapshot-above=21us"),
			 2);
	assert_in_file("/err", "must not be more than --stop-above 20 us");
	assert_untouched();
}

static int make_stopping(void **state)
{
	setenv("FAKE_STOP", "stop_above", 1);
	return stage_make_loaded(state);
}

/* The progress line wants a terminal: standard error is one here. */
static void progress_shows_on_a_terminal(void **state)
{
	char text[8192], command[600];
	size_t used = 0;
	ssize_t got;
	FILE *pipe_in;

	(void)state;
	snprintf(command, sizeof(command),
		 "script -qec '%s/staged_hkjitter run -d 1500ms' /dev/null </dev/null",
		 getenv("UNIT_BUILD"));
	if (system("command -v script >/dev/null"))
		skip();
	pipe_in = popen(command, "r");
	assert_non_null(pipe_in);
	while (used < sizeof(text) - 1 &&
	       (got = (ssize_t)fread(text + used, 1, sizeof(text) - 1 - used,
				     pipe_in)) > 0)
		used += (size_t)got;
	text[used] = '\0';
	assert_int_equal(pclose(pipe_in), 0);
	assert_non_null(strstr(text, "\r1s, 1s left | CPU 1: "));
	assert_non_null(strstr(text, "balanced to the cycle"));
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, stage_make_loaded, stage_remove)

static const struct CMUnitTest tests[] = {
	TEST(duration_makes_a_result),
	TEST(isolated_is_the_default_and_text_the_view),
	TEST(json_goes_to_standard_output),
	TEST(dash_is_standard_output),
	TEST(command_bounds_the_run),
	TEST(duration_rules_over_the_command),
	TEST(command_stays_off_the_targets),
	TEST(unknown_command_measures_nothing),
	TEST(sigint_ends_in_order),
	TEST(sigterm_ends_in_order),
	TEST(sighup_ends_in_order),
	TEST(throttling_is_off_during_the_run_only),
	TEST(killed_run_is_put_right_by_status),
	TEST(killed_run_is_put_right_by_the_next_run),
	TEST(run_killed_anywhere_is_put_right),
	TEST(busy_module_is_left_alone),
	TEST(second_run_waits_for_the_first),
	TEST(unwritable_output_measures_nothing),
	TEST(full_output_is_told_and_all_put_back),
	TEST(bad_targets_are_refused),
	TEST(refused_start_leaves_all_as_it_was),
	cmocka_unit_test_setup_teardown(target_that_goes_offline_is_told,
					make_offline, stage_remove),
	cmocka_unit_test_setup_teardown(module_that_stops_is_asked_why,
					make_stopping, stage_remove),
	cmocka_unit_test_setup_teardown(limits_that_cannot_be_are_refused,
					make_stopping, stage_remove),
	TEST(progress_shows_on_a_terminal),
};

UNIT_MAIN(tests, NULL, NULL)
