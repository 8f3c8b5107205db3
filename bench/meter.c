// SPDX-License-Identifier: GPL-2.0
/*
 * A meter that belongs to no observer: how long an interruption of a busy loop
 * takes, and how long a call, in cycles. It is the same for all observers, and
 * for none.
 *
 * A write to debugfs' hkj_meter/measure makes NR_SAMPLES of each kind, of some in
 * NR_ROUNDS rounds: noises on the target, in a real-time thread above an observer's
 * loop, and calls on CPU 0. Read, the file has the kinds with their usual
 * length, how many in a hundred have it, least and most. A round has so few samples
 * that what an observer keeps of each is not full before its own loop, which waits
 * behind the meter, takes it out.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/sort.h>

#include "compat/clock.h"
#include "meter.h"

#define NR_SAMPLES	9
#define NR_ROUNDS	11
#define NR_WARM		2
#define LIMIT_MS	20
/* Shorter is the loop's own turn, or an emulator's. */
#define GAP_MIN		100
#define NR_QUIET_TURNS	200
#define NR_ROWS		24
#define PAUSE_MS	10

static unsigned int target = 1;
module_param(target, uint, 0444);
MODULE_PARM_DESC(target, "the CPU whose interruptions are measured");

static DEFINE_MUTEX(lock);
static struct dentry *root;

/* What a kind has taken, sorted; the shortest that is half as frequent as any. */
struct meter_row {
	const struct meter_kind *kind;
	u64 samples[NR_SAMPLES * NR_ROUNDS];
	unsigned int nr;
	u64 mode;
	unsigned int nr_mode;
	struct completion done;
};

static struct meter_row rows[NR_ROWS];
static unsigned int nr_rows;

static u64 call_once(const struct meter_kind *kind)
{
	u64 start;

	local_irq_disable();
	start = hkj_cycles();
	kind->ask();
	start = hkj_cycles() - start;
	local_irq_enable();
	return start;
}

/* The longest gap until NR_QUIET_TURNS after the first, or the limit. */
static u64 gap_after(u64 last, u64 least)
{
	const u64 limit = last + hkj_cycles_khz() * LIMIT_MS;
	unsigned int left = NR_QUIET_TURNS;
	u64 longest = 0, now;

	do {
		now = hkj_cycles();
		if (now - last > longest)
			longest = now - last;
		if (longest > least)
			left--;
		last = now;
		if (need_resched())
			schedule();
	} while (left && now < limit);
	return longest;
}

static u64 gap_once(const struct meter_kind *kind)
{
	u64 last;

	local_irq_disable();
	if (kind->ask)
		kind->ask();
	last = hkj_cycles();
	local_irq_enable();
	return gap_after(last, kind->least ? kind->least : GAP_MIN);
}

static u64 sample_of(const struct meter_kind *kind)
{
	u64 sample = kind->is_call ? call_once(kind) : gap_once(kind);

	/* What was asked for happens, behind the call. */
	if (kind->is_call)
		schedule_timeout_uninterruptible(2);
	if (kind->tidy)
		kind->tidy();
	return sample;
}

static int meter_thread(void *data)
{
	struct meter_row *row = data;
	unsigned int i;
	u64 sample;

	for (i = 0; i < NR_WARM + NR_SAMPLES; i++) {
		sample = sample_of(row->kind);
		if (i >= NR_WARM)
			row->samples[row->nr++] = sample;
	}
	complete(&row->done);
	return 0;
}

static int compare(const void *a, const void *b)
{
	u64 first = *(const u64 *)a, second = *(const u64 *)b;

	return first < second ? -1 : first > second;
}

static int measure_round(struct meter_row *row, unsigned int cpu)
{
	struct task_struct *task;

	init_completion(&row->done);
	task = kthread_create_on_cpu(meter_thread, row, cpu, "hkj_meter/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	sched_set_fifo_low(task);
	wake_up_process(task);
	wait_for_completion(&row->done);
	/* The observer's loop has its turn. */
	msleep(PAUSE_MS);
	return 0;
}

/* How many samples from @i on are like it. */
static unsigned int nr_alike(const struct meter_row *row, unsigned int i)
{
	unsigned int end = i;

	while (end < row->nr && row->samples[end] == row->samples[i])
		end++;
	return end - i;
}

/* Of two that are about as frequent the shorter, so that chance does not choose. */
static void find_mode(struct meter_row *row)
{
	unsigned int i, most = 0;

	for (i = 0; i < row->nr; i += nr_alike(row, i))
		most = max(most, nr_alike(row, i));
	for (i = 0; nr_alike(row, i) * 2 < most;)
		i += nr_alike(row, i);
	row->mode = row->samples[i];
	row->nr_mode = nr_alike(row, i);
}

static int measure(struct meter_row *row, const struct meter_kind *kind, unsigned int cpu)
{
	unsigned int i, nr_rounds = kind->is_varied ? NR_ROUNDS : 1;
	int error = 0;

	row->kind = kind;
	row->nr = 0;
	for (i = 0; i < nr_rounds && !error; i++)
		error = measure_round(row, cpu);
	sort(row->samples, row->nr, sizeof(row->samples[0]), compare, NULL);
	find_mode(row);
	return error;
}

static int measure_all(const struct meter_kind *kind, unsigned int cpu)
{
	int error = 0;

	for (; kind->name && !error && nr_rows < NR_ROWS; kind++) {
		error = measure(&rows[nr_rows], kind, cpu);
		nr_rows += !error;
	}
	return error;
}

static ssize_t measure_write(struct file *file, const char __user *buf,
			     size_t count, loff_t *pos)
{
	int error;

	mutex_lock(&lock);
	nr_rows = 0;
	error = measure_all(meter_noises, target);
	if (!error)
		error = measure_all(meter_calls, 0);
	mutex_unlock(&lock);
	return error ? error : (ssize_t)count;
}

static int measure_show(struct seq_file *file, void *unused)
{
	const struct meter_row *row;

	mutex_lock(&lock);
	for (row = rows; row < rows + nr_rows; row++)
		seq_printf(file, "%s\t%llu\t%u\t%llu\t%llu\n", row->kind->name,
			   row->mode, row->nr_mode * 100 / row->nr,
			   row->samples[0], row->samples[row->nr - 1]);
	mutex_unlock(&lock);
	return 0;
}

static int measure_open(struct inode *inode, struct file *file)
{
	return single_open(file, measure_show, NULL);
}

static const struct file_operations measure_fops = {
	.owner = THIS_MODULE,
	.open = measure_open,
	.read = seq_read,
	.write = measure_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init meter_init(void)
{
	int error;

	if (!hkj_cycles_are_invariant() || !target || !cpu_online(target))
		return -ENODEV;
	error = meter_noises_init(target);
	if (error)
		return error;
	error = meter_calls_init(target);
	if (error) {
		meter_noises_exit();
		return error;
	}
	root = debugfs_create_dir("hkj_meter", NULL);
	debugfs_create_file("measure", 0600, root, NULL, &measure_fops);
	return 0;
}

static void __exit meter_exit(void)
{
	debugfs_remove(root);
	meter_calls_exit();
	meter_noises_exit();
}

module_init(meter_init);
module_exit(meter_exit);

MODULE_DESCRIPTION("What an observer adds to interruptions and calls");
MODULE_AUTHOR("hkjitter developers");
MODULE_LICENSE("GPL");
