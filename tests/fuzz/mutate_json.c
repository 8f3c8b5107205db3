// SPDX-License-Identifier: GPL-2.0
/*
 * Changes to JSON text that leave it JSON: a value becomes another one, of the
 * same file or from a list. Bytes changed at random would hardly ever get past the
 * parser, to those who work with the values.
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "mutate.h"

/* A piece of the text. */
struct piece {
	size_t at;
	size_t length;
};

static const char *const values[] = {
	"0",
	"1",
	"2",
	"1000000000",
	"4294967295",
	"4294967296",
	"9223372036854775807",
	"18446744073709551615",
	"-1",
	"0.5",
	"-1e308",
	"1e-320",
	"null",
	"true",
	"[]",
	"{}",
	"\"\"",
	"\"running\"",
	"\"\\u001b[31m\\n\"",
	"\"\\ud83d\\ude00\"",
	"\"%s%n\"",
	"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
};

static size_t string_end(const uint8_t *data, size_t size, size_t at)
{
	for (at++; at < size && data[at] != '"'; at++)
		at += data[at] == '\\';
	return at < size ? at + 1 : size;
}

static size_t value_end(const uint8_t *data, size_t size, size_t at)
{
	if (data[at] == '"')
		return string_end(data, size, at);
	while (at < size && (isalnum(data[at]) || strchr("+-.", data[at])))
		at++;
	return at;
}

static bool is_value(uint8_t c)
{
	return c == '"' || c == '-' || isalnum(c);
}

/* Each value is as likely as another; a member's key is one, too. */
static struct piece value_pick(const uint8_t *data, size_t size,
			       unsigned int *seed)
{
	struct piece picked = { 0, 0 };
	unsigned int nr = 0;
	size_t end;

	for (size_t at = 0; at < size; at = end) {
		end = at + 1;
		if (!is_value(data[at]))
			continue;
		end = value_end(data, size, at);
		if ((unsigned int)rand_r(seed) % ++nr == 0)
			picked = (struct piece){ at, end - at };
	}
	return picked;
}

/* Return: the new size; the old one if it would be too large. */
static size_t piece_replace(uint8_t *data, size_t size, size_t max_size,
			    struct piece piece, const char *with)
{
	size_t length = strlen(with);
	size_t rest = size - piece.at - piece.length;

	if (size - piece.length + length > max_size)
		return size;
	memmove(data + piece.at + length, data + piece.at + piece.length, rest);
	memcpy(data + piece.at, with, length);
	return piece.at + length + rest;
}

size_t mutate_json(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed)
{
	const size_t nr = sizeof(values) / sizeof(values[0]);
	struct piece to = value_pick(data, size, &seed);
	struct piece from = value_pick(data, size, &seed);
	char *other;

	if (rand_r(&seed) % 2)
		return piece_replace(data, size, max_size, to,
				     values[(size_t)rand_r(&seed) % nr]);
	other = fuzz_text(data + from.at, from.length);
	size = piece_replace(data, size, max_size, to, other);
	free(other);
	return size;
}
