// SPDX-License-Identifier: GPL-2.0
/*
 * The longest gaps with their parts: the two that matter most on the page of
 * everything, all of them on a page of their own.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "top.h"
#include "top_table.h"
#include "view.h"

#define PART_INDENT 14
#define NAME_COLUMNS_MIN 8

/* A gap and whose it is. */
struct found {
	const struct hkj_longest *gap;
	const struct hkj_target *target;
};

static bool is_wanted(const struct hkj_top *top, const struct hkj_live_cpu *cpu)
{
	return cpu->has_now && (top->cpu == HKJ_NONE || cpu->now.cpu == top->cpu);
}

static size_t gaps_count(const struct hkj_top *top, const struct hkj_live *live)
{
	size_t nr = 0;

	for (size_t i = 0; i < live->nr_cpus; i++)
		if (is_wanted(top, &live->cpus[i]))
			nr += live->cpus[i].now.nr_longest;
	return nr;
}

static int by_length(const void *left, const void *right)
{
	const struct found *a = left, *b = right;

	if (a->gap->duration_ns != b->gap->duration_ns)
		return a->gap->duration_ns < b->gap->duration_ns ? 1 : -1;
	return (a->gap->start_ns > b->gap->start_ns) -
	       (a->gap->start_ns < b->gap->start_ns);
}

/* Return: how many there are in @found, which has room for all. */
static size_t gaps_find(struct found *found, const struct hkj_top *top,
			const struct hkj_live *live)
{
	size_t nr = 0;

	for (size_t i = 0; i < live->nr_cpus; i++) {
		const struct hkj_target *target = &live->cpus[i].now;

		if (!is_wanted(top, &live->cpus[i]))
			continue;
		for (size_t k = 0; k < target->nr_longest; k++)
			found[nr++] = (struct found){ &target->longest[k],
						      target };
	}
	return nr;
}

static void gap_print(struct hkj_page *page, const char *label,
		      const struct found *found, enum hkj_page_style style)
{
	const struct hkj_longest *gap = found->gap;
	bool is_empty = !gap->nr_parts && !gap->parts_lost.is_there;

	hkj_page_add(page, style,
		     "%s%9s on CPU %" PRIu64 " at %" PRIu64 ".%06" PRIu64 " s%s",
		     label, hkj_units_human(gap->duration_ns).text,
		     found->target->cpu, gap->start_ns / 1000000000,
		     gap->start_ns % 1000000000 / 1000,
		     is_empty ? ", unexplained" : "");
}

static void part_print(struct hkj_page *page, const struct hkj_part_record *part)
{
	const struct hkj_view_source name = { part->class_name, part->name,
					      part->function, false, 0 };
	size_t room = page->columns > PART_INDENT + NAME_COLUMNS_MIN ?
			      page->columns - PART_INDENT :
			      NAME_COLUMNS_MIN;
	char *text = hkj_view_source_fit(&name, room);

	hkj_page_add(page, HKJ_PAGE_PLAIN, "%*s  %s", PART_INDENT - 2,
		     hkj_units_human(part->net_ns).text, text ? text : "");
	free(text);
}

/* Its parts, in @rows lines at most. */
static void parts_print(struct hkj_page *page, const struct hkj_longest *gap,
			size_t rows)
{
	size_t nr = gap->nr_parts < rows ? gap->nr_parts : rows;
	uint64_t rest = gap->parts_lost.is_there ? gap->parts_lost.value : 0;

	if (nr && nr == rows && (nr < gap->nr_parts || rest))
		nr--;
	for (size_t i = 0; i < nr; i++)
		part_print(page, &gap->parts[i]);
	rest += gap->nr_parts - nr;
	if (rest && nr < rows)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "%*s  (%" PRIu64 " more)",
			     PART_INDENT - 2, "", rest);
}

/* Only the longest ones are kept: of these, the one that came last. */
static const struct found *newest_of(const struct found *found, size_t nr)
{
	const struct found *newest = found;

	for (size_t i = 1; i < nr; i++)
		if (found[i].gap->start_ns > newest->gap->start_ns)
			newest = &found[i];
	return newest;
}

/* Whether the targets have had more gaps than are kept one by one. */
static bool is_overfull(const struct hkj_top *top, const struct hkj_live *live)
{
	for (size_t i = 0; i < live->nr_cpus; i++)
		if (is_wanted(top, &live->cpus[i]) &&
		    live->cpus[i].now.gaps.count > live->cpus[i].now.nr_longest)
			return true;
	return false;
}

/**
 * hkj_top_extremes() - the longest gap and the last one
 * @page: gets them
 * @top: of which target
 * @live: read
 * @rows: lines they may have; parts are told as far as they go
 *
 * The module keeps the longest gaps one by one. Where it had more than those, the
 * last one is the last of the longest, and the page says so.
 */
void hkj_top_extremes(struct hkj_page *page, const struct hkj_top *top,
		      const struct hkj_live *live, size_t rows)
{
	size_t nr = gaps_count(top, live);
	struct found *found = calloc(nr + 1, sizeof(*found));
	const struct found *newest;

	if (!found || !nr || !rows) {
		free(found);
		return;
	}
	nr = gaps_find(found, top, live);
	qsort(found, nr, sizeof(*found), by_length);
	newest = newest_of(found, nr);
	gap_print(page, "longest ", found, HKJ_PAGE_STRONG);
	parts_print(page, found->gap, (rows - 1) / 2);
	if (rows > 1)
		gap_print(page,
			  is_overfull(top, live) ? "last of the longest " :
						   "last    ",
			  newest, HKJ_PAGE_STRONG);
	if (rows > 2)
		parts_print(page, newest->gap, (rows - 1) / 2);
	free(found);
}

/**
 * hkj_top_gaps() - all longest gaps
 * @page: gets them, with their parts
 * @top: of which target
 * @live: read
 * @scroll: gaps that are above
 * @rows: lines they may have
 *
 * Return: @scroll, within the list.
 */
size_t hkj_top_gaps(struct hkj_page *page, const struct hkj_top *top,
		    const struct hkj_live *live, size_t scroll, size_t rows)
{
	size_t nr = gaps_count(top, live);
	struct found *found = calloc(nr + 1, sizeof(*found));
	size_t used = 1, i;

	if (!found)
		return scroll;
	hkj_page_add(page, HKJ_PAGE_HEAD, "%9s and its parts, by length", "gap");
	nr = gaps_find(found, top, live);
	qsort(found, nr, sizeof(*found), by_length);
	scroll = hkj_top_scroll(scroll, nr);
	for (i = scroll; i < nr; i++) {
		const struct hkj_longest *gap = found[i].gap;
		size_t height = 1 + gap->nr_parts + gap->parts_lost.is_there;

		if (used + height >= rows)
			break;
		gap_print(page, "", &found[i], HKJ_PAGE_PLAIN);
		parts_print(page, gap, height - 1);
		used += height;
	}
	hkj_top_more(page, scroll, nr - i);
	free(found);
	return scroll;
}
