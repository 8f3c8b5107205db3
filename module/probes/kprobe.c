// SPDX-License-Identifier: GPL-2.0
/*
 * Attaching probes to functions.
 */
#include <linux/kernel.h>

#include "probes/kprobe.h"

static struct hkj_kprobe *const lists[] = {
	hkj_ipi_kprobes,
	hkj_tick_kprobes,
};

static void attach_one(struct hkj_kprobe *p)
{
	p->probe = (struct kprobe){
		.symbol_name = p->symbol,
		.pre_handler = p->pre,
	};
	p->is_attached = !register_kprobe(&p->probe);
}

static void detach_one(struct hkj_kprobe *p)
{
	if (p->is_attached)
		unregister_kprobe(&p->probe);
	p->is_attached = false;
}

static void for_all(void (*each)(struct hkj_kprobe *p))
{
	struct hkj_kprobe *p;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (p = lists[i]; p->symbol; p++)
			each(p);
}

/**
 * hkj_kprobes_attach() - attach those that can be
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_kprobes_attach(void)
{
	for_all(attach_one);
}

/**
 * hkj_kprobes_detach() - the opposite; no handler runs afterwards
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_kprobes_detach(void)
{
	for_all(detach_one);
}
