/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One error: an exit code and one line that says what is wrong and what would
 * be right. Functions that can fail take one, fill it and return -1; main()
 * alone prints it and makes the exit code of it.
 */
#ifndef HKJITTER_USER_ERROR_H
#define HKJITTER_USER_ERROR_H

#include <stdbool.h>

/**
 * enum hkj_exit - exit codes of the tool
 * @HKJ_EXIT_FINE: done
 * @HKJ_EXIT_CHECK: it was measured, and a check failed
 * @HKJ_EXIT_USAGE: the command line is wrong
 * @HKJ_EXIT_CANNOT: cannot run here; the line says why and what helps
 * @HKJ_EXIT_SKIP: skipped
 */
enum hkj_exit {
	HKJ_EXIT_FINE = 0,
	HKJ_EXIT_CHECK = 1,
	HKJ_EXIT_USAGE = 2,
	HKJ_EXIT_CANNOT = 3,
	HKJ_EXIT_SKIP = 4,
};

/**
 * struct hkj_error - one
 * @code: exit code that main() shall return
 * @is_passing: the same may be had a moment later, without anybody's help
 * @text: the line
 */
struct hkj_error {
	enum hkj_exit code;
	bool is_passing;
	char text[512];
};

int hkj_error_set(struct hkj_error *error, enum hkj_exit code,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int hkj_error_set_passing(struct hkj_error *error, bool is_passing);
int hkj_error_memory(struct hkj_error *error);
int hkj_error_stdout(struct hkj_error *error);

/* Makes what came from files fit for a terminal: control characters to '?'. */
void hkj_text_clean(char *text);

#endif /* HKJITTER_USER_ERROR_H */
