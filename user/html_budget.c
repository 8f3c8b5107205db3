// SPDX-License-Identifier: GPL-2.0
/*
 * What became of a budget: broken limits first, with who broke them.
 */
#include <stdlib.h>

#include "finding_text.h"
#include "html.h"

/* In the order in which they are shown. */
static const struct {
	enum hkj_ruling ruling;
	const char *style;
	const char *sign;
} shown[] = {
	{ HKJ_RULING_FAIL, "bad", "&#10007;" },
	{ HKJ_RULING_SKIP, "care", "?" },
	{ HKJ_RULING_PASS, "good", "&#10003;" },
};

static void finding_print(const struct hkj_html *page, size_t index, size_t kind)
{
	const struct hkj_finding *finding = &page->judgement->findings[index];
	bool is_broken = finding->ruling == HKJ_RULING_FAIL;
	char *name = hkj_finding_name(finding);
	char *detail = is_broken ?
			       hkj_finding_detail(page->judgement, finding) :
			       NULL;

	fprintf(page->out, "<li class=\"%s\"><b>%s</b>", shown[kind].style,
		shown[kind].sign);
	hkj_html_text(page->out, name);
	if (finding->ruling == HKJ_RULING_SKIP) {
		fputs(", not judged: ", page->out);
		hkj_html_text(page->out, finding->why);
	}
	if (detail) {
		fputs("<br/><span class=\"soft\">", page->out);
		hkj_html_text(page->out, detail);
		fputs("</span>", page->out);
	}
	fputs("</li>\n", page->out);
	free(name);
	free(detail);
}

static void list_print(const struct hkj_html *page, size_t kind)
{
	const struct hkj_judgement *judgement = page->judgement;

	for (size_t i = 0; i < judgement->nr_findings; i++)
		if (judgement->findings[i].ruling == shown[kind].ruling)
			finding_print(page, i, kind);
}

/**
 * hkj_html_budget() - what became of each limit
 * @page: gets it; nothing if there is no budget
 */
void hkj_html_budget(struct hkj_html *page)
{
	if (!page->judgement)
		return;
	fputs("<section class=\"card limits\">\n<h2>Budget ", page->out);
	hkj_html_text(page->out, page->judgement->budget->name);
	fputs("</h2>\n<ul>\n", page->out);
	for (size_t kind = 0; kind < sizeof(shown) / sizeof(shown[0]); kind++)
		list_print(page, kind);
	fputs("</ul>\n</section>\n", page->out);
}
