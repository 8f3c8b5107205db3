// SPDX-License-Identifier: GPL-2.0
/*
 * The layout is that of trace-cmd.dat.v6(5); the pages' that of the kernel's
 * ring buffer.
 */
#include "fixture.h"
#include "shapes.h"
#include "trace_maker.h"
#include "unit.h"

#define PAGE 4096
#define PAGE_HEAD 16

static const char header_page[] =
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

static const char header_event[] =
	"# compressed entry header\n"
	"\ttype_len    :    5 bits\n"
	"\ttime_delta  :   27 bits\n"
	"\tarray       :   32 bits\n"
	"\n"
	"\tpadding     : type == 29\n"
	"\ttime_extend : type == 30\n"
	"\ttime_stamp : type == 31\n"
	"\tdata max type_len  == 28\n";

#define COMMON                                                                          \
	"format:\n"                                                                     \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"          \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"          \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"  \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

/* The kernel's formats of these three. */
static const struct kind {
	const char *system;
	uint16_t id;
	unsigned int words; /* of 32 bits */
	const char *format;
} kinds[] = {
	{ "irq", 101, 6,
	  "name: irq_handler_entry\nID: 101\n" COMMON
	  "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
	  "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n\n"
	  "print fmt: \"irq=%d name=%s\", REC->irq, __get_str(name)\n" },
	{ "sched", 103, 16,
	  "name: sched_switch\nID: 103\n" COMMON
	  "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	  "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	  "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	  "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	  "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
	  "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
	  "\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n\n"
	  "print fmt: \"%s ==> %s:%d\", REC->prev_comm, REC->next_comm, REC->next_pid\n" },
	{ "timer", 104, 3,
	  "name: tick_stop\nID: 104\n" COMMON
	  "\tfield:int success;\toffset:8;\tsize:4;\tsigned:1;\n\n"
	  "print fmt: \"success=%d\", REC->success\n" },
};

static void put(FILE *out, const void *bytes, size_t size)
{
	assert_int_equal(fwrite(bytes, 1, size, out), size);
}

static void put_u32(FILE *out, uint32_t value)
{
	put(out, &value, sizeof(value));
}

static void put_u64(FILE *out, uint64_t value)
{
	put(out, &value, sizeof(value));
}

static void put_text(FILE *out, const char *text)
{
	put_u64(out, strlen(text));
	put(out, text, strlen(text));
}

static void head_put(FILE *out)
{
	static const char cmdlines[] = "1 init\n4711 kworker/1:1\n";

	put(out, "\027\010\104tracing6", 12);
	put(out, "\0\010", 2); /* little endian, 8 bytes a long */
	put_u32(out, PAGE);
	put(out, "header_page", 12);
	put_text(out, header_page);
	put(out, "header_event", 13);
	put_text(out, header_event);
	put_u32(out, 0); /* ftrace's own formats */
	put_u32(out, ARRAY_SIZE(kinds));
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		put(out, kinds[i].system, strlen(kinds[i].system) + 1);
		put_u32(out, 1);
		put_text(out, kinds[i].format);
	}
	put_u32(out, 0); /* symbols */
	put_u32(out, 0); /* formats of trace_printk() */
	put_text(out, cmdlines);
}

static void table_put(FILE *out, const struct trace_shape *shape)
{
	uint64_t bytes = shape->nr_pages * PAGE;
	long place;

	put_u32(out, shape->nr_cpus);
	put(out, "options  ", 10);
	put(out, "\0\0", 2); /* none */
	put(out, "flyrecord", 10);
	place = ftell(out) + (long)shape->nr_cpus * 16;
	place = (place + PAGE - 1) / PAGE * PAGE;
	for (unsigned int cpu = 0; cpu < shape->nr_cpus; cpu++) {
		put_u64(out, (uint64_t)place + cpu * bytes);
		put_u64(out, bytes);
	}
	while (ftell(out) < place)
		put(out, "", 1);
}

static void event_fill(char *to, const struct kind *kind, uint64_t number)
{
	uint32_t pid = 4711;

	memset(to, 0, kind->words * 4);
	memcpy(to, &kind->id, sizeof(kind->id));
	memcpy(to + 4, &pid, sizeof(pid));
	if (kind->id == 101) {
		uint32_t words[] = { (uint32_t)number, 5 << 16 | 16 };

		memcpy(to + 8, words, sizeof(words));
		memcpy(to + 16, "eth0", 5);
	} else if (kind->id == 103) {
		memcpy(to + 8, "kworker/1:1", 12);
		memcpy(to + 24, &pid, sizeof(pid));
		memcpy(to + 40, "hkjitter/1", 11);
		memcpy(to + 56, &number, 4);
	}
}

/* Return: events that the page holds. */
static uint64_t page_fill(char *page, const struct trace_shape *shape,
			  uint64_t number)
{
	uint64_t ts = shape->first_ns + number * shape->period_ns;
	uint64_t first = number;
	uint64_t used = 0;

	memset(page, 0, PAGE);
	memcpy(page, &ts, sizeof(ts));
	for (;; number++) {
		const struct kind *kind = &kinds[number % ARRAY_SIZE(kinds)];
		uint32_t delta = number == first ?
					 0 :
					 (uint32_t)shape->period_ns;
		uint32_t head = kind->words | delta << 5;

		if (PAGE_HEAD + used + 4 + kind->words * 4 > PAGE)
			break;
		memcpy(page + PAGE_HEAD + used, &head, sizeof(head));
		event_fill(page + PAGE_HEAD + used + 4, kind, number);
		used += 4 + kind->words * 4;
	}
	memcpy(page + 8, &used, sizeof(used));
	return number - first;
}

uint64_t trace_make(const char *path, const struct trace_shape *shape)
{
	FILE *out = fopen(path, "w");
	uint64_t number = 0;
	char page[PAGE];

	assert_non_null(out);
	head_put(out);
	table_put(out, shape);
	for (unsigned int cpu = 0; cpu < shape->nr_cpus; cpu++) {
		number = 0;
		for (uint64_t i = 0; i < shape->nr_pages; i++) {
			number += page_fill(page, shape, number);
			put(out, page, sizeof(page));
		}
	}
	assert_int_equal(fclose(out), 0);
	return number;
}

static void longest_free(struct hkj_target *target)
{
	for (size_t i = 0; i < target->nr_longest; i++)
		hkj_json_free(&hkj_shape_longest, &target->longest[i]);
	free(target->longest);
}

static void longest_make(struct hkj_target *target,
			 const struct trace_shape *shape, uint64_t nr_events,
			 unsigned int nr_gaps)
{
	uint64_t step_ns = nr_events / (nr_gaps + 1) * shape->period_ns;

	longest_free(target);
	target->nr_longest = nr_gaps;
	target->longest = calloc(nr_gaps, sizeof(*target->longest));
	assert_non_null(target->longest);
	for (unsigned int i = 0; i < nr_gaps; i++) {
		target->longest[i].start_ns = (i + 1) * step_ns;
		target->longest[i].duration_ns = 100 * shape->period_ns;
	}
}

void trace_result_make(struct hkj_result *result,
		       const struct trace_shape *shape, uint64_t nr_events,
		       unsigned int nr_gaps)
{
	fixture_make(result);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		struct hkj_clock_record *clock = &result->cpus[i].clock;
		uint64_t span_ns = nr_events * shape->period_ns;

		clock->khz = 1000000;
		clock->start.trace_ns = shape->first_ns;
		clock->stop.trace_ns = shape->first_ns + span_ns;
		clock->stop.cycles = clock->start.cycles + span_ns;
		longest_make(&result->cpus[i], shape, nr_events, nr_gaps);
	}
}
