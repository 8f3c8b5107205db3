// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of the CPU, of the hypervisor and of the kernel that move when
 * something takes the CPU which no tracepoint tells. cause.h has the verdict.
 *
 * Those in memory are read with each gap and each upkeep, the SMI counter with
 * each gap: it may take a microsecond in a virtual machine. The other clock is
 * read at the window's edges, and when a gap has no interruption in it. An SMI
 * inside a gap that has one is in the window's sum, and the gap is not put down
 * to it: whether it hit the interruption, whose net time it is part of then, or
 * came beside it, which makes it transition, nobody tells. But it is read there,
 * so that the next gap does not take the blame.
 */
#include <linux/ktime.h>
#include <linux/smp.h>

#include "clock.h"
#include "evidence.h"
#include "hkj.h"
#include "witness.h"

#include "compat/evidence.h"

static void read_cheap(const struct hkj_gauge *g, struct hkj_counters *c)
{
	if (g->has_vectors)
		hkj_vectors_read(&c->nr_vectors);
	if (g->steal_clock)
		c->steal_ns = hkj_steal_read(g->steal_clock);
}

static void read_all(const struct hkj_target *t, struct hkj_counters *c)
{
	const struct hkj_gauge *g = &t->gauge;

	read_cheap(g, c);
	if (g->has_smis)
		hkj_smi_read(&c->nr_smis);
	c->cycles = hkj_clock_read(t->live.clock_kind);
	c->other_ns = ktime_get_raw_fast_ns();
	c->cycles_after = hkj_clock_read(t->live.clock_kind);
}

/* Counters are the CPU's: elsewhere there is nothing to compare with. */
static bool is_here(const struct hkj_target *t)
{
	return likely(raw_smp_processor_id() == t->cpu);
}

/**
 * hkj_evidence_probe() - find out what this CPU can tell
 * @t: the target
 *
 * Context: the loop's thread on the target CPU, before it is calibrated.
 */
void hkj_evidence_probe(struct hkj_target *t)
{
	struct hkj_gauge *g = &t->gauge;
	u32 nr_vectors;
	u64 nr_smis;

	g->has_smis = !hkj_smi_read(&nr_smis);
	g->has_vectors = !hkj_vectors_read(&nr_vectors);
	g->is_guest = hkj_is_guest();
	g->steal_clock = hkj_steal_clock();
	read_all(t, &g->last);
}

/**
 * hkj_evidence_open() - the window begins: what counted before is of no interest
 * @t: the target
 *
 * Context: the loop, on the target CPU.
 */
void hkj_evidence_open(struct hkj_target *t)
{
	struct hkj_gauge *g = &t->gauge;

	read_all(t, &g->last);
	g->first = g->last;
}

/**
 * hkj_evidence_close() - the window ends
 * @t: the target
 *
 * Context: the loop's thread; on the target CPU unless that went offline.
 */
void hkj_evidence_close(struct hkj_target *t)
{
	if (is_here(t))
		read_all(t, &t->gauge.last);
	t->live.books.is_clock_doubtful =
		t->live.clock_kind == HKJ_CLOCK_CYCLES &&
		hkj_clock_kind() != HKJ_CLOCK_CYCLES;
}

/*
 * Counters are read @late after the gap's end. If that is a gap of its own, and
 * the longer of the two, an SMI that has counted was there: the next gap finds it.
 */
static bool is_of_next(const struct hkj_target *t, u64 gap, u64 late)
{
	return late >= t->own_limit && late > gap;
}

/**
 * hkj_evidence_refresh() - what has counted so far is no evidence for a later gap
 * @t: the target
 * @last: clock read before a gap that is explained; @now at an upkeep
 * @now: clock read after it
 *
 * Context: the loop, on the target CPU.
 */
void hkj_evidence_refresh(struct hkj_target *t, u64 last, u64 now)
{
	struct hkj_gauge *g = &t->gauge;
	u64 nr_smis;

	if (!is_here(t))
		return;
	read_cheap(g, &g->last);
	if (!g->has_smis || last == now || hkj_smi_read(&nr_smis))
		return;
	if (!is_of_next(t, now - last, hkj_clock_read(t->live.clock_kind) - now))
		g->last.nr_smis = nr_smis;
}

/* The least that may have passed between the two reads of the other clock. */
static u64 least_since(const struct hkj_counters *before,
		       const struct hkj_counters *after)
{
	s64 since = after->cycles - before->cycles_after;

	return since > 0 ? since : 0;
}

static void compare(const struct hkj_target *t, const struct hkj_counters *before,
		    struct hkj_evidence *e)
{
	const struct hkj_counters *after = &t->gauge.last;

	e->since_ns = hkj_scale_ns(&t->live.scale, least_since(before, after));
	e->other_ns = after->other_ns - before->other_ns;
	e->nr_smis = after->nr_smis - before->nr_smis;
	e->steal_ns = after->steal_ns - before->steal_ns;
	e->nr_vectors = after->nr_vectors - before->nr_vectors;
}

/**
 * hkj_evidence_judge() - what a gap without an interruption is put down to
 * @t: the target
 * @last: clock read before the gap
 * @now: clock read after it
 * @evidence: gets what was found
 *
 * Context: the loop, on the target CPU. No allocation, no lock, no division.
 */
enum hkj_cause hkj_evidence_judge(struct hkj_target *t, u64 last, u64 now,
				  struct hkj_evidence *evidence)
{
	struct hkj_counters before = t->gauge.last;

	*evidence = (struct hkj_evidence){
		.gap_ns = hkj_scale_ns(&t->live.scale, now - last),
		.is_guest = t->gauge.is_guest,
	};
	if (!is_here(t))
		return HKJ_CAUSE_UNKNOWN;
	read_all(t, &t->gauge.last);
	if (is_of_next(t, now - last, t->gauge.last.cycles - now))
		t->gauge.last.nr_smis = before.nr_smis;
	compare(t, &before, evidence);
	evidence->is_all_still = hkj_witness_is_still(last, now);
	return hkj_cause_of(evidence);
}

/**
 * hkj_evidence_total() - put into the books what has counted in the window
 * @t: the target
 *
 * Context: the loop, while it writes its books.
 */
void hkj_evidence_total(struct hkj_target *t)
{
	const struct hkj_gauge *g = &t->gauge;
	struct hkj_books *books = &t->live.books;

	books->nr_smis = g->has_smis ? g->last.nr_smis - g->first.nr_smis :
				       HKJ_NOT_COUNTED;
	books->steal_ns = g->steal_clock ? g->last.steal_ns - g->first.steal_ns :
					   HKJ_NOT_COUNTED;
	books->nr_vectors = HKJ_NOT_COUNTED;
	if (g->has_vectors)
		books->nr_vectors = (u32)(g->last.nr_vectors -
					  g->first.nr_vectors);
}
