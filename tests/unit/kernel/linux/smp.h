/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

#ifndef HKJ_TEST_SMP_H
#define HKJ_TEST_SMP_H

#define CSD_FLAG_LOCK		0x01
#define CSD_TYPE_ASYNC		0x00
#define CSD_TYPE_IRQ_WORK	0x20
#define CSD_TYPE_TTWU		0x30
#define CSD_FLAG_TYPE_MASK	0xf0

typedef void (*smp_call_func_t)(void *info);
typedef bool (*smp_cond_func_t)(int cpu, void *info);

struct llist_node {
	struct llist_node *next;
};

struct call_single_node {
	struct llist_node llist;
	unsigned int u_flags;
};

struct call_single_data {
	struct call_single_node node;
	smp_call_func_t func;
};

#define call_single_data_t	struct call_single_data

#endif /* HKJ_TEST_SMP_H */
