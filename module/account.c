// SPDX-License-Identifier: GPL-2.0
/*
 * The books of one target CPU; see the drawing in account.h.
 *
 * Everything here is written by the loop's thread alone. Readers copy and retry
 * (snapshot.c), so the writer needs no lock and never waits. The raw form of
 * the sequence counter is used on purpose: the loop stays preemptible while it
 * writes, and a reader that meets a preempted writer gives up after a bounded
 * number of tries.
 */
#include <linux/cpumask.h>
#include <linux/minmax.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "account.h"
#include "clock.h"
#include "evidence.h"
#include "series.h"
#include "trace.h"
#include "track.h"

/* How often one own turn may hold a gap before the loop goes on regardless. */
#define OWN_TRIES	16

/* Brings run time and quiet time up to the clock read @last. */
static void books_settle(struct hkj_target *t, u64 last)
{
	struct hkj_books *books = &t->live.books;

	books->quiet += last - t->segment;
	books->runtime = last - t->origin;
	books->nr_turns += t->turns;
	books->last = last;
	t->segment = last;
	t->turns = 0;
}

static void gap_swap(struct hkj_gap *a, struct hkj_gap *b)
{
	struct hkj_gap gap = *a;

	*a = *b;
	*b = gap;
}

/* @i is new and may be shorter than its parent. */
static void longest_rise(struct hkj_gap *heap, unsigned int i)
{
	unsigned int parent;

	for (; i; i = parent) {
		parent = (i - 1) >> 1;
		if (heap[parent].duration <= heap[i].duration)
			return;
		gap_swap(&heap[parent], &heap[i]);
	}
}

/* The root is new and may be longer than its children. */
static void longest_sink(struct hkj_gap *heap)
{
	unsigned int i = 0, child;

	for (child = 1; child < HKJ_NR_LONGEST; child = 2 * i + 1) {
		if (child + 1 < HKJ_NR_LONGEST &&
		    heap[child + 1].duration < heap[child].duration)
			child++;
		if (heap[i].duration <= heap[child].duration)
			return;
		gap_swap(&heap[i], &heap[child]);
		i = child;
	}
}

/* The rest of the slot is what an earlier gap left, or nobody's. */
static void parts_keep(struct hkj_part *to, const struct hkj_seen *seen)
{
	u32 nr = min_t(u32, seen->nr_parts, HKJ_NR_PARTS);

	memcpy(to, seen->parts, nr * sizeof(*to));
	memset(to + nr, 0, (HKJ_NR_PARTS - nr) * sizeof(*to));
}

/*
 * The longest gaps are a heap with the shortest of them at its root: the next
 * to go is known at once, and taking its place costs a logarithm.
 */
static void longest_keep(struct hkj_target *t, u64 start, u64 duration,
			 const struct hkj_seen *seen)
{
	struct hkj_snapshot *live = &t->live;
	struct hkj_gap *heap = live->longest;
	unsigned int nr = live->nr_longest;
	struct hkj_gap gap = {
		.start = start,
		.duration = duration,
		.nr_parts = seen->nr_parts,
		.slot = nr < HKJ_NR_LONGEST ? nr : heap[0].slot,
		.cause = seen->cause,
	};

	if (nr == HKJ_NR_LONGEST && duration <= heap[0].duration)
		return;
	parts_keep(t->track->parts[gap.slot], seen);
	if (nr < HKJ_NR_LONGEST) {
		heap[nr] = gap;
		live->nr_longest = nr + 1;
		longest_rise(heap, nr);
	} else {
		heap[0] = gap;
		longest_sink(heap);
	}
}

static void books_add_quiet(struct hkj_books *books,
			    const struct hkj_seen *seen)
{
	books->nr_quiet_parts += seen->nr_quiet;
	books->quiet_parts += seen->quiet_net;
}

/* Where there is no gap, all that was seen made none. */
static void books_add_all_quiet(struct hkj_books *books,
				const struct hkj_seen *seen)
{
	books_add_quiet(books, seen);
	books->nr_quiet_parts += seen->nr_parts;
	books->quiet_parts += seen->parts_net;
}

/*
 * A gap is what interrupted the loop and what that cost besides, or it is
 * unexplained. Parts that were lost on the way make the transition longer.
 */
static void books_explain(struct hkj_books *books, u64 gap,
			  const struct hkj_seen *seen)
{
	u64 parts = min(seen->parts_net, gap);

	books_add_quiet(books, seen);
	if (!seen->nr_parts) {
		books->nr_unexplained++;
		books->unexplained += gap;
		books->unexplained_max = max(books->unexplained_max, gap);
		books->causes[seen->cause].count++;
		books->causes[seen->cause].total += gap;
		return;
	}
	books->nr_parts += seen->nr_parts;
	books->parts += parts;
	books->transition += gap - parts;
}

/* What others count, as it is now. */
static void books_copy_counts(struct hkj_target *t)
{
	const struct hkj_track *k = t->track;
	struct hkj_books *books = &t->live.books;
	unsigned int i;

	hkj_evidence_total(t);
	books->nr_self = k->nr_self;
	for (i = 0; i < HKJ_NR_LOSSES; i++)
		books->lost[i] = local_read(&k->lost[i]);
}

/* What the target has read of the clock, up to @last, goes @by back with it. */
static void clocks_step(struct hkj_target *t, u64 last, u64 by)
{
	hkj_series_step(t, last, by);
	t->origin -= by;
	t->lowered_since -= by;
	if (t->waiting_since)
		t->waiting_since -= by;
	if (t->end != U64_MAX)
		t->end -= by;
}

/* The clock went from @last back to @now: count it, and move along with it. */
static void account_step(struct hkj_target *t, u64 last, u64 now)
{
	struct hkj_seen seen;

	hkj_track_step(t->track, last, &seen);
	raw_write_seqcount_begin(&t->seq);
	books_settle(t, last);
	books_add_all_quiet(&t->live.books, &seen);
	books_copy_counts(t);
	t->live.books.nr_clock_steps++;
	t->live.books.last = now;
	t->segment = now;
	raw_write_seqcount_end(&t->seq);

	clocks_step(t, last, last - now);
	t->is_leaving = true;
}

/* A gap that holds nothing is put down to something else, if there is evidence. */
static void find_cause(struct hkj_target *t, u64 last, u64 now,
		       struct hkj_seen *seen)
{
	seen->cause = HKJ_CAUSE_UNKNOWN;
	if (seen->nr_parts)
		hkj_evidence_refresh(t, last, now);
	else
		seen->cause = hkj_evidence_judge(t, last, now, &seen->evidence);
}

static void books_add_gap(struct hkj_target *t, u64 last, u64 now)
{
	struct hkj_books *books = &t->live.books;
	u64 gap = now - last;
	u64 gap_ns = hkj_scale_ns(&t->live.scale, gap);

	books_settle(t, last);
	books->gaps += gap;
	books->nr_gaps++;
	books->gap_min = min(books->gap_min, gap);
	books->gap_max = max(books->gap_max, gap);
	books->runtime = now - t->origin;
	books->last = now;
	t->live.histogram[hkj_hist_slot(gap_ns)]++;
	t->segment = now;
}

/* The first reason that anybody has is kept. */
static void leave(struct hkj_target *t, enum hkj_stop_reason reason)
{
	cmpxchg(&t->stop, HKJ_STOP_NONE, reason);
	t->is_leaving = true;
}

/*
 * The loop runs on another CPU. A CPU that goes offline pushes it away before it
 * tells us: then its part is over. Nobody else can move it; if somebody does, it
 * is counted.
 */
static void account_move(struct hkj_target *t)
{
	if (cpu_active(t->cpu))
		t->live.books.nr_migrations++;
	else
		leave(t, HKJ_STOP_OFFLINE);
}

static bool has_events(void)
{
	return trace_gap_enabled() || trace_part_enabled() ||
	       trace_unexplained_enabled();
}

/*
 * Writes the gap's events. What that takes is the reader's wish, not the loop's
 * bookkeeping: the clock is read anew, and nothing up to there is a gap.
 */
static u64 emit_gap(struct hkj_target *t, u64 last, u64 now,
		    const struct hkj_seen *seen)
{
	const struct hkj_scale *scale = &t->live.scale;
	u64 start = hkj_track_trace_ns(t->track, last);
	u64 duration = hkj_scale_ns(scale, now - last);
	u64 after;

	trace_gap(start, duration, seen->nr_parts,
		  hkj_scale_ns(scale, seen->parts_net));
	if (!seen->nr_parts)
		trace_unexplained(start, duration, seen->cause, &seen->evidence);
	after = hkj_clock_read(t->live.clock_kind);
	t->live.books.own += after - now;
	return after;
}

/**
 * hkj_account_gap() - record a gap, or a clock that stepped backwards
 * @t: the target
 * @last: clock read before the gap
 * @now: clock read after it
 *
 * Return: the clock read that the next turn is measured from.
 *
 * Context: the loop, on the target CPU. No allocation, no lock, no division.
 */
noinline u64 hkj_account_gap(struct hkj_target *t, u64 last, u64 now)
{
	u64 gap = now - last;
	struct hkj_seen seen;

	if (unlikely((s64)gap < 0)) {
		account_step(t, last, now);
		return now;
	}
	hkj_track_look(t->track, last, now, &seen);
	find_cause(t, last, now, &seen);
	raw_write_seqcount_begin(&t->seq);
	books_add_gap(t, last, now);
	books_explain(&t->live.books, gap, &seen);
	hkj_series_add(t, gap, now, &seen);
	books_copy_counts(t);
	longest_keep(t, last, gap, &seen);
	raw_write_seqcount_end(&t->seq);

	if (unlikely(gap >= t->stop_above))
		leave(t, HKJ_STOP_STOP_ABOVE);
	if (unlikely(raw_smp_processor_id() != t->cpu))
		account_move(t);
	if (unlikely(has_events()) && t->live.state == HKJ_STATE_RUNNING)
		now = emit_gap(t, last, now, &seen);
	return now;
}

/**
 * hkj_account_own() - end a turn that held the loop's own bookkeeping
 * @t: the target
 * @last: clock read before the bookkeeping
 *
 * Recording a gap, and an upkeep, take time themselves. The turn that holds
 * them is a gap only if it is longer than the threshold by more than that time
 * (measured before the window, &hkj_target.own_limit); else it would report
 * itself. Within the limit it is quiet time, and counted in &hkj_books.own.
 *
 * Return: the newest clock read.
 *
 * Context: the loop, on the target CPU.
 */
u64 hkj_account_own(struct hkj_target *t, u64 last)
{
	const enum hkj_clock_kind kind = t->live.clock_kind;
	unsigned int tries = OWN_TRIES;
	u64 now;

	for (;;) {
		now = hkj_clock_read(kind);
		t->turns++;
		if (likely(now - last < t->own_limit)) {
			t->live.books.own += now - last;
			return now;
		}
		last = hkj_account_gap(t, last, now);
		if (!--tries)
			return last;
	}
}

/**
 * hkj_account_upkeep() - bring the books up to date without a gap
 * @t: the target
 * @last: newest clock read
 *
 * Context: the loop, on the target CPU, about once a millisecond.
 */
void hkj_account_upkeep(struct hkj_target *t, u64 last)
{
	struct hkj_seen seen;

	hkj_track_look(t->track, last, last, &seen);
	hkj_evidence_refresh(t, last, last);
	raw_write_seqcount_begin(&t->seq);
	books_settle(t, last);
	books_add_all_quiet(&t->live.books, &seen);
	books_copy_counts(t);
	t->live.books.nr_upkeeps++;
	raw_write_seqcount_end(&t->seq);
	hkj_series_roll(t, last);
}

/**
 * hkj_account_relief() - count that the loop stepped back for starved threads
 * @t: the target
 *
 * Context: the loop, on the target CPU.
 */
void hkj_account_relief(struct hkj_target *t)
{
	raw_write_seqcount_begin(&t->seq);
	t->live.books.nr_reliefs++;
	raw_write_seqcount_end(&t->seq);
}

/**
 * hkj_account_reset() - empty the books
 * @t: the target
 *
 * Context: the loop's thread, before the window.
 */
void hkj_account_reset(struct hkj_target *t)
{
	struct hkj_snapshot *live = &t->live;

	raw_write_seqcount_begin(&t->seq);
	memset(&live->books, 0, sizeof(live->books));
	memset(live->longest, 0, sizeof(live->longest));
	memset(live->histogram, 0, sizeof(live->histogram));
	live->books.gap_min = U64_MAX;
	live->nr_longest = 0;
	hkj_series_reset(t);
	raw_write_seqcount_end(&t->seq);

	t->origin = 0;
	t->segment = 0;
	t->end = U64_MAX;
	t->turns = 0;
	t->stop_above = U64_MAX;
	t->is_leaving = false;
}

/**
 * hkj_account_open() - begin the window
 * @t: the target, calibrated
 *
 * Return: the window's first clock read.
 *
 * Context: the loop, on the target CPU.
 */
u64 hkj_account_open(struct hkj_target *t)
{
	u64 now;

	hkj_account_reset(t);
	raw_write_seqcount_begin(&t->seq);
	hkj_clock_pair(t->live.clock_kind, &t->live.start);
	t->live.state = HKJ_STATE_RUNNING;
	raw_write_seqcount_end(&t->seq);
	hkj_track_open(t);
	hkj_evidence_open(t);

	now = hkj_clock_read(t->live.clock_kind);
	t->origin = now;
	t->segment = now;
	if (t->duration != U64_MAX)
		t->end = now + t->duration;
	hkj_series_open(t, now);
	if (t->config->stop_above_ns)
		t->stop_above = hkj_scale_cycles(&t->live.scale,
						 t->config->stop_above_ns);
	return now;
}

/**
 * hkj_account_close() - end the window
 * @t: the target
 * @last: the window's last clock read
 * @reason: why it ended
 *
 * Context: the loop's thread; on the target CPU unless that went offline.
 */
void hkj_account_close(struct hkj_target *t, u64 last,
		       enum hkj_stop_reason reason)
{
	struct hkj_seen seen;

	hkj_track_close(t);
	hkj_track_look(t->track, last, last, &seen);
	raw_write_seqcount_begin(&t->seq);
	books_settle(t, last);
	books_add_all_quiet(&t->live.books, &seen);
	hkj_evidence_close(t);
	books_copy_counts(t);
	hkj_clock_pair(t->live.clock_kind, &t->live.stop);
	t->live.stop_reason = reason;
	t->live.state = HKJ_STATE_DONE;
	raw_write_seqcount_end(&t->seq);
}
