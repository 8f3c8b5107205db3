/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a trace file has on the longest gaps of a result.
 *
 * The gaps are found in the file by their times: the result's two clock pairs
 * say what ftrace's clock showed at the window's edges. Only the pages around a
 * gap are read, so that the length of the file does not matter.
 *
 * The file is somebody's, and libtracecmd trusts what it reads. It does so in a
 * process of its own that may die or hang alone.
 */
#ifndef HKJITTER_USER_TRACE_H
#define HKJITTER_USER_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "model.h"

/* Kept of a gap: the last before it, the first inside and after it. */
#define HKJ_TRACE_BEFORE 8
#define HKJ_TRACE_INSIDE 200
#define HKJ_TRACE_AFTER 16

/**
 * struct hkj_trace_event - one event
 * @ts_ns: on ftrace's clock
 * @nr_lost: events that were lost just before it
 * @pid: of the task that ran
 * @comm: its name
 * @system: the event's group
 * @name: the event
 * @info: its fields, as its format says
 */
struct hkj_trace_event {
	uint64_t ts_ns;
	uint64_t nr_lost;
	uint64_t pid;
	char *comm;
	char *system;
	char *name;
	char *info;
};

/**
 * struct hkj_trace_gap - one gap and its events
 * @cpu: whose gap
 * @gap: the gap; borrowed from the result
 * @begin_ns: on ftrace's clock
 * @end_ns: likewise
 * @nr_events: how many events
 * @events: oldest first
 * @nr_left_out: events inside the gap beyond HKJ_TRACE_INSIDE
 */
struct hkj_trace_gap {
	uint64_t cpu;
	const struct hkj_longest *gap;
	uint64_t begin_ns;
	uint64_t end_ns;
	size_t nr_events;
	struct hkj_trace_event *events;
	uint64_t nr_left_out;
};

/**
 * struct hkj_trace - events of all gaps
 * @around_ns: how far from a gap events belong to it
 * @nr_gaps: how many gaps
 * @gaps: by CPU, the longest first
 */
struct hkj_trace {
	uint64_t around_ns;
	size_t nr_gaps;
	struct hkj_trace_gap *gaps;
};

int hkj_trace_init(struct hkj_trace *trace, const struct hkj_result *result,
		   size_t nr_longest, uint64_t around_ns,
		   struct hkj_error *error);
int hkj_trace_read(struct hkj_trace *trace, const char *path,
		   struct hkj_error *error);
void hkj_trace_free(struct hkj_trace *trace);

/* The reader's side, in trace_file.c: prints what trace.c reads. */
void hkj_trace_file_search(const struct hkj_trace *trace, const char *path,
			   FILE *out);

#endif /* HKJITTER_USER_TRACE_H */
