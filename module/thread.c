// SPDX-License-Identifier: GPL-2.0
/*
 * What a thread of the kernel's is there for: its function, and for a worker the
 * workqueue that it works for.
 *
 * A function that many threads share says little: then it is what that one
 * calls for this thread. Some of these are in structures that the kernel keeps to
 * itself; what is read there is checked.
 */
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/smpboot.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "symbol.h"
#include "thread.h"

/* More than a struct worker takes up to its description. */
#define WORKER_BYTES	256

/* As kernel/smpboot.c has it. */
struct smpboot_thread {
	unsigned int cpu;
	unsigned int status;
	struct smp_hotplug_thread *thread;
};

static unsigned long irq_thread, smpboot_thread;

/* Of the name of the workqueue, from the worker's begin; 0 if not known. */
static size_t desc_offset;

/*
 * Where interrupts are threaded by force, this is the handler. Whoever frees the
 * interrupt waits for the thread to exit, and for no more.
 */
static unsigned long irq_function(struct task_struct *task)
{
	const struct irqaction *action = kthread_data(task);
	irq_handler_t function;

	if (copy_from_kernel_nofault(&function, &action->thread_fn, sizeof(function)))
		return 0;
	return (unsigned long)function;
}

static unsigned long smpboot_function(struct task_struct *task)
{
	void (*function)(unsigned int cpu);
	struct smpboot_thread own;

	if (copy_from_kernel_nofault(&own, kthread_data(task), sizeof(own)) ||
	    own.cpu != task_cpu(task) ||
	    copy_from_kernel_nofault(&function, &own.thread->thread_fn,
				     sizeof(function)))
		return 0;
	return (unsigned long)function;
}

/**
 * hkj_thread_function() - the function that a thread of the kernel's is there for
 * @task: the thread
 *
 * Return: its address; 0 for a user's task, or if it is not known.
 *
 * Context: any, the scheduler included; @task about to run on this CPU.
 */
unsigned long hkj_thread_function(struct task_struct *task)
{
	unsigned long function, better = 0;

	if (!(task->flags & PF_KTHREAD))
		return 0;
	function = (unsigned long)kthread_func(task);
	/* What a thread that exits was there for may be freed. */
	if (!function || task->flags & PF_EXITING)
		return function;
	if (function == irq_thread)
		better = irq_function(task);
	else if (function == smpboot_thread)
		better = smpboot_function(task);
	return better ? better : function;
}

/**
 * hkj_thread_workqueue() - name of the workqueue whose work a worker begins
 * @task: the running task
 *
 * Return: the name, as long as the work runs; NULL if it is not known, or if the
 * work is not run by a worker's thread.
 *
 * Context: the begin of a work.
 */
const char *hkj_thread_workqueue(struct task_struct *task)
{
	if (!desc_offset || !in_task() || !(task->flags & PF_WQ_WORKER))
		return NULL;
	return (const char *)kthread_data(task) + desc_offset;
}

static const char first_name[] = "hkj_workqueue";
static const char second_name[] = "hkj_description";

static size_t find_text(const char *bytes, size_t size, const char *text)
{
	size_t len = strlen(text) + 1, i;

	for (i = 0; i + len <= size; i++)
		if (!memcmp(bytes + i, text, len))
			return i;
	return 0;
}

/*
 * A worker describes itself by the name of the workqueue when it begins a work.
 * We are that work: the name is ours, and so is the one that we put in its place.
 */
static void learn_fn(struct work_struct *unused)
{
	const void *worker = kthread_data(current);
	char bytes[WORKER_BYTES];
	size_t offset;

	if (copy_from_kernel_nofault(bytes, worker, sizeof(bytes)))
		return;
	offset = find_text(bytes, sizeof(bytes), first_name);
	if (!offset)
		return;
	set_worker_desc("%s", second_name);
	if (copy_from_kernel_nofault(bytes, worker, sizeof(bytes)))
		return;
	if (find_text(bytes, sizeof(bytes), second_name) == offset)
		desc_offset = offset;
}

static DECLARE_WORK(learn_work, learn_fn);

static void learn_desc(void)
{
	struct workqueue_struct *queue;

	queue = alloc_workqueue("%s", WQ_UNBOUND, 0, first_name);
	if (!queue)
		return;
	queue_work(queue, &learn_work);
	/* Waits for the work. */
	destroy_workqueue(queue);
}

/**
 * hkj_thread_init() - learn what the kernel does not tell
 *
 * Context: module init.
 */
void hkj_thread_init(void)
{
	irq_thread = hkj_symbol("irq_thread");
	smpboot_thread = hkj_symbol("smpboot_thread_fn");
	learn_desc();
}
