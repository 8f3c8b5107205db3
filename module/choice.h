/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HKJ_CHOICE_H
#define HKJ_CHOICE_H

#include "hkj.h"

int hkj_choice_cpus(const struct hkj_config *config, struct cpumask *cpus);

#endif /* HKJ_CHOICE_H */
