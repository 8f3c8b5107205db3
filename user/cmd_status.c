// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter status: what there is, and what a killed run has left.
 */
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
