// SPDX-License-Identifier: GPL-2.0
/*
 * Strings of JSON text.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "json_in.h"

#define SIZE_FIRST 256

static int room_make(struct hkj_json_in *in, size_t more)
{
	size_t size = in->size ? in->size : SIZE_FIRST;
	char *text;

	if (in->length + more > HKJ_JSON_TEXT_MAX)
		return hkj_json_in_broken(in, "a string is too long");
	while (size <= in->length + more)
		size *= 2;
	if (size == in->size)
		return 0;
	text = realloc(in->text, size);
	if (!text)
		return hkj_error_memory(in->error);
	in->text = text;
	in->size = size;
	return 0;
}

static int append(struct hkj_json_in *in, const char *bytes, size_t nr)
{
	if (room_make(in, nr))
		return -1;
	memcpy(in->text + in->length, bytes, nr);
	in->length += nr;
	return 0;
}

static bool is_plain(unsigned char c)
{
	return c >= ' ' && c != '"' && c != '\\';
}

/* Appends what needs no look, as far as it is in the buffer. */
static int plain_read(struct hkj_json_in *in, unsigned char *seen)
{
	const char *begin = in->at;

	for (; in->at < in->end && is_plain((unsigned char)*in->at); in->at++)
		*seen |= (unsigned char)*in->at;
	return append(in, begin, (size_t)(in->at - begin));
}

static int hex_read(struct hkj_json_in *in, unsigned int *unit)
{
	*unit = 0;
	for (int i = 0; i < 4; i++, in->at++) {
		static const char digits[] = "0123456789abcdef";
		int c = hkj_json_in_peek(in);
		const char *at;

		if (c >= 'A' && c <= 'F')
			c += 'a' - 'A';
		at = c > 0 ? strchr(digits, c) : NULL;
		if (!at)
			return hkj_json_in_broken(in, "\\u wants four digits");
		*unit = *unit * 16 + (unsigned int)(at - digits);
	}
	return 0;
}

/* The second half of a character beyond 16 bits. */
static int low_half_read(struct hkj_json_in *in, unsigned int *code)
{
	unsigned int low;

	for (const char *want = "\\u"; *want; want++, in->at++)
		if (hkj_json_in_peek(in) != *want)
			return hkj_json_in_broken(in, "half a character");
	if (hex_read(in, &low))
		return -1;
	if (low < 0xdc00 || low > 0xdfff)
		return hkj_json_in_broken(in, "half a character");
	*code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
	return 0;
}

static size_t utf8_encode(unsigned int code, char *bytes)
{
	size_t nr = code < 0x80 ? 1 : code < 0x800 ? 2 :
			      code < 0x10000	   ? 3 :
						     4;
	static const unsigned char heads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = nr; i-- > 1; code >>= 6)
		bytes[i] = (char)(0x80 | (code & 0x3f));
	bytes[0] = (char)(heads[nr] | code);
	return nr;
}

static int unicode_read(struct hkj_json_in *in)
{
	unsigned int code;
	char bytes[4];

	if (hex_read(in, &code))
		return -1;
	if (code >= 0xdc00 && code <= 0xdfff)
		return hkj_json_in_broken(in, "half a character");
	if (code >= 0xd800 && code <= 0xdbff && low_half_read(in, &code))
		return -1;
	if (!code)
		return hkj_json_in_broken(in, "a NUL in a string");
	return append(in, bytes, utf8_encode(code, bytes));
}

/* Behind a backslash. */
static int escape_read(struct hkj_json_in *in)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	int c = hkj_json_in_peek(in);
	const char *at = c > 0 ? strchr(letters, c) : NULL;

	if (c != EOF)
		in->at++;
	if (c == 'u')
		return unicode_read(in);
	if (!at)
		return hkj_json_in_broken(in, "an unknown escape");
	return append(in, &meanings[at - letters], 1);
}

static int is_utf8(const char *text)
{
	json_t *json = json_string(text);

	json_decref(json);
	return json ? 1 : 0;
}

/**
 * hkj_json_in_text() - read a string
 * @in: before it, as hkj_json_in_kind() has said; its text has it then
 *
 * Return: 0 or -1.
 */
int hkj_json_in_text(struct hkj_json_in *in)
{
	unsigned char seen = 0;
	int c;

	in->length = 0;
	in->at++;
	while ((c = hkj_json_in_peek(in)) != '"') {
		if (c == EOF)
			return hkj_json_in_broken(in, "it ends too early");
		if (c < ' ')
			return hkj_json_in_broken(in, "a control character in a string");
		if (c != '\\') {
			if (plain_read(in, &seen))
				return -1;
			continue;
		}
		in->at++;
		if (escape_read(in))
			return -1;
	}
	in->at++;
	if (append(in, "", 1))
		return -1;
	in->length--;
	if (seen >= 0x80 && !is_utf8(in->text))
		return hkj_json_in_broken(in, "a string that is not UTF-8");
	return 0;
}
