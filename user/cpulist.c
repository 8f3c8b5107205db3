// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"

/* One element of a list: of each @group CPUs from @first to @last, @used. */
struct range {
	unsigned int first;
	unsigned int last;
	unsigned int used;
	unsigned int group;
};

/* Saturates at HKJ_CPUS_MAX, which no valid number reaches. */
static bool number_read(const char **at, unsigned int *number)
{
	const char *start = *at;

	*number = 0;
	for (; isdigit((unsigned char)**at); (*at)++) {
		*number = *number * 10 + (unsigned int)(**at - '0');
		if (*number > HKJ_CPUS_MAX)
			*number = HKJ_CPUS_MAX;
	}
	return *at != start;
}

static bool stride_read(const char **at, struct range *range)
{
	if (*(*at)++ != ':' || !number_read(at, &range->used))
		return false;
	if (*(*at)++ != '/' || !number_read(at, &range->group))
		return false;
	return range->used && range->used <= range->group;
}

/* Return: what is wrong, or NULL. */
static const char *range_read(const char **at, struct range *range)
{
	*range = (struct range){ .used = 1, .group = 1 };
	if (!number_read(at, &range->first))
		return "a CPU number is missing";
	range->last = range->first;
	if (**at == '-') {
		(*at)++;
		if (!number_read(at, &range->last))
			return "a range has no end";
		if (**at == ':' && !stride_read(at, range))
			return "a stride is not USED/GROUP";
	}
	if (range->last >= HKJ_CPUS_MAX || range->first >= HKJ_CPUS_MAX)
		return "a CPU number is above 8191";
	if (range->last < range->first)
		return "a range runs backwards";
	return NULL;
}

static void range_add(struct hkj_cpus *cpus, const struct range *range)
{
	for (unsigned int cpu = range->first; cpu <= range->last; cpu++)
		if ((cpu - range->first) % range->group < range->used)
			hkj_cpus_add(cpus, cpu);
}

/**
 * hkj_cpus_parse() - read a CPU list
 * @text: the list; an empty one is the empty set; a newline may end it
 * @cpus: filled, untouched on an error
 * @error: filled when the text is no list
 *
 * Return: 0 or -1.
 */
int hkj_cpus_parse(const char *text, struct hkj_cpus *cpus,
		   struct hkj_error *error)
{
	struct hkj_cpus found = { { 0 } };
	const char *at = text;
	const char *why = NULL;
	struct range range;

	while (*at && *at != '\n') {
		why = range_read(&at, &range);
		if (!why && *at && !strchr(",\n", *at))
			why = "something other than a comma follows a number";
		if (!why && *at == ',' && !isdigit((unsigned char)*++at))
			why = "nothing follows a comma";
		if (why)
			break;
		range_add(&found, &range);
	}
	if (!why && *at == '\n' && at[1])
		why = "it has more than one line";
	if (why)
		return hkj_error_set(error, HKJ_EXIT_USAGE,
				     "'%.40s' is no CPU list: %s (right: 1-3,5)",
				     text, why);
	*cpus = found;
	return 0;
}

static unsigned int run_end(const struct hkj_cpus *cpus, unsigned int cpu)
{
	while (cpu + 1 < HKJ_CPUS_MAX && hkj_cpus_has(cpus, cpu + 1))
		cpu++;
	return cpu;
}

/**
 * hkj_cpus_format() - a set as a list
 * @cpus: the set
 *
 * Return: text that hkj_cpus_parse() reads back, to be freed; NULL if there is
 * no memory.
 */
char *hkj_cpus_format(const struct hkj_cpus *cpus)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *comma = "";
	unsigned int cpu, last;

	if (!out)
		return NULL;
	for (cpu = hkj_cpus_next(cpus, 0); cpu < HKJ_CPUS_MAX;
	     cpu = hkj_cpus_next(cpus, last + 1)) {
		last = run_end(cpus, cpu);
		fprintf(out, "%s%u", comma, cpu);
		if (last > cpu)
			fprintf(out, "-%u", last);
		comma = ",";
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

void hkj_cpus_add(struct hkj_cpus *cpus, unsigned int cpu)
{
	if (cpu < HKJ_CPUS_MAX)
		cpus->words[cpu / 64] |= 1ULL << (cpu % 64);
}

bool hkj_cpus_has(const struct hkj_cpus *cpus, unsigned int cpu)
{
	return cpu < HKJ_CPUS_MAX && (cpus->words[cpu / 64] >> (cpu % 64)) & 1;
}

/**
 * hkj_cpus_next() - first CPU of a set from a number on
 * @cpus: the set
 * @from: lowest number that counts
 *
 * Return: the CPU, or HKJ_CPUS_MAX if there is none.
 */
unsigned int hkj_cpus_next(const struct hkj_cpus *cpus, unsigned int from)
{
	while (from < HKJ_CPUS_MAX) {
		uint64_t rest = cpus->words[from / 64] >> (from % 64);

		if (rest)
			return from + (unsigned int)__builtin_ctzll(rest);
		from = (from / 64 + 1) * 64;
	}
	return HKJ_CPUS_MAX;
}

unsigned int hkj_cpus_count(const struct hkj_cpus *cpus)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < HKJ_CPUS_MAX / 64; i++)
		count += (unsigned int)__builtin_popcountll(cpus->words[i]);
	return count;
}

void hkj_cpus_merge(struct hkj_cpus *cpus, const struct hkj_cpus *more)
{
	for (unsigned int i = 0; i < HKJ_CPUS_MAX / 64; i++)
		cpus->words[i] |= more->words[i];
}

void hkj_cpus_subtract(struct hkj_cpus *cpus, const struct hkj_cpus *less)
{
	for (unsigned int i = 0; i < HKJ_CPUS_MAX / 64; i++)
		cpus->words[i] &= ~less->words[i];
}
