// SPDX-License-Identifier: GPL-2.0
/*
 * The module's binary record: fetched whole, or refused.
 */
#include <errno.h>
#include <hkjitter/ids.h>
#include <unistd.h>

#include "data.h"
#include "paths.h"
#include "snapshot.h"
#include "unit.h"

static struct hkj_snapshot good;

static int prepare(void **state)
{
	__u64 gaps[100];

	data_fill(gaps, 100, SHAPE_TWO_PEAKS, 1);
	data_snapshot(&good, 3, 2100000, gaps, 100);
	return root_make(state);
}

static void file_write(const struct hkj_snapshot *snapshot, size_t size)
{
	FILE *file;

	root_write("/dev/hkjitter", "");
	file = fopen(hkj_path_system("/dev/hkjitter").text, "we");
	assert_non_null(file);
	assert_int_equal(fseeko(file, 3 * HKJ_RECORD_STRIDE, SEEK_SET), 0);
	assert_int_equal(fwrite(snapshot, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static int file_read(struct hkj_snapshot *snapshot, struct hkj_error *error)
{
	int device = hkj_snapshot_open(error);
	int result;

	if (device < 0)
		return -1;
	result = hkj_snapshot_read(snapshot, device, 3, error);
	close(device);
	return result;
}

static void good_one_is_read(void **state)
{
	struct hkj_snapshot back;
	struct hkj_error error;

	(void)state;
	file_write(&good, sizeof(good));
	assert_int_equal(file_read(&back, &error), 0);
	assert_memory_equal(&back, &good, sizeof(good));
}

static void short_ones_are_refused(void **state)
{
	struct hkj_snapshot back;
	struct hkj_error error;

	(void)state;
	for (size_t size = 0; size < sizeof(good); size += size < 64 ? 1 : 97) {
		file_write(&good, size);
		assert_int_equal(file_read(&back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "snapshot of CPU 3");
	}
}

static void wrong_heads_are_refused(void **state)
{
	static const struct {
		size_t offset;
		uint32_t value;
		const char *why;
	} cases[] = {
#define AT(field) offsetof(struct hkj_snapshot, field)
		{ AT(magic), 1, "no hkjitter record" },
		{ AT(version), HKJ_RECORD_VERSION + 1, "version" },
		{ AT(size), sizeof(good) - 8, "size" },
		{ AT(cpu), 4, "another CPU" },
		{ AT(state), HKJ_NR_STATES, "state" },
		{ AT(stop_reason), HKJ_NR_STOP_REASONS, "stop reason" },
		{ AT(clock_kind), HKJ_NR_CLOCKS, "clock" },
		{ AT(nr_longest), HKJ_NR_LONGEST + 1, "longest" },
	};
	struct hkj_snapshot bad, back;
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		bad = good;
		memcpy((char *)&bad + cases[i].offset, &cases[i].value, 4);
		file_write(&bad, sizeof(bad));
		assert_int_equal(file_read(&back, &error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, cases[i].why);
	}
	bad = good;
	bad.scale.mult = 0;
	file_write(&bad, sizeof(bad));
	assert_int_equal(file_read(&back, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "frequency");
}

static void missing_file_is_told(void **state)
{
	struct hkj_snapshot back;
	struct hkj_error error;

	(void)state;
	assert_int_equal(unlink(hkj_path_system("/dev/hkjitter").text), 0);
	assert_int_equal(file_read(&back, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "/dev/hkjitter");
	assert_int_equal(hkj_snapshot_read(&back, -1, 3, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "CPU 3");
	assert_false(error.is_passing);
}

static void passing_errors_are_known(void **state)
{
	(void)state;
	assert_true(hkj_record_is_passing(EAGAIN));
	assert_true(hkj_record_is_passing(ENXIO));
	assert_false(hkj_record_is_passing(EINVAL));
	assert_false(hkj_record_is_passing(EACCES));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(good_one_is_read),
	cmocka_unit_test(short_ones_are_refused),
	cmocka_unit_test(wrong_heads_are_refused),
	cmocka_unit_test(missing_file_is_told),
	cmocka_unit_test(passing_errors_are_known),
};

UNIT_MAIN(tests, prepare, root_remove)
