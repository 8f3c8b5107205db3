/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace instance of our own: buffers, events and switches that nobody else
 * uses, so that a recording neither sees nor changes other people's tracing.
 *
 * Its name is "hkjitter." and a process id. Recordings are made under the lock
 * of settings.h, one at a time: whoever holds it knows that all such instances
 * are left over from killed ones.
 */
#ifndef HKJITTER_USER_INSTANCE_H
#define HKJITTER_USER_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "cpulist.h"
#include "error.h"

struct tracefs_instance;

/**
 * struct hkj_instance - one trace instance
 * @name: as it stands in tracefs
 * @tracefs: private; NULL while there is none
 */
struct hkj_instance {
	char name[32];
	struct tracefs_instance *tracefs;
};

int hkj_instance_make(struct hkj_instance *instance,
		      const struct hkj_cpus *targets, struct hkj_error *error);
bool hkj_instance_has_event(const struct hkj_instance *instance,
			    const char *event);
int hkj_instance_write(const struct hkj_instance *instance, const char *file,
		       const char *text, struct hkj_error *error);
char *hkj_instance_mask(const struct hkj_cpus *cpus);
uint64_t hkj_instance_lost(const struct hkj_instance *instance,
			   unsigned int cpu);
int hkj_instance_remove(struct hkj_instance *instance, struct hkj_error *error);
int hkj_instance_sweep(void (*note)(const char *name), struct hkj_error *error);

#endif /* HKJITTER_USER_INSTANCE_H */
