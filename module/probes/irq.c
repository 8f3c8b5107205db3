// SPDX-License-Identifier: GPL-2.0
/*
 * Device interrupts, by number, action and handler. A shared line calls each of
 * its handlers; the time of those that find nothing to do goes to a source of
 * its own, named IRQ_NONE, so that no device is blamed for another's interrupt.
 */
#include <linux/interrupt.h>
#include <trace/events/irq.h>

#include "probes/probe.h"
#include "running.h"
#include "track.h"

static struct hkj_key irq_key(int irq, const struct irqaction *action)
{
	return (struct hkj_key){
		.class = HKJ_CLASS_IRQ,
		.id = irq,
		.function = (unsigned long)action->handler,
	};
}

static void irq_entry(void *data, int irq, struct irqaction *action)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	hkj_running_begin(0, (unsigned long)action->handler);
	if (likely(!k))
		return;
	key = irq_key(irq, action);
	hkj_track_push_irq(k, &key, action->name, NULL);
}

static void irq_exit_(void *data, int irq, struct irqaction *action, int ret)
{
	struct hkj_track *k = hkj_track_here();
	struct hkj_key key;

	hkj_running_end();
	if (likely(!k))
		return;
	key = irq_key(irq, action);
	if (ret == IRQ_NONE) {
		key.function = 0;
		hkj_track_rename(k, &key, "IRQ_NONE", NULL);
	}
	hkj_track_pop(k, &key);
}

struct hkj_probe hkj_irq_probes[] = {
	{ "irq_handler_entry", irq_entry },
	{ "irq_handler_exit", irq_exit_ },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_irq_handler_entry(irq_entry);
	check_trace_callback_type_irq_handler_exit(irq_exit_);
}
