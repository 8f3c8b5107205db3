// SPDX-License-Identifier: GPL-2.0
#include "data.h"
#include "fixture.h"
#include "merge_maker.h"
#include "result.h"
#include "target.h"
#include "unit.h"

#define KHZ 1000000 /* a cycle is a nanosecond: sums are exact */

static struct hkj_details details;

void target_make(struct hkj_target *target, const __u64 *gaps, size_t nr)
{
	struct hkj_snapshot snapshot;
	struct hkj_error error;

	data_snapshot(&snapshot, 1, KHZ, gaps, nr);
	data_details(&details, &snapshot, gaps, nr);
	assert_int_equal(hkj_target_init(target, &snapshot, &details, &error),
			 0);
}

/* A run of one CPU, of a time of its own. */
void result_make(struct hkj_result *result, unsigned int number,
		 const __u64 *gaps, size_t nr)
{
	fixture_make(result);
	fixture_without_cpus(result);
	result->cpus = calloc(1, sizeof(*result->cpus));
	assert_non_null(result->cpus);
	result->nr_cpus = 1;
	target_make(&result->cpus[0], gaps, nr);
	result->run.start_realtime_ns += number * 1000000000000ULL;
	result->run.stop_realtime_ns =
		result->run.start_realtime_ns + 1000000000ULL;
}

void hostname_set(struct hkj_result *result, const char *name)
{
	free(result->host.hostname);
	result->host.hostname = strdup(name);
}

void three_make(struct hkj_merge_input *inputs)
{
	static const char *const names[] = { "one", "two", "three" };
	__u64 gaps[NR_GAPS];

	for (unsigned int i = 0; i < 3; i++) {
		data_fill(gaps, NR_GAPS, SHAPE_EXPONENTIAL, i + 1);
		inputs[i].name = names[i];
		result_make(&inputs[i].result, i, gaps, NR_GAPS);
	}
	hostname_set(&inputs[1].result, "lab-8");
}

void inputs_free(struct hkj_merge_input *inputs, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		hkj_result_free(&inputs[i].result);
}
