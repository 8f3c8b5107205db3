// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the record of a target CPU from /dev/hkjitter, holds it against every
 * identity that the record promises, and prints its figures as name=value.
 *
 *	books CPU
 *
 * Exit: 0 all identities hold, 1 one does not (said on stderr), 2 usage,
 * 3 no record.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hkjitter/source.h>

#define DEVICE	"/dev/hkjitter"

static struct hkj_snapshot s;
static int nr_broken;

static void hold(int is_true, const char *identity)
{
	if (is_true)
		return;
	fprintf(stderr, "# broken: %s\n", identity);
	nr_broken++;
}

#define HOLD(identity)	hold((identity), #identity)

static __u64 ns(__u64 cycles)
{
	return hkj_scale_ns(&s.scale, cycles);
}

static int read_record(unsigned int cpu)
{
	off_t offset = (off_t)(cpu * HKJ_RECORD_STRIDE);
	int fd = open(DEVICE, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	if (fd < 0)
		return -errno;
	got = pread(fd, &s, sizeof(s), offset);
	close(fd);
	if (got < 0)
		return -errno;
	return got == sizeof(s) ? 0 : -EIO;
}

static void hold_head(unsigned int cpu)
{
	HOLD(s.magic == HKJ_RECORD_MAGIC);
	HOLD(s.version == HKJ_RECORD_VERSION);
	HOLD(s.size == sizeof(s));
	HOLD(s.cpu == cpu);
	HOLD(s.scale.khz > 0);
	HOLD(s.threshold > 0);
	HOLD(s.turn.nr > 0 && s.turn.sum >= s.turn.min * s.turn.nr);
	HOLD(s.threshold * s.turn.nr >= 2 * s.turn.sum);
}

static void hold_books(void)
{
	const struct hkj_books *b = &s.books;

	HOLD(b->runtime == b->quiet + b->gaps);
	HOLD(b->gaps == b->parts + b->transition + b->unexplained);
	HOLD(b->nr_unexplained <= b->nr_gaps);
	HOLD(b->unexplained_max <= b->gap_max);
	HOLD(b->own <= b->quiet);
	HOLD(b->gaps >= b->nr_gaps * s.threshold);
	if (!b->nr_gaps)
		return;
	HOLD(b->gap_min >= s.threshold);
	HOLD(b->gap_max >= b->gap_min);
	HOLD(b->gaps >= b->gap_max);
	HOLD(b->gaps <= b->gap_max * b->nr_gaps);
}

/* Each unexplained gap has one cause. */
static void hold_causes(void)
{
	const struct hkj_books *b = &s.books;
	__u64 count = 0, total = 0;
	unsigned int i;

	for (i = 0; i < HKJ_NR_CAUSES; i++) {
		count += b->causes[i].count;
		total += b->causes[i].total;
		HOLD(b->causes[i].count || !b->causes[i].total);
	}
	HOLD(count == b->nr_unexplained);
	HOLD(total == b->unexplained);
	HOLD(b->is_clock_doubtful <= 1);
}

/* The histogram counts each gap once, and its edges enclose the sum. */
static void hold_histogram(void)
{
	const struct hkj_books *b = &s.books;
	__u64 count = 0, low = 0, high = 0;
	unsigned int i, first = HKJ_HIST_SLOTS, last = 0;

	for (i = 0; i < HKJ_HIST_SLOTS; i++) {
		if (!s.histogram[i])
			continue;
		first = i < first ? i : first;
		last = i;
		count += s.histogram[i];
		low += s.histogram[i] * hkj_hist_low(i);
		high += s.histogram[i] * hkj_hist_high(i);
	}
	HOLD(count == b->nr_gaps);
	if (!count)
		return;
	HOLD(low <= ns(b->gaps));
	HOLD(last == HKJ_HIST_OVERFLOW || high + count >= ns(b->gaps));
	HOLD(first == hkj_hist_slot(ns(b->gap_min)));
	HOLD(last == hkj_hist_slot(ns(b->gap_max)));
}

static void hold_longest(void)
{
	const struct hkj_books *b = &s.books;
	const struct hkj_gap *gap = s.longest;
	__u64 want = b->nr_gaps < HKJ_NR_LONGEST ? b->nr_gaps : HKJ_NR_LONGEST;
	unsigned int i;

	HOLD(s.nr_longest == want);
	for (i = 0; i < s.nr_longest; i++, gap++) {
		HOLD(gap->duration >= s.threshold);
		HOLD(!i || gap->duration <= gap[-1].duration);
		HOLD(gap->start >= s.start.cycles);
		HOLD(gap->start + gap->duration <= b->last);
	}
	HOLD(!s.nr_longest || s.longest[0].duration == b->gap_max);
}

/* The newest seconds with a gap; all of them as long as the ring holds them. */
static void hold_seconds(void)
{
	__u64 nr = s.nr_seconds < HKJ_NR_SECONDS ? s.nr_seconds : HKJ_NR_SECONDS;
	__u64 i, nr_gaps = 0, gaps = 0, longest = 0, next = 0;

	for (i = s.nr_seconds - nr; i < s.nr_seconds; i++) {
		const struct hkj_second *second = &s.seconds[i % HKJ_NR_SECONDS];

		HOLD(second->number >= next);
		HOLD(second->nr_gaps > 0);
		HOLD(second->gaps >= second->longest);
		HOLD(second->longest >= s.threshold);
		HOLD(second->top <= HKJ_NR_SOURCES);
		next = second->number + 1;
		nr_gaps += second->nr_gaps;
		gaps += second->gaps;
		if (second->longest > longest)
			longest = second->longest;
	}
	HOLD(next <= ns(s.books.runtime) / HKJ_NSEC_PER_SEC + 1);
	if (nr < s.nr_seconds)
		return;
	HOLD(nr_gaps == s.books.nr_gaps);
	HOLD(gaps == s.books.gaps);
	HOLD(longest == s.books.gap_max);
}

static void print_figures(void)
{
	const struct hkj_books *b = &s.books;

	printf("state=%u\nstop_reason=%u\nsession=%llu\n", s.state,
	       s.stop_reason, s.session);
	printf("runtime=%llu\nquiet=%llu\ngaps=%llu\n", b->runtime, b->quiet,
	       b->gaps);
	printf("runtime_ns=%llu\ngaps_ns=%llu\ngap_max_ns=%llu\n",
	       ns(b->runtime), ns(b->gaps), ns(b->gap_max));
	printf("nr_gaps=%llu\nnr_turns=%llu\n", b->nr_gaps, b->nr_turns);
	printf("turn_mean_milli=%llu\nthreshold_ns=%llu\nupkeep_max=%llu\n",
	       s.turn.nr ? s.turn.sum * 1000 / s.turn.nr : 0, s.threshold_ns,
	       s.turn.upkeep_max);
	printf("nr_unexplained=%llu\nnr_parts=%llu\n", b->nr_unexplained,
	       b->nr_parts);
	printf("mono_raw_ns=%llu\n", s.stop.mono_raw_ns ?
					     s.stop.mono_raw_ns - s.start.mono_raw_ns :
					     0);
}

int main(int argc, char **argv)
{
	unsigned int cpu, i;
	int error;

	if (argc != 2) {
		fprintf(stderr, "usage: books CPU\n");
		return 2;
	}
	cpu = (unsigned int)strtoul(argv[1], NULL, 10);
	error = read_record(cpu);
	if (error) {
		fprintf(stderr, "# CPU %u: %s\n", cpu, strerror(-error));
		return 3;
	}
	hold_head(cpu);
	hold_books();
	hold_causes();
	hold_histogram();
	hold_longest();
	hold_seconds();
	print_figures();
	for (i = 0; i < s.nr_longest; i++)
		printf("longest=%llu\n", ns(s.longest[i].duration));
	return nr_broken ? 1 : 0;
}
