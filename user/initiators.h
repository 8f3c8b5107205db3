/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who asked for the interruptions of a source, each once.
 */
#ifndef HKJITTER_USER_INITIATORS_H
#define HKJITTER_USER_INITIATORS_H

#include "model.h"

/**
 * struct hkj_initiators - those of one source, most first
 * @nr: how many
 * @list: their texts are the source's; NULL if there is no memory
 */
struct hkj_initiators {
	size_t nr;
	struct hkj_initiator_record *list;
};

void hkj_initiators_init(struct hkj_initiators *initiators,
			 const struct hkj_source_record *source);
void hkj_initiators_exit(struct hkj_initiators *initiators);

#endif /* HKJITTER_USER_INITIATORS_H */
