// SPDX-License-Identifier: GPL-2.0
/*
 * What an IPI ran, on kernels that do not tell: from what was queued for the CPU.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wshadow"

#include "kernel.h"

#include "../../module/tally.c"
#include "../../module/tail.c"
#include "../../module/track.c"
#include "../../module/seen.c"
#include "../../module/probes/ipi.c"

/* The senders of x86. */
#define CONFIG_X86_64
#include "../../module/probes/ipi_kprobe.c"

#define US		1000
#define S		(1000ULL * 1000 * US)
#define SLACK		100	/* steps of the probes themselves, all together */
#define SENDER		1	/* its CPU; the target is 0 */

struct machine machine;
static struct task_struct loop = { .pid = 1, .comm = "loop" };
struct task_struct *current = &loop;

static struct hkj_target target;
static struct hkj_track track;

static const struct hkj_key vector = { .class = HKJ_CLASS_IPI, .id = 252 };

void schedule(void)
{
}

bool hkj_self_has(unsigned long function)
{
	return false;
}

unsigned long hkj_symbol(const char *name)
{
	return 0;
}

void hkj_initiator_put(u64 what, unsigned long function, unsigned int flags)
{
}

bool hkj_initiator_get(u64 what, struct hkj_who *who)
{
	who->pid = HKJ_UNKNOWN;
	who->is_self = false;
	who->cause = 0;
	return false;
}

void machine_point(void)
{
}

void machine_irqs(bool is_off)
{
	machine.is_irq_off = is_off;
}

static void first(void *info)
{
}

static void second(void *info)
{
}

static int prepare(void **state)
{
	memset(&target, 0, sizeof(target));
	memset(&machine, 0, sizeof(machine));
	machine.now = 1000 * US;
	target.track = &track;
	hkj_scale_init(&target.live.scale, 1000000);
	target.live.clock_kind = HKJ_CLOCK_SCHED;
	hkj_track_open(&target);
	return 0;
}

/* A sender's CPU enters a function, with a return address on its stack. */
static void call(kprobe_pre_handler_t pre, unsigned long di, unsigned long si,
		 smp_cond_func_t cond)
{
	unsigned long stack = 1;
	struct pt_regs regs = {
		.di = di,
		.si = si,
		.r8 = (unsigned long)cond,
		.sp = (unsigned long)&stack,
	};

	machine.cpu = SENDER;
	pre(NULL, &regs);
	machine.cpu = 0;
}

static void interrupt(u64 length)
{
	hkj_track_push(&track, &vector, "call_function_single", NULL);
	hkj_ipi_begin(&track);
	machine.now += length;
	hkj_ipi_end(&track, &vector);
	hkj_track_pop(&track, &vector);
}

static const struct hkj_tally *tally_of(smp_call_func_t function)
{
	const struct hkj_key key = { .class = HKJ_CLASS_IPI,
				     .function = (unsigned long)function };
	struct hkj_seen seen;

	hkj_track_look(&track, 0, sched_clock(), &seen);
	return hkj_tally_find(&track, &key, NULL);
}

static u64 count_of(smp_call_func_t function)
{
	return tally_of(function)->count;
}

static void send(smp_call_func_t function)
{
	call(call_pre, 0, (unsigned long)function, NULL);
}

static void send_async(call_single_data_t *csd)
{
	call(async_pre, 0, (unsigned long)csd, NULL);
}

/* Two that wait together: the interrupt is the first one's. */
static void the_first_names_the_interrupt(void **state)
{
	send(first);
	send(second);
	interrupt(50 * US);
	assert_int_equal(count_of(first), 1);
	assert_in_range(tally_of(first)->total, 50 * US, 50 * US + SLACK);
	assert_int_equal(count_of(second), 1);
	assert_in_range(tally_of(second)->total, 0, SLACK);
}

/* The kernel answers -EBUSY: it waits already, and runs once. */
static void what_is_refused_names_nothing(void **state)
{
	call_single_data_t csd = { .func = first };

	send_async(&csd);
	csd.node.u_flags |= CSD_FLAG_LOCK;
	send_async(&csd);
	send_async(&csd);
	interrupt(50 * US);
	send(second);
	interrupt(30 * US);
	assert_int_equal(count_of(first), 1);
	assert_int_equal(count_of(second), 1);
	assert_in_range(tally_of(second)->total, 30 * US, 30 * US + SLACK);
}

/* What the idle task has run is no interrupt's. */
static void what_idle_runs_names_nothing(void **state)
{
	send(first);
	flush_pre(NULL, NULL);
	send(second);
	interrupt(30 * US);
	assert_int_equal(count_of(first), 0);
	assert_int_equal(count_of(second), 1);
	assert_in_range(tally_of(second)->total, 30 * US, 30 * US + SLACK);
}

static bool is_asked(int cpu, void *info)
{
	return true;
}

/* When the kernel looks again it is not so: nothing is queued. */
static void what_never_came_names_nothing(void **state)
{
	struct cpumask mask = { 1 };

	call(many_pre, (unsigned long)&mask, (unsigned long)first, is_asked);
	assert_int_equal(track.nr_queued.value, 1);
	machine.now += 3600 * S;
	send(second);
	interrupt(50 * US);
	assert_int_equal(count_of(first), 0);
	assert_int_equal(count_of(second), 1);
	assert_in_range(tally_of(second)->total, 50 * US, 50 * US + SLACK);
}

/* A machine that stood still for a while has not forgotten. */
static void who_waits_long_is_named(void **state)
{
	send(first);
	machine.now += S / 2;
	interrupt(50 * US);
	assert_int_equal(count_of(first), 1);
}

/* More than there is room for: the oldest stay unnamed. */
static void the_oldest_give_way(void **state)
{
	int i;

	for (i = 0; i < 3; i++)
		send(first);
	for (i = 0; i < HKJ_NR_QUEUED; i++)
		send(second);
	interrupt(50 * US);
	assert_int_equal(count_of(first), 0);
	assert_int_equal(count_of(second), HKJ_NR_QUEUED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_first_names_the_interrupt, prepare),
		cmocka_unit_test_setup(what_is_refused_names_nothing, prepare),
		cmocka_unit_test_setup(what_idle_runs_names_nothing, prepare),
		cmocka_unit_test_setup(what_never_came_names_nothing, prepare),
		cmocka_unit_test_setup(who_waits_long_is_named, prepare),
		cmocka_unit_test_setup(the_oldest_give_way, prepare),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
