// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "top_table.h"
#include "view.h"

#define NS_PER_S 1000000000.0

static const struct hkj_units_text none = { "-" };

static size_t cell_add(char cells[HKJ_TOP_CELLS], size_t used, int width,
		       const char *text)
{
	int length = snprintf(cells + used, HKJ_TOP_CELLS - used, "%*s ", width,
			      text);

	return length < 0 || used + (size_t)length >= HKJ_TOP_CELLS ?
		       HKJ_TOP_CELLS - 1 :
		       used + (size_t)length;
}

/**
 * hkj_top_heads() - the heads of the columns that fit
 * @cells: gets them
 * @columns: of the table
 * @nr: how many
 * @width: of the page
 *
 * Return: how wide they are.
 */
size_t hkj_top_heads(char cells[HKJ_TOP_CELLS],
		     const struct hkj_top_column *columns, size_t nr,
		     size_t width)
{
	size_t used = 0;

	for (size_t i = 0; i < nr; i++)
		if (width >= columns[i].from)
			used = cell_add(cells, used, columns[i].width,
					columns[i].title);
	return used;
}

/**
 * hkj_top_cells() - what an item has in the columns that fit
 * @cells: gets them
 * @columns: of the table
 * @nr: how many
 * @width: of the page
 * @item: the item
 *
 * Return: how wide they are.
 */
size_t hkj_top_cells(char cells[HKJ_TOP_CELLS],
		     const struct hkj_top_column *columns, size_t nr,
		     size_t width, const struct hkj_top_item *item)
{
	size_t used = 0;

	for (size_t i = 0; i < nr; i++)
		if (width >= columns[i].from)
			used = cell_add(cells, used, columns[i].width,
					columns[i].text(item).text);
	return used;
}

/**
 * hkj_top_rate() - how many a second
 * @count: how many came
 * @elapsed_ns: in this time; 0: not known
 */
struct hkj_units_text hkj_top_rate(uint64_t count, uint64_t elapsed_ns)
{
	double rate = (double)count * NS_PER_S / (double)elapsed_ns;
	struct hkj_units_text out;

	if (!elapsed_ns)
		return none;
	if (rate >= 100 || !count)
		return hkj_units_count((uint64_t)(rate + 0.5));
	snprintf(out.text, sizeof(out.text), "%.1f", rate);
	return out;
}

/**
 * hkj_top_share() - a part of the time, in percent
 * @part_ns: the part
 * @whole_ns: all of it; 0: not known
 */
struct hkj_units_text hkj_top_share(uint64_t part_ns, uint64_t whole_ns)
{
	struct hkj_units_text out;

	if (!whole_ns)
		return none;
	snprintf(out.text, sizeof(out.text), "%.3f%%",
		 100.0 * (double)part_ns / (double)whole_ns);
	return out;
}

struct hkj_units_text hkj_top_count_rate(const struct hkj_top_item *item)
{
	return hkj_top_rate(item->row->new_count, item->elapsed_ns);
}

struct hkj_units_text hkj_top_time_rate(const struct hkj_top_item *item)
{
	double ns = (double)item->row->new_ns * NS_PER_S /
		    (double)item->elapsed_ns;

	return item->elapsed_ns ? hkj_units_human((uint64_t)(ns + 0.5)) : none;
}

struct hkj_units_text hkj_top_count(const struct hkj_top_item *item)
{
	return hkj_units_count(item->row->count);
}

struct hkj_units_text hkj_top_total(const struct hkj_top_item *item)
{
	return hkj_units_human(item->row->total_ns);
}

struct hkj_units_text hkj_top_max(const struct hkj_top_item *item)
{
	return hkj_view_duration(item->row->max_ns);
}

/**
 * hkj_top_scroll() - keep a list from going beyond its last item
 * @scroll: how many items are to be above
 * @nr: how many there are
 */
size_t hkj_top_scroll(size_t scroll, size_t nr)
{
	return scroll < nr ? scroll : nr ? nr - 1 :
					   0;
}

/**
 * hkj_top_fitting() - how many items of one line each fit
 * @nr: how many there are
 * @scroll: how many are above
 * @room: lines; one of them is for hkj_top_more() where it has to tell something
 */
size_t hkj_top_fitting(size_t nr, size_t scroll, size_t room)
{
	size_t left = nr - scroll;

	if (room >= HKJ_TOP_MORE_ROWS && (scroll || left > room))
		room--;
	return left < room ? left : room;
}

/**
 * hkj_top_more() - tell that a list goes on
 * @page: gets a line, if there is anything to tell
 * @above: lines before those shown
 * @below: lines behind them
 */
void hkj_top_more(struct hkj_page *page, size_t above, size_t below)
{
	if (above && below)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "  (%zu above, %zu below)",
			     above, below);
	else if (above)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "  (%zu above)", above);
	else if (below)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "  (%zu more)", below);
}
