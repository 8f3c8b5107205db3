// SPDX-License-Identifier: GPL-2.0
#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "screen.h"

/* Its names of capabilities are macros, and everyday words. */
#include <term.h>
#undef columns
#undef lines

static const attr_t attributes[HKJ_NR_PAGE_STYLES] = {
	[HKJ_PAGE_PLAIN] = A_NORMAL,
	[HKJ_PAGE_STRONG] = A_BOLD,
	[HKJ_PAGE_HEAD] = A_REVERSE,
};

static SCREEN *screen;

/* newterm() looks for itself again: what was found here is given back. */
static bool can_move(void)
{
	const char *move;
	int status;

	if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
		return false;
	move = tigetstr("cup");
	del_curterm(cur_term);
	return move && move != (char *)-1;
}

/**
 * hkj_screen_is_possible() - whether the terminal can move its cursor
 *
 * A dumb one cannot, nor one that the terminal database does not know.
 */
bool hkj_screen_is_possible(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && can_move();
}

/**
 * hkj_screen_open() - take the terminal
 * @error: filled when curses cannot work with it
 *
 * Keys come one by one and are not shown, but Ctrl-C and its like stay signals.
 *
 * Return: 0 or -1.
 */
int hkj_screen_open(struct hkj_error *error)
{
	setlocale(LC_CTYPE, "");
	screen = newterm(NULL, stdout, stdin);
	if (!screen)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot use this terminal: set TERM to what it is, or use --batch=N");
	set_term(screen);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(50);
	curs_set(0);
	return 0;
}

/**
 * hkj_screen_size() - how large it is at the moment
 * @columns: filled
 * @rows: filled
 */
void hkj_screen_size(size_t *columns, size_t *rows)
{
	*columns = (size_t)COLS;
	*rows = (size_t)LINES;
}

static void line_show(const struct hkj_page_line *line, int row)
{
	attrset((int)attributes[line->style]);
	if (line->style == HKJ_PAGE_HEAD)
		mvhline(row, 0, ' ', COLS);
	mvaddnstr(row, 0, line->text, -1);
	attrset(A_NORMAL);
}

/**
 * hkj_screen_show() - show a page
 * @page: not larger than the screen
 *
 * Curses sends what has changed, which counts on a slow line.
 */
void hkj_screen_show(const struct hkj_page *page)
{
	erase();
	for (size_t i = 0; i < page->nr; i++)
		line_show(&page->lines[i], (int)i);
	refresh();
}

/**
 * hkj_screen_key() - the next key
 *
 * Return: as of getch(); ERR if none was pressed. KEY_RESIZE is a new size.
 */
int hkj_screen_key(void)
{
	return getch();
}

/**
 * hkj_screen_close() - leave the terminal as it was
 */
void hkj_screen_close(void)
{
	if (!screen)
		return;
	endwin();
	delscreen(screen);
	screen = NULL;
}
