// SPDX-License-Identifier: GPL-2.0
/*
 * Interruptions that a CPU can ask for itself: under the instruction-exact clock
 * another one would have to take its turn in their midst.
 */
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/workqueue.h>
#include <asm/apic.h>

#include "meter.h"

#include "compat/hrtimer.h"

#define HRTIMER_NS	20000
/* More than any other interruption that asks for itself. */
#define TICK_MIN	1500
#define NR_WORKERS	3
#define SETTLE_MS	2

static unsigned int target;
static int line;
static struct task_struct *partner, *filler;
static struct hrtimer hrtimer;

static void nothing_in_irq_work(struct irq_work *unused)
{
}

static struct irq_work irq_work = IRQ_WORK_INIT_HARD(nothing_in_irq_work);

static void ask_irq_work(void)
{
	irq_work_queue(&irq_work);
}

static irqreturn_t nothing_in_irq(int number, void *unused)
{
	return IRQ_HANDLED;
}

static void irq_in_irq_work(struct irq_work *unused)
{
	generic_handle_irq(line);
}

static struct irq_work irq_raiser = IRQ_WORK_INIT_HARD(irq_in_irq_work);

static void ask_irq(void)
{
	irq_work_queue(&irq_raiser);
}

static void nothing_in_tasklet(struct tasklet_struct *unused)
{
}

static DECLARE_TASKLET(tasklet, nothing_in_tasklet);

static void tasklet_in_irq_work(struct irq_work *unused)
{
	tasklet_schedule(&tasklet);
}

static struct irq_work tasklet_raiser = IRQ_WORK_INIT_HARD(tasklet_in_irq_work);

static void ask_tasklet(void)
{
	irq_work_queue(&tasklet_raiser);
}

/* Nothing is queued: the interrupt alone. */
static void ask_call(void)
{
	apic->send_IPI_self(CALL_FUNCTION_SINGLE_VECTOR);
}

static void ask_reschedule(void)
{
	apic->send_IPI_self(RESCHEDULE_VECTOR);
}

static enum hrtimer_restart nothing_in_hrtimer(struct hrtimer *unused)
{
	return HRTIMER_NORESTART;
}

static void ask_hrtimer(void)
{
	hrtimer_start(&hrtimer, HRTIMER_NS, HRTIMER_MODE_REL_PINNED_HARD);
}

static void promote_worker(struct work_struct *unused)
{
	sched_set_fifo(current);
}

static DECLARE_WORK(promotion, promote_worker);

/*
 * Workers that are above the meter run at once. The one that was idle last runs
 * next, and that may be one that the first has made meanwhile.
 */
static void promote_workers(void)
{
	unsigned int i;

	for (i = 0; i < NR_WORKERS; i++) {
		queue_work_on(target, system_highpri_wq, &promotion);
		flush_work(&promotion);
		msleep(SETTLE_MS);
	}
}

static void nothing_in_work(struct work_struct *unused)
{
}

static DECLARE_WORK(work, nothing_in_work);

static void ask_work(void)
{
	queue_work_on(target, system_highpri_wq, &work);
}

static int partner_thread(void *unused)
{
	while (!kthread_should_stop()) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

static void ask_thread(void)
{
	wake_up_process(partner);
}

/*
 * Behind the meter some thread waits all the time, as an observer's loop does: the
 * tick looks at those who wait.
 */
static int filler_thread(void *unused)
{
	while (!kthread_should_stop()) {
		cpu_relax();
		cond_resched();
	}
	return 0;
}

const struct meter_kind meter_noises[] = {
	{ "tick", .is_varied = true, .least = TICK_MIN },
	{ "hrtimer", ask_hrtimer },
	{ "irq_work", ask_irq_work },
	{ "ipi, reschedule", ask_reschedule },
	{ "ipi, call", ask_call },
	{ "irq in irq_work", ask_irq },
	{ "tasklet of irq_work", ask_tasklet },
	{ "thread", ask_thread },
	{ "work", ask_work },
	{}
};

/* A line without hardware. */
static int line_init(void)
{
	int error;

	line = irq_alloc_desc(NUMA_NO_NODE);
	if (line < 0)
		return line;
	irq_set_chip_and_handler(line, &dummy_irq_chip, handle_simple_irq);
	irq_modify_status(line, IRQ_NOREQUEST | IRQ_NOAUTOEN, IRQ_NOPROBE);
	error = request_irq(line, nothing_in_irq, 0, "hkj_meter", NULL);
	if (error)
		irq_free_desc(line);
	return error;
}

static int partner_init(void)
{
	partner = kthread_create_on_cpu(partner_thread, NULL, target, "hkj_partner/%u");
	if (IS_ERR(partner))
		return PTR_ERR(partner);
	sched_set_fifo(partner);
	wake_up_process(partner);
	return 0;
}

static int filler_init(void)
{
	filler = kthread_create_on_cpu(filler_thread, NULL, target, "hkj_filler/%u");
	if (IS_ERR(filler))
		return PTR_ERR(filler);
	set_user_nice(filler, MAX_NICE);
	wake_up_process(filler);
	return 0;
}

static void line_exit(void)
{
	free_irq(line, NULL);
	irq_free_desc(line);
}

static int threads_init(void)
{
	int error = partner_init();

	if (error)
		return error;
	error = filler_init();
	if (error)
		kthread_stop(partner);
	return error;
}

/**
 * meter_noises_init() - what the noises of a CPU need
 * @cpu: which
 *
 * Return: 0 or an errno.
 *
 * Context: module init.
 */
int meter_noises_init(unsigned int cpu)
{
	int error;

	target = cpu;
	hrtimer_setup(&hrtimer, nothing_in_hrtimer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	error = line_init();
	if (error)
		return error;
	error = threads_init();
	if (error) {
		line_exit();
		return error;
	}
	promote_workers();
	return 0;
}

/**
 * meter_noises_exit() - the opposite
 *
 * Context: module exit.
 */
void meter_noises_exit(void)
{
	kthread_stop(filler);
	kthread_stop(partner);
	line_exit();
	hrtimer_cancel(&hrtimer);
	tasklet_kill(&tasklet);
	flush_work(&work);
}
