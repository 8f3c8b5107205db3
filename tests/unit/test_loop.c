// SPDX-License-Identifier: GPL-2.0
/*
 * The loop of the workload "user", with a module that is played here: what it
 * tells adds up, and it leaves when it is to.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loop.h"
#include "unit.h"

#define CPU 3
#define KHZ 1000000

/* What the module has seen, and what it is to do. */
static struct {
	struct hkj_workload_page *page;
	int fd;
	unsigned long refused;	/* this command ... */
	int refusal;		/* ... gets this errno */
	uint64_t length;	/* of the window; 0: until is_over */
	uint64_t over_after;	/* notes, then is_over */
	uint64_t threshold;
	struct hkj_turn turn;
	uint64_t nr_rehearsals;
	uint64_t first;
	uint64_t last;
	uint64_t nr_notes;
	uint64_t nr_wishes;
	uint64_t turns;
	uint64_t own;
	bool has_left;
} module;

static uint64_t cycles(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	uint64_t now;

	__asm__ volatile("mrs %0, cntvct_el0"
			 : "=r"(now));
	return now;
#endif
}

static void take(const struct hkj_workload_note *note)
{
	assert_true(note->last >= module.last);
	assert_true(note->now >= note->last);
	assert_true(note->now <= cycles());
	assert_true(note->own <= note->last - module.last);
	assert_int_equal(note->pad, 0);
	module.turns += note->turns;
	module.own += note->own;
	module.last = note->now;
}

static void play_ready(const struct hkj_turn *turn)
{
	module.turn = *turn;
	module.page->threshold = module.threshold;
	module.page->own_limit = module.threshold + turn->upkeep_max;
	module.page->is_go = 1;
}

static void play_open(void)
{
	module.first = cycles();
	module.last = module.first;
	module.page->now = module.first;
	module.page->end = module.length ? module.first + module.length :
					   UINT64_MAX;
}

static void play_note(const struct hkj_workload_note *note)
{
	take(note);
	module.nr_notes++;
	module.nr_wishes += note->last == note->now;
	module.page->now = note->now;
	if (module.over_after && module.nr_notes >= module.over_after)
		module.page->is_over = 1;
}

int __wrap_ioctl(int fd, unsigned long command, unsigned long arg);

int __wrap_ioctl(int fd, unsigned long command, unsigned long arg)
{
	const void *what = (const void *)arg;

	assert_int_equal(fd, module.fd);
	if (command == module.refused) {
		errno = module.refusal;
		return -1;
	}
	if (command == HKJ_WORKLOAD_ENTER)
		assert_int_equal(arg, CPU);
	else if (command == HKJ_WORKLOAD_REHEARSE)
		module.nr_rehearsals++;
	else if (command == HKJ_WORKLOAD_READY)
		play_ready(what);
	else if (command == HKJ_WORKLOAD_OPEN)
		play_open();
	else if (command == HKJ_WORKLOAD_NOTE)
		play_note(what);
	else if (command == HKJ_WORKLOAD_LEAVE)
		take(what), module.has_left = true;
	else
		fail();
	return 0;
}

static int module_make(void **state)
{
	struct hkj_workload_page *page;
	size_t size = (size_t)sysconf(_SC_PAGESIZE);

	(void)state;
	memset(&module, 0, sizeof(module));
	module.fd = memfd_create("hkjitter", MFD_CLOEXEC);
	if (module.fd < 0 || ftruncate(module.fd, (off_t)size))
		return -1;
	page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, module.fd, 0);
	if (page == MAP_FAILED)
		return -1;
	*page = (struct hkj_workload_page){
		.magic = HKJ_WORKLOAD_MAGIC,
		.version = HKJ_RECORD_VERSION,
		.size = sizeof(*page),
		.cpu = CPU,
		.khz = KHZ,
		.settle_length = 1000,
		.stretch = KHZ / 10,
		.upkeep_period = UINT64_MAX,
		.end = UINT64_MAX,
	};
	module.page = page;
	module.threshold = 10ULL * KHZ;
	module.length = 20ULL * KHZ;
	return 0;
}

static int module_remove(void **state)
{
	(void)state;
	munmap(module.page, (size_t)sysconf(_SC_PAGESIZE));
	return close(module.fd);
}

static int run(void (*chore)(void *context))
{
	struct hkj_loop loop = { .fd = module.fd, .chore = chore };

	return hkj_loop_run(&loop, CPU);
}

static void it_measures_itself_before(void **state)
{
	(void)state;
	assert_int_equal(run(NULL), 0);
	assert_true(module.turn.nr > 0 && module.turn.min > 0);
	assert_true(module.turn.sum >= module.turn.min);
	assert_true(module.turn.upkeep_max > 0);
	assert_true(module.nr_rehearsals >= HKJ_NR_REHEARSALS);
}

static void it_leaves_at_the_end(void **state)
{
	(void)state;
	assert_int_equal(run(NULL), 0);
	assert_true(module.has_left);
	assert_true(module.last >= module.page->end);
	assert_true(module.turns > 0);
	assert_true(module.own <= module.last - module.first);
}

/* Its turns are below the threshold: each that is noted, but the own one, is not. */
static void short_turns_are_gaps(void **state)
{
	(void)state;
	module.threshold = 1;
	module.length = 0;
	module.over_after = 50;
	assert_int_equal(run(NULL), 0);
	assert_true(module.nr_notes >= 50);
	assert_true(module.has_left);
}

static uint64_t nr_chores;

static void waste(void *context)
{
	uint64_t end = cycles() + 3 * module.threshold;

	(void)context;
	if (!module.first || nr_chores++)
		return;
	while (cycles() < end)
		;
}

static void what_takes_its_time_is_noted(void **state)
{
	(void)state;
	nr_chores = 0;
	module.threshold = KHZ;
	module.length = 0;
	module.over_after = 1;
	assert_int_equal(run(waste), 0);
	assert_true(module.last - module.first >= 3 * module.threshold);
}

static void wish(void *context)
{
	(void)context;
	if (module.first)
		module.page->wish++;
	if (module.nr_wishes == 5)
		module.page->is_over = 1;
}

static void a_reader_gets_his_note(void **state)
{
	(void)state;
	module.length = 0;
	assert_int_equal(run(wish), 0);
	assert_true(module.nr_wishes >= 5);
}

static void it_notes_now_and_then_if_it_is_to(void **state)
{
	(void)state;
	module.page->upkeep_period = KHZ;
	assert_int_equal(run(NULL), 0);
	assert_true(module.nr_wishes >= 1);
}

static void what_is_refused_is_told(void **state)
{
	static const struct {
		unsigned long command;
		int refusal;
		int result;
	} cases[] = {
		{ HKJ_WORKLOAD_ENTER, EINVAL, EINVAL },
		{ HKJ_WORKLOAD_REHEARSE, EPERM, EPERM },
		{ HKJ_WORKLOAD_READY, ERANGE, ERANGE },
		{ HKJ_WORKLOAD_OPEN, EAGAIN, EAGAIN },
		{ HKJ_WORKLOAD_LEAVE, ESHUTDOWN, ESHUTDOWN },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		module_remove(state);
		assert_int_equal(module_make(state), 0);
		module.refused = cases[i].command;
		module.refusal = cases[i].refusal;
		assert_int_equal(run(NULL), cases[i].result);
	}
}

static void a_page_of_another_version_is_refused(void **state)
{
	(void)state;
	module.page->version++;
	assert_int_equal(run(NULL), EPROTO);
}

static void a_session_that_is_over_is_no_failure(void **state)
{
	(void)state;
	module.page->is_over = 1;
	module.refused = HKJ_WORKLOAD_READY;
	module.refusal = ESHUTDOWN;
	assert_int_equal(run(NULL), 0);
	assert_false(module.has_left);
}

#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, module_make, module_remove)

static const struct CMUnitTest tests[] = {
	TEST(it_measures_itself_before),
	TEST(it_leaves_at_the_end),
	TEST(short_turns_are_gaps),
	TEST(what_takes_its_time_is_noted),
	TEST(a_reader_gets_his_note),
	TEST(it_notes_now_and_then_if_it_is_to),
	TEST(what_is_refused_is_told),
	TEST(a_page_of_another_version_is_refused),
	TEST(a_session_that_is_over_is_no_failure),
};

UNIT_MAIN(tests, NULL, NULL)
