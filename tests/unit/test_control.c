// SPDX-License-Identifier: GPL-2.0
/*
 * The module's directory, played by plain files; refused writes are played by
 * standing between the tool and write(2).
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hkjitter/version.h>

#include "configure.h"
#include "control.h"
#include "paths.h"
#include "unit.h"

#define MODULE "/sys/kernel/hkjitter/"

/* The errno that the next writes to files of the module get; 0: none. */
static int refuse_with;

ssize_t __real_write(int fd, const void *buffer, size_t size);
ssize_t __wrap_write(int fd, const void *buffer, size_t size);

ssize_t __wrap_write(int fd, const void *buffer, size_t size)
{
	if (!refuse_with)
		return __real_write(fd, buffer, size);
	errno = refuse_with;
	return -1;
}

static int prepare(void **state)
{
	static const char *const files[][2] = {
		{ "version", HKJ_VERSION "\n" }, { "state", "idle\n" },
		{ "run", "0\n" },		 { "last_error", "\n" },
		{ "cpus", "isolated\n" },	 { "workload", "kernel\n" },
		{ "threshold_ns", "0\n" },	 { "duration_ms", "0\n" },
		{ "policy", "other\n" },	 { "stop_above_ns", "0\n" },
		{ "initiators", "1\n" },
	};
	char path[100];

	refuse_with = 0;
	if (root_make(state))
		return -1;
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), MODULE "%s", files[i][0]);
		root_write(path, files[i][1]);
	}
	root_write("/run/here", "");
	return 0;
}

static void assert_file(const char *path, const char *expected)
{
	char *text = root_read(path);

	assert_string_equal(text, expected);
	free(text);
}

static void loaded_and_idle_is_fine(void **state)
{
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_control_check(&error), 0);
	assert_int_equal(hkj_control_check_idle(&error), 0);
	assert_int_equal(hkj_control_start(&error), 0);
	assert_file(MODULE "run", "1");
	assert_int_equal(hkj_control_stop(&error), 0);
	assert_file(MODULE "run", "0");
}

static void not_loaded_says_how_to_load(void **state)
{
	struct hkj_error error;

	(void)state;
	setenv("HKJITTER_SYSFS", "/nowhere/hkjitter", 1);
	assert_int_equal(hkj_control_check(&error), -1);
	unsetenv("HKJITTER_SYSFS");
	assert_told(&error, HKJ_EXIT_CANNOT, "modprobe hkjitter");
	assert_told(&error, HKJ_EXIT_CANNOT, "insmod");
}

static void directory_may_be_named(void **state)
{
	char name[100];
	struct hkj_error error;
	char *version;

	(void)state;
	root_write("/elsewhere/version", "9.9\n");
	snprintf(name, sizeof(name), "%s/elsewhere", root);
	setenv("HKJITTER_SYSFS", name, 1);
	version = hkj_control_read("version", &error);
	unsetenv("HKJITTER_SYSFS");
	assert_string_equal(version, "9.9");
	free(version);
}

static void no_rights_say_sudo(void **state)
{
	struct hkj_error error;

	(void)state;
	if (!geteuid())
		assert_int_equal(seteuid(65534), 0);
	chmod(root, 0755);
	chmod(hkj_control_path("run").text, 0444);
	assert_int_equal(hkj_control_check(&error), -1);
	assert_int_equal(seteuid(getuid()), 0);
	assert_told(&error, HKJ_EXIT_CANNOT, "sudo");
}

static void other_version_is_refused(void **state)
{
	struct hkj_error error;

	(void)state;
	root_write(MODULE "version", "9.9.9\n");
	assert_int_equal(hkj_control_check(&error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "9.9.9");
	assert_told(&error, HKJ_EXIT_CANNOT, HKJ_VERSION);
}

static void busy_says_how_to_stop(void **state)
{
	static const char *const states[] = { "starting\n", "running\n" };
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		root_write(MODULE "state", states[i]);
		assert_int_equal(hkj_control_check_idle(&error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "a session runs");
		assert_told(&error, HKJ_EXIT_CANNOT, "echo 0 >");
	}
	root_write(MODULE "state", "done\n");
	assert_int_equal(hkj_control_check_idle(&error), 0);
}

/* Each errno of the contract has a remedy of its own. */
static void refused_start_has_reason_and_remedy(void **state)
{
	static const struct {
		int errnum;
		const char *remedy;
	} cases[] = {
		{ EBUSY, "echo 0 >" },
		{ ENODEV, "isolcpus=" },
		{ EINVAL, "hkjitter status" },
		{ ERANGE, "--threshold" },
		{ ETIMEDOUT, "dmesg" },
		{ ENOMEM, "memory" },
		{ EACCES, "sudo" },
	};
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		root_write(MODULE "last_error", "");
		refuse_with = cases[i].errnum;
		assert_int_equal(hkj_control_start(&error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "cannot start");
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].remedy);
		assert_told(&error, HKJ_EXIT_CANNOT, strerror(refuse_with));
		refuse_with = 0;
		root_write(MODULE "last_error", "CPU 7 is offline\n");
		refuse_with = cases[i].errnum;
		assert_int_equal(hkj_control_start(&error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "CPU 7 is offline");
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].remedy);
		refuse_with = 0;
	}
}

static void configuration_is_written_and_put_back(void **state)
{
	struct hkj_options options = { .cpus = "1-2",
				       .policy = "fifo:1",
				       .workload = "user",
				       .duration_ns = 10000000000ULL,
				       .threshold_ns = 700,
				       .stop_above_ns = 20000,
				       .is_without_initiators = true };
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
	assert_int_equal(hkj_configure_module(&settings, &options, &error), 0);
	assert_file(MODULE "cpus", "1-2");
	assert_file(MODULE "policy", "fifo:1");
	assert_file(MODULE "workload", "user");
	assert_file(MODULE "duration_ms", "10000");
	assert_file(MODULE "threshold_ns", "700");
	assert_file(MODULE "stop_above_ns", "20000");
	assert_file(MODULE "initiators", "0");
	assert_int_equal(hkj_settings_restore(&settings, NULL, &error), 0);
	hkj_settings_close(&settings);
	assert_file(MODULE "cpus", "isolated");
	assert_file(MODULE "policy", "other");
	assert_file(MODULE "workload", "kernel");
	assert_file(MODULE "duration_ms", "0");
	assert_file(MODULE "threshold_ns", "0");
	assert_file(MODULE "stop_above_ns", "0");
	assert_file(MODULE "initiators", "1");
}

static void throttling_goes_by_kernel_and_policy(void **state)
{
	static const struct {
		const char *release;
		const char *policy;
		const char *during;
	} cases[] = {
		{ "6.1.0-57-amd64", "fifo:1", "-1" },
		{ "6.1.0-57-amd64", "other", "950000" },
		{ "6.11.5", "fifo:98", "-1" },
		{ "5.10.0", "fifo:1", "-1" },
		{ "6.12.117+deb12-amd64", "fifo:1", "950000" },
		{ "7.3.4", "fifo:1", "950000" },
	};
	static const char *const path = "/proc/sys/kernel/sched_rt_runtime_us";
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		root_write(path, "950000\n");
		root_write("/proc/sys/kernel/osrelease", cases[i].release);
		assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
		assert_int_equal(hkj_configure_throttling(&settings,
							  cases[i].policy,
							  &error),
				 0);
		assert_file(path, cases[i].during);
		assert_int_equal(hkj_settings_restore(&settings, NULL, &error),
				 0);
		hkj_settings_close(&settings);
		assert_file(path, "950000");
	}
	root_write("/proc/sys/kernel/osrelease", "6.8.0");
	assert_false(hkj_kernel_has_fair_server());
	root_write("/sys/kernel/debug/sched/fair_server/cpu0/runtime", "1");
	assert_true(hkj_kernel_has_fair_server());
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(loaded_and_idle_is_fine),
	TEST(not_loaded_says_how_to_load),
	TEST(directory_may_be_named),
	TEST(no_rights_say_sudo),
	TEST(other_version_is_refused),
	TEST(busy_says_how_to_stop),
	TEST(refused_start_has_reason_and_remedy),
	TEST(configuration_is_written_and_put_back),
	TEST(throttling_goes_by_kernel_and_policy),
};

UNIT_MAIN(tests, NULL, NULL)
