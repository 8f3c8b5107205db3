// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "snapshot.h"
#include "units.h"

static int by_longest(const void *left, const void *right)
{
	const struct hkj_progress_cpu *a = left, *b = right;

	if (a->longest_ns != b->longest_ns)
		return a->longest_ns < b->longest_ns ? 1 : -1;
	return a->cpu < b->cpu ? -1 : a->cpu > b->cpu;
}

/* Whole seconds as "1h02m03s", "2m03s", "3s". */
static void time_format(char *text, size_t size, uint64_t ns)
{
	uint64_t s = ns / 1000000000;
	unsigned int seconds = (unsigned int)(s % 60);
	unsigned int minutes = (unsigned int)(s / 60 % 60);

	if (s >= 3600)
		snprintf(text, size, "%lluh%02um%02us",
			 (unsigned long long)(s / 3600), minutes, seconds);
	else if (s >= 60)
		snprintf(text, size, "%um%02us", minutes, seconds);
	else
		snprintf(text, size, "%us", seconds);
}

static size_t head_format(char *line, size_t size, uint64_t elapsed_ns,
			  uint64_t duration_ns)
{
	char elapsed[24], rest[24];
	uint64_t rest_ns;

	time_format(elapsed, sizeof(elapsed), elapsed_ns);
	if (!duration_ns) {
		snprintf(line, size, "%s", elapsed);
		return strlen(line);
	}
	rest_ns = duration_ns > elapsed_ns ? duration_ns - elapsed_ns : 0;
	time_format(rest, sizeof(rest), rest_ns + 999999999);
	snprintf(line, size, "%s, %s left", elapsed, rest);
	return strlen(line);
}

static void cpu_format(char *text, size_t size,
		       const struct hkj_progress_cpu *cpu)
{
	int length = snprintf(text, size, " | CPU %u: %s gaps", cpu->cpu,
			      hkj_units_count(cpu->nr_gaps).text);

	if (cpu->longest_ns && length > 0 && (size_t)length < size)
		snprintf(text + length, size - (size_t)length, ", longest %s",
			 hkj_units_human(cpu->longest_ns).text);
}

/**
 * hkj_progress_format() - make the line
 * @line: gets it
 * @size: of @line; the text is shorter than that, whatever there is to say
 * @elapsed_ns: since the window opened
 * @duration_ns: of the window; 0 when it is open-ended
 * @cpus: all targets; sorted here, longest gap first
 * @nr_cpus: how many
 *
 * The CPUs with the longest gaps are named as far as there is room, the number
 * of the others is told.
 */
void hkj_progress_format(char *line, size_t size, uint64_t elapsed_ns,
			 uint64_t duration_ns, struct hkj_progress_cpu *cpus,
			 size_t nr_cpus)
{
	size_t used = head_format(line, size, elapsed_ns, duration_ns);
	char text[96];

	qsort(cpus, nr_cpus, sizeof(*cpus), by_longest);
	for (size_t i = 0; i < nr_cpus; i++) {
		size_t reserve = i + 1 < nr_cpus ? strlen(" | 8191 more") : 0;

		cpu_format(text, sizeof(text), &cpus[i]);
		if (used + strlen(text) + reserve >= size) {
			snprintf(line + used, size - used, " | %zu more",
				 nr_cpus - i);
			return;
		}
		strcpy(line + used, text);
		used += strlen(text);
	}
}

/* A target that cannot be read at the moment shows no gaps. */
static void cpu_read(struct hkj_progress_cpu *to, int device, unsigned int cpu)
{
	struct hkj_snapshot snapshot;
	struct hkj_error ignored;

	*to = (struct hkj_progress_cpu){ .cpu = cpu };
	if (hkj_snapshot_read(&snapshot, device, cpu, &ignored))
		return;
	to->nr_gaps = snapshot.books.nr_gaps;
	if (to->nr_gaps)
		to->longest_ns = hkj_scale_ns(&snapshot.scale,
					      snapshot.books.gap_max);
}

/**
 * hkj_progress_show() - replace the line on standard error
 * @device: from hkj_snapshot_open()
 * @targets: the CPUs that are measured
 * @elapsed_ns: since the window opened
 * @duration_ns: of the window; 0 when it is open-ended
 */
void hkj_progress_show(int device, const struct hkj_cpus *targets,
		       uint64_t elapsed_ns, uint64_t duration_ns)
{
	size_t nr_cpus = hkj_cpus_count(targets);
	struct hkj_progress_cpu *cpus = calloc(nr_cpus + 1, sizeof(*cpus));
	char line[HKJ_PROGRESS_COLUMNS + 1];
	size_t i = 0;
	unsigned int cpu;

	if (!cpus)
		return;
	hkj_cpus_for_each(cpu, targets)
		cpu_read(&cpus[i++], device, cpu);
	hkj_progress_format(line, sizeof(line), elapsed_ns, duration_ns, cpus,
			    nr_cpus);
	fprintf(stderr, "\r%-*s", HKJ_PROGRESS_COLUMNS, line);
	fflush(stderr);
	free(cpus);
}

/**
 * hkj_progress_clear() - take the line away
 */
void hkj_progress_clear(void)
{
	fprintf(stderr, "\r%*s\r", HKJ_PROGRESS_COLUMNS, "");
	fflush(stderr);
}
