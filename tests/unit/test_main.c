// SPDX-License-Identifier: GPL-2.0
/*
 * The tool as a whole, where no module is: help, usage, reports.
 */
#include <unistd.h>

#include <hkjitter/version.h>

#include "cmds.h"
#include "stage.h"
#include "unit.h"

static unsigned int lines_of(const char *text)
{
	unsigned int lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

static void check_screen(const char *text)
{
	assert_in_range(lines_of(text) + 1, 5, 24);
	assert_true(longest_line(text) <= 80);
	assert_non_null(strstr(text, "Exit codes"));
}

static void help_is_one_screen(void **state)
{
	(void)state;
	for (size_t i = 0; i <= hkj_nr_cmds; i++) {
		char *text;

		if (i < hkj_nr_cmds)
			assert_int_equal(TOOL(hkj_cmds[i].name, "--help"), 0);
		else
			assert_int_equal(TOOL("--help"), 0);
		text = root_read("/out");
		check_screen(text);
		assert_file("/err", "");
		if (i < hkj_nr_cmds)
			assert_int_equal(TOOL("help", hkj_cmds[i].name), 0);
		else
			assert_int_equal(TOOL("help"), 0);
		assert_file("/out", text);
		free(text);
	}
}

static void version_is_told(void **state)
{
	(void)state;
	assert_int_equal(TOOL("--version"), 0);
	assert_file("/out", "hkjitter " HKJ_VERSION);
}

static void wrong_usage_is_2_with_one_line(void **state)
{
	static const char *const lines[][4] = {
		{ NULL },		  { "nonsense" },
		{ "--nonsense" },	  { "run", "--nonsense" },
		{ "run", "-d" },	  { "run", "-d", "10" },
		{ "run", "-c", "3-1" },	  { "run", "-p", "fifo" },
		{ "report" },		  { "report", "a", "b" },
		{ "status", "a" },	  { "" },
		{ "help", "nonsense" },	  { "help", "run", "report" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char *text;

		assert_int_equal(tool_run(lines[i]), 2);
		text = root_read("/err");
		assert_memory_equal(text, "hkjitter: ", 10);
		assert_int_equal(lines_of(text), 0); /* the last is cut off */
		free(text);
		assert_file("/out", "");
	}
}

static void missing_module_is_3(void **state)
{
	(void)state;
	assert_int_equal(TOOL("run", "-d", "1s"), 3);
	assert_in_file("/err", "modprobe hkjitter");
	assert_int_equal(TOOL("status"), 3);
	assert_in_file("/out", "not loaded");
	assert_int_equal(TOOL("status", "--json"), 3);
	assert_in_file("/out", "\"hkjitter-status/1\"");
}

static void report_is_shown(void **state)
{
	char *expected = calloc(1, 65536), *text;
	FILE *in = fopen(UNIT_DATA "/report.txt", "re");

	(void)state;
	assert_non_null(in);
	assert_true(fread(expected, 1, 65535, in) > 0);
	fclose(in);
	expected[strlen(expected) - 1] = '\0';
	assert_int_equal(TOOL("report", UNIT_DATA "/result.json"), 0);
	text = root_read("/out");
	assert_string_equal(text, expected);
	free(text);
	free(expected);
}

static void report_as_json_is_the_file(void **state)
{
	char *expected = calloc(1, 65536), *text;
	FILE *in = fopen(UNIT_DATA "/result.json", "re");

	(void)state;
	assert_non_null(in);
	assert_true(fread(expected, 1, 65535, in) > 0);
	fclose(in);
	expected[strlen(expected) - 1] = '\0';
	assert_int_equal(TOOL("report", UNIT_DATA "/result.json", "--json"), 0);
	text = root_read("/out");
	assert_string_equal(text, expected);
	free(text);
	free(expected);
}

static void report_of_nonsense_is_3(void **state)
{
	(void)state;
	assert_int_equal(TOOL("report", "/no/such/file"), 3);
	assert_in_file("/err", "/no/such/file");
	assert_int_equal(TOOL("report", UNIT_DATA "/report.txt"), 3);
	assert_in_file("/err", "no complete JSON");
	assert_int_equal(TOOL("report", "/dev/null"), 3);
	assert_int_equal(TOOL("report", "/"), 3);
	assert_file("/out", "");
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, stage_make, stage_remove)

static const struct CMUnitTest tests[] = {
	TEST(help_is_one_screen),	TEST(version_is_told),
	TEST(wrong_usage_is_2_with_one_line), TEST(missing_module_is_3),
	TEST(report_is_shown),		TEST(report_as_json_is_the_file),
	TEST(report_of_nonsense_is_3),
};

UNIT_MAIN(tests, NULL, NULL)
