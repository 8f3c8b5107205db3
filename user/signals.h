/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Signals as something to read, so that they end a run in order.
 */
#ifndef HKJITTER_USER_SIGNALS_H
#define HKJITTER_USER_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

#include "error.h"

/**
 * struct hkj_signals - the signals that end a run, and the end of a child
 * @fd: readable when one has come
 * @mask: what was blocked before
 */
struct hkj_signals {
	int fd;
	sigset_t mask;
};

int hkj_signals_open(struct hkj_signals *signals, struct hkj_error *error);
bool hkj_signals_is_end(const struct hkj_signals *signals);
void hkj_signals_close(struct hkj_signals *signals);

#endif /* HKJITTER_USER_SIGNALS_H */
