/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"
#include <linux/timer.h>

#ifndef HKJ_TEST_WORKQUEUE_H
#define HKJ_TEST_WORKQUEUE_H

#define WORK_CPU_UNBOUND	1

struct delayed_work {
	struct timer_list timer;
	int cpu;
};

void delayed_work_timer_fn(struct timer_list *timer);

#endif /* HKJ_TEST_WORKQUEUE_H */
