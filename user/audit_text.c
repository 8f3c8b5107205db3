// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "shapes.h"
#include "view.h"

/* What the JSON is made of. */
struct report {
	const char *schema;
	const char *kernel;
	const char *cmdline;
	char *targets;
	char *housekeeping;
	uint64_t bad;
	uint64_t warn;
	uint64_t info;
	size_t nr_findings;
	const struct hkj_finding *findings;
};

static const struct hkj_json_key keys_finding[] = {
	{ "severity", HKJ_JSON_TEXT, false,
	  offsetof(struct hkj_finding, severity_name), 0, NULL },
	HKJ_KEY(TEXT, struct hkj_finding, name),
	HKJ_KEY(TEXT, struct hkj_finding, what),
	HKJ_KEY(TEXT, struct hkj_finding, remedy),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_finding =
	HKJ_SHAPE(struct hkj_finding, keys_finding);

static const struct hkj_json_key keys_report[] = {
	HKJ_KEY(TEXT, struct report, schema),
	HKJ_KEY(TEXT, struct report, kernel),
	HKJ_KEY(TEXT, struct report, cmdline),
	HKJ_KEY(TEXT, struct report, targets),
	HKJ_KEY(TEXT, struct report, housekeeping),
	HKJ_KEY(U64, struct report, bad),
	HKJ_KEY(U64, struct report, warn),
	HKJ_KEY(U64, struct report, info),
	HKJ_KEY_OBJECTS(struct report, findings, &shape_finding),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_report = HKJ_SHAPE(struct report,
							    keys_report);

static int report_write(const struct report *report, FILE *out)
{
	if (!report->targets || !report->housekeeping)
		return -1;
	return hkj_json_save(&shape_report, NULL, report, out);
}

/**
 * hkj_audit_write_json() - print as JSON
 * @audit: done
 * @out: gets it
 * @error: filled when there is no memory or space
 *
 * Return: 0 or -1.
 */
int hkj_audit_write_json(const struct hkj_audit *audit, FILE *out,
			 struct hkj_error *error)
{
	static const struct hkj_finding none;
	struct report report = {
		.schema = HKJ_AUDIT_SCHEMA,
		.kernel = audit->host.kernel,
		.cmdline = audit->host.cmdline,
		.targets = hkj_cpus_format(&audit->targets),
		.housekeeping = hkj_cpus_format(&audit->housekeeping),
		.bad = hkj_audit_count(audit, HKJ_BAD),
		.warn = hkj_audit_count(audit, HKJ_WARN),
		.info = hkj_audit_count(audit, HKJ_INFO),
		.nr_findings = audit->nr_findings,
		.findings = audit->findings ? audit->findings : &none,
	};
	int failed = report_write(&report, out);

	free(report.targets);
	free(report.housekeeping);
	return failed ? hkj_error_memory(error) : 0;
}

static void head_print(const struct hkj_audit *audit, FILE *out)
{
	char *targets = hkj_audit_list(&audit->targets);
	char *others = hkj_audit_list(&audit->housekeeping);

	hkj_view_line(out, "kernel", "Linux %s %s%s", audit->host.kernel,
		      audit->host.arch,
		      audit->host.is_realtime ? ", PREEMPT_RT" : "");
	hkj_view_line(out, "boot", "%s", audit->host.cmdline);
	hkj_view_line(out, "CPUs", "targets %s, housekeeping %s",
		      targets ? targets : "", others ? others : "");
	free(targets);
	free(others);
}

/**
 * hkj_audit_write_text() - print for people
 * @audit: done
 * @out: gets a line a finding, worst first, wrapped to 80 columns
 */
void hkj_audit_write_text(const struct hkj_audit *audit, FILE *out)
{
	head_print(audit, out);
	for (size_t i = 0; i < audit->nr_findings; i++) {
		const struct hkj_finding *finding = &audit->findings[i];

		hkj_view_line(out, finding->severity_name, "%s: %s; %s",
			      finding->name, finding->what, finding->remedy);
	}
	hkj_view_line(out, "found", "%zu bad, %zu to be warned of, %zu to know",
		      hkj_audit_count(audit, HKJ_BAD),
		      hkj_audit_count(audit, HKJ_WARN),
		      hkj_audit_count(audit, HKJ_INFO));
}
