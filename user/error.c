// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "error.h"

/**
 * hkj_error_set() - fill an error
 * @error: to be filled
 * @code: exit code that main() shall return
 * @format: as of printf(), one line without a newline
 *
 * Return: always -1, so that a caller can return it at once.
 */
int hkj_error_set(struct hkj_error *error, enum hkj_exit code,
		  const char *format, ...)
{
	va_list args;

	error->code = code;
	error->is_passing = false;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	hkj_text_clean(error->text);
	return -1;
}

/**
 * hkj_error_set_passing() - tell whether an error may be over in a moment
 * @error: filled by hkj_error_set(), which takes it for a lasting one
 * @is_passing: whether it may
 *
 * Return: always -1.
 */
int hkj_error_set_passing(struct hkj_error *error, bool is_passing)
{
	error->is_passing = is_passing;
	return -1;
}

/**
 * hkj_error_memory() - no memory
 * @error: to be filled
 *
 * Return: always -1.
 */
int hkj_error_memory(struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "no memory left");
}

/**
 * hkj_text_clean() - make text fit for a terminal
 * @text: control characters in it, escape sequences' first one among them,
 *        become question marks; UTF-8 stays
 */
void hkj_text_clean(char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == 0x7f)
			*text = '?';
	}
}

/**
 * hkj_error_stdout() - standard output could not be written
 * @error: gets it, with what errno tells
 *
 * Return: -1.
 */
int hkj_error_stdout(struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot write to standard output: %s",
			     strerror(errno ? errno : EIO));
}
