/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Evidence for what takes a target CPU away without an interruption.
 */
#ifndef HKJ_EVIDENCE_H
#define HKJ_EVIDENCE_H

#include <linux/types.h>

#include <hkjitter/cause.h>
#include <hkjitter/record.h>

struct hkj_target;

/**
 * struct hkj_counters - what counts without the kernel's knowledge
 * @cycles: the session's clock just before the other clock was read
 * @cycles_after: and just after it: something may have come between
 * @other_ns: the other clock, CLOCK_MONOTONIC_RAW
 * @nr_smis: SMIs
 * @steal_ns: the hypervisor's steal clock
 * @nr_vectors: vectors without a tracepoint, modulo 2^32
 */
struct hkj_counters {
	u64 cycles;
	u64 cycles_after;
	u64 other_ns;
	u64 nr_smis;
	u64 steal_ns;
	u32 nr_vectors;
};

/**
 * struct hkj_gauge - the counters of one target CPU
 * @has_smis: this CPU counts SMIs
 * @has_vectors: this kernel tells vectors
 * @is_guest: this is a virtual machine
 * @steal_clock: of the hypervisor; NULL if there is none
 * @first: at the window's begin
 * @last: when they were last read
 *
 * Written by the loop alone.
 */
struct hkj_gauge {
	bool has_smis;
	bool has_vectors;
	bool is_guest;
	const void *steal_clock;
	struct hkj_counters first;
	struct hkj_counters last;
};

void hkj_evidence_probe(struct hkj_target *t);
void hkj_evidence_open(struct hkj_target *t);
void hkj_evidence_close(struct hkj_target *t);
void hkj_evidence_refresh(struct hkj_target *t, u64 last, u64 now);
enum hkj_cause hkj_evidence_judge(struct hkj_target *t, u64 last, u64 now,
				  struct hkj_evidence *evidence);
void hkj_evidence_total(struct hkj_target *t);

#endif /* HKJ_EVIDENCE_H */
