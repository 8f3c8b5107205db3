// SPDX-License-Identifier: GPL-2.0
/*
 * Device interrupts that may come to a target.
 */
#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "paths.h"
#include "units.h"

#define IRQ_DIRECTORY "/proc/irq"
#define IRQ_DEBUG "/sys/kernel/debug/irq/irqs"

/* Interrupts with a line of their own; a large machine has a thousand. */
#define IRQS_SHOWN 16

#define PINNED \
	"the kernel pins it: do no input/output on that CPU, and boot with isolcpus=managed_irq,domain,LIST"

/**
 * struct irq - one that a target is to get
 * @number: as the kernel counts
 * @name: of its first action; to be freed
 * @cpus: targets among those that it goes to
 * @count: how many came to them since boot
 * @is_managed: the kernel pins it, and nobody can move it
 */
struct irq {
	unsigned int number;
	char *name;
	struct hkj_cpus cpus;
	uint64_t count;
	bool is_managed;
};

/* The first action of an interrupt, a folder; NULL: it has no handler. */
static char *action_name(unsigned int number)
{
	char pattern[64];
	glob_t found = { 0 };
	char *name = NULL;

	snprintf(pattern, sizeof(pattern), IRQ_DIRECTORY "/%u/*/", number);
	if (!glob(hkj_path_system(pattern).text, 0, NULL, &found)) {
		char *path = found.gl_pathv[0];

		path[strlen(path) - 1] = '\0';
		name = strdup(strrchr(path, '/') + 1);
	}
	globfree(&found);
	return name;
}

/* Columns are online CPUs, in order. */
static uint64_t count_of(const struct hkj_audit *audit, const char *columns,
			 const struct hkj_cpus *cpus)
{
	uint64_t count = 0;
	unsigned int cpu;

	hkj_cpus_for_each(cpu, &audit->online) {
		char *end;
		uint64_t value = strtoull(columns, &end, 10);

		if (end == columns)
			break;
		if (hkj_cpus_has(cpus, cpu))
			count += value;
		columns = end;
	}
	return count;
}

static bool is_managed(unsigned int number)
{
	char path[64];
	char *text;
	bool answer;

	snprintf(path, sizeof(path), IRQ_DEBUG "/%u", number);
	text = hkj_audit_file(path);
	answer = text && strstr(text, "IRQD_AFFINITY_MANAGED");
	free(text);
	return answer;
}

static bool cpus_of(struct hkj_cpus *cpus, unsigned int number)
{
	struct hkj_error ignored;
	char path[64];
	char *text;
	bool is_read;

	snprintf(path, sizeof(path), IRQ_DIRECTORY "/%u/effective_affinity_list",
		 number);
	text = hkj_audit_file(path);
	is_read = text && !hkj_cpus_parse(text, cpus, &ignored);
	free(text);
	return is_read;
}

/* What came may come again; what never did may be silent. */
static void irq_told(struct hkj_audit *audit, const struct irq *irq)
{
	char *list = hkj_audit_list(&irq->cpus);
	char *others = hkj_audit_list(&audit->housekeeping);
	enum hkj_severity severity = HKJ_BAD;
	char *remedy;

	if (irq->is_managed || !irq->count)
		severity = HKJ_WARN;
	if (irq->is_managed)
		remedy = strdup(PINNED);
	else
		remedy = hkj_audit_text("echo %s > " IRQ_DIRECTORY
					"/%u/smp_affinity_list",
					others, irq->number);
	hkj_audit_add(audit, severity, "irq",
		      hkj_audit_text("interrupt %u (%s) goes to CPU %s, so far %s",
				     irq->number, irq->name, list,
				     hkj_units_times(irq->count).text),
		      remedy);
	free(list);
	free(others);
}

/* Return: whether it may come to a target. */
static bool irq_check(struct hkj_audit *audit, unsigned int number,
		      const char *columns, bool is_shown)
{
	struct irq irq = { .number = number };
	struct hkj_cpus cpus;

	if (!cpus_of(&cpus, number))
		return false;
	irq.cpus = hkj_audit_common(&cpus, &audit->targets);
	if (!hkj_cpus_count(&irq.cpus))
		return false;
	irq.name = action_name(number);
	if (!irq.name)
		return false;
	irq.count = count_of(audit, columns, &irq.cpus);
	irq.is_managed = is_managed(number);
	if (is_shown)
		irq_told(audit, &irq);
	free(irq.name);
	return true;
}

/* "24:  count of each CPU  chip  name"; other lines are no device's. */
static bool line_check(struct hkj_audit *audit, const char *line, bool is_shown)
{
	unsigned long number;
	char *end;

	line += strspn(line, " ");
	if (!isdigit((unsigned char)*line))
		return false;
	number = strtoul(line, &end, 10);
	if (*end != ':' || number > INT_MAX)
		return false;
	return irq_check(audit, (unsigned int)number, end + 1, is_shown);
}

/**
 * hkj_audit_irqs() - device interrupts that may come to a target
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_irqs(struct hkj_audit *audit)
{
	FILE *file = fopen(hkj_path_system("/proc/interrupts").text, "re");
	char *line = NULL;
	size_t size = 0, nr = 0;

	if (!file)
		return;
	while (getline(&line, &size, file) > 0)
		nr += line_check(audit, line, nr < IRQS_SHOWN);
	free(line);
	fclose(file);
	if (nr > IRQS_SHOWN)
		hkj_audit_say(audit, HKJ_WARN, "irq",
			      "grep . " IRQ_DIRECTORY
			      "/*/effective_affinity_list shows them",
			      "%zu more interrupts go to targets",
			      nr - IRQS_SHOWN);
}
