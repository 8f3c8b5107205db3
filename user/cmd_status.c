// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter status: what there is, and what a killed run has left.
 */
#include "audit.h"
#include "cmd.h"
#include "control.h"
#include "instance.h"
#include "settings.h"
#include "status.h"

static unsigned int nr_restored;

static void note_restored(const struct hkj_setting *setting)
{
	nr_restored++;
	printf("put %s back to '%s' (was left at '%s')\n", setting->path,
	       setting->was, setting->set);
}

static void note_removed(const char *name)
{
	nr_restored++;
	printf("removed the trace instance %s\n", name);
}

static int restore(struct hkj_error *error)
{
	struct hkj_settings settings;
	int failed;

	nr_restored = 0;
	if (hkj_settings_open(&settings, note_restored, error))
		return -1;
	failed = hkj_instance_sweep(note_removed, error);
	hkj_settings_close(&settings);
	if (failed)
		return -1;
	if (!nr_restored)
		printf("nothing was left to put back\n");
	return 0;
}

static int audit_print(const struct hkj_audit *audit,
		       const struct hkj_options *options,
		       struct hkj_error *error)
{
	size_t nr_bad = hkj_audit_count(audit, HKJ_BAD);

	if (!options->is_json)
		hkj_audit_write_text(audit, stdout);
	else if (hkj_audit_write_json(audit, stdout, error))
		return -1;
	if (!nr_bad)
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CHECK,
			     "%zu thing%s about the isolation of this machine %s bad",
			     nr_bad, nr_bad == 1 ? "" : "s",
			     nr_bad == 1 ? "is" : "are");
}

static int audit(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_audit findings = { 0 };
	int failed = hkj_audit_run(&findings, error);

	if (!failed)
		failed = audit_print(&findings, options, error);
	hkj_audit_free(&findings);
	return failed;
}

/* The exit code tells a script whether 'run' could work with the module. */
static int verdict(const struct hkj_status *status, struct hkj_error *error)
{
	if (status->module && status->module->is_matching)
		return 0;
	return hkj_control_check_loaded(error) || hkj_control_check_version(error);
}

/**
 * hkj_cmd_status() - the command "status"
 * @options: its command line
 * @error: filled when the module is missing or of another version, or
 *         something could not be put back
 */
int hkj_cmd_status(const struct hkj_options *options, struct hkj_error *error)
{
	struct hkj_status status = { 0 };
	int failed;

	if (options->is_restore)
		return restore(error);
	if (options->is_audit)
		return audit(options, error);
	failed = hkj_status_read(&status, error);
	if (!failed && options->is_json)
		failed = hkj_status_write_json(&status, stdout, error);
	else if (!failed)
		hkj_status_write_text(&status, stdout);
	if (!failed)
		failed = verdict(&status, error);
	hkj_status_free(&status);
	return failed ? -1 : 0;
}
