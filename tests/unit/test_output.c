// SPDX-License-Identifier: GPL-2.0
/*
 * Files that are there as a whole or not at all.
 */
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output.h"
#include "paths.h"
#include "unit.h"

static int open_at(struct hkj_output *output, const char *path,
		   struct hkj_error *error)
{
	return hkj_output_open(output, hkj_path_system(path).text, error);
}

static void assert_file(const char *path, const char *expected)
{
	char *text = root_read(path);

	assert_string_equal(text, expected);
	free(text);
}

static void old_file_stands_until_the_new_is_whole(void **state)
{
	struct hkj_output output;
	struct hkj_error error;

	(void)state;
	root_write("/file", "old");
	assert_int_equal(open_at(&output, "/file", &error), 0);
	fputs("new", output.stream);
	fflush(output.stream);
	assert_file("/file", "old");
	assert_int_equal(hkj_output_commit(&output, &error), 0);
	assert_file("/file", "new");
	assert_false(root_has("/file.tmp"));
}

static void dropped_leaves_nothing(void **state)
{
	struct hkj_output output;
	struct hkj_error error;

	(void)state;
	assert_int_equal(open_at(&output, "/fresh", &error), 0);
	assert_true(root_has("/fresh.tmp"));
	hkj_output_drop(&output);
	assert_false(root_has("/fresh.tmp"));
	assert_false(root_has("/fresh"));
}

static void bad_places_are_told_at_once(void **state)
{
	struct hkj_output output;
	struct hkj_error error;

	(void)state;
	root_write("/folder/x", "");
	assert_int_equal(open_at(&output, "/none/file", &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "/none/file");
	assert_int_equal(open_at(&output, "/folder", &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "Is a directory");
	assert_false(root_has("/folder.tmp"));
}

static void full_disk_is_told_and_the_old_file_stays(void **state)
{
	struct hkj_output output;
	struct hkj_error error;

	(void)state;
	if (access("/dev/full", W_OK))
		skip();
	assert_int_equal(hkj_output_open(&output, "/dev/full", &error), 0);
	fputs("text", output.stream);
	assert_int_equal(hkj_output_commit(&output, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "/dev/full");
	assert_int_equal(access("/dev/full", F_OK), 0);
}

/* Root must not turn a device into a file. */
static void devices_are_written_in_place(void **state)
{
	struct hkj_output output;
	struct hkj_error error;
	struct stat status;

	(void)state;
	assert_int_equal(hkj_output_open(&output, "/dev/null", &error), 0);
	fputs("text", output.stream);
	assert_int_equal(hkj_output_commit(&output, &error), 0);
	assert_int_equal(stat("/dev/null", &status), 0);
	assert_true(S_ISCHR(status.st_mode));
	assert_int_not_equal(access("/dev/null.tmp", F_OK), 0);
}

static void links_keep_pointing(void **state)
{
	struct hkj_path link = hkj_path_system("/link");
	struct hkj_output output;
	struct hkj_error error;
	struct stat status;

	(void)state;
	root_write("/real", "old");
	assert_int_equal(symlink("real", link.text), 0);
	assert_int_equal(open_at(&output, "/link", &error), 0);
	fputs("new", output.stream);
	assert_int_equal(hkj_output_commit(&output, &error), 0);
	assert_int_equal(lstat(link.text, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_file("/real", "new");
}

/* A link that somebody put in the place of the temporary file is not followed. */
static void planted_link_is_not_followed(void **state)
{
	struct hkj_output output;
	struct hkj_error error;

	(void)state;
	root_write("/victim", "mine");
	assert_int_equal(symlink("victim", hkj_path_system("/out.tmp").text),
			 0);
	assert_int_equal(open_at(&output, "/out", &error), 0);
	fputs("new", output.stream);
	assert_int_equal(hkj_output_commit(&output, &error), 0);
	assert_file("/victim", "mine");
	assert_file("/out", "new");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, root_make, root_remove)

/* Return: exit code of a report that goes to @fd. */
static int report_to(int fd)
{
	char tool[PATH_MAX];
	int status;
	pid_t pid;

	snprintf(tool, sizeof(tool), "%s/user/hkjitter", getenv("UNIT_BUILD"));
	pid = fork();
	if (!pid) {
		dup2(fd, STDOUT_FILENO);
		dup2(creat(hkj_path_system("/told").text, 0600), STDERR_FILENO);
		execl(tool, tool, "report", UNIT_DATA "/result.json",
		      "--csv=parts", NULL);
		_exit(127);
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Whoever closes the pipe has read what was wanted: no error. */
static void closed_pipe_is_the_end(void **state)
{
	int ends[2];
	char *told;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	assert_int_equal(report_to(ends[1]), HKJ_EXIT_FINE);
	close(ends[1]);
	told = root_read("/told");
	assert_string_equal(told, "");
	free(told);
}

static void full_disk_is_told(void **state)
{
	int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
	char *told;

	(void)state;
	if (full < 0)
		skip();
	assert_int_equal(report_to(full), HKJ_EXIT_CANNOT);
	close(full);
	told = root_read("/told");
	assert_non_null(strstr(told, "No space left on device"));
	free(told);
}

static const struct CMUnitTest tests[] = {
	TEST(old_file_stands_until_the_new_is_whole),
	TEST(dropped_leaves_nothing),
	TEST(bad_places_are_told_at_once),
	TEST(full_disk_is_told_and_the_old_file_stays),
	TEST(devices_are_written_in_place),
	TEST(links_keep_pointing),
	TEST(planted_link_is_not_followed),
	TEST(closed_pipe_is_the_end),
	TEST(full_disk_is_told),
};

UNIT_MAIN(tests, NULL, NULL)
