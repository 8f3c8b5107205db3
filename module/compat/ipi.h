/* SPDX-License-Identifier: GPL-2.0 */
/* Whether the kernel traces who sends IPIs, and what they run. */
#ifndef HKJ_COMPAT_IPI_H
#define HKJ_COMPAT_IPI_H

/*
 * Kbuild asks whether trace/events/csd.h is there (it came after the senders'
 * events of 6.4).
 */
#ifdef HKJ_HAS_CSD_EVENTS
#include <trace/events/csd.h>
#include <trace/events/ipi.h>
#endif

#endif /* HKJ_COMPAT_IPI_H */
