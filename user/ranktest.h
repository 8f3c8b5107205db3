/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rank test of Mann and Whitney (On a Test of Whether one of Two Random
 * Variables is Stochastically Larger than the Other, 1947): whether what was
 * measured several times in B tends to be more than in A, assuming nothing on
 * how it is distributed.
 *
 * Of all n = nA + nB values in order, W is the sum of B's ranks; equal values
 * share the mean of theirs. If A and B do not differ, each choice of nB of the n
 * ranks is as likely as any other, so
 *
 *	p = P(W' >= W) = #{choices whose ranks add up to W or more} / C(n, nB)
 *
 * Choices are counted exactly up to HKJ_RANK_EXACT values, ties included, by
 * the recurrence N(k, s) = N'(k, s) + N'(k - 1, s - rank), N' being without the
 * last rank. Beyond, W' is taken as normal, with a correction for ties and for
 * continuity.
 *
 * The smallest p that can come out is 1 / C(n, nB): 0.5 for one run each, 0.05
 * for three, whatever the values.
 */
#ifndef HKJITTER_USER_RANKTEST_H
#define HKJITTER_USER_RANKTEST_H

#include <stddef.h>

#define HKJ_RANK_EXACT 30

int hkj_rank_test(const double *a, size_t nr_a, const double *b, size_t nr_b,
		  double *p);
double hkj_rank_smallest(size_t nr_a, size_t nr_b);

#endif /* HKJITTER_USER_RANKTEST_H */
