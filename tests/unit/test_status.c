// SPDX-License-Identifier: GPL-2.0
/*
 * What the machine tells about itself, from a tree of files.
 */
#include <jansson.h>

#include <hkjitter/version.h>

#include "host.h"
#include "json.h"
#include "shapes.h"
#include "status.h"
#include "unit.h"

#define CPU "/sys/devices/system/cpu/"
#define MODULE "/sys/kernel/hkjitter/"

static int prepare(void **state)
{
	if (root_make(state))
		return -1;
	root_write(CPU "online", "0-7\n");
	root_write(CPU "isolated", "2-3\n");
	root_write(CPU "nohz_full", "3-4\n");
	root_write("/proc/cmdline", "root=/dev/vda1 nohz_full=3-4\n");
	root_write("/proc/cpuinfo",
		   "processor\t: 0\nmodel\t: 85\nmodel name\t: Example CPU\nmicrocode\t: 0x2\n\nprocessor\t: 1\nmodel name\t: Other\n");
	return 0;
}

static void module_write(const char *isolated)
{
	root_write(MODULE "version", HKJ_VERSION "\n");
	root_write(MODULE "state", "done\n");
	root_write(MODULE "isolated", isolated);
	root_write(MODULE "cpus", "isolated\n");
	root_write(MODULE "duration_ms", "10000\n");
}

static struct hkj_status status_read(void)
{
	struct hkj_status status = { 0 };
	struct hkj_error error;

	assert_int_equal(hkj_status_read(&status, &error), 0);
	return status;
}

static void host_is_read(void **state)
{
	struct hkj_host host = { 0 };
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_host_read(&host, &error), 0);
	assert_string_equal(host.cpu_model, "Example CPU");
	assert_string_equal(host.microcode, "0x2");
	assert_string_equal(host.cmdline, "root=/dev/vda1 nohz_full=3-4");
	assert_string_equal(host.isolated, "2-3");
	assert_string_equal(host.clocksource, "");
	assert_false(host.is_realtime);
	hkj_json_free(&hkj_shape_host, &host);
	root_write("/sys/kernel/realtime", "1\n");
	assert_int_equal(hkj_host_read(&host, &error), 0);
	assert_true(host.is_realtime);
	hkj_json_free(&hkj_shape_host, &host);
}

static void null_list_is_empty(void **state)
{
	char *text;

	(void)state;
	root_write(CPU "nohz_full", " (null)\n");
	text = hkj_host_cpus(CPU "nohz_full");
	assert_string_equal(text, "");
	free(text);
}

static void not_loaded_is_told(void **state)
{
	struct hkj_status status = status_read();

	(void)state;
	assert_null(status.module);
	assert_string_equal(status.isolated.all, "2-4");
	hkj_status_free(&status);
}

/* The module names CPU 6 too: no boot parameter does, so it is a cpuset's. */
static void cpusets_are_what_the_module_adds(void **state)
{
	struct hkj_status status;

	(void)state;
	module_write("2-4,6\n");
	status = status_read();
	assert_true(status.module->is_matching);
	assert_string_equal(status.isolated.all, "2-4,6");
	assert_string_equal(status.isolated.cpuset, "6");
	hkj_status_free(&status);
	root_write("/sys/fs/cgroup/cpuset.cpus.isolated", "4,6-7\n");
	status = status_read();
	assert_string_equal(status.isolated.cpuset, "4,6-7");
	assert_string_equal(status.isolated.all, "2-4,6-7");
	hkj_status_free(&status);
}

static void print_status(const void *status, FILE *out)
{
	hkj_status_write_text(status, out);
}

static void print_json(const void *status, FILE *out)
{
	struct hkj_error error;

	assert_int_equal(hkj_status_write_json(status, out, &error), 0);
}

static void texts_say_it(void **state)
{
	struct hkj_status status;
	json_t *json;
	char *text;

	(void)state;
	module_write("2-4\n");
	root_write(MODULE "last_error", "something was wrong\n");
	root_write("/run/hkjitter/restore",
		   "{\"settings\":[{\"path\":\"/x\",\"was\":\"1\",\"set\":\"2\"}]}");
	status = status_read();
	text = printed(print_status, &status);
	assert_non_null(strstr(text, "something was wrong"));
	assert_non_null(strstr(text, "10 s"));
	assert_non_null(strstr(text, "/x from '1' to '2'"));
	assert_true(longest_line(text) <= 80);
	free(text);
	text = printed(print_json, &status);
	json = json_loads(text, 0, NULL);
	assert_non_null(json);
	assert_string_equal(json_string_value(json_object_get(json, "schema")),
			    "hkjitter-status/1");
	assert_int_equal(json_array_size(json_object_get(json, "changed")), 1);
	json_decref(json);
	free(text);
	hkj_status_free(&status);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(host_is_read),
	TEST(null_list_is_empty),
	TEST(not_loaded_is_told),
	TEST(cpusets_are_what_the_module_adds),
	TEST(texts_say_it),
};

UNIT_MAIN(tests, NULL, NULL)
