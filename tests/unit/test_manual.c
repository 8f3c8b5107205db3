// SPDX-License-Identifier: GPL-2.0
/*
 * Help texts, man pages and completion against the tables: each option is
 * where it belongs, and nowhere else. What they offer is read out of their
 * texts, not out of the functions that made them.
 */
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmds.h"
#include "completion.h"
#include "man.h"
#include "unit.h"
#include "usage.h"

#define NAMES_MAX 2000

/* Row @i of the commands, and after them hkjitter without one; or NULL. */
static const struct hkj_cmd *cmd_at(size_t i)
{
	if (i < hkj_nr_cmds)
		return &hkj_cmds[i];
	return i == hkj_nr_cmds ? &hkj_cmd_none : NULL;
}

/* Names of what the table gives a command, "--name " each. */
static void names_of_table(const struct hkj_cmd *cmd, char *names)
{
	*names = '\0';
	for (size_t row = 0; row < hkj_nr_options; row++)
		if (hkj_option_table[row].commands & cmd->bit)
			sprintf(names + strlen(names), "--%s ",
				hkj_option_table[row].name);
}

/* The first "--name" of each line that begins with @mark. */
static void names_of_lines(const char *text, const char *mark, char *names)
{
	*names = '\0';
	for (; *text; text += strcspn(text, "\n"), text += !!*text) {
		const char *name = strstr(text, "--");
		size_t length;

		if (strncmp(text, mark, strlen(mark)) || !name ||
		    name > strchrnul(text, '\n'))
			continue;
		length = 2 + strspn(name + 2, "abcdefghijklmnopqrstuvwxyz-");
		sprintf(names + strlen(names), "%.*s ", (int)length, name);
	}
}

static void print_help(const void *cmd, FILE *out)
{
	hkj_usage_print(cmd, out);
}

static void print_man(const void *cmd, FILE *out)
{
	hkj_man_print(cmd, out);
}

static void print_completion(const void *cmd, FILE *out)
{
	(void)cmd;
	hkj_completion_print(out);
}

static void help_has_the_options(void **state)
{
	char wanted[NAMES_MAX], found[NAMES_MAX];
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		char *text = printed(print_help, cmd);

		names_of_table(cmd, wanted);
		names_of_lines(text, "  ", found);
		assert_string_equal(found, wanted);
		free(text);
	}
}

/* Escapes taken out: "\-" is a dash, fonts are nothing. */
static char *man_text(const struct hkj_cmd *cmd)
{
	char *text = printed(print_man, cmd), *to = text;

	for (const char *from = text; *from; from++) {
		if (from[0] == '\\' && from[1] == 'f')
			from += 2;
		else if (from[0] == '\\' && from[1] == '-')
			*to++ = *++from;
		else
			*to++ = *from;
	}
	*to = '\0';
	return text;
}

/* Each option stands behind its .TP, with its letter and its argument. */
static void check_man_option(const char *text, const struct hkj_option *option)
{
	char form[200] = ".TP\n";

	if (option->letter)
		sprintf(form + strlen(form), "-%c, ", option->letter);
	sprintf(form + strlen(form), "--%s%s%s\n", option->name,
		option->argument ? "=" : "",
		option->argument ? option->argument : "");
	if (!strstr(text, form))
		fail_msg("the man page lacks '%s'", form);
}

static void man_pages_have_the_options(void **state)
{
	char wanted[NAMES_MAX], found[NAMES_MAX];
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		char *text = man_text(cmd);
		char *options = strstr(text, ".SH OPTIONS\n");
		char *end = strstr(options, ".SH EXIT STATUS\n");

		assert_non_null(end);
		*end = '\0';
		names_of_table(cmd, wanted);
		names_of_lines(options, "-", found);
		assert_string_equal(found, wanted);
		for (size_t row = 0; row < hkj_nr_options; row++)
			if (hkj_option_table[row].commands & cmd->bit)
				check_man_option(options,
						 &hkj_option_table[row]);
		free(text);
	}
}

static void man_pages_have_all_sections(void **state)
{
	static const char *const sections[] = { "NAME", "SYNOPSIS",
						"DESCRIPTION", "OPTIONS",
						"EXIT STATUS", "EXAMPLES",
						"SEE ALSO" };
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		char *text = man_text(cmd);
		const char *at = text;

		for (size_t k = 0; k < ARRAY_SIZE(sections); k++) {
			char line[40];

			snprintf(line, sizeof(line), "\n.SH %s\n", sections[k]);
			at = at ? strstr(at, line) : NULL;
			if (!at)
				fail_msg("%s: no section %s, or not at its place",
					 cmd->name, sections[k]);
		}
		free(text);
	}
}

/* Words of a line, as a shell would cut one without quotes. */
static int words_cut(char *line, char **words, int max)
{
	char *rest;
	int nr = 0;

	for (char *word = strtok_r(line, " ", &rest); word && nr < max;
	     word = strtok_r(NULL, " ", &rest))
		words[nr++] = word;
	words[nr] = NULL;
	return nr;
}

/* The part of a line of examples that is ours, up to a pipe. */
static void check_example(const char *example)
{
	const char *begin = strstr(example, "hkjitter ");
	const struct hkj_cmd *cmd;
	struct hkj_options options;
	struct hkj_error error;
	char line[200], *words[32];
	int nr;

	assert_non_null(begin);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(begin, "|>;&"),
		 begin);
	nr = words_cut(line, words, 31);
	assert_true(nr >= 2);
	cmd = hkj_cmds_find(words[1], &error);
	if (!cmd || hkj_opts_parse(cmd, nr - 1, words + 1, &options, &error))
		fail_msg("'%s': %s", example, error.text);
}

static void examples_are_right(void **state)
{
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		const struct hkj_example *example = cmd->manual->examples;

		assert_non_null(example->line);
		for (; example->line; example++) {
			check_example(example->line);
			assert_true(strlen(example->line) <= 70);
			assert_non_null(example->what);
		}
	}
}

/*
 * Runs a line of shell. Return: its output, without newlines at the end; what
 * could not be run fails the test.
 */
static char *shell(const char *line, int *status)
{
	char *text = calloc(1, 65536);
	FILE *in = popen(line, "re");
	size_t got;

	assert_non_null(in);
	assert_non_null(text);
	got = fread(text, 1, 65535, in);
	*status = pclose(in);
	while (got && text[got - 1] == '\n')
		text[--got] = '\0';
	return text;
}

static bool has_program(const char *name)
{
	char line[80];

	snprintf(line, sizeof(line), "command -v %s > /dev/null", name);
	return !system(line);
}

static void check_lint(const char *checker)
{
	const struct hkj_cmd *cmd;
	char line[200];

	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		char *text = printed(print_man, cmd), *told;
		int status;

		root_write("/page.1", text);
		snprintf(line, sizeof(line), "%s %s/page.1 2>&1", checker,
			 root);
		told = shell(line, &status);
		if (*told || status)
			fail_msg("%s: %s (status %d)", cmd->name, told, status);
		free(told);
		free(text);
	}
}

static void man_pages_are_clean_for_mandoc(void **state)
{
	(void)state;
	if (!has_program("mandoc"))
		skip();
	check_lint("mandoc -Tlint -Wall");
}

static void man_pages_are_clean_for_groff(void **state)
{
	(void)state;
	if (!has_program("groff"))
		skip();
	check_lint("groff -ww -man -Tutf8 -z");
}

/*
 * What bash would offer at the end of a line: its words as readline cuts them,
 * one an argument.
 */
static char *offered(const char *words)
{
	char line[PATH_MAX * 2 + 400], *reply;
	int status;

	snprintf(line, sizeof(line),
		 "HKJITTER_ROOT=%s bash -c '. %s/tables; . %s/completion.sh; "
		 "shift; COMP_WORDS=(hkjitter \"$@\"); COMP_CWORD=$#; "
		 "_hkjitter; echo ${COMPREPLY[*]}' - - %s 2>&1",
		 root, root, UNIT_SOURCES, words);
	reply = shell(line, &status);
	if (status)
		fail_msg("%s: %s", line, reply);
	return reply;
}

static void completion_has_the_options(void **state)
{
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		char wanted[NAMES_MAX] = "", words[100], *reply;

		for (size_t row = 0; row < hkj_nr_options; row++) {
			const struct hkj_option *option = &hkj_option_table[row];

			if (option->commands & cmd->bit)
				sprintf(wanted + strlen(wanted), "%s--%s%s",
					*wanted ? " " : "", option->name,
					option->argument ? "=" : "");
		}
		snprintf(words, sizeof(words), "%s --",
			 cmd->bit == HKJ_CMD_NONE ? "" : cmd->name);
		reply = offered(words);
		assert_string_equal(reply, wanted);
		free(reply);
	}
}

static void completion_has_the_commands(void **state)
{
	char wanted[NAMES_MAX] = "", *reply;

	(void)state;
	for (size_t i = 0; i < hkj_nr_cmds; i++)
		sprintf(wanted + strlen(wanted), "%s%s", i ? " " : "",
			hkj_cmds[i].name);
	reply = offered("\"\"");
	assert_string_equal(reply, wanted);
	free(reply);
	reply = offered("help \"\"");
	assert_string_equal(reply, wanted);
	free(reply);
}

/* A choice offers its words, in each form of the option. */
static void completion_has_the_choices(void **state)
{
	const struct hkj_cmd *cmd;

	(void)state;
	for (size_t i = 0; (cmd = cmd_at(i)); i++) {
		for (size_t row = 0; row < hkj_nr_options; row++) {
			const struct hkj_option *option = &hkj_option_table[row];
			char wanted[200], words[200], *reply;

			if (!(option->commands & cmd->bit) ||
			    option->type != HKJ_OPT_CHOICE)
				continue;
			strcpy(wanted, option->argument);
			for (char *c = wanted; *c; c++)
				*c = *c == '|' ? ' ' : *c;
			snprintf(words, sizeof(words), "%s --%s \"\"",
				 cmd->name, option->name);
			reply = offered(words);
			assert_string_equal(reply, wanted);
			free(reply);
		}
	}
}

static void completion_knows_arguments(void **state)
{
	static const char *const cases[][2] = {
		{ "run -c \"\"", "isolated 0 1 2 5" },
		{ "run --cpus \"\"", "isolated 0 1 2 5" },
		{ "run --cpus =", "isolated 0 1 2 5" },
		{ "run --cpus = i", "isolated" },
		{ "run -c 1,", "1,0 1,1 1,2 1,5" },
		{ "run -c 0-", "0-0 0-1 0-2 0-5" },
		{ "run --policy = \"\"", "other fifo:" },
		{ "run -p f", "fifo:" },
		{ "run -p fifo :", "" },
		{ "run -d 10", "10ns 10us 10ms 10s 10m 10h 10d" },
		{ "run -d 10m", "10ms 10m" },
		{ "run -d \"\"", "" },
		{ "run --du", "--duration=" },
		{ "run -d 1s --st", "--stop-above=" },
		{ "run -q -- xargs --n", "" },
		{ "rep", "report" },
		{ "--ver", "--version" },
		{ "nonsense --", "" },
		{ "status \"\"", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *reply = offered(cases[i][0]);

		if (strcmp(reply, cases[i][1]))
			fail_msg("'%s' offers '%s', not '%s'", cases[i][0],
				 reply, cases[i][1]);
		free(reply);
	}
}

static void completion_knows_files_and_programs(void **state)
{
	static const char *const lines[] = { "report", "run -o",
					     "run --output =" };
	char words[200], wanted[100], *reply;

	(void)state;
	root_write("/some.json", "");
	snprintf(wanted, sizeof(wanted), "%s/some.json", root);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		snprintf(words, sizeof(words), "%s %s/so", lines[i], root);
		reply = offered(words);
		assert_string_equal(reply, wanted);
		free(reply);
	}
	reply = offered("run -d 1s -- printen");
	assert_non_null(strstr(reply, "printenv"));
	free(reply);
}

/* A class, a source, an initiator; files, too, as a result is one. */
static void completion_knows_sources(void **state)
{
	static const char *const cases[][2] = {
		{ "explain flush_tlb_f", "flush_tlb_func" },
		{ "explain khugep", "khugepaged" },
		{ "explain soft", "softirq" },
		{ "explain ipi flush_tlb_f", "flush_tlb_func" },
	};
	char words[200], wanted[100], *reply;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		reply = offered(cases[i][0]);
		assert_string_equal(reply, cases[i][1]);
		free(reply);
	}
	root_write("/some.json", "");
	snprintf(words, sizeof(words), "explain %s/so", root);
	snprintf(wanted, sizeof(wanted), "%s/some.json", root);
	reply = offered(words);
	assert_string_equal(reply, wanted);
	free(reply);
}

static int tables_make(void **state)
{
	char *tables;

	if (root_make(state))
		return -1;
	tables = printed(print_completion, NULL);
	root_write("/tables", tables);
	root_write("/sys/devices/system/cpu/online", "0-2,5\n");
	free(tables);
	return 0;
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, tables_make, root_remove)

static const struct CMUnitTest tests[] = {
	TEST(help_has_the_options),
	TEST(man_pages_have_the_options),
	TEST(man_pages_have_all_sections),
	TEST(examples_are_right),
	TEST(man_pages_are_clean_for_mandoc),
	TEST(man_pages_are_clean_for_groff),
	TEST(completion_has_the_options),
	TEST(completion_has_the_commands),
	TEST(completion_has_the_choices),
	TEST(completion_knows_arguments),
	TEST(completion_knows_files_and_programs),
	TEST(completion_knows_sources),
};

UNIT_MAIN(tests, NULL, NULL)
