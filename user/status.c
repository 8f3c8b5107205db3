// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include <hkjitter/version.h>

#include "control.h"
#include "cpulist.h"
#include "file.h"
#include "host.h"
#include "settings_file.h"
#include "shapes.h"
#include "status.h"

#define CPU_DIRECTORY "/sys/devices/system/cpu/"
#define CPUSET_ISOLATED "/sys/fs/cgroup/cpuset.cpus.isolated"

static const struct hkj_json_key keys_tool[] = {
	HKJ_KEY(TEXT, struct hkj_tool, version),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_tool =
	HKJ_SHAPE(struct hkj_tool, keys_tool);

static const struct hkj_json_key keys_config[] = {
	HKJ_KEY(TEXT, struct hkj_status_config, cpus),
	HKJ_KEY(TEXT, struct hkj_status_config, workload),
	HKJ_KEY(TEXT, struct hkj_status_config, threshold_ns),
	HKJ_KEY(TEXT, struct hkj_status_config, duration_ms),
	HKJ_KEY(TEXT, struct hkj_status_config, policy),
	HKJ_KEY(TEXT, struct hkj_status_config, stop_above_ns),
	HKJ_KEY(TEXT, struct hkj_status_config, initiators),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_config =
	HKJ_SHAPE(struct hkj_status_config, keys_config);

static const struct hkj_json_key keys_module[] = {
	HKJ_KEY(TEXT, struct hkj_status_module, version),
	HKJ_KEY(BOOL, struct hkj_status_module, is_matching),
	HKJ_KEY(TEXT, struct hkj_status_module, state),
	HKJ_KEY(TEXT, struct hkj_status_module, clock),
	HKJ_KEY(TEXT, struct hkj_status_module, unseen),
	HKJ_KEY(TEXT, struct hkj_status_module, target_cpus),
	HKJ_KEY(TEXT, struct hkj_status_module, last_error),
	HKJ_KEY_OBJECT(struct hkj_status_module, config, &shape_config),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_module =
	HKJ_SHAPE(struct hkj_status_module, keys_module);

static const struct hkj_json_key keys_isolated[] = {
	HKJ_KEY(TEXT, struct hkj_status_isolated, all),
	HKJ_KEY(TEXT, struct hkj_status_isolated, nohz_full),
	HKJ_KEY(TEXT, struct hkj_status_isolated, isolcpus),
	HKJ_KEY(TEXT, struct hkj_status_isolated, cpuset),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_isolated =
	HKJ_SHAPE(struct hkj_status_isolated, keys_isolated);

static const struct hkj_json_key keys_status[] = {
	HKJ_KEY(TEXT, struct hkj_status, schema),
	HKJ_KEY_OBJECT(struct hkj_status, tool, &shape_tool),
	HKJ_KEY_MAYBE(struct hkj_status, module, &shape_module),
	HKJ_KEY(TEXT, struct hkj_status, online),
	HKJ_KEY_OBJECT(struct hkj_status, isolated, &shape_isolated),
	HKJ_KEY_OBJECTS(struct hkj_status, changed, &hkj_shape_setting),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_status =
	HKJ_SHAPE(struct hkj_status, keys_status);

static char *module_text(const char *name)
{
	return hkj_file_read_or_empty(hkj_control_path(name).text);
}

static void config_read(struct hkj_status_config *config)
{
	config->cpus = module_text("cpus");
	config->workload = module_text("workload");
	config->threshold_ns = module_text("threshold_ns");
	config->duration_ms = module_text("duration_ms");
	config->policy = module_text("policy");
	config->stop_above_ns = module_text("stop_above_ns");
	config->initiators = module_text("initiators");
}

static struct hkj_status_module *module_read(void)
{
	struct hkj_status_module *module = calloc(1, sizeof(*module));

	if (!module)
		return NULL;
	module->version = module_text("version");
	module->is_matching = module->version &&
			      !strcmp(module->version, HKJ_VERSION);
	module->state = module_text("state");
	module->clock = module_text("clock");
	module->unseen = module_text("unseen");
	module->target_cpus = module_text("target_cpus");
	module->last_error = module_text("last_error");
	config_read(&module->config);
	return module;
}

static int set_parse(const char *text, struct hkj_cpus *cpus,
		     struct hkj_error *error)
{
	return text ? hkj_cpus_parse(text, cpus, error) :
		      hkj_error_memory(error);
}

/*
 * The module knows all that is isolated, by partitions too. What neither boot
 * parameter names is a cpuset's, where the kernel has no file that says so.
 */
static int isolated_join(struct hkj_status_isolated *isolated, char *told,
			 struct hkj_error *error)
{
	struct hkj_cpus all, nohz_full, isolcpus, cpuset;

	if (set_parse(told, &all, error) ||
	    set_parse(isolated->nohz_full, &nohz_full, error) ||
	    set_parse(isolated->isolcpus, &isolcpus, error) ||
	    set_parse(isolated->cpuset, &cpuset, error))
		return -1;
	if (!hkj_cpus_count(&cpuset)) {
		hkj_cpus_merge(&cpuset, &all);
		hkj_cpus_subtract(&cpuset, &nohz_full);
		hkj_cpus_subtract(&cpuset, &isolcpus);
		free(isolated->cpuset);
		isolated->cpuset = hkj_cpus_format(&cpuset);
	}
	hkj_cpus_merge(&all, &nohz_full);
	hkj_cpus_merge(&all, &isolcpus);
	hkj_cpus_merge(&all, &cpuset);
	isolated->all = hkj_cpus_format(&all);
	return isolated->all && isolated->cpuset ? 0 : hkj_error_memory(error);
}

static int isolated_read(struct hkj_status_isolated *isolated,
			 struct hkj_error *error)
{
	char *told = module_text("isolated");
	int result;

	isolated->nohz_full = hkj_host_cpus(CPU_DIRECTORY "nohz_full");
	isolated->isolcpus = hkj_host_cpus(CPU_DIRECTORY "isolated");
	isolated->cpuset = hkj_host_cpus(CPUSET_ISOLATED);
	result = isolated_join(isolated, told, error);
	free(told);
	return result;
}

/* A list that cannot be read or understood is told by --restore. */
static void changed_read(struct hkj_status *status)
{
	struct hkj_settings settings = HKJ_SETTINGS_CLOSED;
	struct hkj_error ignored;

	if (hkj_settings_load(&settings, &ignored))
		return;
	status->nr_changed = settings.nr_items;
	status->changed = settings.items;
}

/**
 * hkj_status_read() - look at this machine
 * @status: zeroed; to be freed by hkj_status_free() whatever happens
 * @error: filled when there is no memory, or a CPU list cannot be understood
 *
 * Return: 0 or -1.
 */
int hkj_status_read(struct hkj_status *status, struct hkj_error *error)
{
	status->schema = strdup(HKJ_STATUS_SCHEMA);
	status->tool.version = strdup(HKJ_VERSION);
	status->online = hkj_host_cpus(CPU_DIRECTORY "online");
	if (hkj_control_is_loaded()) {
		status->module = module_read();
		if (!status->module)
			return hkj_error_memory(error);
	}
	changed_read(status);
	return isolated_read(&status->isolated, error);
}

/**
 * hkj_status_write_json() - print as JSON
 * @status: read
 * @out: gets it
 * @error: filled when there is no memory or space
 *
 * Return: 0 or -1.
 */
int hkj_status_write_json(const struct hkj_status *status, FILE *out,
			  struct hkj_error *error)
{
	if (hkj_json_save(&shape_status, NULL, status, out))
		return hkj_error_stdout(error);
	return 0;
}

/**
 * hkj_status_free() - free what a status owns
 * @status: zeroed, half filled or filled
 */
void hkj_status_free(struct hkj_status *status)
{
	hkj_json_free(&shape_status, status);
}
