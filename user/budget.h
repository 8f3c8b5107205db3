/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Budgets: what a result may show at most, schema hkjitter-budget/1. The form
 * of the file is told in Documentation/budgets.rst.
 */
#ifndef HKJITTER_USER_BUDGET_H
#define HKJITTER_USER_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpulist.h"
#include "error.h"
#include "percentile.h"

#define HKJ_BUDGET_SCHEMA "hkjitter-budget/1"

/* What a bound is given in. */
enum hkj_unit {
	HKJ_UNIT_NONE, /* there is no bound to give */
	HKJ_UNIT_DURATION, /* "20us" */
	HKJ_UNIT_SHARE, /* "1e-6", "0.01%" */
	HKJ_UNIT_COUNT, /* "0" */
	HKJ_UNIT_RATE, /* "0.1/s", "6/min", "1/h" */
	HKJ_NR_UNITS
};

/* X(id, name in the file, unit, is about sources, is a floor) */
#define HKJ_QUANTITIES(X)                                      \
	X(MAX, "max", DURATION, true, false)                   \
	X(P50, "p50", DURATION, true, false)                   \
	X(P90, "p90", DURATION, true, false)                   \
	X(P99, "p99", DURATION, true, false)                   \
	X(P99_9, "p99.9", DURATION, true, false)               \
	X(P99_99, "p99.99", DURATION, true, false)             \
	X(P99_999, "p99.999", DURATION, true, false)           \
	X(SHARE, "share", SHARE, true, false)                  \
	X(TOTAL, "total", DURATION, true, false)               \
	X(COUNT, "count", COUNT, true, false)                  \
	X(RATE, "rate", RATE, true, false)                     \
	X(FORBIDDEN, "forbidden", NONE, true, false)           \
	X(ALLOWED, "allowed", NONE, true, false)               \
	X(RUNTIME, "runtime", DURATION, false, true)           \
	X(LOSSES, "losses", COUNT, false, false)               \
	X(SELF_NOISE, "self_noise", COUNT, false, false)       \
	X(BOOKS, "books", NONE, false, false)                  \
	X(THRESHOLD, "threshold", DURATION, false, false)

enum hkj_quantity {
#define X(id, name, unit, is_of, is_floor) HKJ_QUANTITY_##id,
	HKJ_QUANTITIES(X)
#undef X
	HKJ_NR_QUANTITIES
};

/**
 * struct hkj_quantity_row - what can be limited
 * @name: in the file
 * @unit: of the bound
 * @is_of: it may be that of certain sources; without them, that of all gaps
 * @is_floor: the bound is the least, not the most
 */
struct hkj_quantity_row {
	const char *name;
	enum hkj_unit unit;
	bool is_of;
	bool is_floor;
};

extern const struct hkj_quantity_row hkj_quantities[HKJ_NR_QUANTITIES];

/* Which interruptions: globs; NULL fits all. */
struct hkj_selector {
	char *class_name;
	char *name; /* of the source, or its function */
	char *initiator; /* its comm, or its function */
};

/**
 * struct hkj_limit - one limit
 * @limit: name of the quantity
 * @name: what a reader calls it; NULL: made from the rest
 * @why: its reason
 * @at_most: bound, as written
 * @at_least: likewise
 * @if_unknown: "skip" (NULL, too) or "fail"
 * @nr_of: how many selectors
 * @of: interruptions that fit any of them; NULL: gaps
 * @quantity: from @limit
 * @bound: from @at_most or @at_least: ns, share, count, or a second
 */
struct hkj_limit {
	char *limit;
	char *name;
	char *why;
	char *at_most;
	char *at_least;
	char *if_unknown;
	size_t nr_of;
	struct hkj_selector *of;
	enum hkj_quantity quantity;
	double bound;
};

/* Where the CPUs of a set come from. */
enum hkj_set_cpus {
	HKJ_SET_ALL, /* that were measured */
	HKJ_SET_ISOLATED, /* that the machine has isolated */
	HKJ_SET_LIST,
};

/**
 * struct hkj_budget_set - limits for a set of CPUs
 * @name: what a reader calls it
 * @why: what these CPUs are for
 * @cpus: as written: "all" (NULL, too), "isolated" or a list
 * @hosts: glob on machines' names; NULL: all
 * @nr_limits: how many
 * @limits: each holds for each CPU of the set by itself
 * @kind: from @cpus
 * @list: from @cpus
 */
struct hkj_budget_set {
	char *name;
	char *why;
	char *cpus;
	char *hosts;
	size_t nr_limits;
	struct hkj_limit *limits;
	enum hkj_set_cpus kind;
	struct hkj_cpus list;
};

struct hkj_budget {
	char *name;
	char *why;
	size_t nr_sets;
	struct hkj_budget_set *sets;
};

int hkj_budget_load(struct hkj_budget *budget, const char *name,
		    struct hkj_error *error);
void hkj_budget_free(struct hkj_budget *budget);

const char *hkj_bound_parse(const char *text, enum hkj_unit unit,
			    double *bound);

#endif /* HKJITTER_USER_BUDGET_H */
