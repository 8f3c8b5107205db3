// SPDX-License-Identifier: GPL-2.0
/*
 * A large result has millions of numbers and texts: those that need no care are
 * written without a value of jansson's for each, which took ten times as long.
 */
#include <math.h>
#include <string.h>

#include "json_out.h"
#include "json_types.h"

#define DIGITS_MAX 20

/* Writes a value and lets go of it. */
static int value_write(json_t *value, FILE *stream)
{
	int failed = !value || json_dumpf(value, stream,
					  JSON_COMPACT | JSON_ENCODE_ANY |
						  JSON_REAL_PRECISION(15));

	json_decref(value);
	return failed ? -1 : 0;
}

/* Return: how long it is if it stands for itself in JSON; else 0. */
static size_t plain_length(const char *text)
{
	const char *at = text;

	for (; *at; at++)
		if (*at < ' ' || *at > '~' || *at == '"' || *at == '\\')
			return 0;
	return (size_t)(at - text);
}

/**
 * hkj_json_out_text() - write a string
 * @text: bytes of any origin, as for hkj_json_string()
 * @stream: gets it
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_json_out_text(const char *text, FILE *stream)
{
	size_t length = plain_length(text);

	if (!length)
		return value_write(hkj_json_string(text), stream);
	putc_unlocked('"', stream);
	fwrite_unlocked(text, 1, length, stream);
	putc_unlocked('"', stream);
	return 0;
}

/**
 * hkj_json_out_u64() - write a whole number
 * @value: below 2^63
 * @stream: gets it
 *
 * Return: 0, or -1 if it is too large for a reader to be exact.
 */
int hkj_json_out_u64(uint64_t value, FILE *stream)
{
	char digits[DIGITS_MAX];
	size_t at = sizeof(digits);

	if (value > INT64_MAX)
		return -1;
	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	fwrite_unlocked(digits + at, 1, sizeof(digits) - at, stream);
	return 0;
}

/**
 * hkj_json_out_real() - write a number
 * @value: null if it is none, or without end
 * @stream: gets it
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_json_out_real(double value, FILE *stream)
{
	return value_write(isfinite(value) ? json_real(value) : json_null(),
			   stream);
}

/**
 * hkj_json_out_object() - write an object from a structure
 * @shape: its keys, which stand in the object in this order
 * @object: the structure
 * @stream: gets it in one line
 *
 * Return: 0, or -1 if there is no memory or a number is too large.
 */
int hkj_json_out_object(const struct hkj_json_shape *shape, const void *object,
			FILE *stream)
{
	char before = '{';

	for (const struct hkj_json_key *key = shape->keys; key->name; key++) {
		const struct hkj_json_ops *ops = hkj_json_ops_of(key);

		if (ops->is_missing && ops->is_missing(key, object))
			continue;
		putc_unlocked(before, stream);
		before = ',';
		if (hkj_json_out_text(key->name, stream))
			return -1;
		putc_unlocked(':', stream);
		if (ops->write(key, object, stream))
			return -1;
	}
	fputs(before == '{' ? "{}" : "}", stream);
	return 0;
}
