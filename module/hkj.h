/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all rooms of the module share: a session's configuration and one target
 * CPU under measurement.
 */
#ifndef HKJ_H
#define HKJ_H

#include <linux/cache.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/seqlock.h>

#include <hkjitter/ids.h>
#include <hkjitter/limits.h>
#include <hkjitter/record.h>

#include "evidence.h"

/**
 * struct hkj_config - what a session is asked to do
 * @cpus: target CPUs; unused while @is_isolated
 * @is_isolated: take the isolated CPUs, as they are at start
 * @workload: what occupies a target CPU
 * @policy: scheduling policy of the loop
 * @priority: real-time priority, for HKJ_POLICY_FIFO
 * @threshold_ns: gaps are this long or longer; 0 to choose from the turn
 * @duration_ms: length of the window; 0 until stopped
 * @stop_above_ns: a gap this long ends the session; 0 for never
 * @has_initiators: find out who asks for what interrupts the loop
 */
struct hkj_config {
	struct cpumask cpus;
	bool is_isolated;
	enum hkj_workload workload;
	enum hkj_policy policy;
	int priority;
	u64 threshold_ns;
	u64 duration_ms;
	u64 stop_above_ns;
	bool has_initiators;
};

struct hkj_names;
struct hkj_seat;
struct hkj_session;
struct hkj_track;
struct hkj_target;

/*
 * One stretch of the busy loop: from the clock read @last until the clock
 * reaches @deadline. Returns the last clock read. One instance for each clock
 * and preemption model, see loop.c.
 */
typedef u64 (*hkj_spin_fn)(struct hkj_target *t, u64 last, u64 deadline);

/**
 * struct hkj_own_policy - how a task was scheduled before it became a loop
 * @policy: SCHED_OTHER and others
 * @priority: of a real-time policy
 * @nice: of another one
 * @is_reset_on_fork: its children do not inherit it
 */
struct hkj_own_policy {
	u32 policy;
	u32 priority;
	s32 nice;
	bool is_reset_on_fork;
};

/**
 * struct hkj_target - one target CPU of a session
 *
 * Three groups by writer, each on cache lines of its own, so that nobody takes
 * a line away from the loop while it runs:
 *
 * Written before the window, only read by the loop:
 *
 * @spin: the instance of the loop
 * @threshold: shortest gap, in cycles
 * @own_limit: shortest gap in a turn that holds the loop's own bookkeeping
 * @duration: length of the window; all ones for no end
 * @upkeep_period: time between two upkeeps
 * @second_length: a second, in cycles
 * @settle_length: how long it runs before the window opens
 * @relief_after: how long a FIFO loop lets another thread wait
 * @relief_length: how long it stays SCHED_OTHER then, at least
 * @session: the session it belongs to
 * @stop_all: the session's stop word, enum hkj_stop_reason
 * @on_end: told by the thread after its part has ended
 * @config: the session's frozen configuration
 * @cpu: number of the target CPU
 * @names: what readers have made of addresses
 *
 * Written by the loop alone, with @seq around what readers copy:
 *
 * @origin: start of the window, moved along by clock steps
 * @segment: where the present quiet segment began
 * @end: when the window ends; moved along by clock steps
 * @stop_above: gaps this long end the session; all ones for never
 * @waiting_since: since when another thread waits for a FIFO loop; 0 for none
 * @lowered_since: when the present relief began
 * @second: number of the window's present second
 * @second_end: when it ends; moved along by clock steps
 * @turns: turns since they were last added to the books
 * @is_leaving: the stretch is to end at once (clock step, or stop_above)
 * @is_lowered: a FIFO loop that runs as SCHED_OTHER to let others in
 * @seq: odd while @live changes
 * @live: what readers copy
 * @track: what runs on the CPU besides the loop
 * @gauge: what counts without the kernel's knowledge
 *
 * Written by others:
 *
 * @stop: enum hkj_stop_reason, asks this target alone to end
 * @error: why the target did not come up; 0 if it did
 * @ready: it is calibrated, or has failed
 * @go: it may settle and open its window, or is to end
 * @opened: its window is open
 * @ended: its part has ended
 * @task: the loop's thread, with a reference; NULL before and after
 * @dir: its directory in sysfs
 * @debug_dir: its directory in debugfs
 *
 * Of the user workload; see workload.c:
 *
 * @page: what the loop reads; NULL if the loop is the module's own
 * @seat: the loop's side; NULL while there is none
 * @wanted: among the targets that have no loop yet
 * @wish_done: &hkj_workload_page.wish of the last note
 * @own_policy: what the loop's task had before
 */
struct hkj_target {
	hkj_spin_fn spin;
	u64 threshold;
	u64 own_limit;
	u64 duration;
	u64 upkeep_period;
	u64 second_length;
	u64 settle_length;
	u64 relief_after;
	u64 relief_length;
	struct hkj_session *session;
	const int *stop_all;
	void (*on_end)(struct hkj_target *t);
	const struct hkj_config *config;
	unsigned int cpu;
	struct hkj_names *names;

	u64 origin ____cacheline_aligned_in_smp;
	u64 segment;
	u64 end;
	u64 stop_above;
	u64 waiting_since;
	u64 lowered_since;
	u64 second;
	u64 second_end;
	u64 turns;
	bool is_leaving;
	bool is_lowered;
	seqcount_t seq;
	struct hkj_snapshot live;
	struct hkj_track *track;
	struct hkj_gauge gauge;

	int stop ____cacheline_aligned_in_smp;
	int error;
	struct completion ready;
	struct completion go;
	struct completion opened;
	struct completion ended;
	struct task_struct *task;
	struct kobject *dir;
	struct dentry *debug_dir;
	struct page *page;
	struct hkj_seat *seat;
	struct list_head wanted;
	u32 wish_done;
	struct hkj_own_policy own_policy;
};

#endif /* HKJ_H */
