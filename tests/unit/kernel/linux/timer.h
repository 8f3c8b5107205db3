/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

#ifndef HKJ_TEST_TIMER_H
#define HKJ_TEST_TIMER_H

#define TIMER_CPUMASK	0xff
#define TIMER_PINNED	0x100

struct timer_list {
	u32 flags;
	void (*function)(struct timer_list *timer);
};

#endif /* HKJ_TEST_TIMER_H */
