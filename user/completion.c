// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of the script, as functions of bash: the commands, what options
 * each has, what kind of argument an option takes, and what kind of operands a
 * command takes. The fixed part that reads them is completion.sh.
 */
#include <string.h>

#include "cmds.h"
#include "completion.h"
#include "knobs.h"

static const char head[] =
	"# bash completion for hkjitter\n"
	"# Made by hkjitter-gen from the tables of commands and options.\n\n";

/* Kinds that the fixed part knows how to complete. */
static const char *option_kind(const struct hkj_option *option)
{
	static const char *const kinds[HKJ_NR_OPT_TYPES] = {
		[HKJ_OPT_DURATION] = "time",
		[HKJ_OPT_CPUS] = "cpus",
		[HKJ_OPT_POLICY] = "policy",
		[HKJ_OPT_CHOICE] = "words",
	};

	if (kinds[option->type])
		return kinds[option->type];
	return !strcmp(option->argument, "FILE") ? "file" : "none";
}

static const char *operand_kind(const struct hkj_cmd *cmd)
{
	if (cmd->is_wrapping)
		return "program";
	if (!*cmd->operands)
		return "none";
	if (strstr(cmd->operands, "NAME"))
		return "source";
	return strstr(cmd->operands, "COMMAND") ? "command" : "file";
}

static const char *name_of(const struct hkj_cmd *cmd)
{
	return cmd->bit == HKJ_CMD_NONE ? "" : cmd->name;
}

/* Row @i of the commands, and after them hkjitter without one; or NULL. */
static const struct hkj_cmd *cmd_at(size_t i)
{
	if (i < hkj_nr_cmds)
		return &hkj_cmds[i];
	return i == hkj_nr_cmds ? &hkj_cmd_none : NULL;
}

static void commands_print(FILE *out)
{
	fputs("_hkjitter_commands()\n{\n\techo \"", out);
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		fprintf(out, "%s%s", i ? " " : "", hkj_cmds[i].name);
	fputs("\"\n}\n\n", out);
}

static void names_print(const struct hkj_cmd *cmd, FILE *out)
{
	fprintf(out, "\t\"%s\") echo \"", name_of(cmd));
	for (size_t row = 0; row < hkj_nr_options; row++) {
		const struct hkj_option *option = &hkj_option_table[row];

		if (option->commands & cmd->bit)
			fprintf(out, " --%s%s", option->name,
				option->argument ? "=" : "");
	}
	fputs("\" ;;\n", out);
}

static void options_print(FILE *out)
{
	const struct hkj_cmd *cmd;

	fputs("# _hkjitter_options COMMAND\n_hkjitter_options()\n{\n\tcase $1 in\n",
	      out);
	for (size_t i = 0; (cmd = cmd_at(i)); i++)
		names_print(cmd, out);
	fputs("\tesac\n}\n\n", out);
}

static void kind_print(const struct hkj_cmd *cmd,
		       const struct hkj_option *option, FILE *out)
{
	const char *word = option->argument;

	if (!(option->commands & cmd->bit) || !word)
		return;
	fprintf(out, "\t\"%s --%s\"", name_of(cmd), option->name);
	if (option->letter)
		fprintf(out, " | \"%s -%c\"", name_of(cmd), option->letter);
	fprintf(out, ") echo \"%s", option_kind(option));
	while (option->type == HKJ_OPT_CHOICE && *word) {
		int length = (int)strcspn(word, "|");

		fprintf(out, " %.*s", length, word);
		word += length + (word[length] == '|');
	}
	fputs("\" ;;\n", out);
}

static void kinds_print(FILE *out)
{
	const struct hkj_cmd *cmd;

	fputs("# _hkjitter_argument \"COMMAND OPTION\": kind of its argument, if it takes one\n"
	      "_hkjitter_argument()\n{\n\tcase $1 in\n",
	      out);
	for (size_t i = 0; (cmd = cmd_at(i)); i++)
		for (size_t row = 0; row < hkj_nr_options; row++)
			kind_print(cmd, &hkj_option_table[row], out);
	fputs("\tesac\n}\n\n", out);
}

static void operands_print(FILE *out)
{
	fputs("# _hkjitter_operand COMMAND: kind of its operands\n"
	      "_hkjitter_operand()\n{\n\tcase $1 in\n",
	      out);
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		fprintf(out, "\t%s) echo %s ;;\n", hkj_cmds[i].name,
			operand_kind(&hkj_cmds[i]));
	fputs("\tesac\n}\n\n", out);
}

/* What explain knows by a plain word: no glob, no blank. */
static bool is_plain(const char *name)
{
	return name && *name && !name[strcspn(name, "*?[\\ \"$`'")];
}

static bool has_name(const struct hkj_knob *knob, const char *name)
{
	return !strcmp(knob->class_name, name) || !strcmp(knob->match, name) ||
	       (knob->who && !strcmp(knob->who, name));
}

static bool is_news(const struct hkj_knob *of, const char *name)
{
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob != of;
	     knob = hkj_knob_next(knob))
		if (has_name(knob, name))
			return false;
	return true;
}

static void sources_print(FILE *out)
{
	fputs("# _hkjitter_sources: classes, sources and initiators that explain knows\n"
	      "_hkjitter_sources()\n{\n\techo \"",
	      out);
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob)) {
		const char *const names[] = { knob->class_name, knob->match,
					      knob->who };

		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (is_plain(names[i]) && is_news(knob, names[i]))
				fprintf(out, " %s", names[i]);
	}
	fputs("\"\n}\n\n", out);
}

/**
 * hkj_completion_print() - the tables of the completion script
 * @out: gets it
 */
void hkj_completion_print(FILE *out)
{
	fputs(head, out);
	commands_print(out);
	options_print(out);
	kinds_print(out);
	operands_print(out);
	sources_print(out);
}
