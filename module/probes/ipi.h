/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What senders leave for a target, shared by the two ways of learning it:
 * tracepoints, and kprobes on kernels before 6.6.
 */
#ifndef HKJ_PROBES_IPI_H
#define HKJ_PROBES_IPI_H

#include "track.h"

/* Key of the initiator cache for a reschedule IPI, which runs no callback. */
#define HKJ_WHAT_RESCHEDULE	1UL

void hkj_ipi_queued(unsigned int cpu, unsigned long function,
		    unsigned long callsite);
void hkj_ipi_reschedule(unsigned int cpu, unsigned long callsite);

int hkj_ipi_kprobes_attach(void);
void hkj_ipi_kprobes_detach(void);

#endif /* HKJ_PROBES_IPI_H */
