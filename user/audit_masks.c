// SPDX-License-Identifier: GPL-2.0
/*
 * Masks of CPUs that work may go to: workqueues, watchdogs, new interrupts,
 * steering of packets.
 */
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "paths.h"

/**
 * struct mask - one row
 * @name: of the finding
 * @pattern: of the files that hold it
 * @is_list: a list and no mask in hexadecimal digits
 * @guard: file that says whether it matters: not if it holds 0; NULL: always
 * @within: file of a mask that this one is cut by; NULL: none
 * @severity: of a mask that has targets
 * @what: what that means
 */
struct mask {
	const char *name;
	const char *pattern;
	bool is_list;
	const char *guard;
	const char *within;
	enum hkj_severity severity;
	const char *what;
};

#define WORKQUEUES "/sys/devices/virtual/workqueue/"

/* clang-format off */
static const struct mask masks[] = {
	{ "workqueue", WORKQUEUES "cpumask", false, NULL, NULL, HKJ_BAD,
	  "unbound work goes to" },
	{ "workqueue", WORKQUEUES "*/cpumask", false, NULL, WORKQUEUES "cpumask", HKJ_WARN,
	  "work of this queue goes to" },
	{ "watchdog", "/proc/sys/kernel/watchdog_cpumask", true,
	  "/proc/sys/kernel/soft_watchdog", NULL, HKJ_BAD,
	  "the soft-lockup watchdog runs on" },
	{ "nmi_watchdog", "/proc/sys/kernel/watchdog_cpumask", true,
	  "/proc/sys/kernel/nmi_watchdog", NULL, HKJ_WARN,
	  "the hard-lockup watchdog looks at" },
	{ "irqaffinity", "/proc/irq/default_smp_affinity", false, NULL, NULL, HKJ_WARN,
	  "interrupts of new devices go to" },
	{ "rps", "/sys/class/net/*/queues/rx-*/rps_cpus", false, NULL, NULL, HKJ_BAD,
	  "packets of this queue are received on" },
};

/* clang-format on */

static unsigned int digit_of(char c)
{
	return isdigit((unsigned char)c) ? (unsigned int)(c - '0') :
					   (unsigned int)(tolower(c) - 'a') + 10;
}

/* "ff,00000001": groups of eight digits, the highest CPUs first. */
static void mask_parse(const char *text, struct hkj_cpus *cpus)
{
	size_t at = strlen(text);
	unsigned int cpu = 0;

	*cpus = (struct hkj_cpus){ { 0 } };
	while (at-- && cpu + 4 <= HKJ_CPUS_MAX) {
		if (!isxdigit((unsigned char)text[at]))
			continue;
		for (unsigned int bit = 0; bit < 4; bit++)
			if (digit_of(text[at]) >> bit & 1)
				hkj_cpus_add(cpus, cpu + bit);
		cpu += 4;
	}
}

/* The same way back, as many digits as it takes. */
static char *mask_format(const struct hkj_cpus *cpus)
{
	unsigned int cpu, last = 0;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	hkj_cpus_for_each(cpu, cpus)
		last = cpu;
	for (unsigned int digit = last / 4 + 1; digit--;) {
		unsigned int value = 0;

		for (unsigned int bit = 0; bit < 4; bit++)
			value |= (unsigned int)hkj_cpus_has(cpus, digit * 4 + bit)
				 << bit;
		fprintf(out, "%x%s", value,
			digit && digit % 8 == 0 ? "," : "");
	}
	fclose(out);
	return text;
}

static bool is_off(const struct mask *mask)
{
	char *text;
	bool answer;

	if (!mask->guard)
		return false;
	text = hkj_audit_file(mask->guard);
	answer = !text || !strcmp(text, "0");
	free(text);
	return answer;
}

static bool file_parse(const char *path, bool is_list, struct hkj_cpus *cpus)
{
	struct hkj_error ignored;
	char *text = hkj_audit_file(path);
	bool is_read = !!text;

	if (text && is_list)
		is_read = !hkj_cpus_parse(text, cpus, &ignored);
	else if (text)
		mask_parse(text, cpus);
	free(text);
	return is_read;
}

/* A queue's own mask is what it was asked to have; the global one cuts it. */
static bool mask_read(const struct mask *mask, const char *path,
		      struct hkj_cpus *cpus)
{
	struct hkj_cpus global;

	if (!file_parse(path, mask->is_list, cpus))
		return false;
	if (mask->within && file_parse(mask->within, false, &global))
		*cpus = hkj_audit_common(cpus, &global);
	return true;
}

static void mask_check(struct hkj_audit *audit, const struct mask *mask,
		       const char *path)
{
	struct hkj_cpus cpus, both;
	char *list, *right;

	if (!mask_read(mask, path, &cpus))
		return;
	both = hkj_audit_common(&cpus, &audit->targets);
	if (!hkj_cpus_count(&both))
		return;
	list = hkj_audit_list(&both);
	right = mask->is_list ? hkj_audit_list(&audit->housekeeping) :
				mask_format(&audit->housekeeping);
	hkj_audit_add(audit, mask->severity, mask->name,
		      hkj_audit_text("%s CPU %s", mask->what, list),
		      hkj_audit_text("echo %s > %s", right, path));
	free(list);
	free(right);
}

/**
 * hkj_audit_masks() - masks that have targets in them
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_masks(struct hkj_audit *audit)
{
	size_t root = strlen(hkj_path_system("").text);

	for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
		const struct mask *mask = &masks[i];
		glob_t found = { 0 };

		if (!is_off(mask) &&
		    !glob(hkj_path_system(mask->pattern).text, 0, NULL, &found))
			for (size_t k = 0; k < found.gl_pathc; k++)
				mask_check(audit, mask,
					   found.gl_pathv[k] + root);
		globfree(&found);
	}
}
