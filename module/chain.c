// SPDX-License-Identifier: GPL-2.0
/*
 * What follows from something else: a chain begins with a callback on some CPU, the
 * cause, and is handed on from what has run to what it has asked for.
 */
#include <linux/compiler.h>

#include "chain.h"
#include "tally.h"

/**
 * hkj_chain_cause() - what the chain began with that the frame which runs is of
 * @k: the track
 *
 * Return: 0 if nothing runs, or nothing that has been caused.
 *
 * Context: as hkj_track_push().
 */
unsigned long hkj_chain_cause(const struct hkj_track *k)
{
	int depth = READ_ONCE(k->depth);

	return depth ? k->frames[depth - 1].key.cause : 0;
}

/**
 * hkj_chain_lead() - what begins to run inside an interrupt tells its cause
 * @k: the track
 * @cause: of the chain that it is of
 *
 * Context: as hkj_track_push(), before that of what runs inside.
 */
void hkj_chain_lead(struct hkj_track *k, unsigned long cause)
{
	int depth = READ_ONCE(k->depth);
	struct hkj_frame *f;

	if (!depth)
		return;
	f = &k->frames[depth - 1];
	if (f->key.cause || f->key.class != HKJ_CLASS_TIMER)
		return;
	f->key.cause = cause;
	f->who.cause = cause;
	f->tally = hkj_tally_find(k, &f->key, f->tally ? f->tally->name : NULL);
}

/**
 * hkj_chain_ended() - what has ended last
 * @k: the track
 *
 * Return: NULL if nothing has run.
 *
 * Context: as hkj_track_push().
 */
const struct hkj_ended *hkj_chain_ended(const struct hkj_track *k)
{
	long n = local_read(&k->nr_ring);

	return n ? &k->ring[(n - 1) & (HKJ_NR_RING - 1)] : NULL;
}
