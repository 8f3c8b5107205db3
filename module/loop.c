// SPDX-License-Identifier: GPL-2.0
/*
 * The busy loop of one target CPU.
 *
 * A turn reads the clock, compares the difference with the threshold and the
 * clock with a deadline; where the kernel does not preempt by itself it also
 * tests the reschedule flag. Everything else happens about once a millisecond,
 * between two stretches: the chores of an upkeep. No timer is armed: the
 * window's end is a clock compare as well.
 */
#include <linux/completion.h>
#include <linux/kernel.h>
#include <linux/sched.h>

#include "account.h"
#include "calibrate.h"
#include "clock.h"
#include "loop.h"
#include "policy.h"
#include "track.h"

#include "compat/preempt.h"
#include "compat/rcu.h"

/* From here on it is the scheduler's time. */
static noinline void let_others_run(struct hkj_target *t)
{
	unsigned long flags;

	local_irq_save(flags);
	if (this_cpu_read(hkj_tracked) == t->track)
		hkj_track_schedule(t->track, true);
	local_irq_restore(flags);
	schedule();
}

/*
 * The template of all instances; @kind and @is_preempted are constants there.
 * One exit.
 */
static __always_inline u64 spin(struct hkj_target *t, u64 last, u64 deadline,
				const enum hkj_clock_kind kind,
				const bool is_preempted)
{
	const u64 threshold = t->threshold;
	u64 turns = 0;
	u64 now;

	do {
		now = hkj_clock_read(kind);
		turns++;
		if (unlikely(now - last >= threshold)) {
			now = hkj_account_gap(t, last, now);
			now = hkj_account_own(t, now);
			if (t->is_leaving)
				deadline = 0;
		}
		last = now;
		if (!is_preempted && unlikely(hkj_need_resched()))
			let_others_run(t);
	} while (now < deadline);

	t->turns += turns;
	return last;
}

#define SPIN(name, kind, is_preempted)					\
	static u64 name(struct hkj_target *t, u64 last, u64 deadline)	\
	{								\
		return spin(t, last, deadline, kind, is_preempted);	\
	}

SPIN(spin_cycles, HKJ_CLOCK_CYCLES, false)
SPIN(spin_cycles_preempted, HKJ_CLOCK_CYCLES, true)
SPIN(spin_sched, HKJ_CLOCK_SCHED, false)
SPIN(spin_sched_preempted, HKJ_CLOCK_SCHED, true)

static const hkj_spin_fn spins[HKJ_NR_CLOCKS][2] = {
	[HKJ_CLOCK_CYCLES] = { spin_cycles, spin_cycles_preempted },
	[HKJ_CLOCK_SCHED] = { spin_sched, spin_sched_preempted },
};

/**
 * hkj_loop_spin() - the instance of the loop for a clock and preemption model
 * @kind: the session's clock
 * @is_preempted: whether the kernel preempts kernel code by itself
 */
hkj_spin_fn hkj_loop_spin(enum hkj_clock_kind kind, bool is_preempted)
{
	return spins[kind][is_preempted];
}

/**
 * hkj_loop_chores() - what the loop owes the rest of the kernel
 * @t: the target
 * @last: newest clock read
 *
 * Context: the loop, on the target CPU, preemptible, once an upkeep.
 */
void hkj_loop_chores(struct hkj_target *t, u64 last)
{
	hkj_rcu_quiesce();
	hkj_policy_relieve(t, last);
	hkj_account_upkeep(t, last);
}

/* Why the loop is to leave now; HKJ_STOP_NONE while it is not. */
static enum hkj_stop_reason stop_reason(const struct hkj_target *t)
{
	int own = READ_ONCE(t->stop);

	return own ? own : READ_ONCE(*t->stop_all);
}

/*
 * The loop runs as it will in the window, for a while before it: what its own
 * start has caused (a wake-up, the tick's last) is over when the window opens.
 */
static void settle(struct hkj_target *t)
{
	u64 last = hkj_clock_read(t->live.clock_kind);
	u64 end = last + t->settle_length;

	while (last < end && !stop_reason(t)) {
		last = t->spin(t, last, last + t->upkeep_period);
		hkj_loop_chores(t, last);
		last = hkj_account_own(t, last);
		t->is_leaving = false;
	}
}

/* The window: ends at its deadline, or when somebody asks for it. */
static void measure(struct hkj_target *t)
{
	enum hkj_stop_reason reason = stop_reason(t);
	u64 last = hkj_account_open(t);

	while (!reason) {
		u64 next = last + t->upkeep_period;

		last = t->spin(t, last, min(next, t->end));
		hkj_loop_chores(t, last);
		last = hkj_account_own(t, last);
		t->is_leaving = false;
		reason = stop_reason(t);
		if (!reason && last >= t->end)
			reason = HKJ_STOP_DURATION;
	}
	hkj_account_close(t, last, reason);
}

/**
 * hkj_loop_thread() - the whole life of a target's thread
 * @data: its struct hkj_target
 *
 * Calibrates, reports to be ready, sleeps until the session says go, settles,
 * opens the window, measures, and ends. The session holds a reference to the task and waits for
 * its end before the target is freed.
 *
 * Return: 0.
 *
 * Context: a kernel thread bound to the target CPU.
 */
int hkj_loop_thread(void *data)
{
	struct hkj_target *t = data;

	t->error = hkj_calibrate(t);
	complete(&t->ready);
	if (!t->error) {
		wait_for_completion(&t->go);
		settle(t);
		complete(&t->opened);
		measure(t);
	}
	complete_all(&t->ended);
	t->on_end(t);
	return 0;
}
