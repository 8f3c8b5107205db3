// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "configure.h"
#include "control.h"
#include "file.h"

#define FAIR_SERVER "/sys/kernel/debug/sched/fair_server"
#define OSRELEASE "/proc/sys/kernel/osrelease"
#define RT_RUNTIME "/proc/sys/kernel/sched_rt_runtime_us"

/* The module's own words are better than the errno of the write. */
static int file_configure(struct hkj_settings *settings, const char *name,
			  const char *value, struct hkj_error *error)
{
	struct hkj_path path = hkj_control_path(name);
	char *reason;

	if (!hkj_settings_change(settings, path.text, value, error))
		return 0;
	reason = hkj_file_read(hkj_control_path("last_error").text);
	if (reason && *reason)
		hkj_error_set(error, HKJ_EXIT_CANNOT, "%s: %.160s", name,
			      reason);
	free(reason);
	return -1;
}

static int number_configure(struct hkj_settings *settings, const char *name,
			    uint64_t value, struct hkj_error *error)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	return file_configure(settings, name, text, error);
}

/**
 * hkj_configure_module() - write the module's configuration files
 * @settings: gets each that had another value
 * @options: what was asked for
 * @error: filled with the module's reason when it refuses a value
 *
 * Return: 0 or -1.
 */
int hkj_configure_module(struct hkj_settings *settings,
			 const struct hkj_options *options,
			 struct hkj_error *error)
{
	if (file_configure(settings, "workload", options->workload, error) ||
	    file_configure(settings, "cpus", options->cpus, error) ||
	    file_configure(settings, "policy", options->policy, error))
		return -1;
	if (number_configure(settings, "threshold_ns", options->threshold_ns,
			     error) ||
	    number_configure(settings, "stop_above_ns", options->stop_above_ns,
			     error) ||
	    number_configure(settings, "initiators",
			     !options->is_without_initiators, error))
		return -1;
	return number_configure(settings, "duration_ms",
				options->duration_ns / 1000000, error);
}

/**
 * hkj_kernel_has_fair_server() - whether starved tasks have a server of theirs
 *
 * From 6.12 on a deadline server lets them in, and the real-time throttling is
 * gone. Its files in debugfs may be out of reach, so the release counts too.
 */
bool hkj_kernel_has_fair_server(void)
{
	char *release;
	unsigned int major = 0, minor = 0;

	if (hkj_file_exists(hkj_path_system(FAIR_SERVER).text))
		return true;
	release = hkj_file_read(hkj_path_system(OSRELEASE).text);
	if (release && sscanf(release, "%u.%u", &major, &minor) != 2)
		major = 0;
	free(release);
	return major > 6 || (major == 6 && minor >= 12);
}

/**
 * hkj_configure_throttling() - keep the kernel from stopping a FIFO loop
 * @settings: gets what is changed
 * @policy: of the session
 * @error: filled when the setting cannot be changed
 *
 * Real-time throttling would stop the loop for 50 ms in each second. It is
 * safe to switch it off: the loop lets starved threads in by itself.
 *
 * Return: 0 or -1.
 */
int hkj_configure_throttling(struct hkj_settings *settings,
			     const char *policy, struct hkj_error *error)
{
	struct hkj_path path = hkj_path_system(RT_RUNTIME);

	if (strncmp(policy, "fifo", 4) || hkj_kernel_has_fair_server() ||
	    !hkj_file_exists(path.text))
		return 0;
	return hkj_settings_change(settings, path.text, "-1", error);
}
