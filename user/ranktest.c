// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ranktest.h"

/**
 * struct value - one value and its rank
 * @value: measured
 * @is_b: whether it is of B
 * @rank: twice its rank, which makes the mean of two ranks a whole number
 */
struct value {
	double value;
	bool is_b;
	size_t rank;
};

static int by_value(const void *left, const void *right)
{
	const struct value *a = left, *b = right;

	return a->value < b->value ? -1 : a->value > b->value;
}

static struct value *values_sort(const double *a, size_t nr_a, const double *b,
				 size_t nr_b)
{
	struct value *values = calloc(nr_a + nr_b, sizeof(*values));

	if (!values)
		return NULL;
	for (size_t i = 0; i < nr_a; i++)
		values[i].value = a[i];
	for (size_t i = 0; i < nr_b; i++)
		values[nr_a + i] = (struct value){ b[i], true, 0 };
	qsort(values, nr_a + nr_b, sizeof(*values), by_value);
	return values;
}

/* Return: the sum of t^3 - t over all groups of t equal values. */
static double ranks_fill(struct value *values, size_t nr)
{
	double ties = 0;

	for (size_t from = 0, to; from < nr; from = to) {
		double size;

		for (to = from; to < nr && values[to].value == values[from].value;
		     to++)
			;
		for (size_t i = from; i < to; i++)
			values[i].rank = from + to + 1;
		size = (double)(to - from);
		ties += size * size * size - size;
	}
	return ties;
}

static size_t sum_of_b(const struct value *values, size_t nr)
{
	size_t sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += values[i].is_b ? values[i].rank : 0;
	return sum;
}

static double choose(size_t n, size_t k)
{
	double ways = 1;

	for (size_t i = 1; i <= k; i++)
		ways = ways * (double)(n - k + i) / (double)i;
	return round(ways);
}

/* ways[k * width + s]: choices of k ranks so far that add up to s. */
static void rank_count(double *ways, size_t width, size_t nr_b, size_t rank)
{
	for (size_t k = nr_b; k > 0; k--)
		for (size_t sum = width; sum-- > rank;)
			ways[k * width + sum] +=
				ways[(k - 1) * width + sum - rank];
}

static int exact(const struct value *values, size_t nr, size_t nr_b, double *p)
{
	size_t width = nr * (nr + 1) + 1; /* all ranks, each twice, and 0 */
	double *ways = calloc((nr_b + 1) * width, sizeof(*ways));
	double above = 0;

	if (!ways)
		return -1;
	ways[0] = 1;
	for (size_t i = 0; i < nr; i++)
		rank_count(ways, width, nr_b, values[i].rank);
	for (size_t sum = sum_of_b(values, nr); sum < width; sum++)
		above += ways[nr_b * width + sum];
	free(ways);
	*p = above / choose(nr, nr_b);
	return 0;
}

static double normal(const struct value *values, size_t nr, size_t nr_b,
		     double ties)
{
	double n = (double)nr, b = (double)nr_b, a = n - b;
	double sum = (double)sum_of_b(values, nr) / 2;
	double variance = a * b / 12 * (n + 1 - ties / (n * (n - 1)));

	if (variance <= 0)
		return 1;
	return erfc((sum - b * (n + 1) / 2 - 0.5) / sqrt(2 * variance)) / 2;
}

/**
 * hkj_rank_test() - whether B tends to be more than A
 * @a: values of A
 * @nr_a: how many, at least one
 * @b: values of B
 * @nr_b: likewise
 * @p: filled: how likely ranks as high as B's are if they do not differ
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_rank_test(const double *a, size_t nr_a, const double *b, size_t nr_b,
		  double *p)
{
	struct value *values = values_sort(a, nr_a, b, nr_b);
	size_t nr = nr_a + nr_b;
	double ties;
	int failed = 0;

	if (!values)
		return -1;
	ties = ranks_fill(values, nr);
	if (values[0].value == values[nr - 1].value)
		*p = 1;
	else if (nr <= HKJ_RANK_EXACT)
		failed = exact(values, nr, nr_b, p);
	else
		*p = normal(values, nr, nr_b, ties);
	free(values);
	return failed;
}

/**
 * hkj_rank_smallest() - smallest p that can come out
 * @nr_a: number of values of A
 * @nr_b: of B
 */
double hkj_rank_smallest(size_t nr_a, size_t nr_b)
{
	return 1 / choose(nr_a + nr_b, nr_b);
}
