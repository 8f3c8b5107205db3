// SPDX-License-Identifier: GPL-2.0
/*
 * What the loop finds when it looks: interruptions that have ended since it last
 * did, in its gap or before it.
 */
#include <linux/smp.h>

#include "frame.h"
#include "tail.h"
#include "trace.h"
#include "track.h"

/**
 * hkj_track_trace_ns() - a moment on ftrace's default clock
 * @k: the track, opened
 * @cycles: the moment on the session's clock, within the window
 *
 * Context: any.
 */
u64 hkj_track_trace_ns(const struct hkj_track *k, u64 cycles)
{
	return k->begin.trace_ns +
	       hkj_scale_ns(&k->scale, cycles - k->begin.cycles);
}

static void emit_part(const struct hkj_track *k, const struct hkj_ended *e)
{
	static const char nobody[HKJ_COMM_LEN] = "?";
	const struct hkj_tally *tally = e->tally;
	const char *comm = e->who.pid < 0 ? nobody : e->who.comm;

	trace_part(hkj_track_trace_ns(k, e->start),
		   hkj_scale_ns(&k->scale, e->net), tally->key.class,
		   tally->key.id, tally->name, tally->key.function, comm,
		   e->who.pid, e->who.cpu);
}

static u32 source_of(const struct hkj_track *k, const struct hkj_ended *ended)
{
	return ended->tally ? ended->tally - k->tallies : HKJ_NR_SOURCES;
}

static void seen_part(const struct hkj_track *k, struct hkj_seen *seen,
		      const struct hkj_ended *ended)
{
	struct hkj_part *part;

	if (seen->nr_parts < HKJ_NR_PARTS) {
		part = &seen->parts[seen->nr_parts];
		part->pad = 0;
		part->start = ended->start;
		part->net = ended->net;
		part->source = source_of(k, ended);
	}
	if (ended->net >= seen->top_net) {
		seen->top = source_of(k, ended);
		seen->top_net = ended->net;
	}
	seen->nr_parts++;
	seen->parts_net += ended->net;
	/* Not while it is only rehearsed. */
	if (trace_part_enabled() && ended->tally && k->loop)
		emit_part(k, ended);
}

/*
 * The end of a fault may be told late, or only by what comes next. One that began
 * in an earlier turn than the gap's has ended in that turn, which was no gap.
 */
static void fault_limit(const struct hkj_track *k, struct hkj_ended *ended,
			u64 last)
{
	if (!ended->tally || ended->tally->key.class != HKJ_CLASS_FAULT ||
	    ended->start >= last || ended->net <= k->turn_max)
		return;
	ended->net = k->turn_max;
	ended->total = k->turn_max;
}

static void seen_add(struct hkj_track *k, struct hkj_seen *seen,
		     struct hkj_ended *ended, u64 last)
{
	fault_limit(k, ended, last);
	if (ended->total && ended->tally)
		hkj_frame_count(k, ended->tally, ended->total, &ended->who);
	if (ended->start >= last) {
		seen_part(k, seen, ended);
		return;
	}
	seen->nr_quiet++;
	seen->quiet_net += ended->net;
}

/* The oldest that has not been looked at; what others have overwritten is lost. */
static bool nmi_next(struct hkj_track *k, struct hkj_nmi *nmi)
{
	long nr, lost;

	do {
		nr = local_read(&k->nr_nmis);
		lost = nr - k->nr_nmis_read - HKJ_NR_NMIS;
		if (lost > 0) {
			local_add(lost, &k->lost[HKJ_LOST_PARTS]);
			k->nr_nmis_read += lost;
		}
		if (k->nr_nmis_read == nr)
			return false;
		*nmi = k->nmis[k->nr_nmis_read & (HKJ_NR_NMIS - 1)];
		barrier();
	} while (local_read(&k->nr_nmis) != nr);
	return true;
}

static void nmi_add(struct hkj_track *k, struct hkj_seen *seen,
		    const struct hkj_nmi *nmi, u64 last)
{
	struct hkj_key key = {
		.class = HKJ_CLASS_NMI,
		.function = nmi->handler,
	};
	struct hkj_ended ended = {
		.tally = hkj_tally_find(k, &key, NULL),
		.start = nmi->start,
		.net = nmi->net,
		.total = nmi->net,
	};

	hkj_who_nobody(&ended.who);
	seen_add(k, seen, &ended, last);
}

/*
 * NMIs do not go through the ring: what is there may be of after the gap, and
 * they would wait behind it.
 */
static void nmis_look(struct hkj_track *k, u64 last, u64 now,
		      struct hkj_seen *seen)
{
	struct hkj_nmi nmi;

	while (nmi_next(k, &nmi) && nmi.start < now) {
		k->nr_nmis_read++;
		nmi_add(k, seen, &nmi, last);
	}
}

/* So much at once is a gap's, whatever else there was. */
static void seen_spilled(struct hkj_track *k, struct hkj_seen *seen)
{
	long nr = local_xchg(&k->nr_spilled, 0);
	u32 i;

	if (likely(!nr))
		return;
	for (i = seen->nr_parts; i < HKJ_NR_PARTS; i++)
		seen->parts[i] = (struct hkj_part){ .source = HKJ_NR_SOURCES };
	seen->nr_parts += nr;
	seen->parts_net += local_xchg(&k->spill_net, 0);
	local_add(nr, &k->lost[HKJ_LOST_PARTS]);
}

/**
 * hkj_track_look() - what has interrupted the loop since it last looked
 * @k: the track
 * @last: clock read before the gap; @now where there is none
 * @now: clock read after it
 * @seen: to be filled
 *
 * What began before @last was too short to be a gap; what began after @now is
 * left for the next look.
 *
 * Context: the loop.
 */
void hkj_track_look(struct hkj_track *k, u64 last, u64 now,
		    struct hkj_seen *seen)
{
	struct hkj_ended *ended;
	long end, i;

	seen->nr_parts = 0;
	seen->parts_net = 0;
	seen->nr_quiet = 0;
	seen->quiet_net = 0;
	seen->top = HKJ_NR_SOURCES;
	seen->top_net = 0;
	if (unlikely(raw_smp_processor_id() != k->cpu))
		return;
	nmis_look(k, last, now, seen);
	hkj_tail_look(k, now);
	end = local_read(&k->nr_ring);
	for (i = k->nr_read; i < end; i++) {
		ended = &k->ring[i & (HKJ_NR_RING - 1)];
		if (ended->start >= now)
			break;
		if (hkj_tail_fits(ended, last, now))
			seen_add(k, seen, ended, last);
		WRITE_ONCE(k->nr_read, i + 1);
	}
	seen_spilled(k, seen);
}

static void seen_lost(struct hkj_track *k, const struct hkj_ended *ended)
{
	if (ended->total && ended->tally)
		hkj_frame_count(k, ended->tally, ended->total, &ended->who);
	local_inc(&k->lost[HKJ_LOST_PARTS]);
}

/**
 * hkj_track_step() - the clock has stepped back while the loop did not run
 * @k: the track
 * @last: the loop's last clock read before that
 * @seen: to be filled with what is of before @last
 *
 * What is of later than that is in no gap, and on a clock that is no more: it
 * is counted in its source, and is a lost part. To leave it in the ring would
 * keep back all that follows until the clock has come so far again.
 *
 * Context: the loop.
 */
void hkj_track_step(struct hkj_track *k, u64 last, struct hkj_seen *seen)
{
	struct hkj_nmi nmi;
	unsigned long flags;

	hkj_track_look(k, last, last, seen);
	if (unlikely(raw_smp_processor_id() != k->cpu))
		return;
	local_irq_save(flags);
	k->has_tail = false;
	k->entered = 0;
	for (; k->nr_read < local_read(&k->nr_ring); k->nr_read++)
		seen_lost(k, &k->ring[k->nr_read & (HKJ_NR_RING - 1)]);
	local_irq_restore(flags);
	for (; nmi_next(k, &nmi); k->nr_nmis_read++)
		local_inc(&k->lost[HKJ_LOST_PARTS]);
}

/**
 * hkj_track_last_run() - up to when the loop has run, as far as is known
 * @k: the track, closed
 * @since: when it has run for sure
 *
 * What has ended since then was too short to make a gap, but for the last: that the
 * loop did not come back from. Interruptions with hardly a turn between them are
 * one; one that has not ended is the last. A tail that is longer than a turn was cut
 * by the next interruption only, as nobody looked: the loop has run in it.
 *
 * Return: when that began; @since if nothing has.
 *
 * Context: process, on any CPU.
 */
u64 hkj_track_last_run(const struct hkj_track *k, u64 since)
{
	u64 begin = k->depth ? k->frames[0].start : U64_MAX;
	const struct hkj_ended *ended;
	long i;

	for (i = local_read(&k->nr_ring); i-- > k->nr_read;) {
		ended = &k->ring[i & (HKJ_NR_RING - 1)];
		if (ended->is_tail && ended->net > k->turn_max)
			continue;
		if (begin != U64_MAX &&
		    ended->start + ended->net + k->turn_max < begin)
			break;
		begin = min(begin, ended->start);
	}
	return begin != U64_MAX && begin > since ? begin : since;
}

/**
 * hkj_track_rehearse() - what a gap leaves behind, to measure what it costs
 * @k: the track, not opened yet
 * @start: when it is to have begun
 *
 * Context: the loop's thread, before the window.
 */
void hkj_track_rehearse(struct hkj_track *k, u64 start)
{
	struct hkj_key key = { .class = HKJ_CLASS_THREAD };
	struct hkj_ended *ended;
	unsigned int i;

	for (i = 0; i < HKJ_NR_PARTS; i++) {
		ended = hkj_ring_take(k);
		if (!ended)
			return;
		ended->tally = hkj_tally_find(k, &key, NULL);
		ended->start = start + i;
		ended->net = 1;
		ended->total = 1;
		ended->is_tail = false;
		ended->who.pid = 0;
	}
}
