/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result held against a budget: each limit on each CPU of its set. What the
 * result cannot tell is neither within nor broken.
 */
#ifndef HKJITTER_USER_JUDGE_H
#define HKJITTER_USER_JUDGE_H

#include "budget.h"
#include "culprit.h"
#include "knobs.h"
#include "model.h"
#include "range.h"

enum hkj_ruling {
	HKJ_RULING_PASS,
	HKJ_RULING_FAIL,
	HKJ_RULING_SKIP,
	HKJ_NR_RULINGS
};

extern const char *const hkj_ruling_names[HKJ_NR_RULINGS];

/**
 * struct hkj_finding - what became of one limit
 * @set: that it is of
 * @limit: which
 * @ruling: on all CPUs together: one that breaks it decides, then one that
 *          cannot be told
 * @nr_cpus: that were judged
 * @nr_broken: that break it
 * @target: that breaks it most; else the nearest to the bound; NULL: there is
 *          no CPU
 * @range: its value
 * @why: of a skip, and of a limit that is broken because it cannot be told;
 *       owned
 * @culprit: of what is broken
 * @knob: what ends the culprit; NULL: nothing is known that does
 * @sentence: of @knob, for the machine; owned
 */
struct hkj_finding {
	const struct hkj_budget_set *set;
	const struct hkj_limit *limit;
	enum hkj_ruling ruling;
	size_t nr_cpus;
	size_t nr_broken;
	const struct hkj_target *target;
	struct hkj_range range;
	char *why;
	struct hkj_culprit culprit;
	const struct hkj_knob *knob;
	char *sentence;
};

/**
 * struct hkj_judgement - what became of a budget
 * @budget: which
 * @result: that was judged
 * @nr_findings: one a limit
 * @findings: in the budget's order
 * @nr: how many of each ruling
 */
struct hkj_judgement {
	const struct hkj_budget *budget;
	const struct hkj_result *result;
	size_t nr_findings;
	struct hkj_finding *findings;
	size_t nr[HKJ_NR_RULINGS];
};

int hkj_judge(struct hkj_judgement *judgement, const struct hkj_budget *budget,
	      const struct hkj_result *result, struct hkj_error *error);
void hkj_judgement_exit(struct hkj_judgement *judgement);
int hkj_judgement_verdict(const struct hkj_judgement *judgement,
			  struct hkj_error *error);

#endif /* HKJITTER_USER_JUDGE_H */
