// SPDX-License-Identifier: GPL-2.0
/*
 * A row's sentence for one machine: what that machine has already is told, and
 * what it has, but not for the CPU that it is about.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "knobs.h"

#define BLANKS " \t\n"

/**
 * struct setting - one that sentences ask for
 * @asked: as they write it
 * @parameter: of the kernel's command line, with "="
 * @flag: that must be among its values; NULL: any value will do
 * @is_for_others: its list is to have the other CPUs
 */
struct setting {
	const char *asked;
	const char *parameter;
	const char *flag;
	bool is_for_others;
};

static const struct setting settings[] = {
	{ "isolcpus=domain", "isolcpus=", "domain", false },
	{ "isolcpus=managed_irq", "isolcpus=", "managed_irq", false },
	{ "irqaffinity=", "irqaffinity=", NULL, true },
	{ "nohz_full=", "nohz_full=", NULL, false },
	{ "rcu_nocbs=", "rcu_nocbs=", NULL, false },
};

static bool has_flag(const char *values, size_t length, const char *flag)
{
	size_t wanted = strlen(flag);

	for (const char *at = values; at < values + length;
	     at += strcspn(at, "," BLANKS) + 1)
		if (strcspn(at, "," BLANKS) == wanted &&
		    !strncmp(at, flag, wanted))
			return true;
	return false;
}

/* isolcpus= without a flag is that of the scheduler's domains. */
static bool is_flag_there(const char *values, size_t length, const char *flag)
{
	if (!flag || has_flag(values, length, flag))
		return true;
	return !strcmp(flag, "domain") && *values >= '0' && *values <= '9';
}

/* The word of the command line that has it; NULL: none does. */
static const char *word_of(const struct setting *setting, const char *cmdline,
			   size_t *length)
{
	size_t name = strlen(setting->parameter);

	for (const char *word = cmdline + strspn(cmdline, BLANKS); *word;
	     word += *length, word += strspn(word, BLANKS)) {
		*length = strcspn(word, BLANKS);
		if (*length > name && !strncmp(word, setting->parameter, name) &&
		    is_flag_there(word + name, *length - name, setting->flag))
			return word;
	}
	return NULL;
}

/* The list of CPUs behind flags, which begin with letters. */
static const char *list_of(const char *values, const char *end)
{
	while (values < end && isalpha((unsigned char)*values)) {
		const char *comma = values + strcspn(values, "," BLANKS);

		if (comma >= end) /* "all" */
			break;
		values = comma + 1;
	}
	return values;
}

/* Return: 1 if a parameter's list is right for these CPUs, 0; -1: unreadable. */
static int is_for(const struct setting *setting, const char *word,
		  size_t length, const struct hkj_cpus *cpus)
{
	const char *at = list_of(word + strlen(setting->parameter),
				 word + length);
	char *text = strndup(at, (size_t)(word + length - at));
	struct hkj_cpus listed, rest = *cpus;
	struct hkj_error error;
	bool is_all = text && !strcmp(text, "all");
	bool is_readable = text && !hkj_cpus_parse(text, &listed, &error);

	free(text);
	if (is_all)
		return !setting->is_for_others;
	if (!is_readable)
		return -1;
	hkj_cpus_subtract(&rest, &listed);
	if (setting->is_for_others)
		return hkj_cpus_count(&rest) == hkj_cpus_count(cpus);
	return !hkj_cpus_count(&rest);
}

/**
 * struct told - what the machine has already, and what it has for other CPUs
 * @cpus: that it is about; none: any
 * @so: words of the command line, printed
 * @elsewhere: the same
 */
struct told {
	struct hkj_cpus cpus;
	FILE *so;
	FILE *elsewhere;
};

static void word_tell(const struct told *told, const struct setting *setting,
		      const char *word, size_t length)
{
	int state = 1;
	FILE *out;

	if (hkj_cpus_count(&told->cpus))
		state = is_for(setting, word, length, &told->cpus);
	if (state < 0)
		return;
	out = state ? told->so : told->elsewhere;
	fprintf(out, "%s%.*s", ftell(out) ? ", " : "", (int)length, word);
}

static void settled_find(const struct told *told, const struct hkj_knob *knob,
			 const struct hkj_host *host, const char *policy)
{
	const char *cmdline = host->cmdline ? host->cmdline : "";
	const char *before = NULL, *word;
	size_t length;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (!strstr(knob->knob, settings[i].asked))
			continue;
		word = word_of(&settings[i], cmdline, &length);
		if (word && word != before)
			word_tell(told, &settings[i], word, length);
		before = word ? word : before;
	}
	if (policy && strstr(knob->knob, "SCHED_FIFO") &&
	    !strncmp(policy, "fifo", 4))
		fprintf(told->so, "%sthe loop's policy was fifo",
			ftell(told->so) ? ", " : "");
}

/* Return: the sentence; NULL if there is no memory. */
static char *sentence_make(const char *knob, const char *so,
			   const char *elsewhere, const char *cpus)
{
	char *text;

	if (asprintf(&text, "%s%s%s%s%s%s%s%s%s", knob,
		     *so ? " (already so: " : "", so, *so ? ")" : "",
		     *elsewhere ? " (but not for CPU " : "",
		     *elsewhere ? cpus : "", *elsewhere ? ": " : "", elsewhere,
		     *elsewhere ? ")" : "") < 0)
		return NULL;
	return text;
}

/**
 * hkj_knob_sentence() - what ends a source, for one machine
 * @knob: a row
 * @host: the machine
 * @policy: of the workload, as in a result's configuration; NULL: not known
 * @cpus: list of those that the source was seen on; NULL: not known
 *
 * Return: the row's sentence, what of it is so already, and what only for other
 * CPUs; to be freed. NULL if there is no memory.
 */
char *hkj_knob_sentence(const struct hkj_knob *knob,
			const struct hkj_host *host, const char *policy,
			const char *cpus)
{
	char *so = NULL, *elsewhere = NULL, *text = NULL;
	struct told told = { .cpus = { { 0 } } };
	struct hkj_error ignored;
	size_t sizes[2];

	if (cpus && hkj_cpus_parse(cpus, &told.cpus, &ignored))
		told.cpus = (struct hkj_cpus){ { 0 } };
	told.so = open_memstream(&so, &sizes[0]);
	told.elsewhere = open_memstream(&elsewhere, &sizes[1]);
	if (told.so && told.elsewhere)
		settled_find(&told, knob, host, policy);
	if (told.so)
		fclose(told.so);
	if (told.elsewhere)
		fclose(told.elsewhere);
	if (so && elsewhere)
		text = sentence_make(knob->knob, so, elsewhere, cpus);
	free(so);
	free(elsewhere);
	return text;
}
