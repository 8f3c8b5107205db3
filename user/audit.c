// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "shapes.h"

static void (*const checks[])(struct hkj_audit *audit) = {
	hkj_audit_boot,	 hkj_audit_parameters, hkj_audit_cpus,
	hkj_audit_clock, hkj_audit_cpusets,    hkj_audit_irqs,
	hkj_audit_masks, hkj_audit_values,     hkj_audit_tasks,
};

static const char *const severity_names[HKJ_NR_SEVERITIES] = {
	[HKJ_BAD] = "bad",
	[HKJ_WARN] = "warn",
	[HKJ_INFO] = "info",
};

static void finding_free(struct hkj_finding *finding)
{
	free(finding->what);
	free(finding->remedy);
}

/**
 * hkj_audit_text() - a text of its own
 * @format: as of printf()
 *
 * Return: the text, to be freed or handed over; NULL if there is no memory.
 */
char *hkj_audit_text(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	return length < 0 ? NULL : text;
}

/**
 * hkj_audit_add() - note a finding
 * @audit: gets it
 * @severity: how much it matters
 * @name: what was looked at; not freed
 * @what: what is so; handed over
 * @remedy: what would be right; handed over
 */
void hkj_audit_add(struct hkj_audit *audit, enum hkj_severity severity,
		   const char *name, char *what, char *remedy)
{
	struct hkj_finding finding = { severity, severity_names[severity], name,
				       what, remedy };
	struct hkj_finding *findings;

	findings = reallocarray(audit->findings, audit->nr_findings + 1,
				sizeof(*findings));
	if (findings)
		audit->findings = findings;
	if (!findings || !what || !remedy) {
		finding_free(&finding);
		audit->is_out_of_memory = true;
		return;
	}
	hkj_text_clean(what);
	hkj_text_clean(remedy);
	findings[audit->nr_findings++] = finding;
}

/**
 * hkj_audit_say() - note a finding whose remedy is always the same
 * @audit: gets it
 * @severity: how much it matters
 * @name: what was looked at; not freed
 * @remedy: what would be right
 * @what: what is so, as of printf()
 */
void hkj_audit_say(struct hkj_audit *audit, enum hkj_severity severity,
		   const char *name, const char *remedy, const char *what, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, what);
	length = vasprintf(&text, what, args);
	va_end(args);
	hkj_audit_add(audit, severity, name, length < 0 ? NULL : text,
		      strdup(remedy));
}

/**
 * hkj_audit_count() - how many findings there are
 * @audit: done
 * @severity: that they have
 */
size_t hkj_audit_count(const struct hkj_audit *audit,
		       enum hkj_severity severity)
{
	size_t nr = 0;

	for (size_t i = 0; i < audit->nr_findings; i++)
		nr += audit->findings[i].severity == severity;
	return nr;
}

/* Worst first; the order of the checks otherwise. */
static int findings_sort(struct hkj_audit *audit)
{
	struct hkj_finding *sorted;
	size_t nr = 0;

	sorted = calloc(audit->nr_findings + 1, sizeof(*sorted));
	if (!sorted)
		return -1;
	for (unsigned int i = 0; i < HKJ_NR_SEVERITIES; i++)
		for (size_t k = 0; k < audit->nr_findings; k++)
			if (audit->findings[k].severity == i)
				sorted[nr++] = audit->findings[k];
	free(audit->findings);
	audit->findings = sorted;
	return 0;
}

/**
 * hkj_audit_run() - look at this machine
 * @audit: zeroed; to be freed by hkj_audit_free() whatever happens
 * @error: filled when there is no memory, or a CPU list of the kernel's cannot
 *         be understood
 *
 * Return: 0, whatever was found, or -1.
 */
int hkj_audit_run(struct hkj_audit *audit, struct hkj_error *error)
{
	if (hkj_audit_facts_read(audit, error))
		return -1;
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		checks[i](audit);
	if (audit->is_out_of_memory || findings_sort(audit))
		return hkj_error_memory(error);
	return 0;
}

/**
 * hkj_audit_free() - free what an audit owns
 * @audit: zeroed, half filled or filled; zeroed afterwards
 */
void hkj_audit_free(struct hkj_audit *audit)
{
	for (size_t i = 0; i < audit->nr_findings; i++)
		finding_free(&audit->findings[i]);
	free(audit->findings);
	hkj_json_free(&hkj_shape_host, &audit->host);
	hkj_kconfig_free(&audit->config);
	free(audit->log);
	free(audit->asked.nohz_full);
	free(audit->asked.isolcpus);
	free(audit->asked.rcu_nocbs);
	free(audit->asked.irqaffinity);
	*audit = (struct hkj_audit){ 0 };
}
