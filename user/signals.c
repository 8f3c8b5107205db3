// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "signals.h"

static const int taken[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD };

/**
 * hkj_signals_open() - take the signals
 * @signals: to be filled
 * @error: filled when there can be no more files
 *
 * A signal that was ignored, as SIGHUP under nohup(1), stays so.
 *
 * Return: 0 or -1.
 */
int hkj_signals_open(struct hkj_signals *signals, struct hkj_error *error)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		sigaddset(&set, taken[i]);
	sigprocmask(SIG_BLOCK, &set, &signals->mask);
	signals->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals->fd >= 0)
		return 0;
	sigprocmask(SIG_SETMASK, &signals->mask, NULL);
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "cannot watch for signals: %s", strerror(errno));
}

/**
 * hkj_signals_is_end() - whether one has come that ends a run
 * @signals: open; all that have come are taken off
 */
bool hkj_signals_is_end(const struct hkj_signals *signals)
{
	struct signalfd_siginfo info;
	bool is_end = false;

	while (read(signals->fd, &info, sizeof(info)) == sizeof(info))
		is_end |= info.ssi_signo != SIGCHLD;
	return is_end;
}

/**
 * hkj_signals_close() - let them come as before
 * @signals: open or closed
 */
void hkj_signals_close(struct hkj_signals *signals)
{
	if (signals->fd < 0)
		return;
	close(signals->fd);
	signals->fd = -1;
	sigprocmask(SIG_SETMASK, &signals->mask, NULL);
}
