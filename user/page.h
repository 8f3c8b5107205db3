/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A page of text: lines of limited width, for a terminal of any size or for a
 * log. Whoever shows it decides what a style looks like.
 */
#ifndef HKJITTER_USER_PAGE_H
#define HKJITTER_USER_PAGE_H

#include <stddef.h>
#include <stdio.h>

enum hkj_page_style {
	HKJ_PAGE_PLAIN,
	HKJ_PAGE_STRONG, /* what is looked for first */
	HKJ_PAGE_HEAD,	 /* heads of tables */
	HKJ_NR_PAGE_STYLES
};

struct hkj_page_line {
	enum hkj_page_style style;
	char *text;
};

/**
 * struct hkj_page - lines
 * @columns: no line is wider
 * @rows: there are no more lines; what is added beyond is left out
 * @nr: lines so far
 * @lines: those
 */
struct hkj_page {
	size_t columns;
	size_t rows;
	size_t nr;
	struct hkj_page_line *lines;
};

int hkj_page_init(struct hkj_page *page, size_t columns, size_t rows);
void hkj_page_add(struct hkj_page *page, enum hkj_page_style style,
		  const char *format, ...)
	__attribute__((format(printf, 3, 4)));
size_t hkj_page_left(const struct hkj_page *page);
void hkj_page_print(const struct hkj_page *page, FILE *out);
void hkj_page_free(struct hkj_page *page);

#endif /* HKJITTER_USER_PAGE_H */
