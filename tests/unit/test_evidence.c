// SPDX-License-Identifier: GPL-2.0
/*
 * To which gap an SMI is credited: the module's own code, on a machine whose
 * counter of SMIs is the test's.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#include "kernel.h"

/* In place of compat/evidence.h. */
#define HKJ_COMPAT_EVIDENCE_H

static u64 nr_fired;
static u64 coming;	/* an SMI of that length comes before the counter is read */

static u64 ktime_get_raw_fast_ns(void)
{
	return machine.now;
}

static int hkj_smi_read(u64 *nr)
{
	machine.now += coming;
	nr_fired += !!coming;
	coming = 0;
	*nr = nr_fired;
	return 0;
}

static int hkj_vectors_read(u32 *nr)
{
	return -1;
}

static bool hkj_is_guest(void)
{
	return false;
}

static const void *hkj_steal_clock(void)
{
	return NULL;
}

static u64 hkj_steal_read(const void *clock)
{
	return 0;
}

#include "../../module/evidence.c"

#define US		1000

struct machine machine;
static struct hkj_target target;

void machine_point(void)
{
}

enum hkj_clock_kind hkj_clock_kind(void)
{
	return HKJ_CLOCK_SCHED;
}

bool hkj_witness_is_still(u64 begin, u64 end)
{
	return false;
}

static int prepare(void **state)
{
	memset(&target, 0, sizeof(target));
	machine.now = 1000 * US;
	nr_fired = 7;
	coming = 0;
	hkj_scale_init(&target.live.scale, 1000000);
	target.live.clock_kind = HKJ_CLOCK_SCHED;
	target.own_limit = 3 * US;
	hkj_evidence_probe(&target);
	hkj_evidence_open(&target);
	return 0;
}

/* A gap of that length, which ends now. */
static enum hkj_cause unexplained(u64 length)
{
	struct hkj_evidence evidence;
	u64 last = machine.now;

	machine.now += length;
	return hkj_evidence_judge(&target, last, machine.now, &evidence);
}

static void explained(u64 length)
{
	u64 last = machine.now;

	machine.now += length;
	hkj_evidence_refresh(&target, last, machine.now);
}

static void an_smi_in_a_gap_is_its_cause(void **state)
{
	nr_fired++;
	assert_int_equal(unexplained(200 * US), HKJ_CAUSE_SMI);
	assert_int_equal(unexplained(5 * US), HKJ_CAUSE_UNKNOWN);
}

/* It was credited to the next gap that nothing explained. */
static void an_smi_beside_an_interruption_is_no_later_gaps(void **state)
{
	nr_fired++;
	explained(200 * US);
	assert_int_equal(unexplained(5 * US), HKJ_CAUSE_UNKNOWN);
	assert_int_equal(target.gauge.last.nr_smis - target.gauge.first.nr_smis, 1);
}

/* The counter is read after the gap: what came in between was credited to it. */
static void an_smi_after_a_gap_is_the_next_ones(void **state)
{
	u64 last;
	struct hkj_evidence evidence;

	coming = 200 * US;
	last = machine.now;
	assert_int_equal(unexplained(5 * US), HKJ_CAUSE_UNKNOWN);
	assert_int_equal(hkj_evidence_judge(&target, last + 5 * US, machine.now, &evidence),
			 HKJ_CAUSE_SMI);
	coming = 200 * US;
	explained(5 * US);
	assert_int_equal(unexplained(200 * US), HKJ_CAUSE_SMI);
}

/* One that is too short for a gap of its own finds no other. */
static void a_short_one_is_in_the_gap(void **state)
{
	coming = 2 * US;
	assert_int_equal(unexplained(5 * US), HKJ_CAUSE_SMI);
	assert_int_equal(unexplained(5 * US), HKJ_CAUSE_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_smi_in_a_gap_is_its_cause, prepare),
		cmocka_unit_test_setup(an_smi_beside_an_interruption_is_no_later_gaps, prepare),
		cmocka_unit_test_setup(an_smi_after_a_gap_is_the_next_ones, prepare),
		cmocka_unit_test_setup(a_short_one_is_in_the_gap, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
