// SPDX-License-Identifier: GPL-2.0
/*
 * make_fixture: prints the result file of tests/unit/data/result.json. To be
 * run again when keys are added: make_fixture > data/result.json, and
 * hkjitter report data/result.json > data/report.txt
 */
#include "fixture.h"
#include "result.h"
#include "unit.h"

int main(void)
{
	struct hkj_result result;
	char *text;

	fixture_make(&result);
	text = fixture_text(&result);
	fputs(text, stdout);
	free(text);
	hkj_result_free(&result);
	return fflush(stdout) ? 1 : 0;
}
