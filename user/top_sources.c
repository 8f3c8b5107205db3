// SPDX-License-Identifier: GPL-2.0
/*
 * The table of sources, with who asked for them: on the same line where that is
 * wide, else below.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "top.h"
#include "top_table.h"
#include "view.h"

#define WIDE 150
#define NAME_COLUMNS 44
#define INDENT 10
#define INITIATOR_COLUMNS_MIN 32
#define NAME_COLUMNS_MIN 8

static struct hkj_units_text mean(const struct hkj_top_item *item)
{
	const struct hkj_live_row *row = item->row;

	return hkj_view_duration(row->count ? row->total_ns / row->count :
					      HKJ_NONE);
}

static struct hkj_units_text nr_cpus(const struct hkj_top_item *item)
{
	return hkj_units_count(item->row->nr_cpus);
}

static const struct hkj_top_column columns[] = {
	{ "n/s", 7, 50, hkj_top_count_rate },
	{ "time/s", 8, 0, hkj_top_time_rate },
	{ "count", 7, 0, hkj_top_count },
	{ "total", 8, 60, hkj_top_total },
	{ "mean", 8, 90, mean },
	{ "max", 8, 70, hkj_top_max },
	{ "CPUs", 4, 100, nr_cpus },
};

#define NR_COLUMNS (sizeof(columns) / sizeof(columns[0]))

static char *name_of(const struct hkj_source_record *source, size_t room)
{
	const struct hkj_view_source name = { source->class_name, source->name,
					      source->function, true,
					      source->id };

	return hkj_view_source_fit(&name, room);
}

/* Who asked for most of them, as far as there is room. NULL: nobody known. */
static char *asker_of(const struct hkj_source_record *source, size_t room)
{
	if (!source->nr_initiators || room < INITIATOR_COLUMNS_MIN)
		return NULL;
	return hkj_view_initiator_text(&source->initiators[0], room);
}

static void wide_print(struct hkj_page *page,
		       const struct hkj_source_record *source,
		       const char *cells, size_t used)
{
	size_t room = page->columns - used - NAME_COLUMNS - 1;
	char *name = name_of(source, NAME_COLUMNS);
	char *asker = asker_of(source, room);

	hkj_page_add(page, HKJ_PAGE_PLAIN, "%s%-*s %s", cells, NAME_COLUMNS,
		     name ? name : "", asker ? asker : "");
	free(name);
	free(asker);
}

static void narrow_print(struct hkj_page *page,
			 const struct hkj_source_record *source,
			 const char *cells, size_t used)
{
	size_t room = page->columns > used + NAME_COLUMNS_MIN ?
			      page->columns - used :
			      NAME_COLUMNS_MIN;
	char *name = name_of(source, room);

	hkj_page_add(page, HKJ_PAGE_PLAIN, "%s%s", cells, name ? name : "");
	free(name);
}

static void askers_print(struct hkj_page *page,
			 const struct hkj_source_record *source, size_t nr)
{
	for (size_t i = 0; i < source->nr_initiators && i < nr; i++) {
		char *text = hkj_view_initiator_text(&source->initiators[i],
						     page->columns - INDENT);

		if (text)
			hkj_page_add(page, HKJ_PAGE_PLAIN, "%*s%s", INDENT, "",
				     text);
		free(text);
	}
}

/* A row, and below it @nr of its initiators at most. */
static void row_print(struct hkj_page *page, const struct hkj_live *live,
		      const struct hkj_live_row *row, size_t nr)
{
	const struct hkj_top_item item = { row, NULL, live->elapsed_ns };
	char cells[HKJ_TOP_CELLS];
	size_t used = hkj_top_cells(cells, columns, NR_COLUMNS, page->columns,
				    &item);

	if (page->columns >= WIDE) {
		wide_print(page, row->source, cells, used);
		return;
	}
	narrow_print(page, row->source, cells, used);
	if (page->columns >= INDENT + INITIATOR_COLUMNS_MIN)
		askers_print(page, row->source, nr);
}

/* Lines that a row and its initiators take. */
static size_t row_height(const struct hkj_page *page,
			 const struct hkj_live_row *row, size_t nr)
{
	if (page->columns >= WIDE ||
	    page->columns < INDENT + INITIATOR_COLUMNS_MIN)
		return 1;
	return 1 + (row->source->nr_initiators < nr ?
			    row->source->nr_initiators :
			    nr);
}

/* Return: how many rows were printed; one line stays free for what follows. */
static size_t rows_print(struct hkj_page *page, const struct hkj_live *live,
			 const struct hkj_live_rows *rows, size_t scroll,
			 size_t room, size_t nr_askers)
{
	size_t used = 0, i;

	for (i = scroll; i < rows->nr; i++) {
		size_t height = row_height(page, &rows->items[i], nr_askers);
		bool is_last = i + 1 == rows->nr && !scroll;
		bool has_more = !is_last && room >= HKJ_TOP_MORE_ROWS;

		if (used + height + has_more > room)
			break;
		row_print(page, live, &rows->items[i], nr_askers);
		used += height;
	}
	return i - scroll;
}

/* Initiators of a source on the page of everything, and on that of sources. */
static size_t nr_askers(const struct hkj_top *top, size_t rows)
{
	if (top->view == HKJ_TOP_SOURCES || top->is_log)
		return 4;
	return rows >= 8 ? 1 : 0;
}

/**
 * hkj_top_sources() - the table of sources
 * @page: gets it, with its head
 * @top: order, and of which target
 * @live: read
 * @scroll: sources that are above it
 * @rows: lines it may have
 *
 * Return: @scroll, within the list.
 */
size_t hkj_top_sources(struct hkj_page *page, const struct hkj_top *top,
		       const struct hkj_live *live, size_t scroll, size_t rows)
{
	struct hkj_live_rows list;
	char heads[HKJ_TOP_CELLS];
	size_t shown;

	hkj_top_heads(heads, columns, NR_COLUMNS, page->columns);
	if (top->cpu == HKJ_NONE)
		hkj_page_add(page, HKJ_PAGE_HEAD, "%ssource, by %s", heads,
			     hkj_live_sort_words[top->sort]);
	else
		hkj_page_add(page, HKJ_PAGE_HEAD,
			     "%ssource on CPU %" PRIu64 ", by %s", heads,
			     top->cpu, hkj_live_sort_words[top->sort]);
	if (!hkj_live_rows_init(&list, live, top->cpu, top->sort,
				top->is_reversed) &&
	    rows > 1) {
		scroll = hkj_top_scroll(scroll, list.nr);
		shown = rows_print(page, live, &list, scroll, rows - 1,
				   nr_askers(top, rows));
		if (rows > HKJ_TOP_MORE_ROWS)
			hkj_top_more(page, scroll, list.nr - scroll - shown);
	}
	hkj_live_rows_free(&list);
	return scroll;
}
