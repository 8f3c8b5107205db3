// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "host_figures.h"
#include "sum.h"

#define SCORE_MAX 3.5
#define NORMAL_MAD 0.6745 /* MAD of the normal distribution of deviation 1 */
#define NORMAL_MEAN 1.2533 /* its deviation by the mean of |x - median| */
#define LOG2_APART 1 /* twice, or half */

struct totals {
	uint64_t lost_ns;
	uint64_t nr_gaps;
	uint64_t max_ns;
};

static void target_add(struct hkj_host_figures *to, struct totals *totals,
		       const struct hkj_target *target)
{
	to->nr_cpus++;
	to->runtime_ns = hkj_sum(to->runtime_ns, target->runtime_ns);
	totals->lost_ns = hkj_sum(totals->lost_ns, target->gaps.total_ns);
	totals->nr_gaps = hkj_sum(totals->nr_gaps, target->gaps.count);
	if (target->gaps.max_ns != HKJ_NONE &&
	    target->gaps.max_ns > totals->max_ns)
		totals->max_ns = target->gaps.max_ns;
}

static void values_fill(struct hkj_host_figures *to,
			const struct totals *totals)
{
	double seconds = (double)to->runtime_ns / 1e9;

	to->values[HKJ_HOST_MAX] = (double)totals->max_ns;
	if (!to->runtime_ns)
		return;
	to->values[HKJ_HOST_LOST] = (double)totals->lost_ns / seconds;
	to->values[HKJ_HOST_GAPS] = (double)totals->nr_gaps / seconds * 1000;
}

static int values_collect(struct hkj_hosts *hosts,
			  const struct hkj_result *result)
{
	struct totals *totals = calloc(hosts->nr + 1, sizeof(*totals));

	if (!totals)
		return -1;
	for (size_t i = 0; i < result->nr_cpus; i++) {
		size_t host = result->cpus[i].host.value;

		target_add(&hosts->items[host], &totals[host],
			   &result->cpus[i]);
	}
	for (size_t i = 0; i < result->nr_runs; i++)
		hosts->items[result->runs[i].host].nr_runs++;
	for (size_t i = 0; i < hosts->nr; i++)
		values_fill(&hosts->items[i], &totals[i]);
	free(totals);
	return 0;
}

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

/**
 * hkj_median() - median
 * @values: sorted by this
 * @nr: how many, at least one
 *
 * Return: the middle one, or the mean of the two in the middle.
 */
double hkj_median(double *values, size_t nr)
{
	qsort(values, nr, sizeof(*values), by_value);
	return (values[(nr - 1) / 2] + values[nr / 2]) / 2;
}

/* One deviation of the normal distribution; 0 if all are the same. */
static double deviation_of(double *distances, size_t nr)
{
	double mad = hkj_median(distances, nr);
	double sum = 0;

	if (mad > 0)
		return mad / NORMAL_MAD;
	for (size_t i = 0; i < nr; i++)
		sum += distances[i];
	return NORMAL_MEAN * sum / (double)nr;
}

static void figure_score(struct hkj_hosts *hosts, enum hkj_host_figure figure,
			 double *room)
{
	double middle, deviation;

	for (size_t i = 0; i < hosts->nr; i++)
		room[i] = log2(1 + hosts->items[i].values[figure]);
	middle = hkj_median(room, hosts->nr);
	hosts->medians[figure] = exp2(middle) - 1;
	for (size_t i = 0; i < hosts->nr; i++)
		room[i] = fabs(room[i] - middle);
	deviation = deviation_of(room, hosts->nr);
	for (size_t i = 0; deviation > 0 && i < hosts->nr; i++) {
		struct hkj_host_figures *item = &hosts->items[i];
		double off = log2(1 + item->values[figure]) - middle;

		item->scores[figure] = off / deviation;
		item->is_apart[figure] =
			hosts->nr >= HKJ_OUTLIER_HOSTS_MIN &&
			fabs(item->scores[figure]) > SCORE_MAX &&
			fabs(off) >= LOG2_APART;
	}
}

/**
 * hkj_hosts_init() - the machines of a merged result
 * @hosts: filled
 * @result: merged; outlives @hosts
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_hosts_init(struct hkj_hosts *hosts, const struct hkj_result *result)
{
	double *room = calloc(result->nr_hosts + 1, sizeof(*room));

	*hosts = (struct hkj_hosts){ .nr = result->nr_hosts };
	hosts->items = calloc(hosts->nr + 1, sizeof(*hosts->items));
	if (!room || !hosts->items || values_collect(hosts, result)) {
		free(room);
		hkj_hosts_exit(hosts);
		return -1;
	}
	for (size_t i = 0; i < hosts->nr; i++)
		hosts->items[i].host = &result->hosts[i];
	for (unsigned int i = 0; hosts->nr && i < HKJ_NR_HOST_FIGURES; i++)
		figure_score(hosts, i, room);
	free(room);
	return 0;
}

/**
 * hkj_hosts_exit() - free what it owns
 * @hosts: filled or zeroed
 */
void hkj_hosts_exit(struct hkj_hosts *hosts)
{
	free(hosts->items);
	*hosts = (struct hkj_hosts){ 0 };
}
