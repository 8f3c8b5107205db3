// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knobs.h"
#include "pasted.h"

/* Quoted or not, the words are the same; NULL if there is no memory. */
static char *words_join(char *const *words, int nr)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (int i = 0; i < nr; i++)
		fprintf(out, "%s%s", i ? " " : "", words[i]);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}

static bool is_class(const char *word)
{
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		if (!strcmp(knob->class_name, word))
			return true;
	return false;
}

/* "eth0 (e1000_intr)": the second name says no more to the table. */
static void second_cut(char *name)
{
	size_t length = strlen(name);
	char *second = strstr(name, " (");

	if (second && second != name && name[length - 1] == ')')
		*second = '\0';
}

/* "24 eth0": only interrupts have a number before their name. */
static char *number_skip(char *name)
{
	size_t digits = strspn(name, "0123456789");

	return digits && name[digits] == ' ' && name[digits + 1] ?
		       name + digits + 1 :
		       name;
}

static void text_trim(char *text)
{
	size_t length = strlen(text);
	size_t front = strspn(text, " \t\n");

	while (length > front && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	memmove(text, text + front, length - front + 1);
}

static void take_apart(struct hkj_pasted *pasted)
{
	char *blank = strchr(pasted->text, ' ');
	char *name = pasted->text;

	if (blank) {
		*blank = '\0';
		if (is_class(pasted->text)) {
			pasted->class_name = pasted->text;
			name = blank + 1;
			name += strspn(name, " ");
		} else {
			*blank = ' ';
		}
	}
	if (pasted->class_name && !strcmp(pasted->class_name, "irq"))
		name = number_skip(name);
	second_cut(name);
	pasted->name = name;
}

/**
 * hkj_pasted_init() - take the operands apart
 * @pasted: filled
 * @options: of the command line
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_pasted_init(struct hkj_pasted *pasted,
		    const struct hkj_options *options)
{
	*pasted = (struct hkj_pasted){ 0 };
	if (!options->nr_operands)
		return 0;
	pasted->text = words_join(options->operands, options->nr_operands);
	if (!pasted->text)
		return -1;
	text_trim(pasted->text);
	take_apart(pasted);
	return 0;
}

/**
 * hkj_pasted_exit() - the opposite of hkj_pasted_init()
 * @pasted: filled or zeroed
 */
void hkj_pasted_exit(struct hkj_pasted *pasted)
{
	free(pasted->text);
	*pasted = (struct hkj_pasted){ 0 };
}
