// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <hkjitter/version.h>

#include "cmds.h"
#include "man.h"
#include "roff.h"
#include "units.h"

static const char *const exit_texts[HKJ_NR_EXITS] = {
	[HKJ_EXIT_FINE] = "done",
	[HKJ_EXIT_CHECK] = "it was measured, and a check failed",
	[HKJ_EXIT_USAGE] = "the command line is wrong; the message says what would be right",
	[HKJ_EXIT_CANNOT] = "it cannot be done here; the message says why and what helps",
	[HKJ_EXIT_SKIP] = "skipped: there was nothing to judge",
};

static bool is_none(const struct hkj_cmd *cmd)
{
	return cmd->bit == HKJ_CMD_NONE;
}

static void words_print(const char *text, FILE *out)
{
	hkj_roff_words(text, strlen(text), out);
}

/* Options and examples are told in words that begin small and have no end. */
static void sentence_print(const char *text, FILE *out)
{
	char copy[1024];
	size_t length = strlen(text);

	snprintf(copy, sizeof(copy), "%s%s", text,
		 length && strchr(".:!?", text[length - 1]) ? "" : ".");
	copy[0] = (char)toupper(copy[0]);
	words_print(copy, out);
}

/* As an index of pages wants it: "Report." becomes "report". */
static void summary_print(const char *text, FILE *out)
{
	size_t length = strlen(text);

	if (length && text[length - 1] == '.')
		length--;
	fputc(tolower(*text), out);
	hkj_roff_inline(text + 1, length - 1, out);
	fputc('\n', out);
}

static void head_print(const struct hkj_cmd *cmd, FILE *out)
{
	const char *name = is_none(cmd) ? "" : cmd->name;
	const char *dash = is_none(cmd) ? "" : "\\-";

	fprintf(out, ".\\\" Made by hkjitter-gen from the tables of commands and options.\n");
	fprintf(out, ".TH HKJITTER%s", dash);
	for (const char *c = name; *c; c++)
		fputc(toupper(*c), out);
	fprintf(out, " 1 \"%s\" \"hkjitter %s\" \"hkjitter Manual\"\n",
		HKJ_VERSION_DATE, HKJ_VERSION);
	fprintf(out, ".SH NAME\nhkjitter%s%s \\- ", dash, name);
	summary_print(cmd->summary, out);
}

static void synopsis_print(const struct hkj_cmd *cmd, FILE *out)
{
	char text[200];

	fputs(".SH SYNOPSIS\n.B hkjitter\n", out);
	if (is_none(cmd))
		fputs(".I COMMAND\n", out);
	else
		fprintf(out, ".B %s\n", cmd->name);
	snprintf(text, sizeof(text), "[OPTION]...%s%s",
		 *cmd->operands ? " " : "", cmd->operands);
	words_print(text, out);
}

static void paragraph_print(const char *text, size_t size, FILE *out)
{
	if (*text != ' ') {
		hkj_roff_words(text, size, out);
		return;
	}
	fputs(".nf\n", out);
	hkj_roff_lines(text, size, out);
	fputs(".fi\n", out);
}

static void description_print(const struct hkj_cmd *cmd, FILE *out)
{
	const char *text = cmd->manual->description;

	fputs(".SH DESCRIPTION\n", out);
	while (*text) {
		const char *end = strstr(text, "\n\n");
		size_t size = end ? (size_t)(end - text) : strlen(text);

		paragraph_print(text, size, out);
		text += size;
		text += strspn(text, "\n");
		if (*text || *cmd->notes)
			fputs(".PP\n", out);
	}
	if (*cmd->notes)
		paragraph_print(cmd->notes, strlen(cmd->notes), out);
}

static void range_print(const struct hkj_option *option, FILE *out)
{
	char text[200];

	if (option->type == HKJ_OPT_DURATION)
		snprintf(text, sizeof(text), "From %s to %s.",
			 hkj_units_exact(option->min).text,
			 hkj_units_exact(option->max).text);
	else if (option->type == HKJ_OPT_NUMBER)
		snprintf(text, sizeof(text), "From %" PRIu64 " to %" PRIu64 ".",
			 option->min, option->max);
	else
		return;
	words_print(text, out);
}

static void option_print(const struct hkj_option *option, FILE *out)
{
	const char *argument = option->argument;

	fputs(".TP\n", out);
	if (option->letter)
		fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
	fputs("\\fB\\-\\-", out);
	hkj_roff_inline(option->name, strlen(option->name), out);
	fputs("\\fR", out);
	if (argument) {
		fputs("=\\fI", out);
		hkj_roff_inline(argument, strlen(argument), out);
		fputs("\\fR", out);
	}
	fputc('\n', out);
	sentence_print(option->help, out);
	range_print(option, out);
}

static void options_print(const struct hkj_cmd *cmd, FILE *out)
{
	fputs(".SH OPTIONS\n", out);
	for (size_t row = 0; row < hkj_nr_options; row++)
		if (hkj_option_table[row].commands & cmd->bit)
			option_print(&hkj_option_table[row], out);
}

static void commands_print(FILE *out)
{
	fputs(".SH COMMANDS\n", out);
	for (size_t i = 0; i < hkj_nr_cmds; i++) {
		fprintf(out, ".TP\n.B %s\n", hkj_cmds[i].name);
		words_print(hkj_cmds[i].summary, out);
	}
}

/* Codes that any command may end with, and those it has a text for. */
static bool has_exit(const struct hkj_cmd *cmd, unsigned int code)
{
	return is_none(cmd) || cmd->manual->exits[code] ||
	       (code != HKJ_EXIT_CHECK && code != HKJ_EXIT_SKIP);
}

static void exits_print(const struct hkj_cmd *cmd, FILE *out)
{
	fputs(".SH EXIT STATUS\n", out);
	for (unsigned int code = 0; code < HKJ_NR_EXITS; code++) {
		const char *text = cmd->manual->exits[code];

		if (!has_exit(cmd, code))
			continue;
		fprintf(out, ".TP\n.B %u\n", code);
		sentence_print(text ? text : exit_texts[code], out);
	}
}

static void examples_print(const struct hkj_cmd *cmd, FILE *out)
{
	const struct hkj_example *example = cmd->manual->examples;

	fputs(".SH EXAMPLES\n", out);
	for (; example->line; example++) {
		if (example != cmd->manual->examples)
			fputs(".PP\n", out);
		sentence_print(example->what, out);
		fputs(".PP\n.in +4n\n.nf\n", out);
		hkj_roff_lines(example->line, strlen(example->line), out);
		fputs(".fi\n.in\n", out);
	}
}

static void see_also_print(const struct hkj_cmd *cmd, FILE *out)
{
	fputs(".SH SEE ALSO\n", out);
	if (!is_none(cmd))
		fputs(".BR hkjitter (1),\n", out);
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		if (&hkj_cmds[i] != cmd)
			fprintf(out, ".BR hkjitter\\-%s (1),\n",
				hkj_cmds[i].name);
	fputs(".BR trace\\-cmd (1)\n", out);
}

/**
 * hkj_man_print() - the man page of a command
 * @cmd: the command, or &hkj_cmd_none for hkjitter(1)
 * @out: gets it, as man(7) source
 */
void hkj_man_print(const struct hkj_cmd *cmd, FILE *out)
{
	head_print(cmd, out);
	synopsis_print(cmd, out);
	description_print(cmd, out);
	if (is_none(cmd))
		commands_print(out);
	options_print(cmd, out);
	exits_print(cmd, out);
	examples_print(cmd, out);
	see_also_print(cmd, out);
}
