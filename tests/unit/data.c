// SPDX-License-Identifier: GPL-2.0
#include <hkjitter/ids.h>
#include <math.h>
#include <string.h>

#include "data.h"
#include "unit.h"

#define START_CYCLES 123456789012ULL
#define START_REALTIME_NS 1735689600000000000ULL /* 2025-01-01 UTC */

static double unit_random(uint64_t *state)
{
	return ldexp((double)(random_next(state) >> 11), -53);
}

static __u64 value_of(enum shape shape, uint64_t *state)
{
	switch (shape) {
	case SHAPE_CONSTANT:
		return 2875;
	case SHAPE_UNIFORM:
		return 500 + random_below(state, 100000);
	case SHAPE_LOG_UNIFORM:
		return (__u64)exp2(unit_random(state) * 39);
	case SHAPE_EXPONENTIAL:
		return 700 + (__u64)(-5000 * log(1 - unit_random(state)));
	case SHAPE_TWO_PEAKS:
		return random_below(state, 100) ?
			       2000 + random_below(state, 200) :
			       1000000 + random_below(state, 50000);
	case SHAPE_SMALL:
		return random_below(state, 80);
	default:
		return (1ULL << 39) + random_below(state, 1ULL << 40);
	}
}

void data_fill(__u64 *values, size_t nr, enum shape shape, __u64 seed)
{
	uint64_t state = seed * 1000 + shape;

	for (size_t i = 0; i < nr; i++)
		values[i] = value_of(shape, &state);
}

/* Longest first, the shortest falls out, as the module keeps them. */
static void longest_add(struct hkj_snapshot *snapshot, struct hkj_gap gap)
{
	struct hkj_gap *longest = snapshot->longest;
	unsigned int at = snapshot->nr_longest;

	if (at == HKJ_NR_LONGEST && longest[at - 1].duration >= gap.duration)
		return;
	if (at < HKJ_NR_LONGEST)
		gap.slot = snapshot->nr_longest++;
	else
		gap.slot = longest[--at].slot;
	for (; at && longest[at - 1].duration < gap.duration; at--)
		longest[at] = longest[at - 1];
	longest[at] = gap;
}

unsigned int data_cause(__u64 duration)
{
	return (unsigned int)(duration / 16 % HKJ_NR_CAUSES);
}

static void inside_add(struct hkj_books *books, __u64 duration,
		       unsigned int nr_parts)
{
	__u64 parts = nr_parts * data_part_net(duration);

	if (nr_parts) {
		books->nr_parts += nr_parts;
		books->parts += parts;
		books->transition += duration - parts;
		return;
	}
	books->nr_unexplained++;
	books->unexplained += duration;
	books->causes[data_cause(duration)].count++;
	books->causes[data_cause(duration)].total += duration;
	if (duration > books->unexplained_max)
		books->unexplained_max = duration;
}

static void second_add(struct hkj_snapshot *snapshot, __u64 duration,
		       unsigned int nr_parts)
{
	const struct hkj_books *books = &snapshot->books;
	__u64 number = books->runtime / (snapshot->scale.khz * 1000);
	__u64 nr = snapshot->nr_seconds;
	struct hkj_second *second = NULL;

	if (nr)
		second = &snapshot->seconds[(nr - 1) % HKJ_NR_SECONDS];
	if (!second || second->number != number) {
		second = &snapshot->seconds[nr % HKJ_NR_SECONDS];
		*second = (struct hkj_second){ .number = number };
		snapshot->nr_seconds++;
	}
	second->nr_gaps++;
	second->gaps += duration;
	if (duration <= second->longest)
		return;
	second->longest = duration;
	second->top = nr_parts ? data_slot(data_part_source(duration, 0)) :
				 HKJ_NR_SOURCES;
}

static void gap_add(struct hkj_snapshot *snapshot, __u64 quiet, __u64 duration)
{
	struct hkj_books *books = &snapshot->books;
	struct hkj_gap gap = {
		.start = books->last + quiet,
		.duration = duration,
		.nr_parts = data_nr_parts(duration),
		.cause = data_nr_parts(duration) ? 0 : data_cause(duration),
	};
	__u64 ns = hkj_scale_ns(&snapshot->scale, duration);

	books->runtime += quiet + duration;
	books->quiet += quiet;
	books->gaps += duration;
	books->nr_gaps++;
	if (duration < books->gap_min)
		books->gap_min = duration;
	if (duration > books->gap_max)
		books->gap_max = duration;
	books->last += quiet + duration;
	inside_add(books, duration, gap.nr_parts);
	snapshot->histogram[hkj_hist_slot(ns)]++;
	second_add(snapshot, duration, gap.nr_parts);
	longest_add(snapshot, gap);
}

static void head_fill(struct hkj_snapshot *snapshot, unsigned int cpu,
		      __u64 khz)
{
	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->magic = HKJ_RECORD_MAGIC;
	snapshot->version = HKJ_RECORD_VERSION;
	snapshot->size = sizeof(*snapshot);
	snapshot->cpu = cpu;
	snapshot->state = HKJ_STATE_DONE;
	snapshot->stop_reason = HKJ_STOP_DURATION;
	snapshot->clock_kind = HKJ_CLOCK_CYCLES;
	snapshot->session = 1;
	snapshot->threshold_ns = 500;
	hkj_scale_init(&snapshot->scale, khz);
	snapshot->threshold = hkj_scale_cycles(&snapshot->scale, 500);
	snapshot->turn = (struct hkj_turn){ 14, 14020, 1000, 90 };
}

static void clocks_fill(struct hkj_snapshot *snapshot)
{
	__u64 ns = hkj_scale_ns(&snapshot->scale, snapshot->books.runtime);
	struct hkj_clock_pair start = { START_CYCLES, 5000000000ULL,
					5000001000ULL, START_REALTIME_NS };

	snapshot->start = start;
	snapshot->stop = (struct hkj_clock_pair){
		start.cycles + snapshot->books.runtime, start.trace_ns + ns,
		start.mono_raw_ns + ns, start.realtime_ns + ns
	};
}

void data_snapshot(struct hkj_snapshot *snapshot, unsigned int cpu, __u64 khz,
		   const __u64 *gaps, size_t nr)
{
	struct hkj_books *books = &snapshot->books;

	head_fill(snapshot, cpu, khz);
	books->gap_min = ~0ULL;
	books->last = START_CYCLES;
	for (size_t i = 0; i < nr; i++)
		gap_add(snapshot, khz / 1000 * (100 + i % 7), gaps[i]);
	books->nr_quiet_parts = nr / 8;
	books->quiet_parts = books->nr_quiet_parts * DATA_QUIET_PART;
	books->quiet += khz;
	books->runtime += khz;
	books->last += khz;
	books->nr_upkeeps = hkj_scale_ns(&snapshot->scale, books->runtime) /
			    1000000;
	books->nr_turns = books->quiet / 14;
	books->own = books->nr_upkeeps * 80;
	books->nr_smis = books->causes[HKJ_CAUSE_SMI].count;
	books->nr_vectors = books->causes[HKJ_CAUSE_VECTORS].count;
	books->steal_ns = HKJ_NOT_COUNTED;
	books->lost[HKJ_LOST_INITIATORS] = nr / 20;
	clocks_fill(snapshot);
}
