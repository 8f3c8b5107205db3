/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What 'hkjitter top' shows: pages made of a session's readings. Everything here
 * is text; where it goes is for screen.h, or a log.
 */
#ifndef HKJITTER_USER_TOP_H
#define HKJITTER_USER_TOP_H

#include "live.h"
#include "live_rows.h"
#include "page.h"

/* Below this there is no page, but a line that says so. */
#define HKJ_TOP_COLUMNS_MIN 36
#define HKJ_TOP_ROWS_MIN 8

enum hkj_top_view {
	HKJ_TOP_ALL,	 /* some of everything */
	HKJ_TOP_CPUS,	 /* all targets */
	HKJ_TOP_SOURCES, /* all sources, with who asked for them */
	HKJ_TOP_GAPS,	 /* the longest gaps, with their parts */
	HKJ_TOP_KEYS,	 /* what the keys do */
	HKJ_NR_TOP_VIEWS
};

/**
 * struct hkj_top - what its user has chosen
 * @view: which page
 * @sort: of targets and sources
 * @is_reversed: the other way round
 * @cpu: sources and gaps of this target; HKJ_NONE: of all
 * @scroll: lines of the page's list that are above it
 * @is_paused: nothing is read
 * @is_ended: it is over
 * @is_log: a page for a log: all that matters, and no keys
 * @note: shown in the page's head, or NULL
 */
struct hkj_top {
	enum hkj_top_view view;
	enum hkj_live_sort sort;
	bool is_reversed;
	uint64_t cpu;
	size_t scroll;
	bool is_paused;
	bool is_ended;
	bool is_log;
	const char *note;
};

int hkj_top_page(struct hkj_page *page, struct hkj_top *top,
		 const struct hkj_live *live, size_t columns, size_t rows);
int hkj_top_key(struct hkj_top *top, const struct hkj_live *live, int key,
		size_t rows);

/*
 * Parts of pages: at most @rows lines each. Lists begin with item @scroll, and
 * return the one that they did begin with.
 */
void hkj_top_head(struct hkj_page *page, const struct hkj_top *top,
		  const struct hkj_live *live);
size_t hkj_top_cpus(struct hkj_page *page, const struct hkj_top *top,
		    const struct hkj_live *live, size_t scroll, size_t rows);
size_t hkj_top_sources(struct hkj_page *page, const struct hkj_top *top,
		       const struct hkj_live *live, size_t scroll, size_t rows);
void hkj_top_extremes(struct hkj_page *page, const struct hkj_top *top,
		      const struct hkj_live *live, size_t rows);
size_t hkj_top_gaps(struct hkj_page *page, const struct hkj_top *top,
		    const struct hkj_live *live, size_t scroll, size_t rows);
size_t hkj_top_keys(struct hkj_page *page, size_t scroll, size_t rows);
void hkj_top_key_line(struct hkj_page *page);

#endif /* HKJITTER_USER_TOP_H */
