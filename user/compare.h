/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two groups of results, A and B, side by side. Each result is one run: its
 * target CPUs together. Counts and times are per second of run time, so that
 * runs of any length and any number of CPUs compare. Histograms of a group are
 * added up; whether a difference is more than what repeated runs vary is told by
 * a rank test on the values of the runs.
 */
#ifndef HKJITTER_USER_COMPARE_H
#define HKJITTER_USER_COMPARE_H

#include <stdbool.h>

#include "error.h"
#include "model.h"

/* A difference counts if one as great comes by chance no more often. */
#define HKJ_ALPHA 0.05

enum {
	HKJ_A, /* before */
	HKJ_B, /* after */
	HKJ_NR_SIDES
};

/* X(id, name) */
#define HKJ_FIGURES(X)             \
	X(LOST, "lost")            \
	X(GAPS, "gaps")            \
	X(P50, "p50")              \
	X(P90, "p90")              \
	X(P99, "p99")              \
	X(P99_9, "p99.9")          \
	X(P99_99, "p99.99")        \
	X(P99_999, "p99.999")      \
	X(MAX, "max")              \
	X(UNEXPLAINED, "unexplained")

enum hkj_figure {
#define X(id, name) HKJ_FIGURE_##id,
	HKJ_FIGURES(X)
#undef X
	HKJ_NR_FIGURES
};

extern const char *const hkj_figure_names[HKJ_NR_FIGURES];

/**
 * struct hkj_tally - gaps or interruptions of one side, added up
 * @count: how many
 * @total_ns: their time
 * @min_ns: shortest; HKJ_NONE if there are none
 * @max_ns: longest; likewise
 * @histogram: of all
 */
struct hkj_tally {
	uint64_t count;
	uint64_t total_ns;
	uint64_t min_ns;
	uint64_t max_ns;
	struct hkj_histogram histogram;
};

/**
 * struct hkj_side - a group of runs
 * @nr: how many
 * @names: of their files
 * @runtime_ns: of all
 * @gaps: of all
 * @unexplained_ns: time of gaps without an interruption
 * @nr_without_sources: runs that do not tell them
 * @nr_without_unexplained: runs that do not tell what is unexplained
 * @values: of each figure, one a run: ns a second, gaps a second, ns
 * @runtimes: seconds, one a run
 * @threshold_min: lowest of any CPU
 * @threshold_max: highest of any CPU
 * @hostname: of the machine; HKJ_SEVERAL if they differ
 * @kernel: likewise
 * @workload: likewise
 * @policy: likewise
 */
struct hkj_side {
	size_t nr;
	char **names;
	uint64_t runtime_ns;
	struct hkj_tally gaps;
	uint64_t unexplained_ns;
	size_t nr_without_sources;
	size_t nr_without_unexplained;
	double *values[HKJ_NR_FIGURES];
	double *runtimes;
	uint64_t threshold_min;
	uint64_t threshold_max;
	char *hostname;
	char *kernel;
	char *workload;
	char *policy;
};

/**
 * struct hkj_pair - one source on both sides
 * @class_name: what it is
 * @name: of threads, with N for the numbers of CPUs and the like
 * @function: NULL or empty if there is none
 * @hash: of the three
 * @tally: of each side
 * @values: ns a second of each run of each side
 * @p_worse: of B having more
 * @p_better: of B having less
 */
struct hkj_pair {
	char *class_name;
	char *name;
	char *function;
	uint64_t hash;
	struct hkj_tally tally[HKJ_NR_SIDES];
	double *values[HKJ_NR_SIDES];
	double p_worse;
	double p_better;
};

/**
 * struct hkj_comparison - A and B
 * @sides: the groups
 * @nr_pairs: how many sources there are on either side
 * @pairs: what differs most first; none unless both sides tell sources
 * @tree: private
 * @seen: machines and runs that are in already
 * @p_worse: of each figure
 * @p_better: likewise
 * @smallest_p: that could come out
 */
struct hkj_comparison {
	struct hkj_side sides[HKJ_NR_SIDES];
	size_t nr_pairs;
	struct hkj_pair **pairs;
	void *tree;
	struct hkj_result seen;
	double p_worse[HKJ_NR_FIGURES];
	double p_better[HKJ_NR_FIGURES];
	double smallest_p;
};

enum hkj_change {
	HKJ_CHANGE_APPEARED,
	HKJ_CHANGE_VANISHED,
	HKJ_CHANGE_GREW,
	HKJ_CHANGE_SHRANK,
	HKJ_CHANGE_SAME,
	HKJ_NR_CHANGES
};

extern const char *const hkj_change_names[HKJ_NR_CHANGES];

int hkj_compare(struct hkj_comparison *comparison, char *const *names,
		size_t nr_a, size_t nr_b, struct hkj_error *error);
void hkj_comparison_exit(struct hkj_comparison *comparison);

double hkj_side_value(const struct hkj_side *side, enum hkj_figure figure);
bool hkj_can_tell(const struct hkj_comparison *comparison);
bool hkj_tells_sources(const struct hkj_comparison *comparison);
bool hkj_tells_figure(const struct hkj_comparison *comparison,
		      enum hkj_figure figure);
enum hkj_change hkj_pair_change(const struct hkj_comparison *comparison,
				const struct hkj_pair *pair);
double hkj_pair_rate(const struct hkj_comparison *comparison,
		     const struct hkj_pair *pair, unsigned int side);
double hkj_pair_lost(const struct hkj_comparison *comparison,
		     const struct hkj_pair *pair, unsigned int side);
const char *hkj_tally_add(struct hkj_tally *to, const struct hkj_tally *from);

/* Private to compare*.c. */
const char *hkj_pairs_add(struct hkj_comparison *comparison,
			  const struct hkj_result *result, unsigned int side,
			  size_t run);
int hkj_pairs_finish(struct hkj_comparison *comparison);
void hkj_pairs_exit(struct hkj_comparison *comparison);

#endif /* HKJITTER_USER_COMPARE_H */
