/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes: what each file of this folder offers, and how they are attached.
 */
#ifndef HKJ_PROBE_H
#define HKJ_PROBE_H

#include <linux/types.h>

struct tracepoint;

/**
 * struct hkj_probe - one function on one tracepoint
 * @name: of the tracepoint
 * @function: called there; its prototype is checked where it is defined. NULL where
 *	the kernel's headers lack the tracepoint, which then is unseen.
 * @data: handed to @function first
 * @is_asking: tells who asks for something
 * @is_kept: stays attached from the first session to the module's end. For code
 *	that runs in the very IPI by which the kernel patches code: to patch it
 *	with each session is to bet that no CPU ever runs into a breakpoint that
 *	is gone already. Hardware keeps that promise; emulators have been seen to
 *	break it.
 * @is_attached: right now
 * @tracepoint: found by name when attached; NULL where the kernel has none
 */
struct hkj_probe {
	const char *name;
	void *function;
	void *data;
	bool is_asking;
	bool is_kept;
	bool is_attached;
	struct tracepoint *tracepoint;
};

/* A list of probes ends with a row without a name. */
extern struct hkj_probe hkj_irq_probes[];
extern struct hkj_probe hkj_vector_probes[];
extern struct hkj_probe hkj_ipi_probes[];
extern struct hkj_probe hkj_softirq_probes[];
extern struct hkj_probe hkj_timer_probes[];
extern struct hkj_probe hkj_workqueue_probes[];
extern struct hkj_probe hkj_sched_probes[];
extern struct hkj_probe hkj_nmi_probes[];
extern struct hkj_probe hkj_fault_probes[];
extern struct hkj_probe hkj_tick_probes[];

int hkj_probes_attach(bool has_initiators);
void hkj_probes_detach(void);
void hkj_probes_exit(void);
int hkj_probes_show_unseen(char *buf, size_t size);

void hkj_edges_init(void);
int hkj_edges_attach(void);
void hkj_edges_detach(void);
int hkj_edges_show_unseen(char *buf, size_t size);

void hkj_timer_init(void);
void hkj_ipi_init(void);

#endif /* HKJ_PROBE_H */
