// SPDX-License-Identifier: GPL-2.0
/*
 * What the rest of the system does all the time, on CPU 0, and what an observer of
 * another CPU makes it pay for that.
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/timer.h>
#include <linux/workqueue.h>

#include "meter.h"

#include "compat/hrtimer.h"

#define FAR_S		3600
#define HOUSEKEEPER	2

static struct task_struct *partner;
static struct hrtimer hrtimer;
static unsigned int target;

static void nothing_in_timer(struct timer_list *unused)
{
}

static DEFINE_TIMER(timer, nothing_in_timer);

static void call_timer(void)
{
	mod_timer(&timer, jiffies + FAR_S * HZ);
}

static void tidy_timer(void)
{
	timer_delete_sync(&timer);
}

static enum hrtimer_restart nothing_in_hrtimer(struct hrtimer *unused)
{
	return HRTIMER_NORESTART;
}

static void call_hrtimer(void)
{
	hrtimer_start(&hrtimer, ktime_set(FAR_S, 0), HRTIMER_MODE_REL_PINNED);
}

static void tidy_hrtimer(void)
{
	hrtimer_cancel(&hrtimer);
}

static void nothing_in_work(struct work_struct *unused)
{
}

static DECLARE_WORK(work, nothing_in_work);

static void call_work(void)
{
	queue_work_on(0, system_wq, &work);
}

static void tidy_work(void)
{
	flush_work(&work);
}

/* Whom the partner wakes in turn. */
static struct task_struct *caller;

static int partner_thread(void *unused)
{
	while (!kthread_should_stop()) {
		if (caller)
			wake_up_process(caller);
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

static void call_wakeup(void)
{
	wake_up_process(partner);
}

/* Two threads wake each other: there and back. */
static void call_switch(void)
{
	caller = current;
	set_current_state(TASK_UNINTERRUPTIBLE);
	wake_up_process(partner);
	local_irq_enable();
	schedule();
	local_irq_disable();
}

static void tidy_switch(void)
{
	caller = NULL;
}

static void nothing_called(void *unused)
{
}

static call_single_data_t csd = CSD_INIT(nothing_called, NULL);

static void call_ipi(void)
{
	smp_call_function_single_async(HOUSEKEEPER, &csd);
}

static void call_ipi_target(void)
{
	smp_call_function_single_async(target, &csd);
}

const struct meter_kind meter_calls[] = {
	{ "timer armed", call_timer, true, .tidy = tidy_timer },
	{ "hrtimer armed", call_hrtimer, true, .tidy = tidy_hrtimer },
	{ "work queued", call_work, true, .tidy = tidy_work },
	{ "thread woken", call_wakeup, true },
	{ "switch, and back", call_switch, true, .tidy = tidy_switch },
	{ "ipi sent", call_ipi, true },
	{ "ipi sent to target", call_ipi_target, true },
	{}
};

/**
 * meter_calls_init() - what the calls need
 * @cpu: the target, for calls that concern it
 *
 * Return: 0 or an errno.
 *
 * Context: module init.
 */
int meter_calls_init(unsigned int cpu)
{
	if (!cpu_online(HOUSEKEEPER))
		return -ENODEV;
	target = cpu;
	hrtimer_setup(&hrtimer, nothing_in_hrtimer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED);
	partner = kthread_create_on_cpu(partner_thread, NULL, 0, "hkj_partner/%u");
	if (IS_ERR(partner))
		return PTR_ERR(partner);
	sched_set_fifo_low(partner);
	wake_up_process(partner);
	return 0;
}

/**
 * meter_calls_exit() - the opposite
 *
 * Context: module exit.
 */
void meter_calls_exit(void)
{
	kthread_stop(partner);
	flush_work(&work);
}
