/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

#ifndef HKJ_TEST_HRTIMER_H
#define HKJ_TEST_HRTIMER_H

typedef s64 ktime_t;
enum hrtimer_mode { HRTIMER_MODE_ABS };

struct hrtimer;

struct hrtimer_cpu_base {
	unsigned int cpu;
};

struct hrtimer_clock_base {
	struct hrtimer_cpu_base *cpu_base;
	struct hrtimer *running;
};

struct hrtimer {
	struct hrtimer_clock_base *base;
	void (*function)(struct hrtimer *timer);
};

#endif /* HKJ_TEST_HRTIMER_H */
