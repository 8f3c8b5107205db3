// SPDX-License-Identifier: GPL-2.0
/*
 * Files of one target CPU: /sys/kernel/hkjitter/cpuN. Every figure is a field of
 *  the snapshot (device.c hands out the whole of it).
 *
 * Readers take no lock: the directory is removed, and its readers waited for,
 * before the target is freed.
 */
#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/sysfs.h>

#include "self.h"
#include "snapshot.h"
#include "sysfs.h"

/* A directory may outlive its target in the hands of an open file. */
struct hkj_dir {
	struct kobject kobj;
	struct hkj_target *t;
};

static const char *const state_names[] = { HKJ_NAMES(HKJ_STATES) };
static const char *const reason_names[] = { HKJ_NAMES(HKJ_STOP_REASONS) };

static struct hkj_target *kobj_target(struct kobject *kobj)
{
	return container_of(kobj, struct hkj_dir, kobj)->t;
}

struct hkj_figure {
	struct attribute attr;
	ssize_t (*print)(const struct hkj_figure *figure,
			 const struct hkj_snapshot *s, char *buf);
	size_t offset;
};

static u64 figure_u64(const struct hkj_figure *figure,
		      const struct hkj_snapshot *s)
{
	return *(const u64 *)((const char *)s + figure->offset);
}

static ssize_t print_count(const struct hkj_figure *figure,
			   const struct hkj_snapshot *s, char *buf)
{
	return sysfs_emit(buf, "%llu\n", figure_u64(figure, s));
}

static ssize_t print_ns(const struct hkj_figure *figure,
			const struct hkj_snapshot *s, char *buf)
{
	return sysfs_emit(buf, "%llu\n",
			  hkj_scale_ns(&s->scale, figure_u64(figure, s)));
}

/* What this machine cannot tell is an empty line. */
static ssize_t print_counter(const struct hkj_figure *figure,
			     const struct hkj_snapshot *s, char *buf)
{
	return figure_u64(figure, s) == HKJ_NOT_COUNTED ?
		       sysfs_emit(buf, "\n") :
		       print_count(figure, s, buf);
}

/* The shortest gap of none is not a number: 0, as the longest. */
static ssize_t print_gap_min(const struct hkj_figure *figure,
			     const struct hkj_snapshot *s, char *buf)
{
	return s->books.nr_gaps ? print_ns(figure, s, buf) :
				  sysfs_emit(buf, "0\n");
}

/* Rounded apart, quiet and gaps would miss run time by a nanosecond. */
static ssize_t print_quiet(const struct hkj_figure *figure,
			   const struct hkj_snapshot *s, char *buf)
{
	return sysfs_emit(buf, "%llu\n",
			  hkj_scale_ns(&s->scale, s->books.runtime) -
				  hkj_scale_ns(&s->scale, s->books.gaps));
}

static ssize_t print_turn_mean(const struct hkj_figure *figure,
			       const struct hkj_snapshot *s, char *buf)
{
	u64 ps = hkj_scale_ns(&s->scale, s->turn.sum * 1000);

	return sysfs_emit(buf, "%llu\n",
			  s->turn.nr ? div64_u64(ps, s->turn.nr) : 0);
}

static ssize_t print_state(const struct hkj_figure *figure,
			   const struct hkj_snapshot *s, char *buf)
{
	return sysfs_emit(buf, "%s\n", state_names[s->state]);
}

static ssize_t print_reason(const struct hkj_figure *figure,
			    const struct hkj_snapshot *s, char *buf)
{
	return sysfs_emit(buf, "%s\n", reason_names[s->stop_reason]);
}

#define FIGURE(_name, _print, _field)					\
	static struct hkj_figure figure_##_name = {			\
		.attr = { .name = #_name, .mode = 0444 },		\
		.print = (_print),					\
		.offset = offsetof(struct hkj_snapshot, _field),	\
	}

FIGURE(state, print_state, state);
FIGURE(stop_reason, print_reason, stop_reason);
FIGURE(threshold_ns, print_count, threshold_ns);
FIGURE(runtime_ns, print_ns, books.runtime);
FIGURE(quiet_ns, print_quiet, books.quiet);
FIGURE(nr_gaps, print_count, books.nr_gaps);
FIGURE(gaps_ns, print_ns, books.gaps);
FIGURE(gap_min_ns, print_gap_min, books.gap_min);
FIGURE(gap_max_ns, print_ns, books.gap_max);
FIGURE(own_ns, print_ns, books.own);
FIGURE(nr_turns, print_count, books.nr_turns);
FIGURE(turn_min_ns, print_ns, turn.min);
FIGURE(turn_mean_ps, print_turn_mean, turn.sum);
FIGURE(upkeep_max_ns, print_ns, turn.upkeep_max);
FIGURE(nr_upkeeps, print_count, books.nr_upkeeps);
FIGURE(nr_reliefs, print_count, books.nr_reliefs);
FIGURE(nr_clock_steps, print_count, books.nr_clock_steps);
FIGURE(nr_migrations, print_count, books.nr_migrations);
FIGURE(nr_unexplained, print_count, books.nr_unexplained);
FIGURE(unexplained_ns, print_ns, books.unexplained);
FIGURE(nr_smis, print_counter, books.nr_smis);
FIGURE(nr_vectors, print_counter, books.nr_vectors);
FIGURE(steal_ns, print_counter, books.steal_ns);
FIGURE(nr_self, print_count, books.nr_self);
FIGURE(clock_is_doubtful, print_count, books.is_clock_doubtful);

FIGURE(nr_unexplained_clock, print_count, books.causes[HKJ_CAUSE_CLOCK].count);
FIGURE(unexplained_clock_ns, print_ns, books.causes[HKJ_CAUSE_CLOCK].total);
FIGURE(nr_unexplained_smi, print_count, books.causes[HKJ_CAUSE_SMI].count);
FIGURE(unexplained_smi_ns, print_ns, books.causes[HKJ_CAUSE_SMI].total);
FIGURE(nr_unexplained_steal, print_count, books.causes[HKJ_CAUSE_STEAL].count);
FIGURE(unexplained_steal_ns, print_ns, books.causes[HKJ_CAUSE_STEAL].total);
FIGURE(nr_unexplained_vectors, print_count, books.causes[HKJ_CAUSE_VECTORS].count);
FIGURE(unexplained_vectors_ns, print_ns, books.causes[HKJ_CAUSE_VECTORS].total);
FIGURE(nr_unexplained_unknown, print_count, books.causes[HKJ_CAUSE_UNKNOWN].count);
FIGURE(unexplained_unknown_ns, print_ns, books.causes[HKJ_CAUSE_UNKNOWN].total);
FIGURE(nr_lost_sources, print_count, books.lost[HKJ_LOST_SOURCES]);
FIGURE(nr_lost_frames, print_count, books.lost[HKJ_LOST_FRAMES]);
FIGURE(nr_lost_parts, print_count, books.lost[HKJ_LOST_PARTS]);
FIGURE(nr_lost_initiators, print_count, books.lost[HKJ_LOST_INITIATORS]);

#define FIGURE_ATTR(name)	(&figure_##name.attr)

static struct attribute *cpu_attrs[] = {
	FIGURE_ATTR(state),
	FIGURE_ATTR(stop_reason),
	FIGURE_ATTR(threshold_ns),
	FIGURE_ATTR(runtime_ns),
	FIGURE_ATTR(quiet_ns),
	FIGURE_ATTR(nr_gaps),
	FIGURE_ATTR(gaps_ns),
	FIGURE_ATTR(gap_min_ns),
	FIGURE_ATTR(gap_max_ns),
	FIGURE_ATTR(own_ns),
	FIGURE_ATTR(nr_turns),
	FIGURE_ATTR(turn_min_ns),
	FIGURE_ATTR(turn_mean_ps),
	FIGURE_ATTR(upkeep_max_ns),
	FIGURE_ATTR(nr_upkeeps),
	FIGURE_ATTR(nr_reliefs),
	FIGURE_ATTR(nr_clock_steps),
	FIGURE_ATTR(nr_migrations),
	FIGURE_ATTR(nr_unexplained),
	FIGURE_ATTR(unexplained_ns),
	FIGURE_ATTR(nr_unexplained_clock),
	FIGURE_ATTR(unexplained_clock_ns),
	FIGURE_ATTR(nr_unexplained_smi),
	FIGURE_ATTR(unexplained_smi_ns),
	FIGURE_ATTR(nr_unexplained_steal),
	FIGURE_ATTR(unexplained_steal_ns),
	FIGURE_ATTR(nr_unexplained_vectors),
	FIGURE_ATTR(unexplained_vectors_ns),
	FIGURE_ATTR(nr_unexplained_unknown),
	FIGURE_ATTR(unexplained_unknown_ns),
	FIGURE_ATTR(nr_smis),
	FIGURE_ATTR(nr_vectors),
	FIGURE_ATTR(steal_ns),
	FIGURE_ATTR(nr_self),
	FIGURE_ATTR(clock_is_doubtful),
	FIGURE_ATTR(nr_lost_sources),
	FIGURE_ATTR(nr_lost_frames),
	FIGURE_ATTR(nr_lost_parts),
	FIGURE_ATTR(nr_lost_initiators),
	NULL
};

static ssize_t print_figure(const struct hkj_figure *figure,
			    struct hkj_target *t, char *buf)
{
	struct hkj_snapshot *s = hkj_snapshot_get(t);
	ssize_t len;

	if (IS_ERR(s))
		return PTR_ERR(s);
	len = figure->print(figure, s, buf);
	hkj_snapshot_put(s);
	return len;
}

static ssize_t figure_show(struct kobject *kobj, struct attribute *attr,
			   char *buf)
{
	pid_t self = hkj_self_enter();
	ssize_t len;

	len = print_figure(container_of(attr, struct hkj_figure, attr),
			   kobj_target(kobj), buf);
	hkj_self_leave(self);
	return len;
}

static const struct sysfs_ops figure_ops = {
	.show = figure_show,
};

static const struct attribute_group cpu_group = {
	.attrs = cpu_attrs,
};

static const struct attribute_group *cpu_groups[] = {
	&cpu_group,
	NULL
};

static void dir_release(struct kobject *kobj)
{
	kfree(container_of(kobj, struct hkj_dir, kobj));
}

static const struct kobj_type dir_type = {
	.release = dir_release,
	.sysfs_ops = &figure_ops,
	.default_groups = cpu_groups,
};

/**
 * hkj_sysfs_cpu_add() - make the directory of a target
 * @t: the target
 * @parent: where
 *
 * Return: 0, or why not.
 *
 * Context: process, may sleep.
 */
int hkj_sysfs_cpu_add(struct hkj_target *t, struct kobject *parent)
{
	struct hkj_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	int error;

	if (!dir)
		return -ENOMEM;
	dir->t = t;
	error = kobject_init_and_add(&dir->kobj, &dir_type, parent, "cpu%u",
				     t->cpu);
	if (error) {
		kobject_put(&dir->kobj);
		return error;
	}
	t->dir = &dir->kobj;
	return 0;
}

/**
 * hkj_sysfs_cpu_remove() - remove the directory of a target
 * @t: the target; one without a directory does nothing
 *
 * No reader is left in it afterwards.
 *
 * Context: process, sleeps.
 */
void hkj_sysfs_cpu_remove(struct hkj_target *t)
{
	if (!t->dir)
		return;
	kobject_del(t->dir);
	kobject_put(t->dir);
	t->dir = NULL;
}
