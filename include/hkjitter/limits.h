/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Limits of the contract. Both the module and the tool are built with them,
 * the documents quote them, and a unit test holds the arithmetic together.
 */
#ifndef HKJITTER_LIMITS_H
#define HKJITTER_LIMITS_H

#define HKJ_NSEC_PER_SEC	1000000000ULL
#define HKJ_NSEC_PER_MSEC	1000000ULL

/* A threshold of 0 means: chosen from the measured turn. */
#define HKJ_THRESHOLD_NS_MAX	HKJ_NSEC_PER_SEC

/* A duration of 0 means: until stopped. The maximum is 366 days. */
#define HKJ_DURATION_MS_MAX	(366ULL * 24 * 3600 * 1000)

/* Gaps above this end the run; 0 means: never. */
#define HKJ_STOP_ABOVE_NS_MAX	(3600ULL * HKJ_NSEC_PER_SEC)

/* Real-time priorities of the policy "fifo:N", as sched(7) has them. */
#define HKJ_FIFO_PRIO_MIN	1
#define HKJ_FIFO_PRIO_MAX	98

/* How many of the longest gaps each target CPU keeps. */
#define HKJ_NR_LONGEST		256

/* How many of the newest seconds with a gap each target CPU keeps; 2^n. */
#define HKJ_NR_SECONDS		64

/* Longest text that a configuration file takes, with its newline. */
#define HKJ_CPUS_TEXT_MAX	1024
#define HKJ_ERROR_TEXT_MAX	160

/* Memory that a target CPU may take, in bytes. */
#define HKJ_TARGET_BYTES_MAX	(512 * 1024)

#endif /* HKJITTER_LIMITS_H */
