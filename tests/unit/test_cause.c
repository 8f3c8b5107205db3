// SPDX-License-Identifier: GPL-2.0
/*
 * What a gap without an interruption is put down to: one case a line.
 */
#include <hkjitter/cause.h>

#include "unit.h"

#define US 1000ULL
#define MS 1000000ULL

static const struct {
	const char *what;
	struct hkj_evidence found;
	enum hkj_cause cause;
} cases[] = {
	{ "nothing moved",
	  { .gap_ns = 5 * US, .since_ns = 1 * MS, .other_ns = 1 * MS },
	  HKJ_CAUSE_UNKNOWN },
	{ "the SMI counter moved",
	  { .gap_ns = 90 * US, .since_ns = MS, .other_ns = MS, .nr_smis = 1 },
	  HKJ_CAUSE_SMI },
	{ "a vector came",
	  { .gap_ns = 2 * US, .since_ns = MS, .other_ns = MS, .nr_vectors = 1 },
	  HKJ_CAUSE_VECTORS },
	{ "an SMI is longer than a vector",
	  { .gap_ns = 90 * US, .nr_smis = 1, .nr_vectors = 3 },
	  HKJ_CAUSE_SMI },
	{ "the steal clock moved by most of it",
	  { .gap_ns = 8 * MS, .steal_ns = 7 * MS },
	  HKJ_CAUSE_STEAL },
	{ "the steal clock moved by little of it",
	  { .gap_ns = 8 * MS, .steal_ns = 1 * MS },
	  HKJ_CAUSE_UNKNOWN },
	{ "a guest whose CPUs all stood still",
	  { .gap_ns = 200 * MS, .is_guest = 1, .is_all_still = 1 },
	  HKJ_CAUSE_STEAL },
	{ "a guest whose other CPUs went on",
	  { .gap_ns = 200 * MS, .is_guest = 1 },
	  HKJ_CAUSE_UNKNOWN },
	{ "real hardware that stood still",
	  { .gap_ns = 200 * MS, .is_all_still = 1 },
	  HKJ_CAUSE_UNKNOWN },
	{ "firmware stopped all of a guest",
	  { .gap_ns = 200 * MS, .is_guest = 1, .is_all_still = 1, .nr_smis = 2 },
	  HKJ_CAUSE_SMI },
	{ "the other clock saw nothing of it",
	  { .gap_ns = 90 * MS, .since_ns = 100 * MS, .other_ns = 10 * MS },
	  HKJ_CAUSE_CLOCK },
	{ "time that has not passed is no SMI's either",
	  { .gap_ns = 90 * MS, .since_ns = 100 * MS, .other_ns = 10 * MS, .nr_smis = 1 },
	  HKJ_CAUSE_CLOCK },
	{ "the other clock saw half of it",
	  { .gap_ns = 90 * MS, .since_ns = 100 * MS, .other_ns = 55 * MS },
	  HKJ_CAUSE_UNKNOWN },
	{ "the other clock is ahead",
	  { .gap_ns = 90 * MS, .since_ns = 100 * MS, .other_ns = 900 * MS },
	  HKJ_CAUSE_UNKNOWN },
	/* 100 us in 1 s is 100 ppm: any two clocks may differ by that. */
	{ "a short gap after a long time, clocks adrift",
	  { .gap_ns = 100 * US, .since_ns = 1000 * MS, .other_ns = 999 * MS },
	  HKJ_CAUSE_UNKNOWN },
};

static void each_case_has_its_cause(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (hkj_cause_of(&cases[i].found) == cases[i].cause)
			continue;
		fail_msg("%s: cause %u, not %u", cases[i].what,
			 hkj_cause_of(&cases[i].found), cases[i].cause);
	}
}

/* Whatever is found, it is one of the causes, and no gap is too long for it. */
static void any_evidence_has_a_cause(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (unsigned int i = 0; i < 100000; i++) {
		unsigned int shift = (unsigned int)random_below(&seed, 64);
		struct hkj_evidence found = {
			.gap_ns = random_next(&seed) >> shift,
			.since_ns = random_next(&seed) >> shift,
			.other_ns = random_next(&seed) >> shift,
			.nr_smis = random_below(&seed, 2),
			.steal_ns = random_next(&seed) >> shift,
			.nr_vectors = random_below(&seed, 2),
			.is_guest = i & 1,
			.is_all_still = i >> 1 & 1,
		};
		enum hkj_cause cause = hkj_cause_of(&found);

		assert_true(cause < HKJ_NR_CAUSES);
		if (cause == HKJ_CAUSE_SMI)
			assert_true(found.nr_smis);
		if (cause == HKJ_CAUSE_VECTORS)
			assert_true(found.nr_vectors && !found.nr_smis);
		if (cause == HKJ_CAUSE_UNKNOWN)
			assert_true(!found.nr_vectors && !found.nr_smis);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(each_case_has_its_cause),
	cmocka_unit_test(any_evidence_has_a_cause),
};

UNIT_MAIN(tests, NULL, NULL)
