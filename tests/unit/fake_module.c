// SPDX-License-Identifier: GPL-2.0
/*
 * fake_module ROOT: plays the module's directory under ROOT with plain files,
 * so that the tool can be tried without a kernel of ours. It watches the file
 * "run", and counts one gap a millisecond on each target while a session runs.
 * Ends with its parent.
 *
 * FAKE_STOP names a reason for which sessions stop after 100 ms by themselves.
 * FAKE_VERSION is the record version, where it is not to be the tool's.
 */
#include <fcntl.h>
#include <hkjitter/ids.h>
#include <hkjitter/version.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cpulist.h"
#include "data.h"
#include "file.h"
#include "paths.h"
#include "unit.h"

#define MODULE "/sys/kernel/hkjitter/"
#define NR_GAPS_MAX 60000

/* Seldom enough that a reader hardly ever meets a record half written. */
#define WRITE_MS 50

static const char *const stop_names[] = { HKJ_NAMES(HKJ_STOP_REASONS) };

static struct {
	struct hkj_cpus targets;
	uint64_t start_ms;
	uint64_t start_raw_ns;
	uint64_t start_real_ns;
	uint64_t written_ms;
	uint64_t duration_ms;
	uint64_t number;
	bool is_running;
} session;

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t now_ms(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

/* In place and as long as before, for those who have the file open. */
static void state_write(const char *state)
{
	char text[16];
	int fd = open(hkj_path_system(MODULE "state").text, O_WRONLY);

	snprintf(text, sizeof(text), "%-8s\n", state);
	if (fd < 0 || pwrite(fd, text, strlen(text), 0) < 0)
		_exit(1);
	close(fd);
}

static void files_make(void)
{
	static const char *const files[][2] = {
		{ "version", HKJ_VERSION "\n" }, { "state", "idle    \n" },
		{ "run", "0\n" },		 { "last_error", "\n" },
		{ "cpus", "isolated\n" },	 { "workload", "kernel\n" },
		{ "threshold_ns", "0\n" },	 { "duration_ms", "0\n" },
		{ "policy", "other\n" },	 { "stop_above_ns", "0\n" },
		{ "initiators", "1\n" },
		{ "isolated", "1\n" },		 { "target_cpus", "\n" },
		{ "clock", "cycles\n" },
		{ "unseen", "tasklet_entry tasklet_exit\n" },
	};
	char path[100];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), MODULE "%s", files[i][0]);
		root_write(path, files[i][1]);
	}
}

static void record_write(int device, const void *record, size_t size,
			 __u64 offset)
{
	if (pwrite(device, record, size, (off_t)offset) != (ssize_t)size)
		_exit(1);
}

/* Each session has a begin of its own, by which it is known. */
static void clocks_move(struct hkj_snapshot *snapshot)
{
	struct hkj_clock_pair *start = &snapshot->start;
	struct hkj_clock_pair *stop = &snapshot->stop;
	uint64_t length_ns = stop->mono_raw_ns - start->mono_raw_ns;

	start->cycles -= session.number;
	start->mono_raw_ns = session.start_raw_ns;
	start->realtime_ns = session.start_real_ns;
	stop->mono_raw_ns = start->mono_raw_ns + length_ns;
	stop->realtime_ns = start->realtime_ns + length_ns;
}

static void version_set(struct hkj_snapshot *snapshot,
			struct hkj_details *details)
{
	const char *wanted = getenv("FAKE_VERSION");

	if (!wanted)
		return;
	snapshot->version = (unsigned int)atoi(wanted);
	details->version = snapshot->version;
}

static void snapshot_write(int device, unsigned int cpu, enum hkj_state state,
			   enum hkj_stop_reason reason)
{
	static struct hkj_details details;
	static __u64 gaps[NR_GAPS_MAX];
	size_t nr = now_ms() - session.start_ms;
	struct hkj_snapshot snapshot;

	nr = nr < NR_GAPS_MAX ? nr : NR_GAPS_MAX;
	data_fill(gaps, nr, SHAPE_TWO_PEAKS, cpu);
	data_snapshot(&snapshot, cpu, 2100000, gaps, nr);
	snapshot.state = state;
	snapshot.stop_reason = reason;
	snapshot.session = session.number;
	data_details(&details, &snapshot, gaps, nr);
	version_set(&snapshot, &details);
	clocks_move(&snapshot);
	if (state == HKJ_STATE_RUNNING)
		memset(&snapshot.stop, 0, sizeof(snapshot.stop));
	record_write(device, &snapshot, sizeof(snapshot),
		     cpu * HKJ_RECORD_STRIDE);
	record_write(device, &details, sizeof(details),
		     cpu * HKJ_RECORD_STRIDE + HKJ_DETAILS_OFFSET);
}

/* In place: whoever has the device open reads the newest counts. */
static void snapshots_write(enum hkj_state state, enum hkj_stop_reason reason)
{
	int device = open(hkj_path_system("/dev/hkjitter").text, O_WRONLY);
	unsigned int cpu;

	if (device < 0)
		_exit(1);
	hkj_cpus_for_each(cpu, &session.targets)
		snapshot_write(device, cpu, state, reason);
	close(device);
	session.written_ms = now_ms();
}

static void session_start(void)
{
	char *cpus = root_read(MODULE "cpus");
	char *duration = root_read(MODULE "duration_ms");
	struct hkj_error error;

	if (!strcmp(cpus, "isolated")) {
		free(cpus);
		cpus = root_read(MODULE "isolated");
	}
	session.is_running = true;
	session.number++;
	session.start_ms = now_ms();
	session.start_raw_ns = clock_ns(CLOCK_MONOTONIC_RAW);
	session.start_real_ns = clock_ns(CLOCK_REALTIME);
	if (hkj_cpus_parse(cpus, &session.targets, &error) ||
	    !hkj_number_parse(duration, &session.duration_ms))
		_exit(1);
	snapshots_write(HKJ_STATE_RUNNING, HKJ_STOP_NONE);
	root_write(MODULE "target_cpus", cpus);
	state_write("running");
	free(cpus);
	free(duration);
}

static void session_stop(enum hkj_stop_reason reason)
{
	session.is_running = false;
	snapshots_write(HKJ_STATE_DONE, reason);
	root_write(MODULE "run", "0\n");
	state_write("done");
}

/* Why the session stops now; HKJ_STOP_NONE if it goes on. */
static enum hkj_stop_reason reason_now(const char *run)
{
	uint64_t elapsed_ms = now_ms() - session.start_ms;
	const char *wanted = getenv("FAKE_STOP");

	if (!strcmp(run, "0"))
		return HKJ_STOP_REQUEST;
	if (session.duration_ms && elapsed_ms >= session.duration_ms)
		return HKJ_STOP_DURATION;
	for (unsigned int i = 0; wanted && i < HKJ_NR_STOP_REASONS; i++)
		if (elapsed_ms > 100 && !strcmp(wanted, stop_names[i]))
			return i;
	return HKJ_STOP_NONE;
}

static void turn(void)
{
	char *run = root_read(MODULE "run");
	enum hkj_stop_reason reason = reason_now(run);

	if (!session.is_running && !strcmp(run, "1"))
		session_start();
	else if (session.is_running && reason != HKJ_STOP_NONE)
		session_stop(reason);
	else if (session.is_running &&
		 now_ms() - session.written_ms >= WRITE_MS)
		snapshots_write(HKJ_STATE_RUNNING, HKJ_STOP_NONE);
	free(run);
	root_write("/fake_taken", ""); /* see staged_write.c */
}

int main(int argc, char **argv)
{
	const struct timespec pause = { 0, 3000000 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (argc != 2 || strlen(argv[1]) >= sizeof(root))
		return 2;
	strcpy(root, argv[1]);
	setenv("HKJITTER_ROOT", root, 1);
	files_make();
	root_write("/dev/hkjitter", "");
	root_write("/fake_is_ready", "");
	for (;;) {
		turn();
		nanosleep(&pause, NULL);
	}
}
