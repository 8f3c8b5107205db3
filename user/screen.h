/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal as a screen, by curses. One at a time.
 */
#ifndef HKJITTER_USER_SCREEN_H
#define HKJITTER_USER_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "page.h"

bool hkj_screen_is_possible(void);
int hkj_screen_open(struct hkj_error *error);
void hkj_screen_size(size_t *columns, size_t *rows);
void hkj_screen_show(const struct hkj_page *page);
int hkj_screen_key(void);
void hkj_screen_close(void);

#endif /* HKJITTER_USER_SCREEN_H */
