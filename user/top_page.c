// SPDX-License-Identifier: GPL-2.0
/*
 * What goes where on a page of any size.
 */
#include <string.h>

#include "top.h"

#define HEAD_ROWS 2
#define AIRY_ROWS 20 /* from here on there are empty lines between parts */
#define EXTREMES_ROWS_MAX 8
#define LOG_CPUS_MAX 64
#define LOG_SOURCES_MAX 60

/* Lines of each part on the page of everything. */
struct layout {
	size_t cpus;
	size_t sources;
	size_t extremes;
	size_t blanks;
};

static size_t at_most(size_t value, size_t most)
{
	return value < most ? value : most;
}

/* The heads of tables count. Gaps get a third, targets a third of the rest. */
static struct layout layout_of(size_t rows, size_t nr_cpus)
{
	struct layout layout = { 0 };

	layout.blanks = rows >= AIRY_ROWS ? 1 : 0;
	rows -= layout.blanks * 3;
	layout.extremes = rows < 6 ? 1 :
				     at_most(rows / 3, EXTREMES_ROWS_MAX);
	rows -= layout.extremes;
	layout.cpus = 1 + at_most(nr_cpus, rows / 3);
	layout.sources = rows - layout.cpus;
	return layout;
}

static struct layout log_layout(size_t nr_cpus)
{
	return (struct layout){ 1 + at_most(nr_cpus, LOG_CPUS_MAX),
				LOG_SOURCES_MAX, 2 + EXTREMES_ROWS_MAX * 2, 1 };
}

static void blanks_add(struct hkj_page *page, const struct layout *layout)
{
	for (size_t i = 0; i < layout->blanks; i++)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "%s", "");
}

static void all_print(struct hkj_page *page, struct hkj_top *top,
		      const struct hkj_live *live)
{
	struct layout layout =
		top->is_log ? log_layout(live->nr_cpus) :
			      layout_of(hkj_page_left(page), live->nr_cpus);

	blanks_add(page, &layout);
	hkj_top_cpus(page, top, live, 0, layout.cpus);
	blanks_add(page, &layout);
	top->scroll = hkj_top_sources(page, top, live, top->scroll,
				      layout.sources);
	blanks_add(page, &layout);
	hkj_top_extremes(page, top, live, layout.extremes);
}

/* Without a session there is one thing to say. */
static void nothing_print(struct hkj_page *page, const struct hkj_live *live)
{
	bool is_soon = !strcmp(live->state, "starting");

	hkj_page_add(page, HKJ_PAGE_STRONG, "%s",
		     is_soon ? "a session starts" :
			       "no session yet: waiting for one");
	if (!is_soon)
		hkj_page_add(page, HKJ_PAGE_PLAIN,
			     "'hkjitter run' starts one, or 'hkjitter top -c isolated'");
}

static void view_print(struct hkj_page *page, struct hkj_top *top,
		       const struct hkj_live *live)
{
	size_t left = hkj_page_left(page);

	if (top->view == HKJ_TOP_CPUS)
		top->scroll = hkj_top_cpus(page, top, live, top->scroll, left);
	else if (top->view == HKJ_TOP_SOURCES)
		top->scroll =
			hkj_top_sources(page, top, live, top->scroll, left);
	else if (top->view == HKJ_TOP_GAPS)
		top->scroll = hkj_top_gaps(page, top, live, top->scroll, left);
	else
		all_print(page, top, live);
}

static void body_print(struct hkj_page *page, struct hkj_top *top,
		       const struct hkj_live *live)
{
	if (top->view == HKJ_TOP_KEYS) {
		top->scroll = hkj_top_keys(page, top->scroll,
					   hkj_page_left(page));
	} else if (!live->session) {
		nothing_print(page, live);
	} else {
		hkj_top_head(page, top, live);
		view_print(page, top, live);
	}
}

/* The last line is that of the keys, wherever the rest ends. */
static void screen_print(struct hkj_page *page, struct hkj_top *top,
			 const struct hkj_live *live)
{
	page->rows--;
	body_print(page, top, live);
	while (hkj_page_left(page))
		hkj_page_add(page, HKJ_PAGE_PLAIN, "%s", "");
	page->rows++;
	hkj_top_key_line(page);
}

/**
 * hkj_top_page() - the page of the moment
 * @page: to be filled; hkj_page_free() frees it whatever happens
 * @top: what its user has chosen; lists are kept from scrolling beyond their end
 * @live: read
 * @columns: width of the terminal, or of the log
 * @rows: height of the terminal; not of interest for a log
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_top_page(struct hkj_page *page, struct hkj_top *top,
		 const struct hkj_live *live, size_t columns, size_t rows)
{
	if (top->is_log)
		rows = HEAD_ROWS + LOG_CPUS_MAX + LOG_SOURCES_MAX +
		       EXTREMES_ROWS_MAX * 3 + 10;
	if (hkj_page_init(page, columns, rows ? rows : 1))
		return -1;
	if (columns < HKJ_TOP_COLUMNS_MIN || rows < HKJ_TOP_ROWS_MIN)
		hkj_page_add(page, HKJ_PAGE_PLAIN,
			     "too small: %dx%d or more", HKJ_TOP_COLUMNS_MIN,
			     HKJ_TOP_ROWS_MIN);
	else if (top->is_log)
		body_print(page, top, live);
	else
		screen_print(page, top, live);
	return 0;
}
