// SPDX-License-Identifier: GPL-2.0
/*
 * A timer on a housekeeping CPU notes the clock every 10 ms while a session
 * runs. A gap in whose middle it noted nothing was one of all CPUs: the whole
 * machine was stopped. No timer is armed on a target.
 */
#include <linux/atomic.h>
#include <linux/cpu.h>
#include <linux/ktime.h>
#include <linux/smp.h>

#include "clock.h"
#include "housekeeping.h"
#include "witness.h"

#include "compat/hrtimer.h"

#define PERIOD_NS	(10 * NSEC_PER_MSEC)
/* Shorter gaps may pass between two notes of a witness that was never stopped. */
#define PERIODS_MIN	4
#define NR_NOTES	16

/**
 * struct hkj_witness - where and what it notes
 * @timer: ticks on @cpu
 * @kind: the session's clock
 * @period: of the timer, in cycles
 * @cpu: where it ticks; -1 if it does not
 * @nr: notes so far
 * @notes: the newest of them; written by @cpu alone
 */
struct hkj_witness {
	struct hrtimer timer;
	enum hkj_clock_kind kind;
	u64 period;
	int cpu;
	unsigned int nr;
	u64 notes[NR_NOTES];
};

/* One session runs at a time. */
static struct hkj_witness witness = { .cpu = -1 };

static enum hrtimer_restart note(struct hrtimer *timer)
{
	u64 *slot = &witness.notes[witness.nr % NR_NOTES];

	WRITE_ONCE(*slot, hkj_clock_read(witness.kind));
	/* Whoever sees the number sees the note. */
	smp_store_release(&witness.nr, witness.nr + 1);
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_NS));
	return HRTIMER_RESTART;
}

/* Context: IPI on the witness' CPU. */
static void arm(void *unused)
{
	hrtimer_start(&witness.timer, ns_to_ktime(PERIOD_NS),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * hkj_witness_start() - begin to take notes
 * @targets: CPUs that are left alone
 * @kind: the session's clock
 * @scale: of that clock
 *
 * Context: process, sleeps; before a window opens; under the session's lock.
 */
void hkj_witness_start(const struct cpumask *targets, enum hkj_clock_kind kind,
		       const struct hkj_scale *scale)
{
	unsigned int cpu;

	witness.kind = kind;
	witness.period = hkj_scale_cycles(scale, PERIOD_NS);
	witness.nr = 0;
	hrtimer_setup(&witness.timer, note, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	cpus_read_lock();
	cpu = hkj_housekeeping_cpu(targets, -1);
	if (cpu < nr_cpu_ids && !smp_call_function_single(cpu, arm, NULL, true))
		WRITE_ONCE(witness.cpu, cpu);
	cpus_read_unlock();
}

/**
 * hkj_witness_stop() - the opposite; harmless without a start
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_witness_stop(void)
{
	if (READ_ONCE(witness.cpu) < 0)
		return;
	WRITE_ONCE(witness.cpu, -1);
	hrtimer_cancel(&witness.timer);
}

/**
 * hkj_witness_leave() - a CPU goes offline
 * @cpu: which one
 *
 * Its timers would move to any CPU, a target perhaps: a witness there takes no
 * notes any more, and a session goes on without.
 *
 * Context: process, sleeps; hotplug, while @cpu is still online.
 */
void hkj_witness_leave(unsigned int cpu)
{
	if (cmpxchg(&witness.cpu, (int)cpu, -1) == (int)cpu)
		hrtimer_cancel(&witness.timer);
}

static bool has_note(u64 begin, u64 end)
{
	unsigned int i;
	u64 at;

	for (i = 0; i < NR_NOTES; i++) {
		at = READ_ONCE(witness.notes[i]);
		if (at > begin && at < end)
			return true;
	}
	return false;
}

/**
 * hkj_witness_is_still() - did the witness stand still all the time?
 * @begin: clock read before a gap
 * @end: clock read after it
 *
 * Notes near the edges do not count: one is due just before a stop, and one
 * right after it.
 *
 * Return: false if it ran, and where it cannot tell: the gap is too short, or
 * there is no witness.
 *
 * Context: any.
 */
bool hkj_witness_is_still(u64 begin, u64 end)
{
	u64 period = witness.period;
	/* Pairs with note(). */
	unsigned int nr = smp_load_acquire(&witness.nr);

	if (READ_ONCE(witness.cpu) < 0 || nr < NR_NOTES ||
	    end - begin < PERIODS_MIN * period)
		return false;
	return !has_note(begin + period, end - period);
}
