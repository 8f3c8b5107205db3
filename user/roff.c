// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <string.h>

#include "roff.h"

/* Escapes make lines longer: they stay below 80 nevertheless. */
#define SOURCE_COLUMNS 66

static const struct {
	char plain;
	const char *escaped;
} escapes[] = {
	{ '\\', "\\e" },
	{ '-', "\\-" },
	{ '\'', "\\(aq" },
	{ '`', "\\(ga" },
	{ '^', "\\(ha" },
	{ '~', "\\(ti" },
	{ '"', "\\(dq" },
};

static void char_print(char c, FILE *out)
{
	for (size_t i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++) {
		if (escapes[i].plain == c) {
			fputs(escapes[i].escaped, out);
			return;
		}
	}
	fputc(c, out);
}

/**
 * hkj_roff_inline() - text within a line
 * @text: begins neither a line nor an argument of a macro
 * @size: bytes of it
 * @out: gets it
 */
void hkj_roff_inline(const char *text, size_t size, FILE *out)
{
	for (size_t i = 0; i < size; i++)
		char_print(text[i], out);
}

/* A dot at a line's begin would make a request of it. */
static void begin_print(const char *text, FILE *out)
{
	if (*text == '.')
		fputs("\\&", out);
}

/*
 * A new sentence begins a new line of source, as manuals are written; dots that
 * stand for more of the same end none.
 */
static bool is_sentence_end(const char *word, size_t length)
{
	return length > 1 && strchr(".?!", word[length - 1]) &&
	       word[length - 2] != '.' && word[length] == ' ';
}

/**
 * hkj_roff_words() - text to be filled, in short lines of source
 * @text: one paragraph; blanks and newlines are alike
 * @size: bytes of it
 * @out: gets it, with a newline
 */
void hkj_roff_words(const char *text, size_t size, FILE *out)
{
	const char *end = text + size;
	size_t column = 0;

	for (; text < end; text += strspn(text, " \n")) {
		size_t length = strcspn(text, " \n");

		if (column && column + length >= SOURCE_COLUMNS) {
			fputc('\n', out);
			column = 0;
		}
		if (column)
			fputc(' ', out);
		else
			begin_print(text, out);
		hkj_roff_inline(text, length, out);
		column += length + 1;
		if (is_sentence_end(text, length))
			column = SOURCE_COLUMNS;
		text += length;
	}
	fputc('\n', out);
}

/**
 * hkj_roff_lines() - text that stays as it is
 * @text: lines
 * @size: bytes of them
 * @out: gets them, the last with a newline, too
 */
void hkj_roff_lines(const char *text, size_t size, FILE *out)
{
	const char *end = text + size;

	while (text < end) {
		size_t length = strcspn(text, "\n");

		begin_print(text, out);
		hkj_roff_inline(text, length, out);
		fputc('\n', out);
		text += length + (text[length] == '\n');
	}
}
