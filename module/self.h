/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who measures: what these processes cause on a target is the measurement's own
 * noise.
 */
#ifndef HKJ_SELF_H
#define HKJ_SELF_H

#include <linux/types.h>

struct task_struct;

void hkj_self_init(unsigned long loop);
pid_t hkj_self_enter(void);
void hkj_self_leave(pid_t tgid);
void hkj_self_exit(void);
bool hkj_self_is(const struct task_struct *task);
bool hkj_self_is_loop(struct task_struct *task);
bool hkj_self_has(unsigned long function);

#endif /* HKJ_SELF_H */
