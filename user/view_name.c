// SPDX-License-Identifier: GPL-2.0
/*
 * Names of sources and initiators. What has no room is cut out of the middle:
 * names of one family differ at their ends.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "view.h"

#define DOTS "..."
#define COMM_COLUMNS 24
#define FUNCTION_COLUMNS_MIN 12

/* Classes that are known by name; of others, the function says more. */
static const char *const named_classes[] = { "irq", "softirq", "thread" };

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Makes text fit into @room columns, of which there are 8 or more. */
static void cut(char *text, size_t room)
{
	size_t length = strlen(text);
	size_t head, tail;

	if (length <= room)
		return;
	tail = (room - strlen(DOTS)) / 2;
	head = room - strlen(DOTS) - tail;
	while (head && is_continuation(text[head]))
		head--;
	tail = length - tail;
	while (is_continuation(text[tail]))
		tail++;
	memcpy(text + head, DOTS, strlen(DOTS));
	memmove(text + head + strlen(DOTS), text + tail, length - tail + 1);
}

static bool is_named(const char *class_name)
{
	const size_t nr = sizeof(named_classes) / sizeof(named_classes[0]);

	for (size_t i = 0; i < nr; i++)
		if (!strcmp(class_name, named_classes[i]))
			return true;
	return false;
}

/* "irq 24 eth0"; other numbers mean nothing to a reader. */
static char *head_text(const struct hkj_view_source *source, const char *first)
{
	char *text;
	int length;

	if (!strcmp(source->class_name, "irq") && source->has_id)
		length = asprintf(&text, "%s %" PRIu64 " %s",
				  source->class_name, source->id, first);
	else
		length = asprintf(&text, "%s%s%s", source->class_name,
				  *first ? " " : "", first);
	return length < 0 ? NULL : text;
}

/**
 * hkj_view_source_text() - the name of a source
 * @source: its names; they may come from anybody's file
 * @room: columns that there are for a second name
 *
 * Return: the text, to be freed; NULL if there is no memory.
 */
char *hkj_view_source_text(const struct hkj_view_source *source, size_t room)
{
	const char *function = source->function ? source->function : "";
	bool is_name_first = is_named(source->class_name) || !*function;
	const char *first = is_name_first && *source->name ? source->name :
							     function;
	const char *second = first == function ? source->name : function;
	char *head = head_text(source, first);
	char *text;

	if (!head || !*second || !strcmp(first, second) ||
	    strlen(head) + strlen(second) + strlen(" ()") > room)
		return head;
	if (asprintf(&text, "%s (%s)", head, second) < 0)
		text = NULL;
	free(head);
	return text;
}

/**
 * hkj_view_source_fit() - the name of a source, in a column
 * @source: its names; they may come from anybody's file
 * @room: columns, 8 or more
 *
 * Return: the text, to be freed; NULL if there is no memory.
 */
char *hkj_view_source_fit(const struct hkj_view_source *source, size_t room)
{
	char *text = hkj_view_source_text(source, room);

	if (text) {
		hkj_text_clean(text);
		cut(text, room);
	}
	return text;
}

/**
 * hkj_view_source_print() - end a line with the name of a source
 * @out: gets it, with a newline
 * @source: its names; they may come from anybody's file
 * @used: columns of the line that are taken
 */
void hkj_view_source_print(FILE *out, const struct hkj_view_source *source,
			   size_t used)
{
	size_t room = HKJ_VIEW_COLUMNS - used;
	char *text = hkj_view_source_fit(source, room);

	fprintf(out, "%s\n", text ? text : source->class_name);
	free(text);
}

/* A copy that fits into @room columns; NULL if there is no memory. */
static char *cut_copy(const char *text, size_t room)
{
	char *copy = strdup(text ? text : "");

	if (copy) {
		hkj_text_clean(copy);
		cut(copy, room);
	}
	return copy;
}

static char *initiator_text(const struct hkj_initiator_record *who)
{
	char *comm = cut_copy(who->comm, COMM_COLUMNS);
	char *text;

	if (!comm)
		return NULL;
	if (asprintf(&text, "<- %s/%" PRIu64 " on CPU %" PRIu64, comm, who->pid,
		     who->cpu) < 0)
		text = NULL;
	free(comm);
	return text;
}

/* What the rest of the line leaves for a function; never less than a few. */
static size_t function_room(size_t room, const char *head, const char *count)
{
	size_t used = strlen(head) + strlen(", in ") + strlen(count);

	return used + FUNCTION_COLUMNS_MIN < room ? room - used : 0;
}

/* Return: all of it in @room columns, to be freed; NULL without memory. */
static char *initiator_join(char *head, char *function, const char *count,
			    size_t room)
{
	char *text;

	cut(head, room - strlen(count));
	if (asprintf(&text, "%s%s%s%s", head, function ? ", in " : "",
		     function ? function : "", count) < 0)
		text = NULL;
	return text;
}

/**
 * hkj_view_initiator_text() - who asked, and how often
 * @who: an initiator
 * @room: columns, 32 or more
 *
 * Return: the text, to be freed; NULL if there is no memory.
 */
char *hkj_view_initiator_text(const struct hkj_initiator_record *who,
			      size_t room)
{
	char *head = initiator_text(who);
	char *function = NULL, *text;
	char count[24];
	size_t left = 0;

	if (!head)
		return NULL;
	snprintf(count, sizeof(count), ": %" PRIu64, who->count);
	if (who->function && *who->function)
		left = function_room(room, head, count);
	if (left)
		function = cut_copy(who->function, left);
	text = initiator_join(head, function, count, room);
	free(function);
	free(head);
	return text;
}

/**
 * hkj_view_initiator_print() - a line for who asked
 * @out: gets it
 * @who: an initiator
 * @indent: columns to leave free at the left
 */
void hkj_view_initiator_print(FILE *out, const struct hkj_initiator_record *who,
			      int indent)
{
	size_t room = HKJ_VIEW_COLUMNS - (size_t)indent;
	char *text = hkj_view_initiator_text(who, room);

	if (text)
		fprintf(out, "%*s%s\n", indent, "", text);
	free(text);
}
