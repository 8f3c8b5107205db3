// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "combine.h"
#include "sum.h"

/* More than a module keeps; of what is beyond, the refusals are still counted. */
#define CAUSES_MAX 32

static bool is_same(const struct hkj_tick_cause_record *a,
		    const struct hkj_tick_cause_record *b)
{
	return !strcmp(a->dep, b->dep) && !strcmp(a->comm, b->comm) &&
	       !strcmp(a->function, b->function);
}

static int cause_copy(struct hkj_tick_cause_record *to,
		      const struct hkj_tick_cause_record *from)
{
	*to = *from;
	to->dep = strdup(from->dep);
	to->comm = strdup(from->comm);
	to->function = strdup(from->function);
	return to->dep && to->comm && to->function ? 0 : -1;
}

/* A task's number is new in each run: they go by their names. */
static int cause_add(struct hkj_tick *to,
		     const struct hkj_tick_cause_record *from)
{
	for (size_t i = 0; i < to->nr_causes; i++) {
		struct hkj_tick_cause_record *cause = &to->causes[i];

		if (!is_same(cause, from))
			continue;
		cause->count = hkj_sum(cause->count, from->count);
		if (cause->pid != from->pid)
			cause->pid = HKJ_NONE;
		return 0;
	}
	if (to->nr_causes == CAUSES_MAX)
		return 0;
	return cause_copy(&to->causes[to->nr_causes++], from);
}

static int causes_add(struct hkj_tick *to, const struct hkj_tick *from)
{
	if (!to->causes && from->nr_causes)
		to->causes = calloc(CAUSES_MAX, sizeof(*to->causes));
	if (!to->causes)
		return from->nr_causes ? -1 : 0;
	for (size_t i = 0; i < from->nr_causes; i++)
		if (cause_add(to, &from->causes[i]))
			return -1;
	qsort(to->causes, to->nr_causes, sizeof(*to->causes),
	      hkj_tick_cause_by_count);
	return 0;
}

/**
 * hkj_combine_tick() - what kept the tick on in one more run
 * @to: NULL before the first one
 * @from: of the run
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_combine_tick(struct hkj_tick **to, const struct hkj_tick *from)
{
	bool is_first = !*to;

	if (is_first)
		*to = calloc(1, sizeof(**to));
	if (!*to)
		return -1;
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++)
		(*to)->refusals[i] =
			is_first ? from->refusals[i] :
				   hkj_sum_maybe((*to)->refusals[i],
						 from->refusals[i]);
	return causes_add(*to, from);
}
