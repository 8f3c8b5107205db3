// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "result.h"
#include "set_cpus.h"

const char *const hkj_ruling_names[HKJ_NR_RULINGS] = { "pass", "fail", "skip" };

static enum hkj_ruling rule(const struct hkj_limit *limit,
			    const struct hkj_range *range)
{
	double bound = limit->bound; /* 0 where none is given */

	if (hkj_quantities[limit->quantity].is_floor)
		return range->low >= bound ? HKJ_RULING_PASS :
		       range->high < bound ? HKJ_RULING_FAIL :
					     HKJ_RULING_SKIP;
	return range->high <= bound ? HKJ_RULING_PASS :
	       range->low > bound   ? HKJ_RULING_FAIL :
				      HKJ_RULING_SKIP;
}

/* Whether a CPU is worse than the worst so far, of the same ruling. */
static bool is_worse(const struct hkj_limit *limit,
		     const struct hkj_range *range,
		     const struct hkj_range *worst)
{
	return hkj_quantities[limit->quantity].is_floor ?
		       range->low < worst->low :
		       range->low > worst->low;
}

/* Broken before not known before within. */
static int rank_of(enum hkj_ruling ruling)
{
	static const int ranks[HKJ_NR_RULINGS] = { [HKJ_RULING_PASS] = 0,
						   [HKJ_RULING_SKIP] = 1,
						   [HKJ_RULING_FAIL] = 2 };

	return ranks[ruling];
}

static void target_judge(struct hkj_finding *finding,
			 const struct hkj_target *target)
{
	struct hkj_range range = hkj_range_of(finding->limit, target);
	enum hkj_ruling ruling = rule(finding->limit, &range);
	int order = rank_of(ruling) - rank_of(finding->ruling);

	finding->nr_cpus++;
	finding->nr_broken += ruling == HKJ_RULING_FAIL;
	if (finding->target && order < 0)
		return;
	if (finding->target && !order &&
	    !is_worse(finding->limit, &range, &finding->range))
		return;
	finding->ruling = ruling;
	finding->range = range;
	finding->target = target;
}

/* What cannot be told is skipped, or broken where the budget asks for it. */
static int skip_settle(struct hkj_finding *finding, const char *missing)
{
	const char *if_unknown = finding->limit->if_unknown;
	const char *why = missing;

	if (finding->ruling == HKJ_RULING_SKIP && finding->range.doubt)
		why = finding->range.doubt;
	if (finding->ruling == HKJ_RULING_FAIL || !why)
		return 0;
	finding->why = strdup(why);
	if (!finding->why)
		return -1;
	finding->ruling = if_unknown && !strcmp(if_unknown, "fail") ?
				  HKJ_RULING_FAIL :
				  HKJ_RULING_SKIP;
	return 0;
}

static int culprit_judge(struct hkj_finding *finding,
			 const struct hkj_result *result)
{
	const struct hkj_host *host = hkj_result_host(result, finding->target);
	char cpu[24];

	if (hkj_culprit_find(&finding->culprit, finding->limit, finding->target,
			     host))
		return -1;
	finding->knob = hkj_culprit_knob(&finding->culprit, host);
	if (!finding->knob)
		return 0;
	snprintf(cpu, sizeof(cpu), "%" PRIu64, finding->target->cpu);
	finding->sentence = hkj_knob_sentence(finding->knob, host,
					      result->config.policy, cpu);
	return finding->sentence ? 0 : -1;
}

/* What holds so far may be broken before the end; what is broken stays so. */
static const char *partial_doubt(const struct hkj_limit *limit,
				 const struct hkj_result *result)
{
	bool is_floor = hkj_quantities[limit->quantity].is_floor;

	return hkj_result_is_partial(result) && !is_floor ?
		       "the result is partial: it was written while the run went on" :
		       NULL;
}

static int limit_judge(struct hkj_finding *finding,
		       const struct hkj_result *result,
		       const struct hkj_set_cpus_found *cpus)
{
	const char *doubt = partial_doubt(finding->limit, result);

	for (size_t i = 0; i < cpus->nr; i++)
		target_judge(finding, cpus->targets[i]);
	if (finding->nr_broken && culprit_judge(finding, result))
		return -1;
	return skip_settle(finding, cpus->missing ? cpus->missing : doubt);
}

static int set_judge(struct hkj_judgement *judgement,
		     const struct hkj_budget_set *set)
{
	struct hkj_set_cpus_found cpus;
	int failed = 0;

	if (hkj_set_cpus_find(&cpus, set, judgement->result))
		return -1;
	for (size_t i = 0; i < set->nr_limits && !failed; i++) {
		struct hkj_finding *finding =
			&judgement->findings[judgement->nr_findings++];

		*finding = (struct hkj_finding){ .set = set,
						 .limit = &set->limits[i],
						 .ruling = HKJ_RULING_PASS };
		failed = limit_judge(finding, judgement->result, &cpus);
		judgement->nr[finding->ruling]++;
	}
	hkj_set_cpus_exit(&cpus);
	return failed;
}

/**
 * hkj_judge() - hold a result against a budget
 * @judgement: filled
 * @budget: checked; outlives @judgement
 * @result: sound; outlives @judgement
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_judge(struct hkj_judgement *judgement, const struct hkj_budget *budget,
	      const struct hkj_result *result, struct hkj_error *error)
{
	size_t nr = 0;

	*judgement = (struct hkj_judgement){ .budget = budget,
					     .result = result };
	for (size_t i = 0; i < budget->nr_sets; i++)
		nr += budget->sets[i].nr_limits;
	judgement->findings = calloc(nr + 1, sizeof(*judgement->findings));
	if (!judgement->findings)
		return hkj_error_memory(error);
	for (size_t i = 0; i < budget->nr_sets; i++) {
		if (set_judge(judgement, &budget->sets[i])) {
			hkj_judgement_exit(judgement);
			return hkj_error_memory(error);
		}
	}
	return 0;
}

/**
 * hkj_judgement_exit() - free what it owns
 * @judgement: filled or zeroed
 */
void hkj_judgement_exit(struct hkj_judgement *judgement)
{
	for (size_t i = 0; i < judgement->nr_findings; i++) {
		free(judgement->findings[i].why);
		free(judgement->findings[i].sentence);
	}
	free(judgement->findings);
	*judgement = (struct hkj_judgement){ 0 };
}

/**
 * hkj_judgement_verdict() - the exit code of it
 * @judgement: filled
 * @error: filled if a limit is broken, or none could be told
 *
 * Return: 0 or -1.
 */
int hkj_judgement_verdict(const struct hkj_judgement *judgement,
			  struct hkj_error *error)
{
	if (judgement->nr[HKJ_RULING_FAIL])
		return hkj_error_set(error, HKJ_EXIT_CHECK,
				     "%zu of %zu limits of '%.60s' are broken",
				     judgement->nr[HKJ_RULING_FAIL],
				     judgement->nr_findings,
				     judgement->budget->name);
	if (!judgement->nr[HKJ_RULING_PASS])
		return hkj_error_set(error, HKJ_EXIT_SKIP,
				     "no limit of '%.60s' could be judged by this result",
				     judgement->budget->name);
	return 0;
}
