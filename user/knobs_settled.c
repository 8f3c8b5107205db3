// SPDX-License-Identifier: GPL-2.0
/*
 * A row's sentence for one machine: what that machine has already is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knobs.h"

#define BLANKS " \t\n"

/**
 * struct setting - one that sentences ask for
 * @asked: as they write it
 * @parameter: of the kernel's command line, with "="
 * @flag: that must be among its values; NULL: any value will do
 */
struct setting {
	const char *asked;
	const char *parameter;
	const char *flag;
};

static const struct setting settings[] = {
	{ "isolcpus=domain", "isolcpus=", "domain" },
	{ "isolcpus=managed_irq", "isolcpus=", "managed_irq" },
	{ "irqaffinity=", "irqaffinity=", NULL },
	{ "nohz_full=", "nohz_full=", NULL },
	{ "rcu_nocbs=", "rcu_nocbs=", NULL },
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

static void told(FILE *out, size_t *nr, const char *text, size_t length)
{
	fprintf(out, "%s%.*s", (*nr)++ ? ", " : " (already so: ", (int)length,
		text);
}

static void settled_print(const struct hkj_knob *knob,
			  const struct hkj_host *host, const char *policy,
			  FILE *out)
{
	const char *cmdline = host->cmdline ? host->cmdline : "";
	const char *before = NULL, *word;
	size_t nr = 0, length;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (!strstr(knob->knob, settings[i].asked))
			continue;
		word = word_of(&settings[i], cmdline, &length);
		if (word && word != before)
			told(out, &nr, word, length);
		before = word ? word : before;
	}
	if (policy && strstr(knob->knob, "SCHED_FIFO") &&
	    !strncmp(policy, "fifo", 4))
		told(out, &nr, "the loop's policy was fifo",
		     strlen("the loop's policy was fifo"));
	if (nr)
		fputc(')', out);
}

/**
 * hkj_knob_sentence() - what ends a source, for one machine
 * @knob: a row
 * @host: the machine
 * @policy: of the workload, as in a result's configuration; NULL: not known
 *
 * Return: the row's sentence, and what of it is so already; to be freed. NULL
 * if there is no memory.
 */
char *hkj_knob_sentence(const struct hkj_knob *knob,
			const struct hkj_host *host, const char *policy)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fputs(knob->knob, out);
	settled_print(knob, host, policy, out);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}
