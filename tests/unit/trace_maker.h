/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace file as trace-cmd would have written it (version 6), of any length,
 * and a result whose gaps lie in it. Each CPU has an event every so many ns,
 * in turn of three kinds.
 */
#ifndef HKJITTER_UNIT_TRACE_MAKER_H
#define HKJITTER_UNIT_TRACE_MAKER_H

#include <stdint.h>

#include "model.h"

/**
 * struct trace_shape - what is in the file
 * @nr_cpus: CPUs 0 to this; each has the same events
 * @nr_pages: of each CPU, of 4 KiB
 * @first_ns: time of the first event
 * @period_ns: from one to the next
 */
struct trace_shape {
	unsigned int nr_cpus;
	uint64_t nr_pages;
	uint64_t first_ns;
	uint64_t period_ns;
};

/* Return: events of each CPU. */
uint64_t trace_make(const char *path, const struct trace_shape *shape);

/*
 * The fixture's targets 1 and 2, @nr_gaps gaps of 100 periods each on both,
 * spread over the file's time.
 */
void trace_result_make(struct hkj_result *result,
		       const struct trace_shape *shape, uint64_t nr_events,
		       unsigned int nr_gaps);

#endif /* HKJITTER_UNIT_TRACE_MAKER_H */
