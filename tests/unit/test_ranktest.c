// SPDX-License-Identifier: GPL-2.0
/*
 * The rank test: against all choices of ranks one by one, and values that are
 * printed in tables.
 */
#include <math.h>

#include "ranktest.h"
#include "unit.h"

static double p_of(const double *a, size_t nr_a, const double *b, size_t nr_b)
{
	double p = -1;

	assert_int_equal(hkj_rank_test(a, nr_a, b, nr_b, &p), 0);
	return p;
}

static void assert_near(double left, double right)
{
	if (fabs(left - right) > 0.000000001)
		fail_msg("%.12f is not %.12f", left, right);
}

/* How often one of B is above one of A; a tie is a half: Mann and Whitney's U. */
static double u_of(const double *values, size_t nr, unsigned long choice)
{
	double u = 0;

	for (size_t i = 0; i < nr; i++)
		for (size_t k = 0; k < nr; k++)
			if ((choice >> i & 1) && !(choice >> k & 1))
				u += values[i] > values[k] ? 1 :
				     values[i] < values[k] ? 0 :
							     0.5;
	return u;
}

/* The definition: all choices of as many values as B has. */
static double p_by_force(const double *values, size_t nr, unsigned long is_b)
{
	double least = u_of(values, nr, is_b);
	double all = 0, above = 0;

	for (unsigned long choice = 0; choice < 1UL << nr; choice++) {
		if (__builtin_popcountl(choice) != __builtin_popcountl(is_b))
			continue;
		all++;
		above += u_of(values, nr, choice) >= least;
	}
	return above / all;
}

static void check_against_force(uint64_t *state)
{
	size_t nr = 2 + random_below(state, 8);
	unsigned long is_b = 1 + random_below(state, (1UL << nr) - 2);
	double values[10], a[10], b[10];
	size_t nr_a = 0, nr_b = 0;

	for (size_t i = 0; i < nr; i++) {
		values[i] = (double)random_below(state, 6); /* many ties */
		if (is_b >> i & 1)
			b[nr_b++] = values[i];
		else
			a[nr_a++] = values[i];
	}
	assert_near(p_of(a, nr_a, b, nr_b), p_by_force(values, nr, is_b));
}

static void exact_is_what_counting_gives(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (unsigned int i = 0; i < 300; i++)
		check_against_force(&seed);
}

static void known_values_come_out(void **state)
{
	static const double low[] = { 1, 2, 3, 4, 5 };
	static const double high[] = { 6, 7, 8, 9, 10 };
	static const double mixed[] = { 4.5, 7, 8, 9, 10 }; /* U is 24 */
	static const double deeper[] = { 3.5, 7, 8, 9, 10 }; /* U is 23 */

	(void)state;
	assert_near(p_of(low, 1, high, 1), 0.5);
	assert_near(p_of(low, 3, high, 3), 0.05);
	assert_near(p_of(high, 3, low, 3), 1);
	assert_near(p_of(low, 5, high, 5), 1.0 / 252);
	assert_near(p_of(low, 5, mixed, 5), 2.0 / 252);
	assert_near(p_of(low, 5, deeper, 5), 4.0 / 252);
	assert_true(p_of(low, 5, low, 5) > 0.5);
}

static void equal_values_tell_nothing(void **state)
{
	double same[40];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(same); i++)
		same[i] = 7;
	assert_near(p_of(same, 3, same, 5), 1);
	assert_near(p_of(same, 40, same, 40), 1);
}

static void smallest_is_that_of_the_highest_ranks(void **state)
{
	double values[12];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		values[i] = (double)i;
	for (size_t nr_a = 1; nr_a < 12; nr_a++)
		assert_near(p_of(values, nr_a, values + nr_a, 12 - nr_a),
			    hkj_rank_smallest(nr_a, 12 - nr_a));
}

/* On both sides of the limit of exact counting the same data say the same. */
static void many_values_are_near_exact(void **state)
{
	double a[16], b[16];
	uint64_t seed = 3;

	(void)state;
	for (unsigned int round = 0; round < 50; round++) {
		double few, more;

		for (size_t i = 0; i < 16; i++) {
			a[i] = (double)random_below(&seed, 1000);
			b[i] = (double)random_below(&seed, 1000) +
			       (double)(round % 5) * 60;
		}
		b[15] = 500;
		few = p_of(a, 15, b, 15);
		more = p_of(a, 15, b, 16);
		assert_true(fabs(few - more) < 0.1);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(exact_is_what_counting_gives),
	cmocka_unit_test(known_values_come_out),
	cmocka_unit_test(equal_values_tell_nothing),
	cmocka_unit_test(smallest_is_that_of_the_highest_ranks),
	cmocka_unit_test(many_values_are_near_exact),
};

UNIT_MAIN(tests, NULL, NULL)
