// SPDX-License-Identifier: GPL-2.0
/*
 * The user workload: a loop in user space takes the place of the module's own.
 * Which loop has which target is settled here; seat.c has what a loop says.
 *
 *	target		  seat		     loop
 *	want ----------->  enter <---------- ENTER
 *	(ready) <--------  calibrated <----- REHEARSE... READY
 *	go ------------------- page -------> settles
 *	(opened) <-------  running <-------- OPEN
 *			   books <---------- NOTE...
 *	over ----------------- page -------> leaves
 *	(ended) <--------  over <----------- LEAVE, or its end
 *
 * Nobody waits for a loop without a limit. A loop that has gone, or does not
 * leave, is taken out of its target; the file that it holds then has a seat
 * without a target, and all it gets is -ESHUTDOWN.
 *
 * Locking: seats_lock, over which loop has which target; inside it each seat's
 * own lock, over the target's books while its loop writes them.
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/ioctl.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include <hkjitter/workload.h>

#include "calibrate.h"
#include "clock.h"
#include "policy.h"
#include "seat.h"
#include "workload.h"

#include "compat/mm.h"

#define REAP_PATIENCE		(2 * HZ)
#define WISH_TRIES		20
#define WISH_PAUSE_US		1000

/* A real-time loop lets starved threads in, for which it has to look. */
#define FIFO_UPKEEP_NS		(100 * HKJ_NSEC_PER_MSEC)
#define STRETCH_NS		HKJ_NSEC_PER_MSEC
#define SETTLE_NS		(100 * HKJ_NSEC_PER_MSEC)
#define OVERDUE_NS		HKJ_NSEC_PER_SEC

static DEFINE_MUTEX(seats_lock);
static LIST_HEAD(wanted);
static DECLARE_WAIT_QUEUE_HEAD(news);
static int nr_news;

/* From here on the two know nothing of each other. Under seats_lock. */
static void seat_leave(struct hkj_seat *seat)
{
	mutex_lock(&seat->lock);
	if (seat->t) {
		hkj_seat_end(seat, HKJ_STOP_WORKLOAD);
		seat->t->seat = NULL;
		seat->t = NULL;
		seat->phase = HKJ_PHASE_EMPTY;
	}
	mutex_unlock(&seat->lock);
}

/**
 * hkj_seat_new() - a seat without a target
 *
 * Return: NULL without memory. Context: process.
 */
struct hkj_seat *hkj_seat_new(void)
{
	struct hkj_seat *seat = kzalloc(sizeof(*seat), GFP_KERNEL);

	if (seat)
		mutex_init(&seat->lock);
	return seat;
}

/**
 * hkj_seat_free() - the opposite; ends its target's part
 * @seat: of a file that nobody has open any more
 *
 * Context: process, sleeps.
 */
void hkj_seat_free(struct hkj_seat *seat)
{
	mutex_lock(&seats_lock);
	seat_leave(seat);
	mutex_unlock(&seats_lock);
	kfree(seat);
}

static bool is_bound_to(unsigned int cpu)
{
	return current->nr_cpus_allowed == 1 && raw_smp_processor_id() == cpu;
}

/* @t gets the running task for its loop. Under seats_lock. */
static int seat_take(struct hkj_seat *seat, struct hkj_target *t)
{
	int error;

	hkj_policy_save(current, &t->own_policy);
	error = hkj_policy_set(current, t->config);
	if (error)
		return error;
	mutex_lock(&seat->lock);
	list_del_init(&t->wanted);
	seat->t = t;
	seat->phase = HKJ_PHASE_CALIBRATING;
	seat->nr_rehearsals = 0;
	t->seat = seat;
	t->task = get_task_struct(current);
	hkj_calibrate_begin(t);
	mutex_unlock(&seat->lock);
	return 0;
}

/* Return: 0; -EAGAIN if nobody wants a loop there now; or why not. */
static int try_enter(struct hkj_seat *seat, unsigned int cpu)
{
	struct hkj_target *t;
	int error = -EAGAIN;

	mutex_lock(&seats_lock);
	if (seat->t)
		error = -EBUSY;
	else if (!is_bound_to(cpu))
		error = -EINVAL;
	else
		list_for_each_entry(t, &wanted, wanted) {
			if (t->cpu != cpu)
				continue;
			error = seat_take(seat, t);
			break;
		}
	mutex_unlock(&seats_lock);
	return error;
}

/* Until a session wants a loop on the CPU, or a signal comes. */
static long enter(struct hkj_seat *seat, unsigned long cpu)
{
	int error, seen;

	if (cpu >= nr_cpu_ids)
		return -EINVAL;
	for (;;) {
		seen = READ_ONCE(nr_news);
		error = try_enter(seat, cpu);
		if (error != -EAGAIN)
			break;
		if (wait_event_interruptible(news, READ_ONCE(nr_news) != seen))
			return -ERESTARTSYS;
	}
	return error;
}

/**
 * hkj_seat_ioctl() - what a loop has to say; see hkjitter/workload.h
 * @seat: of its file
 * @cmd: which command
 * @arg: its argument
 *
 * Return: 0; -ENOTTY for no command of these; -EINVAL for one that makes no sense,
 * or not now; -ESHUTDOWN if there is no target, or no longer; -EPERM for another
 * task than the one that has entered; -EBUSY for a second ENTER; -EAGAIN for an
 * OPEN before its time; -ERANGE for a threshold below two turns; -EFAULT.
 *
 * Context: process; sleeps in ENTER only, but for the lock.
 */
long hkj_seat_ioctl(struct hkj_seat *seat, unsigned int cmd, unsigned long arg)
{
	long ret;

	if (cmd == HKJ_WORKLOAD_ENTER)
		return enter(seat, arg);
	mutex_lock(&seat->lock);
	ret = hkj_seat_call(seat, cmd, arg);
	mutex_unlock(&seat->lock);
	return ret;
}

static int map(struct hkj_seat *seat, struct vm_area_struct *vma)
{
	if (!seat->t)
		return -ENXIO;
	hkj_vma_seal(vma);
	return vm_insert_page(vma, vma->vm_start, seat->t->page);
}

/**
 * hkj_seat_mmap() - map the page of the target
 * @seat: of the file
 * @vma: the whole page, to be read and shared
 *
 * The mapping keeps the page, whatever becomes of the target.
 *
 * Return: 0; -EACCES for more rights than to read; -EINVAL for another size or
 * offset, or a private mapping; -ENXIO without a target.
 *
 * Context: process.
 */
int hkj_seat_mmap(struct hkj_seat *seat, struct vm_area_struct *vma)
{
	int error;

	if (vma->vm_flags & (VM_WRITE | VM_EXEC))
		return -EACCES;
	if (vma->vm_pgoff || vma->vm_end - vma->vm_start != PAGE_SIZE ||
	    !(vma->vm_flags & VM_MAYSHARE))
		return -EINVAL;
	mutex_lock(&seats_lock);
	error = map(seat, vma);
	mutex_unlock(&seats_lock);
	return error;
}

static void page_fill(struct hkj_target *t, struct hkj_workload_page *page)
{
	const struct hkj_scale *scale = &t->live.scale;
	bool is_fifo = t->config->policy == HKJ_POLICY_FIFO;

	page->magic = HKJ_WORKLOAD_MAGIC;
	page->version = HKJ_RECORD_VERSION;
	page->size = sizeof(*page);
	page->cpu = t->cpu;
	page->khz = scale->khz;
	page->settle_length = hkj_scale_cycles(scale, SETTLE_NS);
	page->stretch = hkj_scale_cycles(scale, STRETCH_NS);
	page->upkeep_period =
		is_fifo ? hkj_scale_cycles(scale, FIFO_UPKEEP_NS) : U64_MAX;
	page->threshold = S64_MAX;
	page->own_limit = S64_MAX;
	page->end = U64_MAX;
}

/**
 * hkj_workload_init() - make what a target needs for the workload "user"
 * @t: the target, otherwise made
 *
 * Return: 0 or -ENOMEM. Context: process, may sleep.
 */
int hkj_workload_init(struct hkj_target *t)
{
	INIT_LIST_HEAD(&t->wanted);
	if (t->config->workload != HKJ_WORKLOAD_USER)
		return 0;
	t->page = alloc_pages_node(cpu_to_node(t->cpu), GFP_KERNEL | __GFP_ZERO, 0);
	if (!t->page)
		return -ENOMEM;
	page_fill(t, hkj_seat_page(t));
	return 0;
}

/**
 * hkj_workload_exit() - the opposite
 * @t: the target, reaped
 */
void hkj_workload_exit(struct hkj_target *t)
{
	if (t->page)
		put_page(t->page);
}

/**
 * hkj_workload_want() - let a loop come for this target
 * @t: the target
 *
 * Context: process.
 */
void hkj_workload_want(struct hkj_target *t)
{
	mutex_lock(&seats_lock);
	list_add_tail(&t->wanted, &wanted);
	WRITE_ONCE(nr_news, nr_news + 1);
	mutex_unlock(&seats_lock);
	wake_up_all(&news);
}

/**
 * hkj_workload_go() - let the loop settle and open its window
 * @t: the target; any workload
 *
 * Context: any.
 */
void hkj_workload_go(struct hkj_target *t)
{
	if (t->page)
		WRITE_ONCE(hkj_seat_page(t)->is_go, 1);
}

/**
 * hkj_workload_over() - ask the loop to leave
 * @t: the target; any workload
 *
 * Context: any. The loop looks about once a millisecond.
 */
void hkj_workload_over(struct hkj_target *t)
{
	if (t->page)
		WRITE_ONCE(hkj_seat_page(t)->is_over, 1);
}

/**
 * hkj_workload_end() - end a target's part without its loop
 * @t: the target; any workload
 * @reason: why, if nobody has had another one before
 *
 * Context: process, sleeps.
 */
void hkj_workload_end(struct hkj_target *t, enum hkj_stop_reason reason)
{
	if (!t->page)
		return;
	mutex_lock(&seats_lock);
	if (t->seat) {
		mutex_lock(&t->seat->lock);
		hkj_seat_end(t->seat, reason);
		mutex_unlock(&t->seat->lock);
	}
	mutex_unlock(&seats_lock);
}

/* It was stopped, or frozen, or does not look: nobody else ends its window. */
static bool is_overdue(const struct hkj_target *t)
{
	u64 end = READ_ONCE(t->end);

	return READ_ONCE(t->live.state) == HKJ_STATE_RUNNING && end != U64_MAX &&
	       (s64)(hkj_clock_read(t->live.clock_kind) - end) >
		       (s64)hkj_scale_cycles(&t->live.scale, OVERDUE_NS);
}

/**
 * hkj_workload_check() - end a target's part whose loop does not
 * @t: the target; any workload
 *
 * One that has died: a file that another process has inherited does not close with
 * the loop. One whose time is over, and has been for a second.
 *
 * Context: process, sleeps; under the session's lock, now and then.
 */
void hkj_workload_check(struct hkj_target *t)
{
	if (!t->page || !t->task)
		return;
	if (READ_ONCE(t->task->flags) & PF_EXITING)
		hkj_workload_end(t, HKJ_STOP_WORKLOAD);
	else if (is_overdue(t))
		hkj_workload_end(t, HKJ_STOP_DURATION);
}

/* One that does not get to run, as a real-time task holds its CPU, gets above it. */
static void wait_for_end(struct hkj_target *t)
{
	if (wait_for_completion_timeout(&t->ended, REAP_PATIENCE))
		return;
	hkj_policy_boost(t->task);
	if (!wait_for_completion_timeout(&t->ended, REAP_PATIENCE))
		hkj_workload_end(t, HKJ_STOP_REQUEST);
}

/**
 * hkj_workload_reap() - take the loop out of its target
 * @t: the target, asked to stop or ended; may have no loop
 *
 * Context: process, sleeps, for some seconds at most.
 */
void hkj_workload_reap(struct hkj_target *t)
{
	mutex_lock(&seats_lock);
	list_del_init(&t->wanted);
	mutex_unlock(&seats_lock);
	if (t->task)
		wait_for_end(t);
	mutex_lock(&seats_lock);
	if (t->seat)
		seat_leave(t->seat);
	mutex_unlock(&seats_lock);
	complete_all(&t->ended);
	if (!t->task)
		return;
	hkj_policy_give_back(t->task, &t->own_policy);
	put_task_struct(t->task);
	t->task = NULL;
}

/**
 * hkj_workload_refresh() - have the books brought up to date, for a reader
 * @t: the target; any workload
 *
 * A loop in user space does not do so by itself while nothing happens.
 *
 * Context: process, sleeps some milliseconds; 20 ms if the loop does not run.
 */
void hkj_workload_refresh(struct hkj_target *t)
{
	struct hkj_workload_page *page;
	unsigned int i;
	u32 wish;

	if (!t->page || READ_ONCE(t->live.state) != HKJ_STATE_RUNNING)
		return;
	page = hkj_seat_page(t);
	/* Several may ask at once: a note for a later one is one for all before. */
	wish = atomic_inc_return((atomic_t *)&page->wish);
	for (i = 0; i < WISH_TRIES && (s32)(READ_ONCE(t->wish_done) - wish) < 0; i++)
		usleep_range(WISH_PAUSE_US, 2 * WISH_PAUSE_US);
}
