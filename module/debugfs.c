// SPDX-License-Identifier: GPL-2.0
/*
 * The module's files in /sys/kernel/debug/hkjitter, for people to read. Nothing
 * depends on them: where debugfs is missing or locked down, the tool and sysfs
 * tell the same. Errors of creation are therefore of no interest.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>

#include "debugfs.h"
#include "details.h"
#include "self.h"
#include "snapshot.h"

static struct dentry *root;

static const char *const class_names[] = { HKJ_NAMES(HKJ_CLASSES) };
static const char *const cause_names[] = { HKJ_NAMES(HKJ_CAUSES) };
static const char *const loss_names[] = { HKJ_NAMES(HKJ_LOSSES) };
static const char *const tick_names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };

static int histogram_print(struct seq_file *m, const struct hkj_snapshot *s)
{
	unsigned int slot;

	seq_puts(m, "# low_ns high_ns count\n");
	for (slot = 0; slot < HKJ_HIST_SLOTS; slot++)
		if (s->histogram[slot])
			seq_printf(m, "%llu %llu %llu\n", hkj_hist_low(slot),
				   hkj_hist_high(slot), s->histogram[slot]);
	return 0;
}

static int cost_print(struct seq_file *m, const struct hkj_snapshot *s)
{
	const struct hkj_turn *turn = &s->turn;
	u64 mean_ps = 0;

	if (turn->nr)
		mean_ps = div64_u64(hkj_scale_ns(&s->scale, turn->sum * 1000),
				    turn->nr);
	seq_puts(m, "# what ns\n");
	seq_printf(m, "turn_min_ns %llu\n", hkj_scale_ns(&s->scale, turn->min));
	seq_printf(m, "turn_mean_ps %llu\n", mean_ps);
	seq_printf(m, "upkeep_max_ns %llu\n",
		   hkj_scale_ns(&s->scale, turn->upkeep_max));
	seq_printf(m, "own_ns %llu\n",
		   hkj_scale_ns(&s->scale, s->books.own));
	return 0;
}

static int unexplained_print(struct seq_file *m, const struct hkj_snapshot *s)
{
	const struct hkj_cause_sum *sum = s->books.causes;
	unsigned int i;

	seq_puts(m, "# cause count total_ns\n");
	for (i = 0; i < HKJ_NR_CAUSES; i++, sum++)
		seq_printf(m, "%s %llu %llu\n", cause_names[i], sum->count,
			   hkj_scale_ns(&s->scale, sum->total));
	return 0;
}

static int lost_print(struct seq_file *m, const struct hkj_snapshot *s)
{
	unsigned int i;

	seq_puts(m, "# what count\n");
	for (i = 0; i < HKJ_NR_LOSSES; i++)
		seq_printf(m, "%s %llu\n", loss_names[i], s->books.lost[i]);
	return 0;
}

static void source_print(struct seq_file *m, const struct hkj_scale *scale,
			 const struct hkj_source *source)
{
	const struct hkj_initiator *who = source->initiators;
	unsigned int i;

	seq_printf(m, "%s %u \"%s\" %s %llu %llu %llu %llu %s\n",
		   class_names[source->class], source->id, source->name,
		   source->function[0] ? source->function : "-", source->count,
		   hkj_scale_ns(scale, source->total),
		   hkj_scale_ns(scale, source->min),
		   hkj_scale_ns(scale, source->max),
		   source->cause[0] ? source->cause : "-");
	for (i = 0; i < source->nr_initiators; i++, who++)
		seq_printf(m, "\t<- \"%s\" %d %u %s %llu\n", who->comm,
			   who->pid, who->cpu,
			   who->function[0] ? who->function : "-", who->count);
}

static int sources_print(struct seq_file *m, const struct hkj_target *t,
			 const struct hkj_details *d)
{
	unsigned int i;

	seq_puts(m, "# class id \"name\" function count total_ns min_ns max_ns cause\n");
	seq_puts(m, "#\t<- \"comm\" pid cpu function count\n");
	for (i = 0; i < d->nr_sources; i++)
		source_print(m, &t->live.scale, &d->sources[i]);
	return 0;
}

static void part_print(struct seq_file *m, const struct hkj_snapshot *s,
		       const struct hkj_details *d, const struct hkj_part *part)
{
	static const struct hkj_source lost = { .name = "?" };
	const struct hkj_source *source = &lost;

	if (part->source < d->nr_sources)
		source = &d->sources[part->source];
	seq_printf(m, "\tpart %s \"%s\" %s %llu %llu\n",
		   source == &lost ? "?" : class_names[source->class],
		   source->name, source->function[0] ? source->function : "-",
		   hkj_scale_ns(&s->scale, part->start - s->start.cycles),
		   hkj_scale_ns(&s->scale, part->net));
}

static void gap_print(struct seq_file *m, const struct hkj_snapshot *s,
		      const struct hkj_details *d, const struct hkj_gap *gap)
{
	u32 i, nr = min_t(u32, gap->nr_parts, HKJ_NR_PARTS);

	seq_printf(m, "%llu %llu %u %s\n",
		   hkj_scale_ns(&s->scale, gap->start - s->start.cycles),
		   hkj_scale_ns(&s->scale, gap->duration), gap->nr_parts,
		   gap->nr_parts ? "-" : cause_names[gap->cause]);
	for (i = 0; i < nr; i++)
		part_print(m, s, d, &d->parts[gap->slot][i]);
}

/* Times are from the window's start. */
static int longest_print(struct seq_file *m, const struct hkj_target *t,
			 const struct hkj_details *d)
{
	struct hkj_snapshot *s = hkj_snapshot_get(m->private);
	unsigned int i;

	if (IS_ERR(s))
		return PTR_ERR(s);
	seq_puts(m, "# start_ns duration_ns parts cause\n");
	seq_puts(m, "#\tpart class \"name\" function start_ns net_ns\n");
	for (i = 0; i < s->nr_longest; i++)
		gap_print(m, s, d, &s->longest[i]);
	hkj_snapshot_put(s);
	return 0;
}

static void tick_cause_print(struct seq_file *m,
			     const struct hkj_tick_cause *cause)
{
	seq_printf(m, "\t<- %s \"%s\" %d %s %llu\n", tick_names[cause->dep],
		   cause->comm, cause->pid,
		   cause->function[0] ? cause->function : "-", cause->count);
}

static int tick_print(struct seq_file *m, const struct hkj_target *t,
		      const struct hkj_details *d)
{
	unsigned int i;

	seq_puts(m, "# dependency refusals\n");
	seq_puts(m, "#\t<- dependency \"comm\" pid function count\n");
	for (i = 0; i < HKJ_NR_TICK_DEPS; i++)
		seq_printf(m, "%s %llu\n", tick_names[i], d->ticks[i]);
	for (i = 0; i < d->nr_tick_causes; i++)
		tick_cause_print(m, &d->tick_causes[i]);
	return 0;
}

static int with_snapshot(struct seq_file *m,
			 int (*print)(struct seq_file *m,
				      const struct hkj_snapshot *s))
{
	pid_t self = hkj_self_enter();
	struct hkj_snapshot *s = hkj_snapshot_get(m->private);
	int ret = PTR_ERR_OR_ZERO(s);

	if (!ret) {
		ret = print(m, s);
		hkj_snapshot_put(s);
	}
	hkj_self_leave(self);
	return ret;
}

static int with_details(struct seq_file *m,
			int (*print)(struct seq_file *m,
				     const struct hkj_target *t,
				     const struct hkj_details *d))
{
	pid_t self = hkj_self_enter();
	struct hkj_details *d = hkj_details_get(m->private);
	int ret = PTR_ERR_OR_ZERO(d);

	if (!ret) {
		ret = print(m, m->private, d);
		hkj_details_put(d);
	}
	hkj_self_leave(self);
	return ret;
}

#define SHOW(name, with)						\
	static int name##_show(struct seq_file *m, void *unused)	\
	{								\
		return with(m, name##_print);				\
	}								\
	DEFINE_SHOW_ATTRIBUTE(name)

SHOW(histogram, with_snapshot);
SHOW(cost, with_snapshot);
SHOW(unexplained, with_snapshot);
SHOW(lost, with_snapshot);
SHOW(longest, with_details);
SHOW(sources, with_details);
SHOW(tick, with_details);

static const struct {
	const char *name;
	const struct file_operations *fops;
} files[] = {
	{ .name = "histogram", .fops = &histogram_fops },
	{ .name = "longest", .fops = &longest_fops },
	{ .name = "cost", .fops = &cost_fops },
	{ .name = "unexplained", .fops = &unexplained_fops },
	{ .name = "lost", .fops = &lost_fops },
	{ .name = "sources", .fops = &sources_fops },
	{ .name = "tick", .fops = &tick_fops },
};

/**
 * hkj_debugfs_cpu_add() - make the files of a target
 * @t: the target
 *
 * Context: process, may sleep.
 */
void hkj_debugfs_cpu_add(struct hkj_target *t)
{
	unsigned int i;
	char name[16];

	snprintf(name, sizeof(name), "cpu%u", t->cpu);
	t->debug_dir = debugfs_create_dir(name, root);
	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file(files[i].name, 0400, t->debug_dir, t,
				    files[i].fops);
}

/**
 * hkj_debugfs_cpu_remove() - remove the files of a target
 * @t: the target
 *
 * No reader is left in them afterwards.
 *
 * Context: process, sleeps.
 */
void hkj_debugfs_cpu_remove(struct hkj_target *t)
{
	debugfs_remove(t->debug_dir);
	t->debug_dir = NULL;
}

/**
 * hkj_debugfs_init() - make the directory
 *
 * Context: module init.
 */
void hkj_debugfs_init(void)
{
	root = debugfs_create_dir("hkjitter", NULL);
}

/**
 * hkj_debugfs_exit() - remove the directory
 *
 * Context: module exit, after all sessions.
 */
void hkj_debugfs_exit(void)
{
	debugfs_remove(root);
}
