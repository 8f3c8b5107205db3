// SPDX-License-Identifier: GPL-2.0
/*
 * Probes that do nothing, on the tracepoints of choice: what a tracepoint's own
 * call costs, which no observer can do without.
 */
#include <linux/module.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#define NR_MAX	64

static char *names[NR_MAX];
static unsigned int nr_names;
module_param_array(names, charp, &nr_names, 0444);
MODULE_PARM_DESC(names, "tracepoints that get a probe");

static unsigned int nr_attached;
module_param(nr_attached, uint, 0444);
MODULE_PARM_DESC(nr_attached, "result: how many have");

static struct tracepoint *attached[NR_MAX];

/* Whatever a tracepoint hands over. */
static void nothing(void *data)
{
}

static bool is_wanted(const struct tracepoint *tp)
{
	unsigned int i;

	for (i = 0; i < nr_names; i++)
		if (!strcmp(names[i], tp->name))
			return true;
	return false;
}

static void attach(struct tracepoint *tp, void *unused)
{
	if (nr_attached < NR_MAX && is_wanted(tp) &&
	    !tracepoint_probe_register(tp, nothing, NULL))
		attached[nr_attached++] = tp;
}

static int __init empty_init(void)
{
	for_each_kernel_tracepoint(attach, NULL);
	return 0;
}

static void __exit empty_exit(void)
{
	while (nr_attached)
		tracepoint_probe_unregister(attached[--nr_attached], nothing, NULL);
	tracepoint_synchronize_unregister();
}

module_init(empty_init);
module_exit(empty_exit);

MODULE_DESCRIPTION("Empty probes that hkjitter's are compared with");
MODULE_AUTHOR("hkjitter developers");
MODULE_LICENSE("GPL");
