/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Noise of known cause: what the injectors share.
 *
 * The function that makes a kind's noise is named inject_KIND_fn and is never
 * inlined: its symbol is what a result has to name.
 */
#ifndef HKJ_INJECT_H
#define HKJ_INJECT_H

#include <linux/ktime.h>
#include <linux/smp.h>
#include <linux/types.h>

/**
 * struct inject_order - what is asked for
 * @cpu: where the noise is made
 * @count: how often
 * @spin_ns: how long each one lasts
 * @period_us: distance from one to the next; kinds other than hrtimer may be
 *	some tens of microseconds late, and late is where the next one counts from
 * @lead_ms: from now to the first one
 * @is_own: the target asks for them itself, in a timer interrupt of its own; not
 *	for kinds that need another CPU
 * @is_awake: whoever asks for them does not sleep in between
 */
struct inject_order {
	unsigned int cpu;
	unsigned int count;
	u64 spin_ns;
	u64 period_us;
	u64 lead_ms;
	unsigned int is_own;
	unsigned int is_awake;
};

/**
 * struct inject_kind - one kind of noise
 * @name: as written to the file
 * @fire: makes the noise and returns when the last one is over; 0 or an errno
 */
struct inject_kind {
	const char *name;
	int (*fire)(const struct inject_order *order);
};

/**
 * typedef inject_post_t - asks for one noise, from a housekeeping CPU, or from a
 *	timer interrupt of the target
 * @order: the order it is one of
 *
 * Return: 0, or why not.
 *
 * Context: process, may sleep; or hard IRQ on the target.
 */
typedef int (*inject_post_t)(const struct inject_order *order);

void inject_spin(u64 ns);
u64 inject_spin_ns(void);
void inject_spend(void);
void inject_done(void);
void inject_noise(void);
bool inject_wait(const unsigned int *counter, unsigned int want);
int inject_call(unsigned int cpu, smp_call_func_t function);
int inject_repeat(const struct inject_order *order, inject_post_t post);
int inject_train(const struct inject_order *order, inject_post_t post);
unsigned int inject_nr_done(void);
ktime_t inject_first_expiry(const struct inject_order *order);

int inject_hrtimer(const struct inject_order *order);
int inject_timer(const struct inject_order *order);
int inject_work(const struct inject_order *order);
int inject_delayed_work(const struct inject_order *order);
int inject_sleeping_work(const struct inject_order *order);
int inject_unbound_work(const struct inject_order *order);
int inject_ipi(const struct inject_order *order);
int inject_ipi_async(const struct inject_order *order);
int inject_ipi_mask(const struct inject_order *order);
int inject_pair(const struct inject_order *order);
int inject_irq_work(const struct inject_order *order);
int inject_irq(const struct inject_order *order);
int inject_irq_shared(const struct inject_order *order);
int inject_tasklet(const struct inject_order *order);
int inject_tasklet_hi(const struct inject_order *order);
int inject_napi(const struct inject_order *order);
int inject_rcu(const struct inject_order *order);
int inject_nmi(const struct inject_order *order);
int inject_thread(const struct inject_order *order);
int inject_timer_in_work(const struct inject_order *order);
int inject_nested(const struct inject_order *order);
int inject_smi(const struct inject_order *order);
int inject_vector(const struct inject_order *order);
int inject_storm(const struct inject_order *order);
int inject_migrate(const struct inject_order *order);
int inject_watchdog(const struct inject_order *order);
int inject_tsc_unstable(const struct inject_order *order);
int inject_tick_dep(const struct inject_order *order);

int inject_work_init(void);
void inject_work_exit(void);

void inject_send_nmi(unsigned int cpu);
int inject_begin_nmi(u64 *took);
void inject_end_nmi(void);

#endif /* HKJ_INJECT_H */
