/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A session as it goes on: what its targets have counted, read now and then,
 * and what has come since the time before. Nothing here changes anything.
 */
#ifndef HKJITTER_USER_LIVE_H
#define HKJITTER_USER_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "cpulist.h"
#include "error.h"
#include "model.h"

/**
 * struct hkj_live_cpu - one target
 * @now: as it was read last; empty if it never could be
 * @before: as it was read the time before; empty at first
 * @has_now: whether @now was read
 * @has_before: whether @before was read
 * @is_stale: it could not be read the last time: @now is older than that
 */
struct hkj_live_cpu {
	struct hkj_target now;
	struct hkj_target before;
	bool has_now;
	bool has_before;
	bool is_stale;
};

/**
 * struct hkj_live - a session
 * @device: from hkj_snapshot_open()
 * @state: of the module: "idle", "starting", "running", "done"
 * @policy: of the loops
 * @duration_ms: of the session; 0: open-ended
 * @session: its number; 0 while there is none
 * @targets: its CPUs
 * @nr_cpus: how many
 * @cpus: ascending
 * @read_ns: when @now was read, CLOCK_MONOTONIC
 * @elapsed_ns: from the reading before to that; 0 at first
 * @passing: why a CPU could not be read the last time; no text if all could
 */
struct hkj_live {
	int device;
	char *state;
	char *policy;
	uint64_t duration_ms;
	uint64_t session;
	struct hkj_cpus targets;
	size_t nr_cpus;
	struct hkj_live_cpu *cpus;
	uint64_t read_ns;
	uint64_t elapsed_ns;
	struct hkj_error passing;
};

int hkj_live_open(struct hkj_live *live, struct hkj_error *error);
int hkj_live_read(struct hkj_live *live, struct hkj_error *error);
bool hkj_live_is_running(const struct hkj_live *live);
uint64_t hkj_live_runtime_ns(const struct hkj_live *live);
void hkj_live_close(struct hkj_live *live);

#endif /* HKJITTER_USER_LIVE_H */
