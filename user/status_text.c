// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "control.h"
#include "file.h"
#include "status.h"
#include "view.h"

static const char *or_none(const char *text)
{
	return text && *text ? text : "none";
}

/* A number of the module's with a unit, "auto" or "never" for its zero. */
static struct hkj_units_text number_text(const char *text, uint64_t unit_ns,
					 const char *zero)
{
	struct hkj_units_text out;
	uint64_t number;

	if (!text || !hkj_number_parse(text, &number) ||
	    number > UINT64_MAX / unit_ns)
		snprintf(out.text, sizeof(out.text), "unknown");
	else if (!number)
		snprintf(out.text, sizeof(out.text), "%s", zero);
	else
		out = hkj_units_whole(number * unit_ns);
	return out;
}

static void config_print(const struct hkj_status_config *config, FILE *out)
{
	hkj_view_line(out, "config",
		      "CPUs %s, workload %s, policy %s, threshold %s, duration %s, stop above %s",
		      or_none(config->cpus), or_none(config->workload),
		      or_none(config->policy),
		      number_text(config->threshold_ns, 1, "from the turn").text,
		      number_text(config->duration_ms, 1000000,
				  "until stopped")
			      .text,
		      number_text(config->stop_above_ns, 1, "never").text);
}

static void module_print(const struct hkj_status *status, FILE *out)
{
	const struct hkj_status_module *module = status->module;

	if (!module) {
		hkj_view_line(out, "module",
			      "not loaded: load it with 'sudo modprobe hkjitter' (or 'sudo insmod PATH/hkjitter.ko')");
		return;
	}
	hkj_view_line(out, "module", "loaded, version %s, %s", module->version,
		      module->is_matching ? "as this tool" :
					    "which is not this tool's");
	hkj_view_line(out, "state", "%s", or_none(module->state));
	if (module->last_error && *module->last_error)
		hkj_view_line(out, "", "last error: %s", module->last_error);
	hkj_view_line(out, "targets", "%s (of the current or last session)",
		      or_none(module->target_cpus));
	hkj_view_line(out, "clock", "%s", or_none(module->clock));
	if (module->unseen && *module->unseen)
		hkj_view_line(out, "unseen",
			      "this kernel does not tell of %s: it shows as part of something else, or unexplained",
			      module->unseen);
	config_print(&module->config, out);
}

/**
 * hkj_status_write_text() - print for people
 * @status: read
 * @out: gets it
 */
void hkj_status_write_text(const struct hkj_status *status, FILE *out)
{
	const struct hkj_status_isolated *isolated = &status->isolated;

	hkj_view_line(out, "tool", "version %s", status->tool.version);
	module_print(status, out);
	hkj_view_line(out, "online", "%s", or_none(status->online));
	hkj_view_line(out, "isolated", "%s", or_none(isolated->all));
	hkj_view_line(out, "", "by nohz_full: %s", or_none(isolated->nohz_full));
	hkj_view_line(out, "", "by isolcpus:  %s", or_none(isolated->isolcpus));
	hkj_view_line(out, "", "by cpusets:   %s", or_none(isolated->cpuset));
	for (size_t i = 0; i < status->nr_changed; i++)
		hkj_view_line(out, i ? "" : "changed", "%s from '%s' to '%s'",
			      status->changed[i].path, status->changed[i].was,
			      status->changed[i].set);
	if (status->nr_changed)
		hkj_view_line(out, "",
			      "by a run at work, or left by a killed one: 'sudo hkjitter status --restore' puts back what is left");
}
