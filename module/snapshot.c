// SPDX-License-Identifier: GPL-2.0
/*
 * Consistent copies of what a target has counted: copy and retry. The reader
 * never holds the loop up; it takes its cache lines once a copy.
 */
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "retry.h"
#include "snapshot.h"
#include "workload.h"

static bool copy_try(struct hkj_target *t, struct hkj_snapshot *to)
{
	unsigned int seq = raw_read_seqcount(&t->seq);

	if (seq & 1)
		return false;
	memcpy(to, &t->live, sizeof(*to));
	return !read_seqcount_retry(&t->seq, seq);
}

static int copy(struct hkj_target *t, struct hkj_snapshot *to)
{
	unsigned int tries;

	for (tries = 1; tries <= HKJ_RETRIES; tries++) {
		if (copy_try(t, to))
			return 0;
		hkj_retry_wait(tries);
	}
	return -EAGAIN;
}

static int longer_first(const void *a, const void *b)
{
	const struct hkj_gap *x = a, *y = b;

	return x->duration > y->duration ? -1 : x->duration < y->duration;
}

/**
 * hkj_snapshot_get() - copy what a target has counted so far
 * @t: the target
 *
 * Return: the copy, its longest gaps sorted, to be put back with
 * hkj_snapshot_put(); -ENOMEM; or -EAGAIN if gaps came so densely that no
 * consistent copy could be had.
 *
 * Context: process, may sleep; on any CPU, best on a housekeeping one.
 */
struct hkj_snapshot *hkj_snapshot_get(struct hkj_target *t)
{
	struct hkj_snapshot *snapshot;
	int error;

	hkj_workload_refresh(t);
	snapshot = kvmalloc(sizeof(*snapshot), GFP_KERNEL);
	if (!snapshot)
		return ERR_PTR(-ENOMEM);
	error = copy(t, snapshot);
	if (error) {
		kvfree(snapshot);
		return ERR_PTR(error);
	}
	sort(snapshot->longest, snapshot->nr_longest,
	     sizeof(snapshot->longest[0]), longer_first, NULL);
	return snapshot;
}

/**
 * hkj_snapshot_put() - give a copy back
 * @snapshot: from hkj_snapshot_get()
 *
 * Context: process, may sleep.
 */
void hkj_snapshot_put(struct hkj_snapshot *snapshot)
{
	kvfree(snapshot);
}
