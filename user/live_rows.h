/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a session's sources have taken, on all targets together or on one: totals,
 * and what has come since the reading before.
 */
#ifndef HKJITTER_USER_LIVE_ROWS_H
#define HKJITTER_USER_LIVE_ROWS_H

#include "live.h"

/* X(id, word of --sort, what is largest at the top) */
#define HKJ_LIVE_SORTS(X)                         \
	X(RATE, "rate", "time in this interval")  \
	X(TOTAL, "total", "time in all")          \
	X(COUNT, "count", "how many in all")      \
	X(MAX, "max", "longest")                  \
	X(NAME, "name", "name, from A to Z")

enum hkj_live_sort {
#define X(id, word, what) HKJ_LIVE_##id,
	HKJ_LIVE_SORTS(X)
#undef X
	HKJ_NR_LIVE_SORTS
};

extern const char *const hkj_live_sort_words[HKJ_NR_LIVE_SORTS];
extern const char *const hkj_live_sort_texts[HKJ_NR_LIVE_SORTS];

/**
 * struct hkj_live_row - one source
 * @source: its names and initiators, those of the target where it took most;
 *	belongs to the session's readings
 * @nr_cpus: targets that have it
 * @count: interruptions
 * @total_ns: their time
 * @max_ns: the longest; HKJ_NONE if there is none
 * @new_count: since the reading before
 * @new_ns: likewise
 */
struct hkj_live_row {
	const struct hkj_source_record *source;
	size_t nr_cpus;
	uint64_t count;
	uint64_t total_ns;
	uint64_t max_ns;
	uint64_t new_count;
	uint64_t new_ns;
};

/**
 * struct hkj_live_rows - those
 * @nr: how many
 * @items: in order
 * @rest: private, what is lost and is of no source
 */
struct hkj_live_rows {
	size_t nr;
	struct hkj_live_row *items;
	struct hkj_source_record *rest;
};

int hkj_live_rows_init(struct hkj_live_rows *rows, const struct hkj_live *live,
		       uint64_t cpu, enum hkj_live_sort sort,
		       bool is_reversed);
void hkj_live_rows_free(struct hkj_live_rows *rows);

/* A target's numbers as a row of the same kind; @source is NULL. */
struct hkj_live_row hkj_live_cpu_row(const struct hkj_live_cpu *cpu);
int hkj_live_row_order(const struct hkj_live_row *a,
		       const struct hkj_live_row *b, enum hkj_live_sort sort);

#endif /* HKJITTER_USER_LIVE_ROWS_H */
