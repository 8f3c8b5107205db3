// SPDX-License-Identifier: GPL-2.0
/*
 * Files of the module itself: configuration, run, state. One value a file, one
 * row a file. Documentation/ABI/testing/sysfs-kernel-hkjitter describes them.
 */
#include <linux/kobject.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include <hkjitter/version.h>

#include "clock.h"
#include "config.h"
#include "probes/probe.h"
#include "self.h"
#include "session.h"
#include "sysfs.h"

#include "compat/isolation.h"

/**
 * struct hkj_file - one file of the root directory
 * @attr: as sysfs knows it
 * @show: prints the value without a newline; returns its length
 * @store: takes the text without its newline; returns 0 or an errno
 * @setting: which setting the file stands for, if it is one
 *
 * @show and @store are called under the session's lock.
 */
struct hkj_file {
	struct kobj_attribute attr;
	int (*show)(const struct hkj_file *file, char *buf, size_t size);
	int (*store)(const struct hkj_file *file, const char *text);
	enum hkj_setting_id setting;
};

static struct kobject *root;

static const char *const state_names[] = { HKJ_NAMES(HKJ_STATES) };
static const char *const clock_names[] = { HKJ_NAMES(HKJ_CLOCKS) };

static int setting_show(const struct hkj_file *file, char *buf, size_t size)
{
	return hkj_config_show(file->setting, buf, size);
}

static int setting_store(const struct hkj_file *file, const char *text)
{
	if (hkj_session_is_running())
		return hkj_config_reject(-EBUSY,
					 "%s: frozen while a session runs; write 0 to run to stop it",
					 file->attr.attr.name);
	return hkj_config_store(file->setting, text);
}

static int run_show(const struct hkj_file *file, char *buf, size_t size)
{
	return scnprintf(buf, size, "%d", hkj_session_is_running());
}

static int run_store(const struct hkj_file *file, const char *text)
{
	if (!strcmp(text, "1"))
		return hkj_session_start();
	if (!strcmp(text, "0"))
		return hkj_session_stop(HKJ_STOP_REQUEST);
	return hkj_config_reject(-EINVAL,
				 "run: \"%.40s\" is neither 1 (start) nor 0 (stop)", text);
}

static int last_error_show(const struct hkj_file *file, char *buf, size_t size)
{
	return hkj_config_show_error(buf, size);
}

static int version_show(const struct hkj_file *file, char *buf, size_t size)
{
	return scnprintf(buf, size, HKJ_VERSION);
}

static int isolated_show(const struct hkj_file *file, char *buf, size_t size)
{
	cpumask_var_t mask;
	int len;

	if (!alloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	hkj_isolation_mask(mask);
	len = scnprintf(buf, size, "%*pbl", cpumask_pr_args(mask));
	free_cpumask_var(mask);
	return len;
}

static int target_cpus_show(const struct hkj_file *file, char *buf, size_t size)
{
	return hkj_session_show_cpus(buf, size);
}

static int unseen_show(const struct hkj_file *file, char *buf, size_t size)
{
	return hkj_probes_show_unseen(buf, size);
}

static int clock_show(const struct hkj_file *file, char *buf, size_t size)
{
	return scnprintf(buf, size, "%s", clock_names[hkj_clock_kind()]);
}

/* Does not take the lock: state is to be read while a start is under way. */
static ssize_t state_attr_show(struct kobject *kobj,
			       struct kobj_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", state_names[hkj_session_state()]);
}

static ssize_t file_show(struct kobject *kobj, struct kobj_attribute *attr,
			 char *buf)
{
	struct hkj_file *file = container_of(attr, struct hkj_file, attr);
	pid_t self = hkj_self_enter();
	int len;

	hkj_session_lock();
	len = file->show(file, buf, PAGE_SIZE - 1);
	hkj_session_unlock();
	hkj_self_leave(self);
	if (len < 0)
		return len;
	buf[len] = '\n';
	return len + 1;
}

static int text_store(const struct hkj_file *file, const char *text)
{
	pid_t self = hkj_self_enter();
	int error;

	hkj_session_lock();
	error = file->store(file, text);
	if (!error)
		hkj_config_accept();
	hkj_session_unlock();
	hkj_self_leave(self);
	return error;
}

static ssize_t file_store(struct kobject *kobj, struct kobj_attribute *attr,
			  const char *buf, size_t count)
{
	struct hkj_file *file = container_of(attr, struct hkj_file, attr);
	size_t len = count && buf[count - 1] == '\n' ? count - 1 : count;
	char *text;
	int error;

	text = kmemdup_nul(buf, len, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	/* A NUL inside would hide what follows it from the parsers. */
	if (strlen(text) != len)
		text[0] = '\0';
	error = text_store(file, text);
	kfree(text);
	return error ? error : (ssize_t)count;
}

#define FILE_RO(name)							\
	static struct hkj_file file_##name = {				\
		.attr = __ATTR(name, 0444, file_show, NULL),		\
		.show = name##_show,					\
	}

#define FILE_RW(name)							\
	static struct hkj_file file_##name = {				\
		.attr = __ATTR(name, 0644, file_show, file_store),	\
		.show = name##_show,					\
		.store = name##_store,					\
	}

#define FILE_SETTING(name, id)						\
	static struct hkj_file file_##name = {				\
		.attr = __ATTR(name, 0644, file_show, file_store),	\
		.show = setting_show,					\
		.store = setting_store,					\
		.setting = (id),					\
	}

FILE_SETTING(cpus, HKJ_SETTING_CPUS);
FILE_SETTING(workload, HKJ_SETTING_WORKLOAD);
FILE_SETTING(threshold_ns, HKJ_SETTING_THRESHOLD_NS);
FILE_SETTING(duration_ms, HKJ_SETTING_DURATION_MS);
FILE_SETTING(policy, HKJ_SETTING_POLICY);
FILE_SETTING(stop_above_ns, HKJ_SETTING_STOP_ABOVE_NS);
FILE_SETTING(initiators, HKJ_SETTING_INITIATORS);
FILE_RW(run);
FILE_RO(last_error);
FILE_RO(version);
FILE_RO(isolated);
FILE_RO(target_cpus);
FILE_RO(clock);
FILE_RO(unseen);

static struct kobj_attribute attr_state =
	__ATTR(state, 0444, state_attr_show, NULL);

static struct attribute *root_attrs[] = {
	&file_cpus.attr.attr,
	&file_workload.attr.attr,
	&file_threshold_ns.attr.attr,
	&file_duration_ms.attr.attr,
	&file_policy.attr.attr,
	&file_stop_above_ns.attr.attr,
	&file_initiators.attr.attr,
	&file_run.attr.attr,
	&file_last_error.attr.attr,
	&file_version.attr.attr,
	&file_isolated.attr.attr,
	&file_target_cpus.attr.attr,
	&file_clock.attr.attr,
	&file_unseen.attr.attr,
	&attr_state.attr,
	NULL
};

static const struct attribute_group root_group = {
	.attrs = root_attrs,
};

/**
 * hkj_sysfs_root() - the directory /sys/kernel/hkjitter
 */
struct kobject *hkj_sysfs_root(void)
{
	return root;
}

/**
 * hkj_sysfs_changed() - wake those who poll the file state
 *
 * Context: process, may sleep.
 */
void hkj_sysfs_changed(void)
{
	sysfs_notify(root, NULL, attr_state.attr.name);
}

/**
 * hkj_sysfs_init() - make the directory, empty
 *
 * Return: 0 or -ENOMEM.
 *
 * Context: module init.
 */
int hkj_sysfs_init(void)
{
	root = kobject_create_and_add("hkjitter", kernel_kobj);
	return root ? 0 : -ENOMEM;
}

/**
 * hkj_sysfs_exit() - remove the directory
 *
 * Context: module exit, after all sessions.
 */
void hkj_sysfs_exit(void)
{
	kobject_put(root);
}

/**
 * hkj_sysfs_open() - make the files; from here on sessions can be started
 *
 * Return: 0, or why not.
 *
 * Context: end of module init.
 */
int hkj_sysfs_open(void)
{
	return sysfs_create_group(root, &root_group);
}

/**
 * hkj_sysfs_close() - remove the files; no write is under way afterwards
 *
 * Context: begin of module exit.
 */
void hkj_sysfs_close(void)
{
	sysfs_remove_group(root, &root_group);
}
