// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "page.h"

/**
 * hkj_page_init() - an empty page
 * @page: to be filled
 * @columns: of the widest line
 * @rows: lines it may have
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_page_init(struct hkj_page *page, size_t columns, size_t rows)
{
	*page = (struct hkj_page){ .columns = columns, .rows = rows };
	page->lines = calloc(rows + 1, sizeof(*page->lines));
	return page->lines ? 0 : -1;
}

/* Cuts at a character's begin, and takes blanks off the end. */
static void clip(char *text, size_t columns)
{
	size_t length = strlen(text);

	if (length > columns) {
		length = columns;
		while (length && (text[length] & 0xc0) == 0x80)
			length--;
	}
	while (length && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
}

/**
 * hkj_page_add() - one more line
 * @page: initialized
 * @style: of it
 * @format: as of printf(); what it makes may come from anybody
 */
void hkj_page_add(struct hkj_page *page, enum hkj_page_style style,
		  const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	if (!hkj_page_left(page))
		return;
	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		return;
	hkj_text_clean(text);
	clip(text, page->columns);
	page->lines[page->nr++] = (struct hkj_page_line){ style, text };
}

/**
 * hkj_page_left() - for how many lines there is room
 * @page: initialized
 */
size_t hkj_page_left(const struct hkj_page *page)
{
	return page->rows - page->nr;
}

/**
 * hkj_page_print() - all lines as plain text
 * @page: initialized
 * @out: gets them
 */
void hkj_page_print(const struct hkj_page *page, FILE *out)
{
	for (size_t i = 0; i < page->nr; i++)
		fprintf(out, "%s\n", page->lines[i].text);
}

/**
 * hkj_page_free() - the end of a page
 * @page: initialized, whether that worked or not
 */
void hkj_page_free(struct hkj_page *page)
{
	for (size_t i = 0; i < page->nr; i++)
		free(page->lines[i].text);
	free(page->lines);
	*page = (struct hkj_page){ 0 };
}
