/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HKJ_HOUSEKEEPING_H
#define HKJ_HOUSEKEEPING_H

#include <linux/cpumask.h>

unsigned int hkj_housekeeping_cpu(const struct cpumask *targets, int but);

#endif /* HKJ_HOUSEKEEPING_H */
