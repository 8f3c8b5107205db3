// SPDX-License-Identifier: GPL-2.0
/*
 * The structure of JSON text: what kind of value comes, and where it ends.
 */
#include <stdlib.h>
#include <string.h>

#include "json_in.h"

/**
 * hkj_json_in_init() - begin to read
 * @in: to be filled; to be given up by hkj_json_in_exit() on success
 * @stream: outlives @in
 * @name: of the stream, for messages; outlives @in
 * @error: filled by whatever fails; outlives @in
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_json_in_init(struct hkj_json_in *in, FILE *stream, const char *name,
		     struct hkj_error *error)
{
	memset(in, 0, offsetof(struct hkj_json_in, buffer));
	in->stream = stream;
	in->name = name;
	in->error = error;
	in->line = 1;
	in->at = in->buffer;
	in->end = in->buffer;
	in->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	return in->locale ? 0 : hkj_error_memory(error);
}

/**
 * hkj_json_in_exit() - end reading
 * @in: initialized
 */
void hkj_json_in_exit(struct hkj_json_in *in)
{
	freelocale(in->locale);
	free(in->text);
	in->text = NULL;
}

/**
 * hkj_json_in_broken() - the text is no JSON
 * @in: where
 * @why: what is wrong
 *
 * Return: always -1.
 */
int hkj_json_in_broken(struct hkj_json_in *in, const char *why)
{
	return hkj_error_set(in->error, HKJ_EXIT_CANNOT,
			     "'%.200s' is no complete JSON file: line %lu: %s",
			     in->name, in->line, why);
}

/**
 * hkj_json_in_refill() - get the next piece of the text
 * @in: its buffer is used up
 *
 * Return: whether there is one.
 */
bool hkj_json_in_refill(struct hkj_json_in *in)
{
	in->at = in->buffer;
	in->end = in->buffer +
		  fread(in->buffer, 1, sizeof(in->buffer), in->stream);
	return in->at != in->end;
}

static int after_space(struct hkj_json_in *in)
{
	int c;

	while ((c = hkj_json_in_peek(in)) == ' ' || c == '\n' || c == '\t' ||
	       c == '\r') {
		in->line += c == '\n';
		in->at++;
	}
	return c;
}

/**
 * hkj_json_in_kind() - what kind of value comes next
 * @in: before a value
 *
 * Return: its first character, '0' standing for all numbers; or -1.
 */
int hkj_json_in_kind(struct hkj_json_in *in)
{
	int c = after_space(in);

	if (c == '-' || (c >= '0' && c <= '9'))
		return '0';
	if (c != EOF && c && strchr("{[\"tfn", c))
		return c;
	return hkj_json_in_broken(in, c == EOF ? "it ends too early" :
						 "a value is missing");
}

/**
 * hkj_json_in_begin() - enter an object or array
 * @in: before one, as hkj_json_in_kind() has said
 *
 * Return: 0 or -1.
 */
int hkj_json_in_begin(struct hkj_json_in *in)
{
	in->at++;
	if (in->depth == HKJ_JSON_DEPTH)
		return hkj_json_in_broken(in, "it is nested too deep");
	in->depth++;
	return 0;
}

/**
 * hkj_json_in_more() - go to the next member or element
 * @in: in an object or array, behind a member or its begin
 * @close: '}' or ']'
 * @is_first: whether nothing was read of it yet
 *
 * Return: 1 if there is one, 0 if it has ended and is left, -1.
 */
int hkj_json_in_more(struct hkj_json_in *in, char close, bool is_first)
{
	int c = after_space(in);

	if (c == close) {
		in->at++;
		in->depth--;
		return 0;
	}
	if (is_first)
		return 1;
	if (c != ',')
		return hkj_json_in_broken(in, c == EOF ? "it ends too early" :
							 "a comma is missing");
	in->at++;
	return 1;
}

/**
 * hkj_json_in_key() - read a member's key
 * @in: before it; its text has it then
 *
 * Return: 0 or -1.
 */
int hkj_json_in_key(struct hkj_json_in *in)
{
	if (after_space(in) != '"')
		return hkj_json_in_broken(in, "a key is missing");
	if (hkj_json_in_text(in))
		return -1;
	if (after_space(in) != ':')
		return hkj_json_in_broken(in, "a colon is missing");
	in->at++;
	return 0;
}

/**
 * hkj_json_in_word() - read true, false or null
 * @in: before it, as hkj_json_in_kind() has said
 *
 * Return: 0 or -1.
 */
int hkj_json_in_word(struct hkj_json_in *in)
{
	int first = hkj_json_in_peek(in);
	const char *word = first == 't' ? "true" :
			   first == 'f' ? "false" :
					  "null";

	for (; *word; word++, in->at++)
		if (hkj_json_in_peek(in) != *word)
			return hkj_json_in_broken(in, "an unknown word");
	return 0;
}

static int skip_inside(struct hkj_json_in *in, bool is_object)
{
	char close = is_object ? '}' : ']';
	bool is_first = true;
	int more;

	if (hkj_json_in_begin(in))
		return -1;
	while ((more = hkj_json_in_more(in, close, is_first)) > 0) {
		if (is_object && hkj_json_in_key(in))
			return -1;
		if (hkj_json_in_skip(in))
			return -1;
		is_first = false;
	}
	return more;
}

/**
 * hkj_json_in_skip() - pass over a value
 * @in: before it
 *
 * Return: 0, or -1 if it is no JSON.
 */
int hkj_json_in_skip(struct hkj_json_in *in)
{
	struct hkj_json_number number;

	switch (hkj_json_in_kind(in)) {
	case -1:
		return -1;
	case '{':
		return skip_inside(in, true);
	case '[':
		return skip_inside(in, false);
	case '"':
		return hkj_json_in_text(in);
	case '0':
		return hkj_json_in_number(in, &number);
	default:
		return hkj_json_in_word(in);
	}
}

/**
 * hkj_json_in_finish() - see that nothing follows
 * @in: behind the whole value
 *
 * Return: 0 or -1.
 */
int hkj_json_in_finish(struct hkj_json_in *in)
{
	if (after_space(in) != EOF)
		return hkj_json_in_broken(in, "more follows its end");
	if (ferror(in->stream))
		return hkj_json_in_broken(in, "it cannot be read");
	return 0;
}
