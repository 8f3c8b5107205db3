/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of what targets have met as addresses.
 */
#ifndef HKJ_NAMES_H
#define HKJ_NAMES_H

#include <hkjitter/source.h>

#include "hkj.h"

/**
 * struct hkj_source_names - names of one source
 * @is_named: @function and @cause are there
 * @nr_askers: how many of @askers are there
 * @function: of &hkj_key.function; empty if there is none
 * @cause: of &hkj_key.cause; empty if there is none
 * @askers: the function that asked, of each of &hkj_tally.askers
 */
struct hkj_source_names {
	bool is_named;
	u32 nr_askers;
	char function[HKJ_FUNCTION_LEN];
	char cause[HKJ_FUNCTION_LEN];
	char askers[HKJ_NR_INITIATORS][HKJ_FUNCTION_LEN];
};

/**
 * struct hkj_names - names of what one target has met
 * @sources: by the number of the slot in &hkj_track.tallies
 * @nr_refusals: how many of @refusals are there
 * @refusals: functions of &hkj_track.refusals
 */
struct hkj_names {
	struct hkj_source_names sources[HKJ_NR_SOURCES];
	u32 nr_refusals;
	char refusals[HKJ_NR_TICK_CAUSES][HKJ_FUNCTION_LEN];
};

void hkj_names_update(struct hkj_target *t);

#endif /* HKJ_NAMES_H */
