/* SPDX-License-Identifier: GPL-2.0 */
/* When names are made of the addresses that targets have met. */
#ifndef HKJ_NAMING_H
#define HKJ_NAMING_H

#include <linux/cpumask.h>

void hkj_naming_start(const struct cpumask *targets);
void hkj_naming_stop(void);
void hkj_naming_leave(unsigned int cpu);
int hkj_naming_init(void);
void hkj_naming_exit(void);

#endif /* HKJ_NAMING_H */
