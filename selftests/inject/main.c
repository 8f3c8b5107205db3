// SPDX-License-Identifier: GPL-2.0
/*
 * Noise of known cause on a CPU of choice, for the selftests.
 *
 *	echo "KIND CPU COUNT SPIN_NS PERIOD_US [LEAD_MS [IS_OWN [IS_AWAKE]]]" > \
 *		/sys/kernel/debug/hkj_inject/fire
 *
 * The write returns when the last one is over. "insmod hkj_inject.ko init_cpu=CPU"
 * sends one IPI whose function is gone, with its name, as soon as the module is
 * loaded. A test module: load it nowhere but on a machine that may crash.
 */
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "inject.h"

#define LINE_MAX	128
#define COUNT_MAX	100000
#define SPIN_NS_MAX	1000000000ULL
#define PERIOD_US_MAX	10000000ULL
#define LEAD_MS		20
#define LEAD_MS_MAX	60000

static const struct inject_kind kinds[] = {
	{ "hrtimer", inject_hrtimer },
	{ "timer", inject_timer },
	{ "work", inject_work },
	{ "delayed_work", inject_delayed_work },
	{ "sleeping_work", inject_sleeping_work },
	{ "unbound_work", inject_unbound_work },
	{ "ipi", inject_ipi },
	{ "ipi_async", inject_ipi_async },
	{ "ipi_mask", inject_ipi_mask },
	{ "pair", inject_pair },
	{ "irq_work", inject_irq_work },
	{ "irq", inject_irq },
	{ "irq_shared", inject_irq_shared },
	{ "tasklet", inject_tasklet },
	{ "tasklet_hi", inject_tasklet_hi },
	{ "napi", inject_napi },
	{ "rcu", inject_rcu },
	{ "nmi", inject_nmi },
	{ "thread", inject_thread },
	{ "timer_in_work", inject_timer_in_work },
	{ "nested", inject_nested },
	{ "smi", inject_smi },
	{ "vector", inject_vector },
	{ "storm", inject_storm },
	{ "migrate", inject_migrate },
	{ "watchdog", inject_watchdog },
	{ "tsc_unstable", inject_tsc_unstable },
	{ "tick_dep", inject_tick_dep },
};

static int init_cpu = -1;
module_param(init_cpu, int, 0);
MODULE_PARM_DESC(init_cpu, "CPU that gets an IPI while the module is loaded");

static DEFINE_MUTEX(lock);
static struct dentry *root;

static const struct inject_kind *find_kind(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

static bool is_sane(const struct inject_order *order)
{
	return order->cpu < nr_cpu_ids && cpu_online(order->cpu) &&
	       order->count >= 1 && order->count <= COUNT_MAX &&
	       order->spin_ns <= SPIN_NS_MAX &&
	       order->period_us >= 1 && order->period_us <= PERIOD_US_MAX &&
	       order->lead_ms <= LEAD_MS_MAX;
}

static int fire(const char *line)
{
	struct inject_order order = { .lead_ms = LEAD_MS };
	const struct inject_kind *kind;
	char name[16];
	int error;

	if (sscanf(line, "%15s %u %u %llu %llu %llu %u %u", name, &order.cpu, &order.count,
		   &order.spin_ns, &order.period_us, &order.lead_ms,
		   &order.is_own, &order.is_awake) < 5)
		return -EINVAL;
	kind = find_kind(name);
	if (!kind || !is_sane(&order))
		return -EINVAL;
	mutex_lock(&lock);
	error = kind->fire(&order);
	mutex_unlock(&lock);
	return error;
}

static ssize_t fire_write(struct file *file, const char __user *buf,
			  size_t count, loff_t *pos)
{
	char line[LINE_MAX];
	int error;

	if (count >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, buf, count))
		return -EFAULT;
	line[count] = '\0';
	error = fire(line);
	return error ? error : (ssize_t)count;
}

static const struct file_operations fire_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = fire_write,
};

static void __init inject_init_fn(void *unused)
{
}

static int __init inject_init(void)
{
	int error = inject_work_init();

	if (error)
		return error;
	if (init_cpu >= 0)
		smp_call_function_single(init_cpu, inject_init_fn, NULL, true);
	root = debugfs_create_dir("hkj_inject", NULL);
	debugfs_create_file("fire", 0200, root, NULL, &fire_fops);
	return 0;
}

static void __exit inject_exit(void)
{
	debugfs_remove(root);
	inject_work_exit();
}

module_init(inject_init);
module_exit(inject_exit);

MODULE_DESCRIPTION("Noise of known cause for hkjitter's selftests");
MODULE_AUTHOR("hkjitter developers");
MODULE_LICENSE("GPL");
