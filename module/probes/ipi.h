/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What senders leave for a target, shared by the two ways of learning it:
 * tracepoints, and kprobes on kernels before 6.6.
 */
#ifndef HKJ_PROBES_IPI_H
#define HKJ_PROBES_IPI_H

#include "track.h"

void hkj_ipi_queued(unsigned int cpu, unsigned long function,
		    unsigned long callsite);
void hkj_ipi_reschedule(unsigned int cpu, unsigned long callsite);
void hkj_ipi_flushed(void);
void hkj_ipi_begin(struct hkj_track *k);
void hkj_ipi_end(struct hkj_track *k, const struct hkj_key *vector);

#endif /* HKJ_PROBES_IPI_H */
