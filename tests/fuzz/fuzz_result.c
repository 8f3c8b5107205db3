// SPDX-License-Identifier: GPL-2.0
/*
 * A result file, read by each command that takes one. What was read can be
 * written, and what was written reads back the same.
 */
#include <stdbool.h>
#include <string.h>

#include "cmds.h"
#include "fixture.h"
#include "fuzz.h"
#include "mutate.h"
#include "opts.h"
#include "paths.h"
#include "result.h"

#define OTHER "/other.json"
#define LATER_NS 1000000000000000ULL

static char *written(const struct hkj_result *result)
{
	struct hkj_error error;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	FUZZ_HOLD(out);
	FUZZ_HOLD(!hkj_result_write(result, out, "fuzz", &error));
	FUZZ_HOLD(!fclose(out));
	return text;
}

static int result_read(const char *path, struct hkj_result *result)
{
	FILE *in = fopen(path, "re");
	struct hkj_error error;
	int failed;

	FUZZ_HOLD(in);
	failed = hkj_result_read(result, in, "fuzz", &error);
	fclose(in);
	if (failed)
		FUZZ_HOLD(*error.text && !strchr(error.text, '\n'));
	return failed;
}

static void check_again(const char *text)
{
	struct hkj_result again;
	char *same;

	FUZZ_HOLD(!result_read(fuzz_file((const uint8_t *)text, strlen(text)),
			       &again));
	same = written(&again);
	FUZZ_HOLD(!strcmp(text, same));
	hkj_result_free(&again);
	free(same);
}

/*
 * Commands that read a result file, and what each needs besides. They are run
 * plain, and with each of their flags and choices, those to come included.
 */
static const struct reader {
	const char *name;
	const char *needs; /* an option; NULL: none */
	bool takes_two; /* results: the file, and a sound one */
} readers[] = {
	{ "report", NULL, false },
	{ "check", "--budget=" FUZZ_TREE "/budgets/telco.json", false },
	{ "check", "--budget=" FUZZ_TREE "/budgets/ci-smoke.json", false },
	{ "merge", NULL, true },
	{ "diff", NULL, true },
	{ "explain", NULL, false },
};

static void check_reader(const struct reader *reader, const char *flag,
			 const char *path)
{
	struct hkj_path other = hkj_path_system(OTHER);
	const char *words[6] = { reader->name };
	size_t nr = 1;

	if (reader->needs)
		words[nr++] = reader->needs;
	if (flag)
		words[nr++] = flag;
	words[nr++] = path;
	if (reader->takes_two)
		words[nr++] = other.text;
	fuzz_command(words);
}

/* An option that is a choice, with each of its words. */
static void check_choices(const struct reader *reader,
			  const struct hkj_option *option, const char *path)
{
	char *words = strdup(option->argument), *rest = words;
	char flag[80];

	FUZZ_HOLD(words);
	while (rest) {
		snprintf(flag, sizeof(flag), "--%s=%s", option->name,
			 strsep(&rest, "|"));
		check_reader(reader, flag, path);
	}
	free(words);
}

static void check_flag(const struct reader *reader,
		       const struct hkj_option *option, const char *path)
{
	char flag[40];

	snprintf(flag, sizeof(flag), "--%s", option->name);
	check_reader(reader, flag, path);
}

static void check_flags(const struct reader *reader, const char *path)
{
	struct hkj_error error;
	const struct hkj_cmd *cmd = hkj_cmds_find(reader->name, &error);

	FUZZ_HOLD(cmd);
	for (size_t i = 0; i < hkj_nr_options; i++) {
		const struct hkj_option *option = &hkj_option_table[i];

		if (!(option->commands & cmd->bit) ||
		    !strcmp(option->name, "help"))
			continue;
		if (option->type == HKJ_OPT_FLAG)
			check_flag(reader, option, path);
		else if (option->type == HKJ_OPT_CHOICE)
			check_choices(reader, option, path);
	}
}

static void check_commands(const char *path)
{
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
		check_reader(&readers[i], NULL, path);
		check_flags(&readers[i], path);
	}
}

/* A sound result of the same machine, a later one: to merge and compare with. */
static void other_write(void)
{
	struct hkj_result other;
	char *text;

	fixture_make(&other);
	other.run.start_realtime_ns += LATER_NS;
	other.run.stop_realtime_ns += LATER_NS;
	text = fixture_text(&other);
	fuzz_root_write(OTHER, (const uint8_t *)text, strlen(text));
	hkj_result_free(&other);
	free(text);
}

/* "explain" looks for the configuration of the file's kernel. */
int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fuzz_root();
	other_write();
	return 0;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct hkj_result result;
	char *text;

	if (result_read(fuzz_file(data, size), &result))
		return 0;
	text = written(&result);
	hkj_result_free(&result);
	check_commands(fuzz_file(data, size));
	check_again(text);
	free(text);
	return 0;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed)
{
	return seed % 4 ? mutate_json(data, size, max_size, seed) :
			  mutate_bytes(data, size, max_size);
}
