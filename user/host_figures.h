/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The machines of a merged result side by side, and which of them stand apart.
 *
 * A machine stands apart in a figure if its modified z-score is above 3.5
 * (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993):
 * 0.6745 * (x - median) / MAD, MAD being the median of |x - median|. Median and
 * MAD are moved by less than half of the machines, where mean and standard
 * deviation are moved by the outlier itself. Figures of noise are skewed, so
 * x is log2(1 + figure), and as machines that are nearly the same make the MAD
 * tiny, it must also be twice the median or half of it. With a MAD of 0, the
 * mean of |x - median| times 1.2533 takes the place of MAD / 0.6745.
 */
#ifndef HKJITTER_USER_HOST_FIGURES_H
#define HKJITTER_USER_HOST_FIGURES_H

#include <stdbool.h>

#include "model.h"

/* With fewer, two that agree by chance make an outlier of a third. */
#define HKJ_OUTLIER_HOSTS_MIN 5

enum hkj_host_figure {
	HKJ_HOST_LOST, /* ns a second of run time */
	HKJ_HOST_GAPS, /* a 1000 seconds of run time */
	HKJ_HOST_MAX, /* ns */
	HKJ_NR_HOST_FIGURES
};

/**
 * struct hkj_host_figures - one machine
 * @host: which
 * @nr_cpus: target CPUs
 * @nr_runs: that went into them
 * @runtime_ns: of all CPUs together
 * @values: of each figure
 * @scores: modified z-scores; above 0: more than the median
 * @is_apart: whether it is an outlier in a figure
 */
struct hkj_host_figures {
	const struct hkj_host *host;
	size_t nr_cpus;
	size_t nr_runs;
	uint64_t runtime_ns;
	double values[HKJ_NR_HOST_FIGURES];
	double scores[HKJ_NR_HOST_FIGURES];
	bool is_apart[HKJ_NR_HOST_FIGURES];
};

/**
 * struct hkj_hosts - all machines
 * @nr: how many
 * @items: one each
 * @medians: of each figure
 */
struct hkj_hosts {
	size_t nr;
	struct hkj_host_figures *items;
	double medians[HKJ_NR_HOST_FIGURES];
};

int hkj_hosts_init(struct hkj_hosts *hosts, const struct hkj_result *result);
void hkj_hosts_exit(struct hkj_hosts *hosts);
double hkj_median(double *values, size_t nr);

#endif /* HKJITTER_USER_HOST_FIGURES_H */
