/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One measurement from start to stop.
 */
#ifndef HKJ_SESSION_H
#define HKJ_SESSION_H

#include "hkj.h"

/**
 * struct hkj_session_views - who shows the session
 * @add: make the files of a target; may sleep; returns 0 or an errno
 * @remove: remove them; returns when no reader is left; harmless without @add
 * @changed: the session's state has changed; may sleep
 *
 * All are called under the session's lock, so a view's readers must not take it.
 */
struct hkj_session_views {
	int (*add)(struct hkj_target *t);
	void (*remove)(struct hkj_target *t);
	void (*changed)(void);
};

int hkj_session_init(const struct hkj_session_views *views);
void hkj_session_exit(void);

void hkj_session_lock(void);
bool hkj_session_trylock(void);
void hkj_session_unlock(void);
void hkj_session_each(void (*each)(struct hkj_target *t, void *data),
		      void *data);

int hkj_session_start(void);
int hkj_session_stop(enum hkj_stop_reason reason);
bool hkj_session_is_running(void);
enum hkj_state hkj_session_state(void);
struct hkj_target *hkj_session_target(unsigned int cpu);
int hkj_session_show_cpus(char *buf, size_t size);

#endif /* HKJ_SESSION_H */
