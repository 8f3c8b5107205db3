/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JSON text as a stream of values, read piece by piece: a result of a large
 * machine is never in memory as a whole beside the structures it fills.
 *
 * What is taken is RFC 8259, UTF-8, with these bounds: HKJ_JSON_DEPTH levels,
 * HKJ_JSON_TEXT_MAX bytes a string, no NUL character in a string. Functions
 * that meet anything else fill the input's error with its line and return -1.
 */
#ifndef HKJITTER_USER_JSON_IN_H
#define HKJITTER_USER_JSON_IN_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

#define HKJ_JSON_DEPTH 64
#define HKJ_JSON_TEXT_MAX (1024 * 1024)
#define HKJ_JSON_BUFFER (64 * 1024)

/**
 * struct hkj_json_in - private: where in the text we are
 * @stream: has the rest of it
 * @name: of the stream, for messages
 * @error: filled by what fails
 * @at: next byte of @buffer
 * @end: one behind the last byte of @buffer
 * @line: of @at, from 1 on
 * @schema: what the whole's key "schema" has to say; NULL: there is none
 * @depth: objects and arrays that are open
 * @text: the last string; valid until the next one
 * @length: of it
 * @size: what @text has room for
 * @locale: in which numbers have a point
 * @buffer: a piece of the text
 */
struct hkj_json_in {
	FILE *stream;
	const char *name;
	struct hkj_error *error;
	const char *at;
	const char *end;
	unsigned long line;
	const char *schema;
	unsigned int depth;
	char *text;
	size_t length;
	size_t size;
	locale_t locale;
	char buffer[HKJ_JSON_BUFFER];
};

/**
 * struct hkj_json_number - a number
 * @is_whole: it has neither fraction nor exponent, and @value holds it
 * @value: if it is whole and from 0 to 2^63 - 1
 * @real: the same, or what comes next to it
 */
struct hkj_json_number {
	bool is_whole;
	uint64_t value;
	double real;
};

int hkj_json_in_init(struct hkj_json_in *in, FILE *stream, const char *name,
		     struct hkj_error *error);
void hkj_json_in_exit(struct hkj_json_in *in);
int hkj_json_in_broken(struct hkj_json_in *in, const char *why);

int hkj_json_in_kind(struct hkj_json_in *in);
int hkj_json_in_begin(struct hkj_json_in *in);
int hkj_json_in_more(struct hkj_json_in *in, char close, bool is_first);
int hkj_json_in_key(struct hkj_json_in *in);
int hkj_json_in_text(struct hkj_json_in *in);
int hkj_json_in_number(struct hkj_json_in *in, struct hkj_json_number *number);
int hkj_json_in_word(struct hkj_json_in *in);
int hkj_json_in_skip(struct hkj_json_in *in);
int hkj_json_in_finish(struct hkj_json_in *in);

bool hkj_json_in_refill(struct hkj_json_in *in);

/* Return: the next byte, which stays the next one; EOF at the end. */
static inline int hkj_json_in_peek(struct hkj_json_in *in)
{
	if (in->at == in->end && !hkj_json_in_refill(in))
		return EOF;
	return (unsigned char)*in->at;
}

#endif /* HKJITTER_USER_JSON_IN_H */
