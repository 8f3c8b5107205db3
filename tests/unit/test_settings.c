// SPDX-License-Identifier: GPL-2.0
/*
 * Settings come back to what they were: after a run, and after a killed one.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"
#include "settings.h"
#include "unit.h"

#define SAVED "/run/hkjitter/restore"

static unsigned int nr_noted;

/* Writes to this file are refused, as a kernel refuses them; "": to none. */
static char refused[PATH_MAX];

ssize_t __real_write(int fd, const void *buffer, size_t size);
ssize_t __wrap_write(int fd, const void *buffer, size_t size);

ssize_t __wrap_write(int fd, const void *buffer, size_t size)
{
	char link[64], name[PATH_MAX] = "";

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (*refused && readlink(link, name, sizeof(name) - 1) > 0 &&
	    !strcmp(name, refused)) {
		errno = EBUSY;
		return -1;
	}
	return __real_write(fd, buffer, size);
}

static void note(const struct hkj_setting *setting)
{
	assert_non_null(setting->path);
	nr_noted++;
}

static int prepare(void **state)
{
	nr_noted = 0;
	if (root_make(state))
		return -1;
	root_write("/run/here", "");
	root_write("/a", "1\n");
	root_write("/b", "old\n");
	return 0;
}

static void assert_file(const char *path, const char *expected)
{
	char *text = root_read(path);

	assert_string_equal(text, expected);
	free(text);
}

static void change(struct hkj_settings *settings, const char *path,
		   const char *value)
{
	struct hkj_error error;

	assert_int_equal(hkj_settings_change(settings,
					     hkj_path_system(path).text, value,
					     &error),
			 0);
}

static void changes_come_back(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	assert_false(root_has(SAVED));
	change(&settings, "/a", "2");
	change(&settings, "/b", "new");
	assert_file("/a", "2");
	assert_file("/b", "new");
	assert_true(root_has(SAVED));
	assert_int_equal(settings.nr_items, 2);
	assert_int_equal(hkj_settings_restore(&settings, note, &error), 0);
	assert_file("/a", "1");
	assert_file("/b", "old");
	assert_int_equal(nr_noted, 2);
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

static void twice_changed_comes_back_to_the_first(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
	change(&settings, "/a", "2");
	change(&settings, "/a", "3");
	assert_int_equal(hkj_settings_restore(&settings, NULL, &error), 0);
	assert_file("/a", "1");
	hkj_settings_close(&settings);
}

static void same_value_is_no_change(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
	change(&settings, "/a", "1");
	assert_int_equal(settings.nr_items, 0);
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

static void what_others_set_since_is_left(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	change(&settings, "/a", "2");
	root_write("/a", "77\n");
	assert_int_equal(hkj_settings_restore(&settings, note, &error), 0);
	assert_file("/a", "77");
	assert_int_equal(nr_noted, 0);
	hkj_settings_close(&settings);
}

static void missing_file_is_told(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
	assert_int_equal(hkj_settings_change(&settings,
					     hkj_path_system("/none").text, "1",
					     &error),
			 -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "/none");
	assert_int_equal(settings.nr_items, 0);
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

/* A process that changes two settings and is killed with no chance to react. */
static void kill_a_run(void)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		struct hkj_settings settings;
		struct hkj_error error;

		if (!hkj_settings_open(&settings, NULL, &error) &&
		    !hkj_settings_change(&settings, hkj_path_system("/a").text,
					 "2", &error) &&
		    !hkj_settings_change(&settings, hkj_path_system("/b").text,
					 "new", &error))
			raise(SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void killed_run_is_put_right_by_the_next(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	kill_a_run();
	assert_file("/a", "2");
	assert_file("/b", "new");
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	assert_file("/a", "1");
	assert_file("/b", "old");
	assert_int_equal(nr_noted, 2);
	assert_int_equal(settings.nr_items, 0);
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

static void vanished_setting_is_no_error(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	kill_a_run();
	assert_int_equal(unlink(hkj_path_system("/b").text), 0);
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	assert_file("/a", "1");
	assert_int_equal(nr_noted, 1);
	hkj_settings_close(&settings);
}

/* Nothing is lost: what cannot be put back is still listed for the next. */
static void what_cannot_be_put_back_stays_listed(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	kill_a_run();
	/* A refused write may have emptied a plain file; sysfs knows no such. */
	strcpy(refused, hkj_path_system("/a").text);
	assert_int_equal(hkj_settings_open(&settings, note, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "cannot put back");
	assert_told(&error, HKJ_EXIT_CANNOT, "/a");
	assert_file("/b", "old");
	assert_true(root_has(SAVED));
	*refused = '\0';
	root_write("/a", "2\n");
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	assert_file("/a", "1");
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

/* A value that is refused leaves no trace. */
static void refused_change_is_no_change(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&settings, NULL, &error), 0);
	strcpy(refused, hkj_path_system("/a").text);
	assert_int_equal(hkj_settings_change(&settings, refused, "2", &error),
			 -1);
	*refused = '\0';
	assert_told(&error, HKJ_EXIT_CANNOT, "/a");
	assert_int_equal(settings.nr_items, 0);
	assert_false(root_has(SAVED));
	hkj_settings_close(&settings);
}

static void broken_list_is_told_and_kept(void **state)
{
	static const char *const texts[] = { "", "{", "{}", "[]",
					     "{\"settings\":[{\"path\":1}]}" };
	struct hkj_settings settings;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		root_write(SAVED, texts[i]);
		assert_int_equal(hkj_settings_open(&settings, note, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, SAVED);
		assert_true(root_has(SAVED));
	}
}

static void only_one_at_a_time(void **state)
{
	struct hkj_settings first, second;
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_settings_open(&first, NULL, &error), 0);
	change(&first, "/a", "2");
	assert_int_equal(hkj_settings_open(&second, note, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "at work");
	assert_file("/a", "2");
	assert_int_equal(nr_noted, 0);
	assert_int_equal(hkj_settings_restore(&first, NULL, &error), 0);
	hkj_settings_close(&first);
	assert_int_equal(hkj_settings_open(&second, note, &error), 0);
	hkj_settings_close(&second);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, root_remove)

/* It was killed right after the write: how it reads back was not noted yet. */
static void other_reading_of_the_same_comes_back(void **state)
{
	struct hkj_settings settings;
	struct hkj_error error;
	char text[256];

	(void)state;
	snprintf(text, sizeof(text),
		 "{\"settings\":[{\"path\":\"%s/a\",\"was\":\"3\",\"set\":\"1,2\"},{\"path\":\"%s/b\",\"was\":\"4\",\"set\":\"1,2\"}]}",
		 root, root);
	root_write(SAVED, text);
	root_write("/a", "1-2\n");
	root_write("/b", "1-3\n");
	assert_int_equal(hkj_settings_open(&settings, note, &error), 0);
	hkj_settings_close(&settings);
	assert_file("/a", "3");
	assert_file("/b", "1-3");
	assert_int_equal(nr_noted, 1);
}

static const struct CMUnitTest tests[] = {
	TEST(changes_come_back),
	TEST(twice_changed_comes_back_to_the_first),
	TEST(same_value_is_no_change),
	TEST(what_others_set_since_is_left),
	TEST(missing_file_is_told),
	TEST(killed_run_is_put_right_by_the_next),
	TEST(other_reading_of_the_same_comes_back),
	TEST(vanished_setting_is_no_error),
	TEST(what_cannot_be_put_back_stays_listed),
	TEST(refused_change_is_no_change),
	TEST(broken_list_is_told_and_kept),
	TEST(only_one_at_a_time),
};

UNIT_MAIN(tests, NULL, NULL)
