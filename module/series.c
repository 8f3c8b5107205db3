// SPDX-License-Identifier: GPL-2.0
/*
 * Gaps by the second of the window in which they ended: a ring of the newest
 * seconds that had one. A quiet second takes no room, so that the ring reaches
 * back a minute at least, and as far as a quiet machine has been measured at
 * best. Whoever reads it in time has every gap in its second.
 *
 * Which second it is follows from a compare with the end of the present one, at
 * each upkeep and each gap; there is no division.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "series.h"

/* The longest step forward: so many seconds, as a power of two. */
#define STEP_SHIFT	24

/**
 * hkj_series_reset() - forget all seconds
 * @t: the target
 *
 * Until hkj_series_open() everything is of the same second.
 *
 * Context: the loop's thread, before the window.
 */
void hkj_series_reset(struct hkj_target *t)
{
	struct hkj_snapshot *live = &t->live;

	memset(live->seconds, 0, sizeof(live->seconds));
	live->nr_seconds = 0;
	t->second = 0;
	t->second_end = U64_MAX;
}

/**
 * hkj_series_open() - the first second begins
 * @t: the target
 * @now: the window's first clock read
 *
 * Context: the loop, on the target CPU.
 */
void hkj_series_open(struct hkj_target *t, u64 now)
{
	t->second_end = now + t->second_length;
}

/**
 * hkj_series_step() - move along with a clock that stepped back
 * @t: the target
 * @last: clock read before that
 * @back: how far, in cycles
 *
 * The second of @last may not be found yet, as a loop in user space makes no
 * upkeeps: its end is later than @last, and so cannot go below zero.
 *
 * Context: the loop, on the target CPU.
 */
void hkj_series_step(struct hkj_target *t, u64 last, u64 back)
{
	if (t->second_end == U64_MAX)
		return;
	hkj_series_roll(t, last);
	t->second_end -= back;
}

/**
 * hkj_series_roll() - find the second of a clock read
 * @t: the target
 * @now: the clock read
 *
 * An upkeep goes on by one second at most. After a gap it is as many as the gap
 * is long, in steps that are halved as often as it takes: a clock may jump by
 * years.
 *
 * Context: the loop, on the target CPU.
 */
void hkj_series_roll(struct hkj_target *t, u64 now)
{
	unsigned int shift = STEP_SHIFT;

	while (unlikely(now >= t->second_end)) {
		while (shift && now - t->second_end < t->second_length << shift)
			shift--;
		t->second += 1ULL << shift;
		t->second_end += t->second_length << shift;
	}
}

/* The present second's place in the ring, taken with its first gap. */
static struct hkj_second *second_get(struct hkj_target *t)
{
	struct hkj_snapshot *live = &t->live;
	u64 newest = live->nr_seconds - 1;
	struct hkj_second *second = &live->seconds[newest & (HKJ_NR_SECONDS - 1)];

	if (live->nr_seconds && second->number == t->second)
		return second;
	second = &live->seconds[live->nr_seconds++ & (HKJ_NR_SECONDS - 1)];
	*second = (struct hkj_second){
		.number = t->second,
		.top = HKJ_NR_SOURCES,
	};
	return second;
}

/**
 * hkj_series_add() - a gap has ended
 * @t: the target
 * @gap: its duration, in cycles
 * @now: clock read after it
 * @seen: what it holds
 *
 * Context: the loop, on the target CPU, within @t->seq.
 */
void hkj_series_add(struct hkj_target *t, u64 gap, u64 now,
		    const struct hkj_seen *seen)
{
	struct hkj_second *second;

	hkj_series_roll(t, now);
	second = second_get(t);
	second->nr_gaps++;
	second->gaps += gap;
	if (gap <= second->longest)
		return;
	second->longest = gap;
	second->top = seen->nr_parts ? seen->top : HKJ_NR_SOURCES;
}
