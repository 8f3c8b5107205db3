/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of 'hkjitter top': columns of numbers, as many as there is room for.
 */
#ifndef HKJITTER_USER_TOP_TABLE_H
#define HKJITTER_USER_TOP_TABLE_H

#include "live_rows.h"
#include "page.h"
#include "units.h"

/**
 * struct hkj_top_item - what a line of a table is about
 * @row: its counts
 * @cpu: the target, in the table of targets
 * @elapsed_ns: time in which the new ones came; 0: not known
 */
struct hkj_top_item {
	const struct hkj_live_row *row;
	const struct hkj_live_cpu *cpu;
	uint64_t elapsed_ns;
};

/**
 * struct hkj_top_column - one column
 * @title: at its head
 * @width: of it
 * @from: width of the page from which on it is shown
 * @text: what an item has there
 */
struct hkj_top_column {
	const char *title;
	int width;
	size_t from;
	struct hkj_units_text (*text)(const struct hkj_top_item *item);
};

/* Longest line of cells. */
#define HKJ_TOP_CELLS 160

size_t hkj_top_heads(char cells[HKJ_TOP_CELLS],
		     const struct hkj_top_column *columns, size_t nr,
		     size_t width);
size_t hkj_top_cells(char cells[HKJ_TOP_CELLS],
		     const struct hkj_top_column *columns, size_t nr,
		     size_t width, const struct hkj_top_item *item);

/* What tables have in common. */
struct hkj_units_text hkj_top_rate(uint64_t count, uint64_t elapsed_ns);
struct hkj_units_text hkj_top_share(uint64_t part_ns, uint64_t whole_ns);
struct hkj_units_text hkj_top_count_rate(const struct hkj_top_item *item);
struct hkj_units_text hkj_top_time_rate(const struct hkj_top_item *item);
struct hkj_units_text hkj_top_count(const struct hkj_top_item *item);
struct hkj_units_text hkj_top_total(const struct hkj_top_item *item);
struct hkj_units_text hkj_top_max(const struct hkj_top_item *item);

/* Lists of this many lines and more tell what is above and below them. */
#define HKJ_TOP_MORE_ROWS 3

size_t hkj_top_fitting(size_t nr, size_t scroll, size_t room);
size_t hkj_top_scroll(size_t scroll, size_t nr);
void hkj_top_more(struct hkj_page *page, size_t above, size_t below);

#endif /* HKJITTER_USER_TOP_TABLE_H */
