// SPDX-License-Identifier: GPL-2.0
/*
 * What a loop in user space says, and what the module makes of it.
 *
 * The loop tells what it has seen when a gap is over, by a system call; it makes
 * no other while nothing happens. The books are written here, on the target CPU
 * and by the loop's task, by the code that writes them for the module's loop:
 * nobody else follows what happens on that CPU. Which clock reads it has had is
 * the loop's word. They are checked so far that the books balance, whatever it
 * says.
 */
#include <linux/ioctl.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include "account.h"
#include "calibrate.h"
#include "clock.h"
#include "loop.h"
#include "policy.h"
#include "probes/fault.h"
#include "seat.h"
#include "track.h"

/* What a turn, and a note, may take, for their sums not to overflow. */
#define TURNS_NS_MAX		HKJ_NSEC_PER_SEC

/* More turns than that fit into no cycle of any counter; one more at its edges. */
#define TURNS_PER_CYCLE_SHIFT	12

/* Why the loop is to leave now; HKJ_STOP_NONE while it is not. */
static enum hkj_stop_reason stop_reason(const struct hkj_target *t)
{
	int own = READ_ONCE(t->stop);

	return own ? own : READ_ONCE(*t->stop_all);
}

/* The seat's target has seen its last of this loop. Under the seat's lock. */
static void seat_over(struct hkj_seat *seat)
{
	struct hkj_target *t = seat->t;

	seat->phase = HKJ_PHASE_OVER;
	WRITE_ONCE(hkj_seat_page(t)->is_over, 1);
	complete_all(&t->ended);
	t->on_end(t);
}

/*
 * The window ends where its loop has run last. What that was up to has not been
 * noted, and so was no gap.
 */
static void window_close(struct hkj_target *t)
{
	u64 last;

	hkj_track_close(t);
	last = hkj_track_last_run(t->track, t->segment);
	if ((s64)(last - t->end) > 0 && t->end != U64_MAX)
		last = t->end;
	hkj_account_close(t, last, stop_reason(t));
}

/**
 * hkj_seat_end() - end the part of a seat's target without its loop
 * @seat: of any phase
 * @reason: why, if nobody has had another one before
 *
 * Context: process; under the seat's lock.
 */
void hkj_seat_end(struct hkj_seat *seat, enum hkj_stop_reason reason)
{
	struct hkj_target *t = seat->t;

	if (!t || seat->phase == HKJ_PHASE_OVER)
		return;
	cmpxchg(&t->stop, HKJ_STOP_NONE, reason);
	if (seat->phase == HKJ_PHASE_RUNNING) {
		window_close(t);
	} else {
		/* What it failed for is the better reason. */
		if (!t->error)
			t->error = -ESRCH;
		complete_all(&t->ready);
		complete_all(&t->opened);
	}
	seat_over(seat);
}

static long rehearse(struct hkj_seat *seat, unsigned long what)
{
	if (what >= HKJ_NR_REHEARSALS)
		return -EINVAL;
	hkj_calibrate_rehearse(seat->t, what, seat->nr_rehearsals++);
	return 0;
}

static bool is_sane(const struct hkj_target *t, const struct hkj_turn *turn)
{
	u64 max = hkj_scale_cycles(&t->live.scale, TURNS_NS_MAX);

	return turn->nr && turn->nr <= turn->sum && turn->sum <= max &&
	       turn->min && turn->min <= turn->sum && turn->upkeep_max <= max;
}

static long ready(struct hkj_seat *seat, unsigned long arg)
{
	struct hkj_target *t = seat->t;
	struct hkj_workload_page *page = hkj_seat_page(t);
	struct hkj_turn turn;

	if (copy_from_user(&turn, (void __user *)arg, sizeof(turn)))
		return -EFAULT;
	if (!is_sane(t, &turn))
		return -EINVAL;
	t->live.turn = turn;
	t->error = hkj_calibrate_end(t);
	if (!t->error) {
		page->threshold = hkj_calibrate_note_threshold(t);
		page->own_limit = page->threshold + turn.upkeep_max;
		seat->phase = HKJ_PHASE_SETTLING;
	}
	complete_all(&t->ready);
	return t->error;
}

static long open_window(struct hkj_seat *seat, unsigned long unused)
{
	struct hkj_target *t = seat->t;
	struct hkj_workload_page *page = hkj_seat_page(t);

	if (!READ_ONCE(page->is_go))
		return -EAGAIN;
	if (current->nr_cpus_allowed != 1 || raw_smp_processor_id() != t->cpu)
		return -EINVAL;
	page->now = hkj_account_open(t);
	page->end = t->end;
	seat->phase = HKJ_PHASE_RUNNING;
	complete_all(&t->opened);
	return 0;
}

/*
 * Time goes on from the last note to this one, and has not reached the future. A
 * clock that steps back goes from @last to an earlier @now.
 */
static bool note_is_sane(const struct hkj_target *t,
			 const struct hkj_workload_note *note)
{
	u64 clock = hkj_clock_read(t->live.clock_kind);
	u64 since = note->last - t->segment;

	return !note->pad && note->is_own <= 1 && (s64)since >= 0 &&
	       (s64)(clock - note->now) >= 0 && note->own <= since &&
	       note->turns >> TURNS_PER_CYCLE_SHIFT <= since;
}

static int note_get(const struct hkj_seat *seat, unsigned long arg,
		    struct hkj_workload_note *note)
{
	if (copy_from_user(note, (void __user *)arg, sizeof(*note)))
		return -EFAULT;
	return note_is_sane(seat->t, note) ? 0 : -EINVAL;
}

static void note_add(struct hkj_target *t, const struct hkj_workload_note *note)
{
	t->turns += note->turns;
	t->live.books.own += note->own;
	hkj_fault_end(t->track, note->now);
}

/* What the loop has seen is a gap, or is not: then it is an upkeep. */
static u64 note_account(struct hkj_target *t, const struct hkj_workload_note *note)
{
	u64 limit = note->is_own ? t->own_limit : t->threshold;

	if (note->now - note->last < limit) {
		hkj_loop_chores(t, note->now);
		return note->now;
	}
	hkj_policy_relieve(t, note->now);
	return hkj_account_gap(t, note->last, note->now);
}

static long take_note(struct hkj_seat *seat, unsigned long arg)
{
	struct hkj_target *t = seat->t;
	struct hkj_workload_page *page = hkj_seat_page(t);
	struct hkj_workload_note note;
	u32 wish = READ_ONCE(page->wish);
	int error = note_get(seat, arg, &note);

	if (error)
		return error;
	note_add(t, &note);
	page->now = note_account(t, &note);
	page->end = t->end;
	t->is_leaving = false;
	WRITE_ONCE(t->wish_done, wish);
	if (stop_reason(t))
		WRITE_ONCE(page->is_over, 1);
	return 0;
}

static long leave(struct hkj_seat *seat, unsigned long arg)
{
	struct hkj_target *t = seat->t;
	struct hkj_workload_note note;
	enum hkj_stop_reason reason = stop_reason(t);
	int error = note_get(seat, arg, &note);

	if (error || note.last != note.now)
		return error ? error : -EINVAL;
	if (!reason)
		reason = note.last >= t->end ? HKJ_STOP_DURATION :
					       HKJ_STOP_WORKLOAD;
	note_add(t, &note);
	hkj_account_close(t, note.last, reason);
	seat_over(seat);
	return 0;
}

/* What a loop may do, and when. */
static const struct command {
	unsigned int cmd;
	enum hkj_phase phase;
	long (*run)(struct hkj_seat *seat, unsigned long arg);
} commands[] = {
	{ HKJ_WORKLOAD_NOTE, HKJ_PHASE_RUNNING, take_note },
	{ HKJ_WORKLOAD_LEAVE, HKJ_PHASE_RUNNING, leave },
	{ HKJ_WORKLOAD_REHEARSE, HKJ_PHASE_CALIBRATING, rehearse },
	{ HKJ_WORKLOAD_READY, HKJ_PHASE_CALIBRATING, ready },
	{ HKJ_WORKLOAD_OPEN, HKJ_PHASE_SETTLING, open_window },
};

static long command_run(struct hkj_seat *seat, const struct command *command,
			unsigned long arg)
{
	if (!seat->t || seat->phase == HKJ_PHASE_OVER)
		return -ESHUTDOWN;
	if (current != seat->t->task)
		return -EPERM;
	if (seat->phase != command->phase)
		return -EINVAL;
	return command->run(seat, arg);
}

/**
 * hkj_seat_call() - a loop says something
 * @seat: of its file
 * @cmd: any but ENTER
 * @arg: its argument
 *
 * Return: see hkj_seat_ioctl(). Context: process; under the seat's lock.
 */
long hkj_seat_call(struct hkj_seat *seat, unsigned int cmd, unsigned long arg)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (commands[i].cmd == cmd)
			return command_run(seat, &commands[i], arg);
	return -ENOTTY;
}
