// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "cmds.h"
#include "usage.h"

#define COLUMNS 80
#define LETTER_COLUMNS 6 /* "  -c, " */
#define FORM_COLUMNS_MIN 10
#define FORM_COLUMNS_MAX 20 /* behind longer forms the help begins a new line */

static const char exit_codes[] =
	"Exit codes: 0 fine, 1 a check failed, 2 usage, 3 cannot run here, 4 skipped.\n";

static int form_width(const struct hkj_option *option)
{
	size_t width = strlen("--") + strlen(option->name);

	if (option->argument)
		width += strlen("=") + strlen(option->argument);
	return (int)width;
}

/* Columns of the longest form of an option of @cmd that is not too long. */
static int forms_width(const struct hkj_cmd *cmd)
{
	int widest = FORM_COLUMNS_MIN;

	for (size_t row = 0; row < hkj_nr_options; row++) {
		int width = form_width(&hkj_option_table[row]);

		if (hkj_option_table[row].commands & cmd->bit &&
		    width > widest && width <= FORM_COLUMNS_MAX)
			widest = width;
	}
	return widest;
}

/* Return: bytes of @text that go into a line of @room columns. */
static int piece_length(const char *text, int room)
{
	int length = (int)strlen(text);
	int cut;

	if (length <= room)
		return length;
	for (cut = room; cut && text[cut] != ' '; cut--)
		;
	return cut ? cut : room;
}

/* Help, the first line of it at @at of the line that is begun. */
static void help_print(const char *text, int at, int column, FILE *out)
{
	if (at > column) {
		fputc('\n', out);
		at = 0;
	}
	do {
		int length = piece_length(text, COLUMNS - column);

		fprintf(out, "%*s%.*s\n", column - at, "", length, text);
		text += length;
		text += strspn(text, " ");
		at = 0;
	} while (*text);
}

static void option_print(const struct hkj_option *option, int width, FILE *out)
{
	char letter[] = { '-', option->letter, ',', '\0' };

	fprintf(out, "  %-3s --%s%s%s", option->letter ? letter : "",
		option->name, option->argument ? "=" : "",
		option->argument ? option->argument : "");
	help_print(option->help, LETTER_COLUMNS + form_width(option),
		   LETTER_COLUMNS + width + 1, out);
}

static void commands_print(FILE *out)
{
	fprintf(out, "\nCommands:\n");
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		fprintf(out, "  %-8s %s\n", hkj_cmds[i].name,
			hkj_cmds[i].summary);
	fprintf(out, "\n'hkjitter COMMAND --help' tells more.\n");
}

/**
 * hkj_usage_print() - the help text of a command
 * @cmd: the command, or &hkj_cmd_none
 * @out: gets it
 */
void hkj_usage_print(const struct hkj_cmd *cmd, FILE *out)
{
	int width = forms_width(cmd);

	fprintf(out, "Usage: hkjitter %s [OPTION]...%s%s\n", cmd->name,
		*cmd->operands ? " " : "", cmd->operands);
	fprintf(out, "%s\n\n", cmd->summary);
	for (size_t row = 0; row < hkj_nr_options; row++)
		if (hkj_option_table[row].commands & cmd->bit)
			option_print(&hkj_option_table[row], width, out);
	if (*cmd->notes)
		fprintf(out, "\n%s", cmd->notes);
	if (cmd->bit == HKJ_CMD_NONE)
		commands_print(out);
	fputs(exit_codes, out);
}
