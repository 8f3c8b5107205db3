// SPDX-License-Identifier: GPL-2.0
/*
 * hkjitter: what takes an isolated CPU away from its workload?
 *
 * Loading makes files and nothing else: no thread, no timer, no probe, until a
 * session is started.
 */
#include <linux/init.h>
#include <linux/module.h>

#include <hkjitter/version.h>

#include "config.h"
#include "debugfs.h"
#include "device.h"
#include "initiator.h"
#include "loop.h"
#include "naming.h"
#include "probes/kprobe.h"
#include "probes/probe.h"
#include "self.h"
#include "session.h"
#include "sysfs.h"
#include "thread.h"

static int view_add(struct hkj_target *t)
{
	hkj_debugfs_cpu_add(t);
	return hkj_sysfs_cpu_add(t, hkj_sysfs_root());
}

static void view_remove(struct hkj_target *t)
{
	hkj_sysfs_cpu_remove(t);
	hkj_debugfs_cpu_remove(t);
}

static const struct hkj_session_views views = {
	.add = view_add,
	.remove = view_remove,
	.changed = hkj_sysfs_changed,
};

static int __init hkj_init(void)
{
	int error;

	hkj_self_init((unsigned long)hkj_loop_thread);
	hkj_config_init();
	hkj_ipi_init();
	hkj_kprobes_init();
	hkj_timer_init();
	hkj_thread_init();
	error = hkj_initiator_init();
	if (error)
		return error;
	error = hkj_sysfs_init();
	if (error)
		goto exit_initiator;
	hkj_debugfs_init();
	error = hkj_session_init(&views);
	if (error)
		goto exit_files;
	hkj_edges_init();
	error = hkj_naming_init();
	if (error)
		goto exit_session;
	error = hkj_device_init();
	if (error)
		goto exit_naming;
	error = hkj_sysfs_open();
	if (error)
		goto exit_device;
	return 0;

exit_device:
	hkj_device_exit();
exit_naming:
	hkj_naming_exit();
exit_session:
	hkj_session_exit();
	hkj_probes_exit();
exit_files:
	hkj_debugfs_exit();
	hkj_sysfs_exit();
exit_initiator:
	hkj_initiator_exit();
	hkj_self_exit();
	return error;
}

static void __exit hkj_exit(void)
{
	hkj_sysfs_close();
	hkj_device_exit();
	hkj_naming_exit();
	hkj_session_exit();
	hkj_probes_exit();
	hkj_debugfs_exit();
	hkj_sysfs_exit();
	hkj_initiator_exit();
	hkj_self_exit();
}

module_init(hkj_init);
module_exit(hkj_exit);

MODULE_DESCRIPTION("Records what interrupts isolated CPUs, and who asked for it");
MODULE_AUTHOR("hkjitter developers");
MODULE_VERSION(HKJ_VERSION);
MODULE_LICENSE("GPL");
