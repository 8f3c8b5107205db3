// SPDX-License-Identifier: GPL-2.0
/*
 * The character device /dev/hkjitter: whole records for the tool.
 *
 * sysfs hands out at most a page a read, which would tear a record; debugfs may
 * be locked down. Here one read at offset CPU * HKJ_RECORD_STRIDE copies the
 * snapshot of that target CPU, consistent in itself; one at HKJ_DETAILS_OFFSET
 * further on its sources.
 *
 * A loop in user space holds the device open as well; see workload.c.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <hkjitter/workload.h>

#include "details.h"
#include "device.h"
#include "self.h"
#include "session.h"
#include "snapshot.h"
#include "workload.h"

/**
 * struct record - one kind of record
 * @offset: where it is, from that of its CPU
 * @size: how long it is
 * @get: makes a copy, or returns an ERR_PTR(); may sleep
 * @put: gives it back
 */
struct record {
	u64 offset;
	size_t size;
	void *(*get)(struct hkj_target *t);
	void (*put)(void *copy);
};

static void *snapshot_get(struct hkj_target *t)
{
	return hkj_snapshot_get(t);
}

static void snapshot_put(void *copy)
{
	hkj_snapshot_put(copy);
}

static void *details_get(struct hkj_target *t)
{
	return hkj_details_get(t);
}

static void details_put(void *copy)
{
	hkj_details_put(copy);
}

static const struct record records[] = {
	{ 0, sizeof(struct hkj_snapshot), snapshot_get, snapshot_put },
	{ HKJ_DETAILS_OFFSET, sizeof(struct hkj_details), details_get,
	  details_put },
};

static const struct record *find_record(u64 offset)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(records); i++)
		if (records[i].offset == offset)
			return &records[i];
	return NULL;
}

static void *get_copy(const struct record *record, u64 cpu)
{
	void *copy = ERR_PTR(-ENXIO);
	struct hkj_target *t;

	hkj_session_lock();
	t = cpu < nr_cpu_ids ? hkj_session_target(cpu) : NULL;
	if (t)
		copy = record->get(t);
	hkj_session_unlock();
	return copy;
}

/*
 * -EINVAL for an offset at which there is no record or a buffer that does not
 * hold it, -ENXIO for a CPU that is no target of the present or last session,
 * -EAGAIN if gaps come so densely that no consistent copy could be had.
 */
static ssize_t device_read(struct file *file, char __user *buf, size_t count,
			   loff_t *pos)
{
	u64 offset = *pos;
	const struct record *record = find_record(offset % HKJ_RECORD_STRIDE);
	ssize_t ret;
	void *copy;

	if (!record || count < record->size)
		return -EINVAL;
	copy = get_copy(record, offset / HKJ_RECORD_STRIDE);
	if (IS_ERR(copy))
		return PTR_ERR(copy);
	ret = record->size;
	if (copy_to_user(buf, copy, record->size))
		ret = -EFAULT;
	record->put(copy);
	return ret;
}

/**
 * struct client - who has the device open
 * @seat: a loop's place
 * @self: from hkj_self_enter(); 0 if it is a loop, whose doings are its own
 */
struct client {
	struct hkj_seat *seat;
	pid_t self;
};

static int device_open(struct inode *inode, struct file *file)
{
	struct client *client = kzalloc(sizeof(*client), GFP_KERNEL);

	if (!client)
		return -ENOMEM;
	client->seat = hkj_seat_new();
	if (!client->seat) {
		kfree(client);
		return -ENOMEM;
	}
	client->self = hkj_self_enter();
	file->private_data = client;
	return 0;
}

static int device_release(struct inode *inode, struct file *file)
{
	struct client *client = file->private_data;

	hkj_seat_free(client->seat);
	hkj_self_leave(client->self);
	kfree(client);
	return 0;
}

static long device_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct client *client = file->private_data;

	if (cmd == HKJ_WORKLOAD_ENTER)
		hkj_self_leave(xchg(&client->self, 0));
	return hkj_seat_ioctl(client->seat, cmd, arg);
}

static int device_mmap(struct file *file, struct vm_area_struct *vma)
{
	const struct client *client = file->private_data;

	return hkj_seat_mmap(client->seat, vma);
}

static const struct file_operations device_fops = {
	.owner = THIS_MODULE,
	.open = device_open,
	.release = device_release,
	.llseek = default_llseek,
	.read = device_read,
	.unlocked_ioctl = device_ioctl,
	.mmap = device_mmap,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "hkjitter",
	.fops = &device_fops,
	.mode = 0400,
};

/**
 * hkj_device_init() - make the device
 *
 * Return: 0, or why not.
 *
 * Context: module init.
 */
int hkj_device_init(void)
{
	return misc_register(&device);
}

/**
 * hkj_device_exit() - remove the device
 *
 * Context: module exit; nobody has it open, as that holds the module.
 */
void hkj_device_exit(void)
{
	misc_deregister(&device);
}
