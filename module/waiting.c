// SPDX-License-Identifier: GPL-2.0
/*
 * The task that could run on a target beside its loop: the last one that was woken
 * there, or that the loop has taken the CPU from. More than one are told by the
 * last of them.
 *
 * Writers hold the lock of the target's run queue, wherever they are; the reader
 * is the target, in an interrupt.
 */
#include <linux/sched.h>
#include <linux/string.h>

#include "waiting.h"

#define READ_TRIES	16

/**
 * hkj_waiting_begin() - a task could run
 * @k: the track of its CPU
 * @task: the task
 * @function: see hkj_thread_function()
 *
 * Context: any CPU, under the lock of the target's run queue.
 */
void hkj_waiting_begin(struct hkj_track *k, const struct task_struct *task,
		       unsigned long function)
{
	struct hkj_waiting *waiting = &k->waiting;

	if (task == k->loop)
		return;
	raw_write_seqcount_begin(&waiting->seq);
	waiting->pid = task->pid;
	waiting->function = function;
	memcpy(waiting->comm, task->comm, HKJ_COMM_LEN);
	raw_write_seqcount_end(&waiting->seq);
}

/**
 * hkj_waiting_end() - it sleeps, has ended, or goes to another CPU
 * @k: the track of its CPU
 * @task: the task; nothing happens if another one is waiting
 *
 * Context: as hkj_waiting_begin().
 */
void hkj_waiting_end(struct hkj_track *k, const struct task_struct *task)
{
	struct hkj_waiting *waiting = &k->waiting;

	if (waiting->pid != task->pid)
		return;
	raw_write_seqcount_begin(&waiting->seq);
	waiting->pid = 0;
	raw_write_seqcount_end(&waiting->seq);
}

/**
 * hkj_waiting_get() - the task that could run
 * @k: the track of this CPU
 * @to: to be filled
 *
 * Return: whether there is one.
 *
 * Context: any but NMI, preemption off.
 */
bool hkj_waiting_get(const struct hkj_track *k, struct hkj_waiting *to)
{
	const struct hkj_waiting *from = &k->waiting;
	unsigned int tries, seq;

	for (tries = 0; tries < READ_TRIES; tries++) {
		seq = raw_read_seqcount(&from->seq);
		if (seq & 1)
			continue;
		*to = *from;
		if (!read_seqcount_retry(&from->seq, seq))
			return to->pid;
	}
	return false;
}
