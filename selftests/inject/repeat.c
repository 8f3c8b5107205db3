// SPDX-License-Identifier: GPL-2.0
/*
 * An order, noise by noise: ask for one, wait until it is over, wait for the
 * rest of the period. The noise itself wakes nobody, since that would be one
 * more noise: whoever waits for it looks at a counter now and then.
 */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>

#include "inject.h"

#define LOOK_US		50
#define LIMIT_MS	10000

/* Of the order in work; main.c's lock allows one at a time. */
static u64 spin_ns;
static unsigned int nr_done;
static bool is_awake;

/**
 * inject_spin() - spend a time
 * @ns: how long
 *
 * Context: any.
 */
void inject_spin(u64 ns)
{
	u64 begin = sched_clock();

	while (sched_clock() - begin < ns)
		;
}

/**
 * inject_spin_ns() - the time that the order in work wants spent
 *
 * Return: nanoseconds.
 *
 * Context: any.
 */
u64 inject_spin_ns(void)
{
	return READ_ONCE(spin_ns);
}

/**
 * inject_spend() - spend that time
 *
 * Context: any.
 */
void inject_spend(void)
{
	inject_spin(inject_spin_ns());
}

/**
 * inject_done() - tell inject_repeat() that a noise is over
 *
 * Context: any; on the target, once a noise.
 */
void inject_done(void)
{
	/* What the noise did is visible once it is over. */
	smp_store_release(&nr_done, nr_done + 1);
}

/**
 * inject_noise() - a whole noise: spend the order's time, tell that it is over
 *
 * Context: any; on the target.
 */
void inject_noise(void)
{
	inject_spend();
	inject_done();
}

/*
 * Let time pass. Under an emulator that runs one CPU at a time, and takes the turn
 * from one that arms a timer, whoever sleeps needs many turns for a little.
 */
static void rest(unsigned long us)
{
	ktime_t end = ktime_add_us(ktime_get(), us);

	if (!is_awake) {
		usleep_range(us, us + LOOK_US);
		return;
	}
	while (ktime_before(ktime_get(), end)) {
		cond_resched();
		cpu_relax();
	}
}

/**
 * inject_wait() - wait until a counter is there
 * @counter: counts up, on the target
 * @want: value to wait for
 *
 * Return: whether it got there in time (10 s).
 *
 * Context: process, sleeps.
 */
bool inject_wait(const unsigned int *counter, unsigned int want)
{
	unsigned long limit = jiffies + msecs_to_jiffies(LIMIT_MS);

	/* Pairs with the release by whoever counts up. */
	while (smp_load_acquire(counter) != want) {
		if (time_after(jiffies, limit))
			return false;
		rest(LOOK_US);
	}
	return true;
}

/**
 * inject_nr_done() - how many of the order's noises are over
 *
 * Context: any.
 */
unsigned int inject_nr_done(void)
{
	return READ_ONCE(nr_done);
}

/**
 * inject_call() - run a function on the target, with interrupts off
 * @cpu: the target
 * @function: what runs there
 *
 * Return: 0, or why not.
 *
 * Context: process, sleeps; or hard IRQ on the target.
 */
int inject_call(unsigned int cpu, smp_call_func_t function)
{
	if (in_task())
		return smp_call_function_single(cpu, function, NULL, true);
	function(NULL);
	return 0;
}

static int post_one(const struct inject_order *order, unsigned int i,
		    inject_post_t post)
{
	ktime_t begin = ktime_get();
	s64 rest_us;
	int error;

	error = post(order);
	if (error)
		return error;
	if (!inject_wait(&nr_done, i + 1))
		return -ETIMEDOUT;
	rest_us = order->period_us - ktime_us_delta(ktime_get(), begin);
	if (rest_us > 0)
		rest(rest_us);
	return 0;
}

/**
 * inject_repeat() - carry out an order, one noise after the other
 * @order: what is asked for
 * @post: asks for one noise, which ends with inject_done()
 *
 * Return: 0, what @post returned, or -ETIMEDOUT if a noise did not come: it may
 * still do so, so the caller cancels what it had asked for.
 *
 * Context: process, sleeps.
 */
int inject_repeat(const struct inject_order *order, inject_post_t post)
{
	unsigned int i;
	int error = 0;

	WRITE_ONCE(spin_ns, order->spin_ns);
	WRITE_ONCE(nr_done, 0);
	is_awake = order->is_awake;
	if (order->is_own)
		return inject_train(order, post);
	msleep(order->lead_ms);
	for (i = 0; i < order->count && !error; i++)
		error = post_one(order, i, post);
	return error;
}
