/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What there is on this machine to measure with, and what to measure.
 */
#ifndef HKJITTER_USER_STATUS_H
#define HKJITTER_USER_STATUS_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"
#include "model.h"
#include "settings.h"

#define HKJ_STATUS_SCHEMA "hkjitter-status/1"

/* The module's configuration files as they are. */
struct hkj_status_config {
	char *cpus;
	char *workload;
	char *threshold_ns;
	char *duration_ms;
	char *policy;
	char *stop_above_ns;
	char *initiators;
};

/* Only there while the module is loaded. */
struct hkj_status_module {
	char *version;
	bool is_matching; /* the tool's version */
	char *state;
	char *clock;
	char *unseen; /* tracepoints that this kernel lacks */
	char *target_cpus;
	char *last_error;
	struct hkj_status_config config;
};

/* CPU lists, by what isolates them. */
struct hkj_status_isolated {
	char *all;
	char *nohz_full;
	char *isolcpus;
	char *cpuset;
};

/**
 * struct hkj_status - the whole
 * @schema: HKJ_STATUS_SCHEMA
 * @tool: its version
 * @module: NULL if it is not loaded
 * @online: CPUs
 * @isolated: CPUs
 * @nr_changed: length of @changed
 * @changed: settings that a run has changed, or a killed one has left changed
 */
struct hkj_status {
	char *schema;
	struct hkj_tool tool;
	struct hkj_status_module *module;
	char *online;
	struct hkj_status_isolated isolated;
	size_t nr_changed;
	struct hkj_setting *changed;
};

int hkj_status_read(struct hkj_status *status, struct hkj_error *error);
int hkj_status_write_json(const struct hkj_status *status, FILE *out,
			  struct hkj_error *error);
void hkj_status_write_text(const struct hkj_status *status, FILE *out);
void hkj_status_free(struct hkj_status *status);

#endif /* HKJITTER_USER_STATUS_H */
