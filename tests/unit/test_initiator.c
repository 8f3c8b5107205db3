// SPDX-License-Identifier: GPL-2.0
/*
 * Who asked for what: the cache keeps what waits, whatever else is asked for.
 */
#include "unit.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#include "kernel.h"

/* None of these asks. */
#define in_serving_softirq()		false
#define strscpy_pad(to, from, size)	strncpy(to, from, size)

#include "../../module/initiator.c"

#define TIMER		0xffff888003a51c40ULL
#define STRANGE		0xffffffffc0a00000ULL

struct machine machine;
unsigned long jiffies;
struct task_struct *current = &(struct task_struct){ .pid = 7, .comm = "bash" };
struct hkj_running hkj_running[2];
struct hkj_track *hkj_tracked;

void machine_point(void)
{
}

void machine_irqs(bool is_off)
{
}

bool hkj_self_is(const struct task_struct *task)
{
	return false;
}

bool hkj_self_is_loop(struct task_struct *task)
{
	return false;
}

static int prepare(void **state)
{
	jiffies = U32_MAX - 10;
	return hkj_initiator_init();
}

static int give_back(void **state)
{
	hkj_initiator_exit();
	return 0;
}

static void put(u64 what, u32 cpu)
{
	hkj_initiator_put_who(what, &(struct hkj_who){ .pid = 7, .cpu = cpu });
}

/* Who it is, by CPU; -1 if nobody is known. */
static int get(u64 what)
{
	struct hkj_who who;

	if (hkj_initiator_get(what, &who))
		return who.cpu;
	assert_int_equal(who.pid, HKJ_UNKNOWN);
	assert_int_equal(who.function, 0);
	return -1;
}

/* The next after @key that shares its set. */
static u64 rival_of(u64 key)
{
	u64 rival = key + 64;

	while (set_of(rival) != set_of(key))
		rival += 64;
	return rival;
}

/* A tick is armed again and again while the timer of a work waits. */
static void what_waits_is_kept(void **state)
{
	u64 tick = rival_of(TIMER);
	int i;

	put(TIMER, 1);
	for (i = 0; i < 100; i++, jiffies++)
		put(tick, 2);
	assert_int_equal(get(TIMER), 1);
	assert_int_equal(get(tick), 2);
}

static void the_oldest_gives_way(void **state)
{
	u64 keys[NR_WAYS + 1] = { TIMER };
	int i;

	for (i = 1; i <= NR_WAYS; i++)
		keys[i] = rival_of(keys[i - 1]);
	for (i = 0; i < NR_WAYS; i++, jiffies += 5)
		put(keys[i], i);
	put(keys[0], 40);
	jiffies++;
	put(keys[NR_WAYS], NR_WAYS);
	assert_int_equal(get(keys[0]), 40);
	assert_int_equal(get(keys[1]), -1);
	for (i = 2; i <= NR_WAYS; i++)
		assert_int_equal(get(keys[i]), i);
}

/* A quarter of the table, objects of one slab: how many of them are not found. */
static int nr_lost_at(u64 distance)
{
	int i, nr_lost = 0;

	hkj_initiator_clear(&(struct cpumask){ .bits = 1 });
	for (i = 0; i < NR_ENTRIES / 4; i++)
		put(TIMER + i * distance, i);
	for (i = 0; i < NR_ENTRIES / 4; i++)
		nr_lost += get(TIMER + i * distance) != i;
	return nr_lost;
}

/* By chance nine are: four places, one key a set in the mean. */
static void few_are_lost(void **state)
{
	u64 distance;

	for (distance = 64; distance <= 32768; distance += 448)
		assert_in_range(nr_lost_at(distance), 0, 40);
	assert_in_range(nr_lost_at(30912), 0, 40);
}

/* What comes in the middle of a write finds another place, or none. */
static void a_write_is_left_alone(void **state)
{
	struct tag *tags_begun[NR_WAYS];
	u64 key = TIMER;
	int i;

	put(TIMER, 1);
	for (i = 0; i < NR_WAYS; i++, key = rival_of(key)) {
		tags_begun[i] = tag_begin(key);
		assert_non_null(tags_begun[i]);
		assert_int_equal(get(key), -1);
	}
	put(TIMER, 2);
	put(key, 3);
	assert_int_equal(get(key), -1);
	for (i = 0; i < NR_WAYS; i++)
		tag_end(tags_begun[i]);
	assert_int_equal(get(TIMER), 1);
}

static bool is_strange(unsigned long address, void *data)
{
	return address == STRANGE;
}

static void who_is_gone_is_forgotten(void **state)
{
	u64 other = rival_of(TIMER);

	hkj_initiator_put_who(TIMER, &(struct hkj_who){ .callers = { 1, STRANGE } });
	put(other, 2);
	hkj_initiator_forget(is_strange, NULL);
	assert_int_equal(get(TIMER), -1);
	assert_int_equal(get(other), 2);
	hkj_initiator_clear(&(struct cpumask){ .bits = 1 });
	assert_int_equal(get(other), -1);
}

static void nothing_has_no_initiator(void **state)
{
	assert_int_equal(get(0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_waits_is_kept, prepare, give_back),
		cmocka_unit_test_setup_teardown(the_oldest_gives_way, prepare, give_back),
		cmocka_unit_test_setup_teardown(few_are_lost, prepare, give_back),
		cmocka_unit_test_setup_teardown(a_write_is_left_alone, prepare, give_back),
		cmocka_unit_test_setup_teardown(who_is_gone_is_forgotten, prepare, give_back),
		cmocka_unit_test_setup_teardown(nothing_has_no_initiator, prepare, give_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
