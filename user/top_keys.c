// SPDX-License-Identifier: GPL-2.0
/*
 * What the keys do: one table, of which the line of keys and the page of keys
 * are made, too.
 */
#include <curses.h>
#include <string.h>

#include "top.h"
#include "top_table.h"

/* Lines of a page that are no list. */
#define PAGE_REST 6

/**
 * struct key - one key
 * @key: as curses has it
 * @also: another key that does the same, or 0
 * @name: for the page of keys
 * @brief: for the line of keys; NULL: not there
 * @help: what it does
 * @act: does it
 * @argument: for @act
 */
struct key {
	int key;
	int also;
	const char *name;
	const char *brief;
	const char *help;
	void (*act)(struct hkj_top *top, const struct hkj_live *live,
		    int argument, size_t rows);
	int argument;
};

static void act_quit(struct hkj_top *top, const struct hkj_live *live,
		     int argument, size_t rows)
{
	(void)live;
	(void)argument;
	(void)rows;
	top->is_ended = true;
}

static void act_view(struct hkj_top *top, const struct hkj_live *live,
		     int argument, size_t rows)
{
	(void)live;
	(void)rows;
	top->view = top->view == (enum hkj_top_view)argument ?
			    HKJ_TOP_ALL :
			    (enum hkj_top_view)argument;
	top->scroll = 0;
}

static void act_next_view(struct hkj_top *top, const struct hkj_live *live,
			  int argument, size_t rows)
{
	(void)live;
	(void)rows;
	(void)argument;
	top->view = (top->view + 1) % HKJ_TOP_KEYS;
	top->scroll = 0;
}

static void act_sort(struct hkj_top *top, const struct hkj_live *live,
		     int argument, size_t rows)
{
	(void)live;
	(void)rows;
	(void)argument;
	top->sort = (top->sort + 1) % HKJ_NR_LIVE_SORTS;
	top->scroll = 0;
}

static void act_reverse(struct hkj_top *top, const struct hkj_live *live,
			int argument, size_t rows)
{
	(void)live;
	(void)rows;
	(void)argument;
	top->is_reversed = !top->is_reversed;
	top->scroll = 0;
}

/* All, then each target, in both directions. */
static void act_cpu(struct hkj_top *top, const struct hkj_live *live,
		    int argument, size_t rows)
{
	size_t at = 0;

	(void)rows;
	for (size_t i = 0; i < live->nr_cpus; i++)
		if (live->cpus[i].has_now && live->cpus[i].now.cpu == top->cpu)
			at = i + 1;
	at = (at + live->nr_cpus + 1 + (size_t)argument) % (live->nr_cpus + 1);
	top->cpu = at && live->cpus[at - 1].has_now ?
			   live->cpus[at - 1].now.cpu :
			   HKJ_NONE;
	top->scroll = 0;
}

static void act_pause(struct hkj_top *top, const struct hkj_live *live,
		      int argument, size_t rows)
{
	(void)live;
	(void)argument;
	(void)rows;
	top->is_paused = !top->is_paused;
}

static void act_scroll(struct hkj_top *top, const struct hkj_live *live,
		       int argument, size_t rows)
{
	(void)live;
	(void)rows;
	if (argument > 0)
		top->scroll++;
	else if (top->scroll)
		top->scroll--;
}

static void act_scroll_page(struct hkj_top *top, const struct hkj_live *live,
			    int argument, size_t rows)
{
	size_t step = rows > PAGE_REST + 1 ? rows - PAGE_REST : 1;

	(void)live;
	if (argument > 0)
		top->scroll += step;
	else
		top->scroll -= step < top->scroll ? step : top->scroll;
}

static void act_home(struct hkj_top *top, const struct hkj_live *live,
		     int argument, size_t rows)
{
	(void)live;
	(void)argument;
	(void)rows;
	top->scroll = 0;
}

/* clang-format off */
static const struct key keys[] = {
	{ 'q', 'Q', "q", "q quit", "quit", act_quit, 0 },
	{ 'v', '\t', "v, Tab", "v view",
	  "next page: everything, CPUs, sources, gaps", act_next_view, 0 },
	{ 's', 0, "s", "s sort",
	  "next order: rate, total, count, max, name", act_sort, 0 },
	{ 'r', 0, "r", NULL, "reverse the order", act_reverse, 0 },
	{ 'c', KEY_RIGHT, "c, Right", "c CPU",
	  "sources and gaps of the next CPU, or of all", act_cpu, 1 },
	{ KEY_LEFT, 0, "Left", NULL, "of the CPU before", act_cpu, -1 },
	{ 'p', ' ', "p, Space", "p pause", "stop reading, or go on", act_pause, 0 },
	{ 'h', '?', "h, ?", "h help", "this page, or back", act_view, HKJ_TOP_KEYS },
	{ '1', 0, "1", NULL, "everything", act_view, HKJ_TOP_ALL },
	{ '2', 0, "2", NULL, "CPUs", act_view, HKJ_TOP_CPUS },
	{ '3', 0, "3", NULL, "sources, and who asked for them", act_view, HKJ_TOP_SOURCES },
	{ '4', 0, "4", NULL, "the longest gaps with their parts", act_view, HKJ_TOP_GAPS },
	{ KEY_DOWN, 'j', "Down, j", NULL, "down the list", act_scroll, 1 },
	{ KEY_UP, 'k', "Up, k", NULL, "up the list", act_scroll, -1 },
	{ KEY_NPAGE, 'f', "PgDn, f", NULL, "a page down", act_scroll_page, 1 },
	{ KEY_PPAGE, 'b', "PgUp, b", NULL, "a page up", act_scroll_page, -1 },
	{ KEY_HOME, 'g', "Home, g", NULL, "to the begin", act_home, 0 },
};

/* clang-format on */

#define NR_KEYS (sizeof(keys) / sizeof(keys[0]))

/**
 * hkj_top_key() - do what a key does
 * @top: is changed
 * @live: read
 * @key: as curses has it
 * @rows: height of the terminal
 *
 * Return: 0, or -1 if it does nothing.
 */
int hkj_top_key(struct hkj_top *top, const struct hkj_live *live, int key,
		size_t rows)
{
	for (size_t i = 0; i < NR_KEYS; i++) {
		if (keys[i].key != key && (!keys[i].also || keys[i].also != key))
			continue;
		keys[i].act(top, live, keys[i].argument, rows);
		return 0;
	}
	return -1;
}

/**
 * hkj_top_keys() - the page of keys
 * @page: gets it
 * @scroll: keys that are above it
 * @rows: lines it may have
 *
 * Return: @scroll, within the list.
 */
size_t hkj_top_keys(struct hkj_page *page, size_t scroll, size_t rows)
{
	hkj_page_add(page, HKJ_PAGE_HEAD, "%-9s what it does", "key");
	scroll = hkj_top_scroll(scroll, NR_KEYS);
	for (size_t i = scroll; i < NR_KEYS && i - scroll + 1 < rows; i++)
		hkj_page_add(page, HKJ_PAGE_PLAIN, "%-9s %s", keys[i].name,
			     keys[i].help);
	return scroll;
}

/**
 * hkj_top_key_line() - the keys that matter most, as many as there is room for
 * @page: gets a line
 */
void hkj_top_key_line(struct hkj_page *page)
{
	char text[200] = "";

	for (size_t i = 0; i < NR_KEYS; i++) {
		size_t used = strlen(text);

		if (!keys[i].brief ||
		    used + strlen(keys[i].brief) + 2 > page->columns)
			continue;
		snprintf(text + used, sizeof(text) - used, "%s%s",
			 used ? "  " : "", keys[i].brief);
	}
	hkj_page_add(page, HKJ_PAGE_HEAD, "%s", text);
}
