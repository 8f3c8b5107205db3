/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What ends a source of interruptions, on which kernel, and at which price.
 *
 * One table, in knobs_*.c by kind of source. A row is found by what a result
 * tells of a source and of who asked for it; the first row that fits is the
 * answer, so that special ones stand before general ones. Each row rests on a
 * document or on a function of the kernel's source, which it names.
 */
#ifndef HKJITTER_USER_KNOBS_H
#define HKJITTER_USER_KNOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"

/* "6.12" as a number that can be compared; of 0, nothing is known. */
#define HKJ_KERNEL(major, minor)	((major) * 1000U + (minor))

/* Classes of rows beside those of sources. */
#define HKJ_KNOB_TICK "tick"		   /* why the tick was not stopped */
#define HKJ_KNOB_UNEXPLAINED "unexplained" /* gaps without an interruption */
#define HKJ_KNOB_TRANSITION "transition" /* gaps' time around interruptions */

/* What a row asks of the machine. */
enum hkj_knob_machine {
	HKJ_ON_ANY = 0,
	HKJ_ON_PERIODIC, /* nohz_full= is not in force */
	HKJ_ON_NOHZ_FULL,
	HKJ_ON_REALTIME, /* PREEMPT_RT */
	HKJ_ON_GUEST,	 /* below a hypervisor */
	HKJ_NR_MACHINES
};

/**
 * struct hkj_knob - one row
 * @class_name: of the source
 * @match: glob on the source's function, or on its name
 * @who: glob on the initiator's comm; NULL: anybody
 * @who_function: glob on the initiator's function; NULL: any
 * @since: first kernel of which it is true; 0: all up to @until
 * @until: first kernel of which it is true no longer; 0: all from @since on
 * @arch: as uname -m has it; NULL: any
 * @machine: what it asks of the machine
 * @needs: configuration option without which the knob turns nothing, as
 *         CONFIG_NO_HZ_FULL; NULL: none beyond what stock kernels have
 * @is_effect: it follows another source, which is to be ended in its place
 * @what: what the source is
 * @how: how it comes to an isolated CPU
 * @knob: what ends it, in one sentence that begins with what to do
 * @cost: what is lost by that
 * @document: what the row rests on, in the kernel's tree; a man page
 */
struct hkj_knob {
	const char *class_name;
	const char *match;
	const char *who;
	const char *who_function;
	unsigned int since;
	unsigned int until;
	const char *arch;
	enum hkj_knob_machine machine;
	const char *needs;
	bool is_effect;
	const char *what;
	const char *how;
	const char *knob;
	const char *cost;
	const char *document;
};

/* A part of the table; a row without a class ends it. */
extern const struct hkj_knob hkj_knobs_timer[];
extern const struct hkj_knob hkj_knobs_ipi[];
extern const struct hkj_knob hkj_knobs_irq[];
extern const struct hkj_knob hkj_knobs_work[];
extern const struct hkj_knob hkj_knobs_thread[];
extern const struct hkj_knob hkj_knobs_rest[];

unsigned int hkj_kernel_parse(const char *release);
bool hkj_knob_is_guest(const struct hkj_host *host);
bool hkj_knob_fits_host(const struct hkj_knob *knob,
			const struct hkj_host *host);

const struct hkj_knob *hkj_knob_find(const struct hkj_source_record *source,
				     const struct hkj_initiator_record *who,
				     const struct hkj_host *host);
const struct hkj_knob *hkj_knob_of(const struct hkj_source_record *source,
				   const struct hkj_host *host);
const struct hkj_knob *hkj_knob_of_tick(enum hkj_tick_dep dep,
					const struct hkj_host *host);
char *hkj_knob_sentence(const struct hkj_knob *knob,
			const struct hkj_host *host, const char *policy,
			const char *cpus);
const struct hkj_knob *hkj_knob_of_unexplained(const struct hkj_host *host);
const struct hkj_knob *hkj_knob_of_transition(const struct hkj_host *host);

/* Walks all rows: NULL begins, NULL is the end. */
const struct hkj_knob *hkj_knob_next(const struct hkj_knob *knob);

#endif /* HKJITTER_USER_KNOBS_H */
