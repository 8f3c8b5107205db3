// SPDX-License-Identifier: GPL-2.0
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <hkjitter/limits.h>

#include "cpulist.h"
#include "file.h"
#include "guess.h"
#include "opts.h"
#include "units.h"

/* getopt's value of an option is its row; no letter is as high as this. */
#define ROW_BASE 256

#define INTERVAL_NS (60 * HKJ_NSEC_PER_SEC)

static void *place_of(const struct hkj_option *option,
		      struct hkj_options *options)
{
	return (char *)options + option->offset;
}

static int wrong(const struct hkj_option *option, const char *value,
		 const char *why, struct hkj_error *error)
{
	return hkj_error_set(error, HKJ_EXIT_USAGE, "--%s '%.40s': %s",
			     option->name, value, why);
}

static int read_flag(const struct hkj_option *option, const char *value,
		     struct hkj_options *options, struct hkj_error *error)
{
	(void)value;
	(void)error;
	*(bool *)place_of(option, options) = true;
	return 0;
}

static int read_text(const struct hkj_option *option, const char *value,
		     struct hkj_options *options, struct hkj_error *error)
{
	if (!*value)
		return wrong(option, value, "must not be empty", error);
	*(const char **)place_of(option, options) = value;
	return 0;
}

static int read_duration(const struct hkj_option *option, const char *value,
			 struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_units_text min = hkj_units_exact(option->min);
	struct hkj_units_text max = hkj_units_exact(option->max);
	struct hkj_units_text step = hkj_units_exact(option->step);
	struct hkj_error why;
	uint64_t ns;

	if (hkj_units_parse(value, &ns, &why))
		return hkj_error_set(error, why.code, "--%s: %s", option->name,
				     why.text);
	if (ns < option->min || ns > option->max || ns % option->step)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--%s '%.40s': must be %s to %s, in steps of %s",
				     option->name, value, min.text, max.text,
				     step.text);
	*(uint64_t *)place_of(option, options) = ns;
	return 0;
}

static int read_number(const struct hkj_option *option, const char *value,
		       struct hkj_options *options, struct hkj_error *error)
{
	uint64_t number;

	if (!hkj_number_parse(value, &number) || number < option->min ||
	    number > option->max)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--%s '%.40s': must be a number from %" PRIu64
				     " to %" PRIu64,
				     option->name, value, option->min,
				     option->max);
	*(uint64_t *)place_of(option, options) = number;
	return 0;
}

static int read_cpus(const struct hkj_option *option, const char *value,
		     struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_error why;
	struct hkj_cpus cpus;

	if (strcmp(value, "isolated")) {
		if (hkj_cpus_parse(value, &cpus, &why))
			return hkj_error_set(error, why.code, "--%s: %s",
					     option->name, why.text);
		if (!hkj_cpus_count(&cpus))
			return wrong(option, value, "names no CPU", error);
		if (strlen(value) + 2 > HKJ_CPUS_TEXT_MAX)
			return wrong(option, value,
				     "is longer than the module takes", error);
	}
	*(const char **)place_of(option, options) = value;
	return 0;
}

static int read_policy(const struct hkj_option *option, const char *value,
		       struct hkj_options *options, struct hkj_error *error)
{
	bool is_fifo = !strncmp(value, "fifo:", 5);
	uint64_t priority = 0;

	if (is_fifo && !hkj_number_parse(value + 5, &priority))
		priority = 0;
	if (strcmp(value, "other") && (priority < HKJ_FIFO_PRIO_MIN ||
				       priority > HKJ_FIFO_PRIO_MAX))
		return wrong(option, value,
			     "must be other, or fifo:N with N from 1 to 98",
			     error);
	*(const char **)place_of(option, options) = value;
	return 0;
}

/* One of the words of "text|json", which is what the argument is called. */
static int read_choice(const struct hkj_option *option, const char *value,
		       struct hkj_options *options, struct hkj_error *error)
{
	size_t length = strlen(value);
	const char *word = option->argument;

	for (; word; word = strchr(word, '|')) {
		word += *word == '|';
		if (length && length == strcspn(word, "|") &&
		    !strncmp(word, value, length)) {
			*(const char **)place_of(option, options) = value;
			return 0;
		}
	}
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "--%s '%.40s': must be one of %s", option->name,
			     value, option->argument);
}

static int (*const readers[HKJ_NR_OPT_TYPES])(const struct hkj_option *option,
					      const char *value,
					      struct hkj_options *options,
					      struct hkj_error *error) = {
	[HKJ_OPT_FLAG] = read_flag,
	[HKJ_OPT_TEXT] = read_text,
	[HKJ_OPT_DURATION] = read_duration,
	[HKJ_OPT_NUMBER] = read_number,
	[HKJ_OPT_CPUS] = read_cpus,
	[HKJ_OPT_POLICY] = read_policy,
	[HKJ_OPT_CHOICE] = read_choice,
};

/* What getopt_long() wants, made from the table. */
struct getopt_tables {
	char letters[128];
	struct option *names;
};

static int tables_make(struct getopt_tables *tables, const struct hkj_cmd *cmd)
{
	char *letter = tables->letters;
	struct option *name;

	tables->names = calloc(hkj_nr_options + 1, sizeof(*tables->names));
	name = tables->names;
	if (!name)
		return -1;
	if (cmd->is_wrapping)
		*letter++ = '+'; /* COMMAND's options are its own */
	*letter++ = ':'; /* missing arguments are told from unknown options */
	for (size_t row = 0; row < hkj_nr_options; row++) {
		const struct hkj_option *option = &hkj_option_table[row];

		if (!(option->commands & cmd->bit))
			continue;
		if (option->letter)
			*letter++ = option->letter;
		if (option->letter && option->argument)
			*letter++ = ':';
		*name++ = (struct option){ option->name,
					   option->argument ? 1 : 0, NULL,
					   ROW_BASE + (int)row };
	}
	*letter = '\0';
	return 0;
}

/* By what getopt_long() returned: a row's number or a letter. */
static const struct hkj_option *option_find(int value, const struct hkj_cmd *cmd)
{
	for (size_t row = 0; row < hkj_nr_options; row++) {
		const struct hkj_option *option = &hkj_option_table[row];

		if (!(option->commands & cmd->bit))
			continue;
		if (value == ROW_BASE + (int)row ||
		    (option->letter && value == option->letter))
			return option;
	}
	return NULL;
}

/* What a mistyped long option was meant to be, or NULL. */
static const char *name_guess(const char *word, const struct hkj_cmd *cmd)
{
	char typed[40];
	struct hkj_guess guess;

	if (strncmp(word, "--", 2))
		return NULL;
	snprintf(typed, sizeof(typed), "%.*s", (int)strcspn(word + 2, "="),
		 word + 2);
	hkj_guess_init(&guess, typed);
	for (size_t row = 0; row < hkj_nr_options; row++)
		if (hkj_option_table[row].commands & cmd->bit)
			hkj_guess_try(&guess, hkj_option_table[row].name);
	return guess.best;
}

static int refuse_name(const char *word, const struct hkj_cmd *cmd,
		       const char *help, struct hkj_error *error)
{
	const char *near = name_guess(word, cmd);

	if (near)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "unknown or ambiguous option '%.60s'; did you mean '--%s'? See '%s'",
				     word, near, help);
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "unknown or ambiguous option '%.60s': see '%s'",
			     word, help);
}

/*
 * getopt says '?' with the option in optopt, or with 0 there and the word in
 * argv. A known option in optopt had an argument that it does not take.
 */
static int refuse(int value, const struct hkj_cmd *cmd, char **argv,
		  struct hkj_error *error)
{
	const struct hkj_option *option = option_find(optopt, cmd);
	bool has_name = cmd->bit != HKJ_CMD_NONE;
	char help[40];

	snprintf(help, sizeof(help), "hkjitter%s%s --help",
		 has_name ? " " : "", has_name ? cmd->name : "");
	if (value == ':' && option)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--%s needs an argument: --%s=%s",
				     option->name, option->name,
				     option->argument);
	if (option)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "--%s takes no argument", option->name);
	if (optopt)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "unknown option '-%c': see '%s'", optopt,
				     help);
	return refuse_name(argv[optind - 1], cmd, help, error);
}

static int options_read(const struct getopt_tables *tables,
			const struct hkj_cmd *cmd, int argc, char **argv,
			struct hkj_options *options, struct hkj_error *error)
{
	int value;

	optind = 0; /* glibc: begin anew, whoever used getopt before */
	opterr = 0;
	while ((value = getopt_long(argc, argv, tables->letters, tables->names,
				    NULL)) != -1) {
		const struct hkj_option *option =
			value == '?' || value == ':' ? NULL :
						       option_find(value, cmd);

		if (!option)
			return refuse(value, cmd, argv, error);
		if (readers[option->type](option, optarg, options, error))
			return -1;
		options->given |= 1ULL << (option - hkj_option_table);
	}
	return 0;
}

static int group_read(const struct getopt_tables *tables,
		      const struct hkj_cmd *cmd, int argc, char **argv,
		      struct hkj_options *options, struct hkj_error *error)
{
	if (options_read(tables, cmd, argc, argv, options, error))
		return -1;
	options->operands = argv + optind;
	options->nr_operands = argc - optind;
	options->nr_first = options->nr_operands;
	return 0;
}

static int separator_find(int argc, char **argv)
{
	int at = 1;

	while (at < argc && strcmp(argv[at], "--"))
		at++;
	return at;
}

/*
 * Options may stand in both groups. getopt moves them before the operands of
 * their group; the second group's operands are moved up to the first one's.
 */
static int groups_read(const struct getopt_tables *tables,
		       const struct hkj_cmd *cmd, int argc, char **argv,
		       struct hkj_options *options, struct hkj_error *error)
{
	int middle = separator_find(argc, argv);
	struct hkj_options first;

	if (group_read(tables, cmd, middle, argv, options, error))
		return -1;
	first = *options;
	if (middle == argc) {
		options->nr_first = first.nr_operands == 2 ? 1 :
							     first.nr_operands;
		return 0;
	}
	if (group_read(tables, cmd, argc - middle, argv + middle, options,
		       error))
		return -1;
	memmove(first.operands + first.nr_operands, options->operands,
		(size_t)options->nr_operands * sizeof(*options->operands));
	options->operands = first.operands;
	options->nr_first = first.nr_operands;
	options->nr_operands += first.nr_operands;
	return 0;
}

static int operands_check(const struct hkj_cmd *cmd,
			  const struct hkj_options *options,
			  struct hkj_error *error)
{
	if (options->is_help || options->is_version)
		return 0;
	if (options->nr_operands < cmd->operands_min)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "%s is missing: hkjitter %s %s",
				     cmd->operands, cmd->name, cmd->operands);
	if (options->nr_operands > cmd->operands_max)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "'%.60s' is too much: see 'hkjitter %s --help'",
				     options->operands[cmd->operands_max],
				     cmd->name);
	return 0;
}

/**
 * hkj_opts_parse() - read the command line of a command
 * @cmd: the command
 * @argc: as of main(), from the command's name on
 * @argv: likewise; outlives @options
 * @options: to be filled
 * @error: filled when the command line is wrong
 *
 * Return: 0 or -1.
 */
int hkj_opts_parse(const struct hkj_cmd *cmd, int argc, char **argv,
		   struct hkj_options *options, struct hkj_error *error)
{
	struct getopt_tables tables;
	int result;

	*options = (struct hkj_options){ .cpus = "isolated",
					 .policy = "other",
					 .workload = "kernel",
					 .sort = "rate",
					 .interval_ns = INTERVAL_NS,
					 .refresh_ns = HKJ_NSEC_PER_SEC,
					 .around_ns = HKJ_NSEC_PER_MSEC };
	if (tables_make(&tables, cmd))
		return hkj_error_memory(error);
	result = cmd->is_split ?
			 groups_read(&tables, cmd, argc, argv, options, error) :
			 group_read(&tables, cmd, argc, argv, options, error);
	free(tables.names);
	return result ? -1 : operands_check(cmd, options, error);
}

/**
 * hkj_opts_is_given() - whether an option was on the command line
 * @options: read
 * @name: long form of an option
 */
bool hkj_opts_is_given(const struct hkj_options *options, const char *name)
{
	for (size_t row = 0; row < hkj_nr_options; row++)
		if (options->given & 1ULL << row &&
		    !strcmp(hkj_option_table[row].name, name))
			return true;
	return false;
}
