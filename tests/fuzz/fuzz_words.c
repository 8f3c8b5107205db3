// SPDX-License-Identifier: GPL-2.0
/*
 * What a person types: CPU lists, durations, numbers, whole command lines. The
 * first byte says which; words of a command line are lines.
 */
#include <string.h>

#include "cmds.h"
#include "cpulist.h"
#include "file.h"
#include "fuzz.h"
#include "units.h"

#define WORDS_MAX 60

/* What was read is written as text that reads back the same. */
static void check_cpus(char *text)
{
	struct hkj_cpus cpus, again;
	struct hkj_error error;
	char *list;

	if (hkj_cpus_parse(text, &cpus, &error))
		return;
	list = hkj_cpus_format(&cpus);
	FUZZ_HOLD(list && !hkj_cpus_parse(list, &again, &error));
	FUZZ_HOLD(!memcmp(&cpus, &again, sizeof(cpus)));
	free(list);
}

static void check_units(char *text)
{
	struct hkj_error error;
	uint64_t ns, again;

	if (hkj_units_parse(text, &ns, &error))
		return;
	FUZZ_HOLD(!hkj_units_parse(hkj_units_exact(ns).text, &again, &error));
	FUZZ_HOLD(again == ns);
	FUZZ_HOLD(strlen(hkj_units_human(ns).text) < HKJ_UNITS_TEXT);
	FUZZ_HOLD(strlen(hkj_units_count(ns).text) < HKJ_UNITS_TEXT);
}

static void check_number(char *text)
{
	uint64_t number;
	char again[24];

	if (!hkj_number_parse(text, &number))
		return;
	snprintf(again, sizeof(again), "%llu", (unsigned long long)number);
	FUZZ_HOLD(!strcmp(text + strspn(text, "0"), again) || !number);
}

static void check_clean(char *text)
{
	hkj_text_clean(text);
	for (; *text; text++)
		FUZZ_HOLD((unsigned char)*text >= ' ' && *text != 0x7f);
}

static void check_line(char *text)
{
	char *words[WORDS_MAX + 1] = { NULL };
	struct hkj_options options;
	const struct hkj_cmd *cmd;
	struct hkj_error error;
	char *word;
	int nr = 0;

	while (nr < WORDS_MAX && (word = strsep(&text, "\n")))
		words[nr++] = word;
	cmd = hkj_cmds_find(words[0], &error);
	if (!cmd)
		cmd = &hkj_cmd_none;
	if (hkj_opts_parse(cmd, nr, words, &options, &error))
		FUZZ_HOLD(*error.text && error.code == HKJ_EXIT_USAGE);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	static void (*const checks[])(char *text) = {
		check_cpus,
		check_units,
		check_number,
		check_clean,
		check_line,
	};
	char *text;

	if (!size)
		return 0;
	text = fuzz_text(data + 1, size - 1);
	checks[*data % (sizeof(checks) / sizeof(checks[0]))](text);
	free(text);
	return 0;
}
