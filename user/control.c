// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hkjitter/version.h>

#include "control.h"
#include "file.h"

/* What helps against what the module refuses, by the errno of the write. */
static const struct {
	int errnum;
	const char *remedy;
} remedies[] = {
	{ EBUSY, "a session runs: wait for it, or 'echo 0 > /sys/kernel/hkjitter/run'" },
	{ ENODEV, "name CPUs with --cpus, or isolate some: boot with isolcpus= and nohz_full=" },
	{ EINVAL, "see 'hkjitter status' for the CPUs there are" },
	{ ERANGE, "ask for a longer --threshold, or leave it out" },
	{ ETIMEDOUT, "see the kernel log (dmesg)" },
	{ ENOMEM, "free memory, or name fewer CPUs" },
	{ EACCES, "run it as root (sudo hkjitter ...)" },
	{ EPERM, "run it as root (sudo hkjitter ...)" },
};

static const char *remedy_for(int errnum)
{
	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++)
		if (remedies[i].errnum == errnum)
			return remedies[i].remedy;
	return "see the kernel log (dmesg)";
}

/**
 * hkj_control_refused() - the module refused a write
 * @what: what was tried
 * @errnum: errno of the write
 * @last_error: what the module says about it; may be empty
 * @error: to be filled with reason and remedy
 *
 * Return: always -1.
 */
int hkj_control_refused(const char *what, int errnum, const char *last_error,
			struct hkj_error *error)
{
	const char *reason = *last_error ? last_error : strerror(errnum);

	return hkj_error_set(error, HKJ_EXIT_CANNOT, "%s: %.160s; %s", what,
			     reason, remedy_for(errnum));
}

/**
 * hkj_control_path() - a file of the module
 * @name: relative to the module's directory
 */
struct hkj_path hkj_control_path(const char *name)
{
	return hkj_path_join(hkj_path_module().text, name);
}

/**
 * hkj_control_is_loaded() - whether the module is loaded
 */
bool hkj_control_is_loaded(void)
{
	return hkj_file_exists(hkj_path_module().text);
}

/**
 * hkj_control_read() - read a file of the module
 * @name: relative to the module's directory
 * @error: filled when it cannot be read
 *
 * Return: its text, to be freed, or NULL.
 */
char *hkj_control_read(const char *name, struct hkj_error *error)
{
	char *text = hkj_file_read(hkj_control_path(name).text);

	if (!text && !hkj_control_is_loaded())
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "the hkjitter module was unloaded: load it and run again");
	else if (!text)
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "cannot read the module's '%s': %s", name,
			      strerror(errno));
	return text;
}

/**
 * hkj_control_check_loaded() - whether the module is loaded
 * @error: filled when it is not
 *
 * Return: 0 or -1.
 */
int hkj_control_check_loaded(struct hkj_error *error)
{
	if (hkj_control_is_loaded())
		return 0;
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "the hkjitter module is not loaded: load it with 'sudo modprobe hkjitter' (or 'sudo insmod PATH/hkjitter.ko')");
}

/**
 * hkj_control_check_version() - whether the module is of this tool's version
 * @error: filled when it is not: the records' layout is private to a version
 *
 * Return: 0 or -1.
 */
int hkj_control_check_version(struct hkj_error *error)
{
	char *version = hkj_control_read("version", error);
	int result = 0;

	if (!version)
		return -1;
	if (strcmp(version, HKJ_VERSION))
		result = hkj_error_set(error, HKJ_EXIT_CANNOT,
				       "the loaded module is version %.40s, this tool %s: use those that belong together",
				       version, HKJ_VERSION);
	free(version);
	return result;
}

/**
 * hkj_control_check() - whether this process can work with the module
 * @error: filled with what stands against it, and what helps
 *
 * Return: 0 or -1.
 */
int hkj_control_check(struct hkj_error *error)
{
	if (hkj_control_check_loaded(error))
		return -1;
	if (access(hkj_control_path("run").text, W_OK))
		return hkj_error_set(error, HKJ_EXIT_CANNOT,
				     "no right to start a measurement: %s; run it as root (sudo hkjitter ...)",
				     strerror(errno));
	return hkj_control_check_version(error);
}

/**
 * hkj_control_check_idle() - whether no session runs
 * @error: filled when one does
 *
 * Return: 0 or -1.
 */
int hkj_control_check_idle(struct hkj_error *error)
{
	char *state = hkj_control_read("state", error);
	int result = 0;

	if (!state)
		return -1;
	if (!strcmp(state, "running") || !strcmp(state, "starting"))
		result = hkj_control_refused("cannot start", EBUSY,
					     "the module is busy", error);
	free(state);
	return result;
}

static int run_write(const char *value, const char *what,
		     struct hkj_error *error)
{
	int result = hkj_file_write(hkj_control_path("run").text, value);
	char *reason;

	if (!result)
		return 0;
	reason = hkj_file_read_or_empty(hkj_control_path("last_error").text);
	hkj_control_refused(what, -result, reason ? reason : "", error);
	free(reason);
	return -1;
}

/**
 * hkj_control_start() - start a session as it is configured
 * @error: filled with the module's reason
 *
 * Return: 0 when the window is open, or -1.
 */
int hkj_control_start(struct hkj_error *error)
{
	return run_write("1", "cannot start", error);
}

/**
 * hkj_control_stop() - stop the session
 * @error: filled with the module's reason
 *
 * Return: 0 when all target CPUs have stopped, or -1.
 */
int hkj_control_stop(struct hkj_error *error)
{
	return run_write("0", "cannot stop", error);
}
