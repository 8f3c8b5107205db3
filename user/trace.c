// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include <hkjitter/scale.h>

#include "trace.h"

/* Of a trace file's first bytes, see trace-cmd.dat(5). */
static const char magic[] = "\027\010\104tracing";

/* What the reader may take besides the file itself, which it maps. */
#define READER_BYTES_MAX (4ULL << 30)

/*
 * The window on ftrace's clock. Both clocks are compared at both edges: what
 * one has gained on the other in between is spread over the window. A result
 * whose window is open, or whose edges do not fit together, has the first alone.
 */
static uint64_t trace_ns_of(const struct hkj_clock_record *clock, uint64_t ns)
{
	uint64_t gained = clock->stop.trace_ns - clock->start.trace_ns;
	uint64_t cycles = clock->stop.cycles - clock->start.cycles;
	struct hkj_scale scale;
	uint64_t span;

	if (!clock->khz || clock->stop.cycles <= clock->start.cycles)
		return clock->start.trace_ns + ns;
	hkj_scale_init(&scale, clock->khz);
	span = hkj_scale_ns(&scale, cycles);
	if (!span || gained > span + span / 100 || gained < span - span / 100)
		return clock->start.trace_ns + ns;
	return clock->start.trace_ns +
	       (uint64_t)(((__uint128_t)ns * gained) / span);
}

static void gap_init(struct hkj_trace_gap *to, const struct hkj_target *target,
		     const struct hkj_longest *gap)
{
	to->cpu = target->cpu;
	to->gap = gap;
	to->begin_ns = trace_ns_of(&target->clock, gap->start_ns);
	to->end_ns = trace_ns_of(&target->clock,
				 gap->start_ns + gap->duration_ns);
}

static size_t nr_of(const struct hkj_target *target, size_t nr_longest)
{
	return target->nr_longest < nr_longest ? target->nr_longest : nr_longest;
}

/**
 * hkj_trace_init() - the gaps to look for
 * @trace: to be filled; to be freed by hkj_trace_free() whatever happens
 * @result: outlives @trace
 * @nr_longest: so many of each target, at most
 * @around_ns: events this close to a gap belong to it
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_trace_init(struct hkj_trace *trace, const struct hkj_result *result,
		   size_t nr_longest, uint64_t around_ns,
		   struct hkj_error *error)
{
	size_t nr = 0;

	*trace = (struct hkj_trace){ .around_ns = around_ns };
	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += nr_of(&result->cpus[i], nr_longest);
	trace->gaps = calloc(nr + 1, sizeof(*trace->gaps));
	if (!trace->gaps)
		return hkj_error_memory(error);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];

		for (size_t k = 0; k < nr_of(target, nr_longest); k++)
			gap_init(&trace->gaps[trace->nr_gaps++], target,
				 &target->longest[k]);
	}
	return 0;
}

static int cannot_read(struct hkj_error *error, const char *path,
		       const char *why)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "'%.200s': %.250s", path,
			     why);
}

/* What libtracecmd would not say as clearly. */
static int file_check(const char *path, struct hkj_error *error)
{
	char head[sizeof(magic) - 1] = "";
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = -1;

	if (fd < 0)
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "cannot read '%.200s': %s", path,
				     strerror(errno));
	if (!fstat(fd, &status) && S_ISREG(status.st_mode))
		got = pread(fd, head, sizeof(head), 0);
	close(fd);
	if (got == (ssize_t)sizeof(head) && !memcmp(head, magic, sizeof(head)))
		return 0;
	return cannot_read(error, path,
			   "is no trace file: name what 'hkjitter record' or trace-cmd has written");
}

/* The sanitizer's shadow memory counts as data; gcc and clang tell differently. */
#if defined(__SANITIZE_ADDRESS__)
#define HKJ_HAS_SHADOW
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HKJ_HAS_SHADOW
#endif
#endif

/* A damaged length must not take the machine's memory. */
static void limits_set(void)
{
#ifndef HKJ_HAS_SHADOW
	const struct rlimit data = { READER_BYTES_MAX, READER_BYTES_MAX };

	setrlimit(RLIMIT_DATA, &data);
#endif
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
}

/* A crash is one: nobody's handler may take it for its own. */
static void signals_reset(void)
{
	static const int numbers[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE,
				       SIGILL, SIGALRM, SIGPIPE };
	sigset_t none;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		signal(numbers[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The reader's life: never returns. */
static void reader_run(const struct hkj_trace *trace, const char *path, int fd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	FILE *out = fdopen(fd, "w");

	if (null < 0 || !out)
		_exit(1);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO); /* libtracecmd complains there */
	signals_reset();
	limits_set();
	hkj_trace_file_search(trace, path, out);
	_exit(fflush(out) ? 1 : 0);
}

static pid_t reader_start(const struct hkj_trace *trace, const char *path,
			  FILE **lines)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid = fork();
	if (!pid) {
		close(ends[0]);
		reader_run(trace, path, ends[1]);
	}
	close(ends[1]);
	*lines = pid > 0 ? fdopen(ends[0], "r") : NULL;
	if (!*lines)
		close(ends[0]);
	return pid;
}

static char *text_at(const json_t *line, size_t index)
{
	const char *text = json_string_value(json_array_get(line, index));

	return strdup(text ? text : "");
}

static uint64_t number_at(const json_t *line, size_t index)
{
	return (uint64_t)json_integer_value(json_array_get(line, index));
}

static int event_add(struct hkj_trace_gap *gap, const json_t *line)
{
	struct hkj_trace_event *events;

	events = reallocarray(gap->events, gap->nr_events + 1, sizeof(*events));
	if (!events)
		return -1;
	gap->events = events;
	events += gap->nr_events++;
	*events = (struct hkj_trace_event){
		.ts_ns = number_at(line, 1),
		.nr_lost = number_at(line, 2),
		.pid = number_at(line, 3),
		.comm = text_at(line, 4),
		.system = text_at(line, 5),
		.name = text_at(line, 6),
		.info = text_at(line, 7),
	};
	return events->comm && events->system && events->name && events->info ?
		       0 :
		       -1;
}

/* Return: 0 to go on, 1 at the end, -1 with an error. */
static int line_take(struct hkj_trace *trace, const char *path,
		     const json_t *line, struct hkj_error *error)
{
	const json_t *first = json_array_get(line, 0);
	struct hkj_trace_gap *gap;

	if (json_is_string(first)) {
		if (!strcmp(json_string_value(first), "done"))
			return 1;
		return cannot_read(error, path,
				   json_string_value(json_array_get(line, 1)));
	}
	if (number_at(line, 0) >= trace->nr_gaps)
		return 0;
	gap = &trace->gaps[number_at(line, 0)];
	if (json_array_size(line) > 2)
		return event_add(gap, line) ? hkj_error_memory(error) : 0;
	gap->nr_left_out = number_at(line, 1);
	return 0;
}

/* Return: 0 when the reader ended without its last line, else as line_take(). */
static int lines_take(struct hkj_trace *trace, const char *path, FILE *lines,
		      struct hkj_error *error)
{
	char *text = NULL;
	size_t size = 0;
	int result = 0;

	while (!result && getline(&text, &size, lines) > 0) {
		json_t *line = json_loads(text, 0, NULL);

		result = line ? line_take(trace, path, line, error) : 0;
		json_decref(line);
	}
	free(text);
	return result;
}

static int reader_died(const char *path, int status, struct hkj_error *error)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return cannot_read(error, path,
				   "is damaged: libtracecmd does not come to an end with it");
	return cannot_read(error, path,
			   "is damaged: libtracecmd gave up on it");
}

/* Buffers of one file come one after the other. */
static int by_time(const void *left, const void *right)
{
	const struct hkj_trace_event *a = left, *b = right;

	return a->ts_ns < b->ts_ns ? -1 : a->ts_ns > b->ts_ns;
}

/* A trace of another run would look like one without events. */
static int events_check(struct hkj_trace *trace, const char *path,
			struct hkj_error *error)
{
	size_t nr_events = 0;

	for (size_t i = 0; i < trace->nr_gaps; i++) {
		struct hkj_trace_gap *gap = &trace->gaps[i];

		if (gap->nr_events)
			qsort(gap->events, gap->nr_events,
			      sizeof(*gap->events), by_time);
		nr_events += gap->nr_events;
	}
	if (nr_events || !trace->nr_gaps)
		return 0;
	return cannot_read(error, path,
			   "has no event near the longest gaps: is it of this result, with ftrace's clock \"local\"? With --snapshot-above it has no later gaps");
}

/**
 * hkj_trace_read() - find the events of all gaps
 * @trace: with its gaps
 * @path: the trace file
 * @error: filled when it cannot be read, is damaged, or has nothing on them
 *
 * Return: 0 or -1.
 */
int hkj_trace_read(struct hkj_trace *trace, const char *path,
		   struct hkj_error *error)
{
	int result, status = 0;
	FILE *lines = NULL;
	pid_t pid;

	if (file_check(path, error))
		return -1;
	pid = reader_start(trace, path, &lines);
	if (pid < 0)
		return cannot_read(error, path, strerror(errno));
	result = lines ? lines_take(trace, path, lines, error) : 0;
	if (lines)
		fclose(lines);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (result < 0)
		return -1;
	return result ? events_check(trace, path, error) :
			reader_died(path, status, error);
}

static void event_free(struct hkj_trace_event *event)
{
	free(event->comm);
	free(event->system);
	free(event->name);
	free(event->info);
}

/**
 * hkj_trace_free() - free what a trace owns
 * @trace: zeroed, half filled or filled
 */
void hkj_trace_free(struct hkj_trace *trace)
{
	for (size_t i = 0; i < trace->nr_gaps; i++) {
		for (size_t k = 0; k < trace->gaps[i].nr_events; k++)
			event_free(&trace->gaps[i].events[k]);
		free(trace->gaps[i].events);
	}
	free(trace->gaps);
	*trace = (struct hkj_trace){ 0 };
}
