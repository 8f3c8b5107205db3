// SPDX-License-Identifier: GPL-2.0
/*
 * What runs on a target CPU besides its loop; see the comment in track.h.
 */
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "clock.h"
#include "frame.h"
#include "hkj.h"
#include "tally.h"
#include "tail.h"
#include "track.h"

DEFINE_PER_CPU(struct hkj_track *, hkj_tracked);

/* Takes a place on the stack, before it is filled: interrupts go above it. */
static struct hkj_frame *frame_take(struct hkj_track *k)
{
	int i = READ_ONCE(k->depth);

	if (i >= HKJ_NR_FRAMES)
		return NULL;
	WRITE_ONCE(k->depth, i + 1);
	barrier();
	return &k->frames[i];
}

static struct hkj_frame *frame_top(struct hkj_track *k)
{
	int depth = READ_ONCE(k->depth);

	return depth ? &k->frames[depth - 1] : NULL;
}

/*
 * Net time of the piece of @f that ends now, which is thereby given out. What
 * follows begins there: @last_end and @last_done are of one moment, whatever
 * comes meanwhile. Interrupts wait, and what an NMI adds is not taken along.
 */
static __always_inline u64 frame_net(struct hkj_track *k, const struct hkj_frame *f)
{
	unsigned long flags;
	u64 done, now, net;

	local_irq_save(flags);
	now = hkj_clock_and_done(k, &done);
	net = now - f->start - (done - f->before);
	if (unlikely((s64)net < 0))
		net = 0;
	k->last_end = now;
	k->last_done = done + net;
	local_add(net, &k->done);
	local_irq_restore(flags);
	return net;
}

/* No room in the ring: what can be added at once is, the rest in one sum. */
static u64 frame_spill(struct hkj_track *k, const struct hkj_frame *f,
		       bool is_last)
{
	u64 net = frame_net(k, f);

	if (is_last && f->tally)
		hkj_frame_count(k, f->tally, f->carried + net, &f->who);
	local_add(net, &k->spill_net);
	local_inc(&k->nr_spilled);
	return net;
}

/* A piece of @f ends, the last one or not. */
static __always_inline u64 frame_piece(struct hkj_track *k, const struct hkj_frame *f,
				       bool is_last)
{
	struct hkj_ended *ended = hkj_ring_take(k);
	u64 net;

	if (unlikely(!ended))
		return frame_spill(k, f, is_last);
	ended->tally = f->tally;
	ended->start = f->start;
	ended->is_tail = false;
	hkj_who_copy(&ended->who, &f->who);
	net = frame_net(k, f);
	ended->net = net;
	ended->total = is_last ? f->carried + net : 0;
	return net;
}

static void frame_end(struct hkj_track *k, struct hkj_frame *f)
{
	frame_piece(k, f, true);
	barrier();
	WRITE_ONCE(k->depth, f - k->frames);
}

/**
 * hkj_track_push() - something begins to run
 * @k: the track
 * @key: its source
 * @name: the source's name, copied when it is new; may be NULL
 * @who: who asked for it; NULL if nobody does
 *
 * Context: this CPU, task to hard IRQ, preemption off.
 */
void hkj_track_push(struct hkj_track *k, const struct hkj_key *key,
		    const char *name, const struct hkj_who *who)
{
	struct hkj_frame *f;

	f = frame_take(k);
	if (unlikely(!f)) {
		local_inc(&k->lost[HKJ_LOST_FRAMES]);
		return;
	}
	f->start = hkj_tail_cut(k, f - k->frames, key->class, &f->before);
	hkj_frame_fill(k, f, key, name, who);
}

/**
 * hkj_track_push_irq() - an interrupt's handler begins to run
 * @k: the track
 * @key: its source
 * @name: the source's name, copied when it is new; may be NULL
 * @who: who asked for it; NULL if nobody does
 *
 * It began when the kernel entered the interrupt, where that is known. A handler
 * that is called elsewhere has no entry; one that is left from before is none of
 * this one's.
 *
 * Context: this CPU, hard IRQ.
 */
void hkj_track_push_irq(struct hkj_track *k, const struct hkj_key *key,
			const char *name, const struct hkj_who *who)
{
	u64 entered = k->entered;
	struct hkj_frame *f;

	k->entered = 0;
	if (!entered || k->entered_depth != READ_ONCE(k->depth) || !in_hardirq()) {
		hkj_track_push(k, key, name, who);
		return;
	}
	f = frame_take(k);
	if (unlikely(!f)) {
		local_inc(&k->lost[HKJ_LOST_FRAMES]);
		return;
	}
	f->start = entered;
	f->before = k->entered_done;
	hkj_frame_fill(k, f, key, name, who);
}

/**
 * hkj_track_pop() - what began to run has ended
 * @k: the track
 * @key: its source
 *
 * An exit whose entry was not seen (the window opened in between) changes
 * nothing; an entry whose exit was not seen is dropped with the frame below.
 *
 * Context: as hkj_track_push().
 */
void hkj_track_pop(struct hkj_track *k, const struct hkj_key *key)
{
	int i = READ_ONCE(k->depth);

	while (i--) {
		if (k->frames[i].key.class != key->class ||
		    k->frames[i].key.id != key->id ||
		    (key->function && k->frames[i].key.function != key->function))
			continue;
		frame_end(k, &k->frames[i]);
		/* What ends on top of the loop is an interrupt, or its softirq. */
		if (!i)
			hkj_tail_leave_irq(k);
		return;
	}
}

/**
 * hkj_track_is_top() - is a frame of that kind the one that runs?
 * @k: the track
 * @class: its class
 * @id: its id
 *
 * Context: as hkj_track_push().
 */
bool hkj_track_is_top(const struct hkj_track *k, u32 class, u32 id)
{
	int depth = READ_ONCE(k->depth);
	const struct hkj_frame *f;

	if (!depth)
		return false;
	f = &k->frames[depth - 1];
	return f->key.class == class && f->key.id == id && !f->key.function;
}

/**
 * hkj_track_rename() - the frame that runs turns out to be something better known
 * @k: the track, with a frame
 * @key: its source from here on; the exit finds it by its old id
 * @name: the source's name, copied when it is new; may be NULL
 * @who: who asked for it; NULL to leave it as it is
 *
 * Context: as hkj_track_push().
 */
void hkj_track_rename(struct hkj_track *k, const struct hkj_key *key,
		      const char *name, const struct hkj_who *who)
{
	struct hkj_frame *f = frame_top(k);

	struct hkj_key better = *key;

	if (!f)
		return;
	if (who)
		hkj_who_copy(&f->who, who);
	better.cause = f->who.cause;
	f->key.function = key->function;
	f->key.cause = better.cause;
	f->tally = hkj_tally_find(k, &better, name);
}

/* Nobody has seen how @f ended: its pieces are all that is known of it. */
static void frame_abandon(struct hkj_track *k, const struct hkj_frame *f)
{
	if (f->tally && f->has_slept)
		hkj_frame_count(k, f->tally, f->carried, &f->who);
}

/* Its thread is on another CPU: nobody comes for it. */
static bool asleep_is_left(const struct hkj_asleep *a)
{
	return READ_ONCE(a->moved) == a->task;
}

/* Nobody's, or else the oldest: what is left of that will count as its thread's. */
static struct hkj_asleep *asleep_place(struct hkj_track *k)
{
	struct hkj_asleep *a, *oldest = &k->asleep[0];

	for (a = k->asleep; a < k->asleep + HKJ_NR_ASLEEP; a++) {
		if (!a->task)
			return a;
		if (a->turn < oldest->turn)
			oldest = a;
	}
	for (a = k->asleep; a < k->asleep + HKJ_NR_ASLEEP; a++)
		if (asleep_is_left(a)) {
			frame_abandon(k, &a->frame);
			return a;
		}
	frame_abandon(k, &oldest->frame);
	local_inc(&k->lost[HKJ_LOST_FRAMES]);
	return oldest;
}

/* Frames above the thread's own sleep with their thread. */
static void asleep_put(struct hkj_track *k, const struct task_struct *task,
		       struct hkj_frame *f)
{
	struct hkj_asleep *a = asleep_place(k);

	f->carried += frame_piece(k, f, false);
	f->has_slept = true;
	a->task = task;
	a->pid = task->pid;
	a->born = task->start_time;
	a->turn = ++k->nr_asleep;
	WRITE_ONCE(a->moved, NULL);
	a->frame = *f;
}

/* It goes on elsewhere, or its thread has ended and its memory is another's. */
static bool asleep_is_over(const struct hkj_asleep *a, const struct task_struct *task)
{
	return asleep_is_left(a) || a->pid != task->pid || a->born != task->start_time;
}

/* The last that was put aside for @task, which is the lowest. */
static struct hkj_asleep *asleep_find(struct hkj_track *k,
				      const struct task_struct *task)
{
	struct hkj_asleep *a, *last = NULL;

	for (a = k->asleep; a < k->asleep + HKJ_NR_ASLEEP; a++)
		if (a->task == task && (!last || a->turn > last->turn))
			last = a;
	return last;
}

static void asleep_get(struct hkj_track *k, const struct task_struct *task)
{
	struct hkj_asleep *a;
	struct hkj_frame *f;

	while ((a = asleep_find(k, task))) {
		f = asleep_is_over(a, task) ? NULL : frame_take(k);
		a->task = NULL;
		if (!f) {
			frame_abandon(k, &a->frame);
			continue;
		}
		*f = a->frame;
		f->start = hkj_clock_and_done(k, &f->before);
	}
}

/* The task may have executed another program since its source was found. */
static void thread_name(struct hkj_track *k, const struct task_struct *task)
{
	struct hkj_frame *f = &k->frames[0];

	if (k->depth && f->key.class == HKJ_CLASS_THREAD &&
	    f->key.id == (u32)task->pid)
		hkj_tally_name(f->tally, task->comm);
}

static void thread_leave(struct hkj_track *k, const struct task_struct *task)
{
	int i;

	for (i = k->depth - 1; i > 0; i--) {
		asleep_put(k, task, &k->frames[i]);
		WRITE_ONCE(k->depth, i);
	}
	if (!k->depth)
		return;
	thread_name(k, task);
	frame_end(k, &k->frames[0]);
}

/**
 * hkj_track_drop() - frames of a class that cannot be running any more
 * @k: the track
 * @class: which
 *
 * A worker that starts a work has ended the one before. One that has slept, or was
 * preempted, may have ended it elsewhere: what it has run here is all of it. The
 * end of one that has run through was missed, which is told. Only the running
 * thread's own frames are meant: what begins in an interrupt or a softirq leaves
 * alone what it has interrupted.
 *
 * Context: as hkj_track_push().
 */
void hkj_track_drop(struct hkj_track *k, u32 class)
{
	int first = 0, i;

	if (!in_task())
		return;
	while (first < k->depth && k->frames[first].key.class != class)
		first++;
	for (i = k->depth; i-- > first;) {
		if (!k->frames[i].has_slept)
			local_inc(&k->lost[HKJ_LOST_FRAMES]);
		frame_abandon(k, &k->frames[i]);
		WRITE_ONCE(k->depth, i);
	}
}

/* A task that ends takes along what slept with it. */
static void asleep_forget(struct hkj_track *k, const struct task_struct *task)
{
	struct hkj_asleep *a;

	while ((a = asleep_find(k, task))) {
		a->task = NULL;
		frame_abandon(k, &a->frame);
	}
}

/**
 * hkj_track_switch() - another task runs
 * @k: the track
 * @prev: who ran
 * @next: who runs
 * @function: what @next is there for, if it is a thread of the kernel's
 * @who: who woke @next
 * @is_dead: @prev has ended
 *
 * Context: the scheduler, interrupts off.
 */
void hkj_track_switch(struct hkj_track *k, const struct task_struct *prev,
		      const struct task_struct *next, unsigned long function,
		      const struct hkj_who *who, bool is_dead)
{
	struct hkj_key key = {
		.class = HKJ_CLASS_THREAD,
		.id = next->pid,
		.function = function,
		.born = next->start_time,
	};

	if (prev != k->loop)
		thread_leave(k, prev);
	if (unlikely(is_dead))
		asleep_forget(k, prev);
	if (next == k->loop) {
		hkj_track_schedule(k, prev == k->loop);
		return;
	}
	hkj_track_push(k, &key, next->comm, who);
	thread_name(k, next);
	asleep_get(k, next);
}

/**
 * hkj_track_moved() - a task goes to another CPU
 * @k: the track of the CPU that it leaves
 * @task: the task; does not run
 *
 * What sleeps with it goes on there. Should it come back, nobody knows whether it
 * is still at the same.
 *
 * Context: any CPU, under the lock of that run queue or the task's own.
 */
void hkj_track_moved(struct hkj_track *k, const struct task_struct *task)
{
	struct hkj_asleep *a;

	for (a = k->asleep; a < k->asleep + HKJ_NR_ASLEEP; a++)
		if (READ_ONCE(a->task) == task)
			WRITE_ONCE(a->moved, task);
}

/**
 * hkj_track_nmi() - an NMI handler has run
 * @k: the track
 * @handler: its function
 * @ns: how long
 *
 * Context: NMI.
 */
void hkj_track_nmi(struct hkj_track *k, unsigned long handler, u64 ns)
{
	u64 net = hkj_scale_cycles_fast(&k->scale, ns);
	long n = local_add_return(1, &k->nr_nmis) - 1;
	struct hkj_nmi *nmi = &k->nmis[n & (HKJ_NR_NMIS - 1)];

	nmi->handler = handler;
	nmi->net = net;
	nmi->start = hkj_clock_read(k->clock_kind) - net;
	local_add(net, &k->done);
}

/**
 * hkj_track_reset() - nothing has been followed yet
 * @t: the target, with its clock and CPU
 *
 * Context: process; before the target's calibration, which looks at made-up
 * parts, and again before the window.
 */
void hkj_track_reset(struct hkj_target *t)
{
	struct hkj_track *k = t->track;

	memset(k, 0, sizeof(*k));
	k->scale = t->live.scale;
	k->clock_kind = t->live.clock_kind;
	k->cpu = t->cpu;
	k->queued_max = hkj_scale_cycles(&k->scale, HKJ_NSEC_PER_SEC);
}

/*
 * A loop that was moved follows nothing: its CPU goes offline, and the one that it
 * runs on now would keep the track when it is freed.
 */
static void follow(struct hkj_track *k)
{
	preempt_disable();
	if (likely(smp_processor_id() == k->cpu)) {
		/* Senders on other CPUs see the track whole. */
		smp_store_release(this_cpu_ptr(&hkj_tracked), k);
	}
	preempt_enable();
}

/**
 * hkj_track_open() - begin to follow the CPU
 * @t: the target
 *
 * Context: the loop, at the begin of its window; on the target CPU unless that goes
 * offline.
 */
void hkj_track_open(struct hkj_target *t)
{
	struct hkj_track *k = t->track;

	hkj_track_reset(t);
	k->loop = current;
	k->begin = t->live.start;
	k->turn_max = t->own_limit;
	/* Whoever names sources sees none of before. */
	smp_store_release(&k->is_open, true);
	follow(k);
}

/**
 * hkj_track_close() - follow the CPU no longer
 * @t: the target
 *
 * Context: the loop, at the end of its window.
 */
void hkj_track_close(struct hkj_target *t)
{
	if (per_cpu(hkj_tracked, t->cpu) == t->track)
		WRITE_ONCE(per_cpu(hkj_tracked, t->cpu), NULL);
}
