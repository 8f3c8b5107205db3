// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "initiators.h"
#include "sum.h"

static int by_number(uint64_t left, uint64_t right)
{
	return (left > right) - (left < right);
}

static int by_identity(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;
	int order = strcmp(a->comm, b->comm);

	if (!order)
		order = by_number(a->pid, b->pid);
	if (!order)
		order = by_number(a->cpu, b->cpu);
	return order ? order : strcmp(a->function, b->function);
}

static int by_count(const void *left, const void *right)
{
	const struct hkj_initiator_record *a = left, *b = right;
	int order = by_number(b->count, a->count);

	return order ? order : by_identity(a, b);
}

/**
 * hkj_initiators_init() - who asked, each once
 * @initiators: filled; what asked for nothing is left out
 * @source: may name one several times, as a module does that keeps them apart
 *	by addresses of one function
 */
void hkj_initiators_init(struct hkj_initiators *initiators,
			 const struct hkj_source_record *source)
{
	struct hkj_initiator_record *list =
		calloc(source->nr_initiators + 1, sizeof(*list));
	size_t nr = 0;

	*initiators = (struct hkj_initiators){ 0, list };
	if (!list || !source->nr_initiators)
		return;
	memcpy(list, source->initiators, source->nr_initiators * sizeof(*list));
	qsort(list, source->nr_initiators, sizeof(*list), by_identity);
	for (size_t i = 0; i < source->nr_initiators; i++) {
		if (!list[i].count)
			continue;
		if (nr && !by_identity(&list[nr - 1], &list[i]))
			list[nr - 1].count = hkj_sum(list[nr - 1].count,
						     list[i].count);
		else
			list[nr++] = list[i];
	}
	qsort(list, nr, sizeof(*list), by_count);
	initiators->nr = nr;
}

/**
 * hkj_initiators_exit() - the opposite of hkj_initiators_init()
 * @initiators: filled
 */
void hkj_initiators_exit(struct hkj_initiators *initiators)
{
	free(initiators->list);
}
