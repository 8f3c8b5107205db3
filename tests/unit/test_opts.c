// SPDX-License-Identifier: GPL-2.0
/*
 * The table of options: each one read, refused, and in the help text.
 */
#include <inttypes.h>

#include "cmds.h"
#include "unit.h"
#include "units.h"
#include "usage.h"

#define CMD(id, text, needed, most, wraps)                                \
	{                                                                 \
		.bit = HKJ_CMD_##id, .name = text, .operands = "FILE",    \
		.operands_min = needed, .operands_max = most,             \
		.is_wrapping = wraps, .summary = text, .notes = "notes\n" \
	}

static const struct hkj_cmd cmds[] = {
	CMD(NONE, "COMMAND", 0, 99, true),
	CMD(RUN, "run", 0, 99, true),
	CMD(REPORT, "report", 1, 1, false),
	CMD(STATUS, "status", 0, 0, false),
	CMD(RECORD, "record", 0, 99, true),
	{ .bit = HKJ_CMD_DIFF,
	  .name = "diff",
	  .operands = "A... [--] B...",
	  .operands_max = 6,
	  .is_split = true,
	  .summary = "diff",
	  .notes = "notes\n" },
};

#define RUN (&cmds[1])
#define REPORT (&cmds[2])
#define STATUS (&cmds[3])
#define DIFF (&cmds[5])

/* Up to six words after the command's name. */
static int parse(const struct hkj_cmd *cmd, const char *const *words,
		 struct hkj_options *options, struct hkj_error *error)
{
	static char copies[8][64];
	static char *argv[9];
	int argc = 1;

	argv[0] = copies[0];
	strcpy(copies[0], cmd->name);
	for (; *words; words++, argc++) {
		snprintf(copies[argc], sizeof(copies[0]), "%s", *words);
		argv[argc] = copies[argc];
	}
	argv[argc] = NULL;
	return hkj_opts_parse(cmd, argc, argv, options, error);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define NO_WORDS ((const char *const[]){ NULL })

static void defaults_stand(void **state)
{
	struct hkj_options options;
	struct hkj_error error;

	(void)state;
	assert_int_equal(parse(RUN, NO_WORDS, &options, &error), 0);
	assert_string_equal(options.cpus, "isolated");
	assert_string_equal(options.policy, "other");
	assert_string_equal(options.workload, "kernel");
	assert_null(options.output);
	assert_int_equal(options.duration_ns, 0);
	assert_int_equal(options.threshold_ns, 0);
	assert_int_equal(options.stop_above_ns, 0);
	assert_false(options.is_json || options.is_quiet || options.is_help);
	assert_int_equal(options.nr_operands, 0);
}

/* A value that the option takes; of a range, its end. */
static const char *value_for(const struct hkj_option *option)
{
	static struct hkj_units_text text;

	switch (option->type) {
	case HKJ_OPT_DURATION:
		text = hkj_units_exact(option->max);
		return text.text;
	case HKJ_OPT_NUMBER:
		snprintf(text.text, sizeof(text.text), "%" PRIu64, option->max);
		return text.text;
	case HKJ_OPT_CHOICE:
		snprintf(text.text, sizeof(text.text), "%.*s",
			 (int)strcspn(option->argument, "|"), option->argument);
		return text.text;
	case HKJ_OPT_CPUS:
		return "1-3,5";
	case HKJ_OPT_POLICY:
		return "fifo:98";
	default:
		return "name";
	}
}

static void check_value(const struct hkj_option *option,
			const struct hkj_options *options)
{
	const char *place = (const char *)options + option->offset;

	assert_true(hkj_opts_is_given(options, option->name));
	if (option->type == HKJ_OPT_FLAG)
		assert_true(*(const bool *)place);
	else if (option->type == HKJ_OPT_DURATION ||
		 option->type == HKJ_OPT_NUMBER)
		assert_int_equal(*(const uint64_t *)(const void *)place,
				 option->max);
	else
		assert_string_equal(*(const char *const *)(const void *)place,
				    value_for(option));
}

/* As few operands as the command takes, and a form of an option. */
static void check_form(const struct hkj_cmd *cmd,
		       const struct hkj_option *option, const char *form,
		       const char *value)
{
	const char *words[8] = { NULL };
	struct hkj_options options;
	struct hkj_error error;
	int nr = 0;

	words[nr++] = form;
	if (value)
		words[nr++] = value;
	for (int i = 0; i < cmd->operands_min; i++)
		words[nr++] = "FILE";
	if (parse(cmd, words, &options, &error))
		fail_msg("%s %s: %s", cmd->name, form, error.text);
	check_value(option, &options);
}

static void check_forms(const struct hkj_cmd *cmd,
			const struct hkj_option *option)
{
	const char *value = option->argument ? value_for(option) : NULL;
	char name[40], joined[64], letter[8];

	snprintf(name, sizeof(name), "--%s", option->name);
	snprintf(letter, sizeof(letter), "-%c", option->letter);
	snprintf(joined, sizeof(joined), "%s%s%s", name, value ? "=" : "",
		 value ? value : "");
	check_form(cmd, option, joined, NULL);
	check_form(cmd, option, name, value);
	if (option->letter)
		check_form(cmd, option, letter, value);
}

static void each_option_is_read(void **state)
{
	(void)state;
	for (size_t row = 0; row < hkj_nr_options; row++) {
		const struct hkj_option *option = &hkj_option_table[row];
		size_t nr = 0;

		for (size_t i = 0; i <= hkj_nr_cmds; i++) {
			const struct hkj_cmd *cmd =
				i < hkj_nr_cmds ? &hkj_cmds[i] : &hkj_cmd_none;

			if (!(option->commands & cmd->bit))
				continue;
			check_forms(cmd, option);
			nr++;
		}
		assert_true(nr > 0);
	}
}

static void other_commands_refuse_it(void **state)
{
	struct hkj_options options;
	struct hkj_error error;
	char name[40];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cmds); i++) {
		for (size_t row = 0; row < hkj_nr_options; row++) {
			if (hkj_option_table[row].commands & cmds[i].bit)
				continue;
			snprintf(name, sizeof(name), "--%s",
				 hkj_option_table[row].name);
			assert_int_equal(parse(&cmds[i], WORDS(name, "x"),
					       &options, &error),
					 -1);
			assert_told(&error, HKJ_EXIT_USAGE, name);
		}
	}
}

/* Operands of both groups in a row, options of both taken. */
static void groups_are_told_apart(void **state)
{
	static const struct {
		const char *words[7];
		int nr_first;
		int nr_operands;
	} cases[] = {
		{ { "a", "b" }, 1, 2 },
		{ { "a", "--json", "b" }, 1, 2 },
		{ { "a" }, 1, 1 },
		{ { "a", "b", "c" }, 3, 3 },
		{ { "a", "--", "b", "c" }, 1, 3 },
		{ { "a", "b", "--", "c", "--json" }, 2, 3 },
		{ { "--json", "a", "b", "--", "c" }, 2, 3 },
		{ { "--", "c", "d" }, 0, 2 },
		{ { "a", "b", "--" }, 2, 2 },
		{ { "--by", "max", "a", "--", "--json", "b" }, 1, 2 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hkj_options options;
		struct hkj_error error;

		assert_int_equal(parse(DIFF, cases[i].words, &options, &error),
				 0);
		assert_int_equal(options.nr_first, cases[i].nr_first);
		assert_int_equal(options.nr_operands, cases[i].nr_operands);
		for (int k = 1; k < options.nr_operands; k++)
			assert_true(strcmp(options.operands[k - 1],
					   options.operands[k]) < 0);
	}
}

static void missing_arguments_are_told(void **state)
{
	struct hkj_options options;
	struct hkj_error error;
	char name[40];

	(void)state;
	for (size_t row = 0; row < hkj_nr_options; row++) {
		const struct hkj_option *option = &hkj_option_table[row];
		struct hkj_cmd any = cmds[1];

		if (!option->argument)
			continue;
		any.bit = option->commands;
		snprintf(name, sizeof(name), "--%s", option->name);
		assert_int_equal(parse(&any, WORDS(name), &options, &error),
				 -1);
		assert_told(&error, HKJ_EXIT_USAGE, "needs an argument");
		assert_told(&error, HKJ_EXIT_USAGE, name);
	}
	assert_int_equal(parse(RUN, WORDS("-d"), &options, &error), -1);
	assert_told(&error, HKJ_EXIT_USAGE, "--duration=TIME");
}

static void wrong_lines_are_told(void **state)
{
	static const struct {
		const struct hkj_cmd *cmd;
		const char *words[5];
		const char *why;
	} cases[] = {
		{ RUN, { "--nonsense" }, "--nonsense" },
		{ RUN, { "-x" }, "-x" },
		{ RUN, { "-qx" }, "-x" },
		{ RUN, { "--json=yes" }, "takes no argument" },
		{ RUN, { "--s" }, "--stop-above needs" },
		{ STATUS, { "--json", "--nonsense=1" }, "--nonsense=1" },
		{ REPORT, { "--json" }, "FILE is missing" },
		{ REPORT, { "a", "b" }, "'b' is too much" },
		{ STATUS, { "a" }, "'a' is too much" },
		{ RUN, { "-c", "" }, "--cpus" },
		{ RUN, { "-c", "3-1" }, "backwards" },
		{ RUN, { "-c", "all" }, "--cpus" },
		{ RUN, { "-o", "" }, "--output" },
	};
	struct hkj_options options;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(parse(cases[i].cmd, cases[i].words, &options,
				       &error),
				 -1);
		assert_told(&error, HKJ_EXIT_USAGE, cases[i].why);
	}
}

/* Each duration at its limits, and just beyond them. */
static void ranges_hold(void **state)
{
	static const struct {
		const char *option;
		const char *value;
		int result;
	} cases[] = {
		{ "--duration", "1ms", 0 },
		{ "--duration", "0", -1 },
		{ "--duration", "999us", -1 },
		{ "--duration", "1.5ms", -1 },
		{ "--duration", "366d", 0 },
		{ "--duration", "366.1d", -1 },
		{ "--threshold", "0", 0 },
		{ "--threshold", "1s", 0 },
		{ "--threshold", "1ns", 0 },
		{ "--threshold", "1.1s", -1 },
		{ "--stop-above", "0", -1 },
		{ "--stop-above", "1ns", 0 },
		{ "--stop-above", "1h", 0 },
		{ "--stop-above", "61m", -1 },
		{ "--workload", "kernel", 0 },
		{ "--workload", "user", 0 },
		{ "--workload", "idle", -1 },
		{ "--workload", "", -1 },
		{ "--policy", "other", 0 },
		{ "--policy", "fifo:1", 0 },
		{ "--policy", "fifo:98", 0 },
		{ "--policy", "fifo:99", -1 },
		{ "--policy", "fifo:0", -1 },
		{ "--policy", "fifo:", -1 },
		{ "--policy", "fifo", -1 },
		{ "--policy", "fifo:1x", -1 },
		{ "--policy", "rr:1", -1 },
		{ "--policy", "", -1 },
		{ "--policy", "fifo:-1", -1 },
	};
	struct hkj_options options;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int result = parse(RUN, WORDS(cases[i].option, cases[i].value),
				   &options, &error);

		assert_int_equal(result, cases[i].result);
		if (result)
			assert_told(&error, HKJ_EXIT_USAGE, cases[i].option);
	}
}

static void numbers_and_choices_hold(void **state)
{
	static const struct {
		const char *option;
		const char *value;
		int result;
	} cases[] = {
		{ "--batch", "1", 0 },
		{ "--batch", "0", -1 },
		{ "--batch", "-1", -1 },
		{ "--batch", "x", -1 },
		{ "--batch", "1x", -1 },
		{ "--batch", "", -1 },
		{ "--sort", "rate", 0 },
		{ "--sort", "name", 0 },
		{ "--sort", "rat", -1 },
		{ "--sort", "rate|total", -1 },
		{ "--sort", "", -1 },
		{ "--sort", "|", -1 },
		{ "--sort", "rates", -1 },
		{ "--interval", "100ms", 0 },
		{ "--interval", "99ms", -1 },
		{ "--interval", "61m", -1 },
	};
	struct hkj_cmd any = cmds[1];
	struct hkj_options options;
	struct hkj_error error;

	(void)state;
	any.bit = HKJ_CMD_TOP;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int result = parse(&any, WORDS(cases[i].option, cases[i].value),
				   &options, &error);

		assert_int_equal(result, cases[i].result);
		if (result)
			assert_told(&error, HKJ_EXIT_USAGE, cases[i].option);
	}
}

static void commands_options_are_its_own(void **state)
{
	struct hkj_options options;
	struct hkj_error error;

	(void)state;
	assert_int_equal(parse(RUN, WORDS("-q", "ls", "-d", "x"), &options,
			       &error),
			 0);
	assert_int_equal(options.nr_operands, 3);
	assert_string_equal(options.operands[0], "ls");
	assert_string_equal(options.operands[1], "-d");
	assert_int_equal(parse(RUN, WORDS("--", "-odd", "--json"), &options,
			       &error),
			 0);
	assert_int_equal(options.nr_operands, 2);
	assert_string_equal(options.operands[0], "-odd");
	assert_false(options.is_json);
}

static void print_usage(const void *cmd, FILE *out)
{
	hkj_usage_print(cmd, out);
}

static void usage_lists_each_option(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cmds); i++) {
		char *text = printed(print_usage, &cmds[i]);

		for (size_t row = 0; row < hkj_nr_options; row++) {
			const struct hkj_option *option = &hkj_option_table[row];
			bool is_there = strstr(text, option->help);

			assert_int_equal(is_there,
					 !!(option->commands & cmds[i].bit));
		}
		assert_true(longest_line(text) <= 80);
		free(text);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(defaults_stand),
	cmocka_unit_test(each_option_is_read),
	cmocka_unit_test(other_commands_refuse_it),
	cmocka_unit_test(groups_are_told_apart),
	cmocka_unit_test(missing_arguments_are_told),
	cmocka_unit_test(wrong_lines_are_told),
	cmocka_unit_test(ranges_hold),
	cmocka_unit_test(numbers_and_choices_hold),
	cmocka_unit_test(commands_options_are_its_own),
	cmocka_unit_test(usage_lists_each_option),
};

UNIT_MAIN(tests, NULL, NULL)
