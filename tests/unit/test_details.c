// SPDX-License-Identifier: GPL-2.0
/*
 * The module's record of sources: fetched whole, or refused.
 */
#include <hkjitter/ids.h>
#include <unistd.h>

#include "data.h"
#include "details.h"
#include "paths.h"
#include "snapshot.h"
#include "unit.h"

#define CPU 3
#define NR_GAPS 300
#define OFFSET (CPU * HKJ_RECORD_STRIDE + HKJ_DETAILS_OFFSET)

static struct hkj_snapshot snapshot;
static struct hkj_details good, bad, back;

static int prepare(void **state)
{
	__u64 gaps[NR_GAPS];

	data_fill(gaps, NR_GAPS, SHAPE_TWO_PEAKS, 1);
	data_snapshot(&snapshot, CPU, 2100000, gaps, NR_GAPS);
	data_details(&good, &snapshot, gaps, NR_GAPS);
	return root_make(state);
}

static void file_write(const struct hkj_details *details, size_t size)
{
	FILE *file;

	root_write("/dev/hkjitter", "");
	file = fopen(hkj_path_system("/dev/hkjitter").text, "we");
	assert_non_null(file);
	assert_int_equal(fseeko(file, OFFSET, SEEK_SET), 0);
	assert_int_equal(fwrite(details, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static int file_read(struct hkj_error *error)
{
	int device = hkj_snapshot_open(error);
	int result;

	assert_true(device >= 0);
	result = hkj_details_read(&back, device, &snapshot, error);
	close(device);
	return result;
}

static void records_do_not_overlap(void **state)
{
	(void)state;
	assert_true(sizeof(struct hkj_snapshot) <= HKJ_DETAILS_OFFSET);
	assert_true(HKJ_DETAILS_OFFSET + sizeof(struct hkj_details) <=
		    HKJ_RECORD_STRIDE);
}

static void good_one_is_read(void **state)
{
	struct hkj_error error;

	(void)state;
	file_write(&good, sizeof(good));
	assert_int_equal(file_read(&error), 0);
	assert_memory_equal(&back, &good, sizeof(good));
}

static void short_ones_are_refused(void **state)
{
	static const size_t sizes[] = { 0, 1, 4, 11, 12, 16, 47, 48, 100, 4096,
					sizeof(good) / 2, sizeof(good) - 1 };
	struct hkj_error error;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		file_write(&good, sizes[i]);
		assert_int_equal(file_read(&error), -1);
		assert_told(&error, HKJ_EXIT_CANNOT, "sources of CPU 3");
	}
}

static void assert_refused(const char *why)
{
	struct hkj_error error;

	assert_int_equal(hkj_details_check(&bad, sizeof(bad), &snapshot,
					   &error),
			 -1);
	assert_told(&error, HKJ_EXIT_CANNOT, why);
	assert_told(&error, HKJ_EXIT_CANNOT, "sources of CPU 3");
}

/* Four bytes of the record are wrong. */
static void wrong_numbers_are_refused(void **state)
{
	static const struct {
		size_t offset;
		uint32_t value;
		const char *why;
	} cases[] = {
#define AT(field) offsetof(struct hkj_details, field)
		{ AT(magic), HKJ_RECORD_MAGIC, "no hkjitter record" },
		{ AT(version), HKJ_RECORD_VERSION + 1, "version" },
		{ AT(size), sizeof(good) - 8, "size" },
		{ AT(cpu), 4, "another CPU" },
		{ AT(session), 2, "another session" },
		{ AT(nr_sources), HKJ_NR_SOURCES + 1, "too many" },
		{ AT(nr_sources), 0xffffffff, "too many" },
		{ AT(sources[0].class), HKJ_NR_CLASSES, "unknown class" },
		{ AT(sources[5].class), 0xffffffff, "unknown class" },
		{ AT(sources[2].nr_initiators), HKJ_NR_INITIATORS + 1,
		  "too many initiators" },
		{ AT(sources[1].initiators[1].pid), (uint32_t)-1, "pid" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		bad = good;
		memcpy((char *)&bad + cases[i].offset, &cases[i].value, 4);
		assert_refused(cases[i].why);
	}
}

static void texts_without_an_end_are_refused(void **state)
{
	static const struct {
		size_t offset;
		size_t size;
		const char *why;
	} cases[] = {
#define TEXT(field) AT(field), sizeof(good.field)
		{ TEXT(sources[0].name), "source's name has no end" },
		{ TEXT(sources[5].function), "source's name has no end" },
		{ TEXT(sources[1].initiators[0].comm), "initiator's name" },
		{ TEXT(sources[1].initiators[1].function), "initiator's name" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		bad = good;
		memset((char *)&bad + cases[i].offset, 'x', cases[i].size);
		assert_refused(cases[i].why);
	}
}

/* What is not in use may be anything. */
static void rest_of_the_tables_is_not_looked_at(void **state)
{
	struct hkj_error error;

	(void)state;
	bad = good;
	memset(&bad.sources[DATA_NR_SOURCES], 0xff,
	       sizeof(bad.sources[0]) * (HKJ_NR_SOURCES - DATA_NR_SOURCES));
	memset(&bad.sources[1].initiators[2], 0xff,
	       sizeof(bad.sources[1].initiators[0]));
	assert_int_equal(hkj_details_check(&bad, sizeof(bad), &snapshot,
					   &error),
			 0);
}

/* One of the longest gaps that has this many parts. */
static struct hkj_gap *gap_find(unsigned int nr_parts)
{
	for (unsigned int i = 0; i < snapshot.nr_longest; i++)
		if (snapshot.longest[i].nr_parts == nr_parts)
			return &snapshot.longest[i];
	fail_msg("no gap of %u parts", nr_parts);
	return NULL;
}

static void parts_of_no_source_are_refused(void **state)
{
	struct hkj_gap *gap = gap_find(3);
	struct hkj_error error;

	(void)state;
	bad = good;
	bad.parts[gap->slot][2].source = DATA_NR_SOURCES;
	assert_refused("a part is of no source");
	bad.parts[gap->slot][2].source = HKJ_NR_SOURCES + 1;
	assert_refused("a part is of no source");
	bad.parts[gap->slot][2].source = HKJ_NR_SOURCES; /* had no room */
	bad.parts[gap->slot][3].source = DATA_NR_SOURCES;
	assert_int_equal(hkj_details_check(&bad, sizeof(bad), &snapshot,
					   &error),
			 0);
}

static void parts_that_are_nowhere_are_refused(void **state)
{
	struct hkj_gap *gap = gap_find(1);
	struct hkj_gap was = *gap;

	(void)state;
	bad = good;
	gap->slot = HKJ_NR_LONGEST;
	assert_refused("parts are nowhere");
	gap->slot = 0xffffffff;
	gap->nr_parts = 0xffffffff;
	assert_refused("parts are nowhere");
	*gap = was;
}

static void unreadable_is_told(void **state)
{
	struct hkj_error error;

	(void)state;
	assert_int_equal(hkj_details_read(&back, -1, &snapshot, &error), -1);
	assert_told(&error, HKJ_EXIT_CANNOT, "cannot read the sources of CPU 3");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(records_do_not_overlap),
	cmocka_unit_test(good_one_is_read),
	cmocka_unit_test(short_ones_are_refused),
	cmocka_unit_test(wrong_numbers_are_refused),
	cmocka_unit_test(texts_without_an_end_are_refused),
	cmocka_unit_test(rest_of_the_tables_is_not_looked_at),
	cmocka_unit_test(parts_of_no_source_are_refused),
	cmocka_unit_test(parts_that_are_nowhere_are_refused),
	cmocka_unit_test(unreadable_is_told),
};

UNIT_MAIN(tests, prepare, root_remove)
