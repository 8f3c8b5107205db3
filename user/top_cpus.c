// SPDX-License-Identifier: GPL-2.0
/*
 * The table of targets.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "top.h"
#include "top_table.h"
#include "view.h"

static struct hkj_units_text number(const struct hkj_top_item *item)
{
	return hkj_units_count(item->cpu->now.cpu);
}

static struct hkj_units_text new_share(const struct hkj_top_item *item)
{
	return hkj_top_share(item->row->new_ns, item->elapsed_ns);
}

static struct hkj_units_text share(const struct hkj_top_item *item)
{
	return hkj_top_share(item->row->total_ns, item->cpu->now.runtime_ns);
}

static struct hkj_units_text p50(const struct hkj_top_item *item)
{
	return hkj_view_duration(item->cpu->now.gaps.percentiles[HKJ_P50]);
}

static struct hkj_units_text p99(const struct hkj_top_item *item)
{
	return hkj_view_duration(item->cpu->now.gaps.percentiles[HKJ_P99]);
}

static struct hkj_units_text p99_9(const struct hkj_top_item *item)
{
	return hkj_view_duration(item->cpu->now.gaps.percentiles[HKJ_P99_9]);
}

static const struct hkj_top_column columns[] = {
	{ "CPU", 4, 0, number },
	{ "gaps/s", 7, 0, hkj_top_count_rate },
	{ "lost/s", 8, 60, hkj_top_time_rate },
	{ "now", 8, 0, new_share },
	{ "gaps", 7, 50, hkj_top_count },
	{ "lost", 8, 70, hkj_top_total },
	{ "in all", 8, 60, share },
	{ "p50", 8, 100, p50 },
	{ "p99", 8, 100, p99 },
	{ "p99.9", 8, 92, p99_9 },
	{ "longest", 8, 0, hkj_top_max },
};

#define NR_COLUMNS (sizeof(columns) / sizeof(columns[0]))

/* A target and its numbers, to be sorted. */
struct line {
	const struct hkj_live_cpu *cpu;
	struct hkj_live_row row;
};

static int by_order(const void *left, const void *right, void *data)
{
	const struct line *a = left, *b = right;
	const struct hkj_top *top = data;
	int order = hkj_live_row_order(&a->row, &b->row, top->sort);

	if (!order)
		order = a->cpu->now.cpu < b->cpu->now.cpu ? -1 : 1;
	return top->is_reversed ? -order : order;
}

/* Return: how many there are in @lines, which has room for all. */
static size_t lines_make(struct line *lines, const struct hkj_top *top,
			 const struct hkj_live *live)
{
	struct hkj_top order = *top;
	size_t nr = 0;

	for (size_t i = 0; i < live->nr_cpus; i++) {
		const struct hkj_live_cpu *cpu = &live->cpus[i];

		if (cpu->has_now)
			lines[nr++] = (struct line){ cpu,
						     hkj_live_cpu_row(cpu) };
	}
	qsort_r(lines, nr, sizeof(*lines), by_order, &order);
	return nr;
}

/* Said at the end of the line, as it is seldom so. */
static const char *remark(const struct hkj_live *live,
			  const struct hkj_live_cpu *cpu)
{
	if (cpu->is_stale)
		return "busy, not read";
	if (!hkj_live_is_running(live) || cpu->now.clock.stop.cycles)
		return cpu->now.stop_reason;
	return "";
}

static void line_print(struct hkj_page *page, const struct hkj_live *live,
		       const struct line *line)
{
	const struct hkj_top_item item = { &line->row, line->cpu,
					   line->cpu->has_before ?
						   live->elapsed_ns :
						   0 };
	char cells[HKJ_TOP_CELLS];

	hkj_top_cells(cells, columns, NR_COLUMNS, page->columns, &item);
	hkj_page_add(page, HKJ_PAGE_PLAIN, "%s %s", cells,
		     remark(live, line->cpu));
}

/**
 * hkj_top_cpus() - the table of targets
 * @page: gets it, with its head
 * @top: order
 * @live: read
 * @scroll: targets that are above it
 * @rows: lines it may have
 *
 * Return: @scroll, within the list.
 */
size_t hkj_top_cpus(struct hkj_page *page, const struct hkj_top *top,
		    const struct hkj_live *live, size_t scroll, size_t rows)
{
	struct line *lines = calloc(live->nr_cpus + 1, sizeof(*lines));
	char heads[HKJ_TOP_CELLS];
	size_t nr, shown, room = rows ? rows - 1 : 0;

	if (!lines)
		return scroll;
	hkj_top_heads(heads, columns, NR_COLUMNS, page->columns);
	hkj_page_add(page, HKJ_PAGE_HEAD, "%s", heads);
	nr = lines_make(lines, top, live);
	scroll = hkj_top_scroll(scroll, nr);
	shown = hkj_top_fitting(nr, scroll, room);
	for (size_t i = 0; i < shown; i++)
		line_print(page, live, &lines[scroll + i]);
	if (room >= HKJ_TOP_MORE_ROWS)
		hkj_top_more(page, scroll, nr - scroll - shown);
	free(lines);
	return scroll;
}
