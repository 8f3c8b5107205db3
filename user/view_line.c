// SPDX-License-Identifier: GPL-2.0
/*
 * What the parts of a report have in common. A labelled line is wrapped at
 * blanks, and cut where there are none.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "view.h"

#define TEXT_COLUMNS (HKJ_VIEW_COLUMNS - HKJ_VIEW_LABEL)

/* Bytes that fit into one line; a cut never goes through a UTF-8 character. */
static size_t piece_length(const char *text)
{
	size_t length = strlen(text);
	size_t cut;

	if (length <= TEXT_COLUMNS)
		return length;
	for (cut = TEXT_COLUMNS; cut && text[cut] != ' '; cut--)
		;
	if (cut)
		return cut;
	for (cut = TEXT_COLUMNS; cut > 1 && (text[cut] & 0xc0) == 0x80; cut--)
		;
	return cut;
}

static void wrap(FILE *out, const char *label, const char *text)
{
	do {
		size_t length = piece_length(text);

		fprintf(out, "%-*s%.*s\n", HKJ_VIEW_LABEL, label, (int)length,
			text);
		text += length;
		text += strspn(text, " ");
		label = "";
	} while (*text);
}

/**
 * hkj_view_line() - print one labelled line
 * @out: gets it
 * @label: at the left
 * @format: as of printf(); what it makes may come from anybody's file
 */
void hkj_view_line(FILE *out, const char *label, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		return;
	hkj_text_clean(text);
	wrap(out, label, text);
	free(text);
}

/**
 * hkj_view_share() - share of a target's time that is lost
 * @target: complete
 *
 * Return: percent.
 */
double hkj_view_share(const struct hkj_target *target)
{
	if (!target->runtime_ns)
		return 0;
	return 100.0 * (double)target->gaps.total_ns /
	       (double)target->runtime_ns;
}

/**
 * hkj_view_duration() - a duration that may be missing
 * @ns: HKJ_NONE: a dash
 */
struct hkj_units_text hkj_view_duration(uint64_t ns)
{
	struct hkj_units_text none = { "-" };

	return ns == HKJ_NONE ? none : hkj_units_human(ns);
}
