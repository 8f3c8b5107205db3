// SPDX-License-Identifier: GPL-2.0
/*
 * A judgement as KTAP, version 1: one test a limit. A limit that could not be
 * told has the directive SKIP, never a bare "ok".
 */
#include <stdio.h>
#include <stdlib.h>

#include "finding_text.h"
#include "view_check.h"

static void finding_print(const struct hkj_judgement *judgement, size_t index,
			  FILE *out)
{
	const struct hkj_finding *finding = &judgement->findings[index];
	bool has_failed = finding->ruling == HKJ_RULING_FAIL;
	char *name = hkj_finding_name(finding);
	char *detail = has_failed ? hkj_finding_detail(judgement, finding) :
				    NULL;

	if (detail)
		fprintf(out, "# %s\n", detail);
	fprintf(out, "%s %zu %s", has_failed ? "not ok" : "ok", index + 1,
		name ? name : "");
	if (finding->ruling == HKJ_RULING_SKIP) {
		hkj_text_clean_ktap(finding->why);
		fprintf(out, " # SKIP %s", finding->why);
	}
	fputc('\n', out);
	free(name);
	free(detail);
}

/**
 * hkj_view_check() - a judgement as KTAP
 * @judgement: filled
 * @name: of the result's file
 * @out: gets it
 */
void hkj_view_check(const struct hkj_judgement *judgement, const char *name,
		    FILE *out)
{
	char *about;

	fprintf(out, "KTAP version 1\n1..%zu\n", judgement->nr_findings);
	if (asprintf(&about, "budget %s, result %s", judgement->budget->name,
		     name) >= 0) {
		hkj_text_clean_ktap(about);
		fprintf(out, "# %s\n", about);
		free(about);
	}
	for (size_t i = 0; i < judgement->nr_findings; i++)
		finding_print(judgement, i, out);
	fprintf(out,
		"# Totals: pass:%zu fail:%zu xfail:0 xpass:0 skip:%zu error:0\n",
		judgement->nr[HKJ_RULING_PASS], judgement->nr[HKJ_RULING_FAIL],
		judgement->nr[HKJ_RULING_SKIP]);
}
