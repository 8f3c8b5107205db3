// SPDX-License-Identifier: GPL-2.0
/*
 * The floor: the least a busy loop can do, a counter read and a compare, on a
 * CPU of choice. Loading measures; the turn, in thousandths of a cycle, is then
 * in /sys/module/hkj_floor/parameters/turn_milli.
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/sched/task.h>

#include "compat/clock.h"

#define LENGTH_MS	50

static unsigned int cpu = 1;
module_param(cpu, uint, 0444);
MODULE_PARM_DESC(cpu, "where the loop runs");

static u64 turn_milli;
module_param(turn_milli, ullong, 0444);
MODULE_PARM_DESC(turn_milli, "result: a turn, in thousandths of a cycle");

static DECLARE_COMPLETION(done);

static int floor_thread(void *unused)
{
	u64 length = hkj_cycles_khz() * LENGTH_MS;
	u64 first = hkj_cycles(), last = first, now, nr = 0;
	const u64 threshold = length;

	do {
		now = hkj_cycles();
		nr++;
		if (unlikely(now - last >= threshold))
			break;
		last = now;
	} while (now - first < length);

	turn_milli = div64_u64((now - first) * 1000, nr);
	complete(&done);
	return 0;
}

static int __init floor_init(void)
{
	struct task_struct *task;

	if (!hkj_cycles_are_invariant())
		return -ENODEV;
	task = kthread_create_on_cpu(floor_thread, NULL, cpu, "hkj_floor/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	get_task_struct(task);
	wake_up_process(task);
	wait_for_completion(&done);
	kthread_stop(task);
	put_task_struct(task);
	return 0;
}

static void __exit floor_exit(void)
{
}

module_init(floor_init);
module_exit(floor_exit);

MODULE_DESCRIPTION("The floor that hkjitter's loop is compared with");
MODULE_AUTHOR("hkjitter developers");
MODULE_LICENSE("GPL");
