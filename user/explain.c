// SPDX-License-Identifier: GPL-2.0
/*
 * The sources of a result, those of all target CPUs together, each with what
 * ends it. Everything is sorted and then walked once: a result may have a
 * hundred thousand sources.
 */
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "explain.h"
#include "result.h"

/* A source of one target CPU; texts are borrowed. */
struct seen {
	const struct hkj_host *host;
	const char *class_name;
	const char *name;
	const char *function;
	uint64_t cpu;
	uint64_t count;
	uint64_t total_ns;
	const struct hkj_source_record *source; /* NULL: it has no record */
};

struct seen_list {
	size_t nr;
	struct seen *items;
};

static const char *const tick_names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static const char *kernel_of(const struct seen *seen)
{
	return text_of(seen->host->kernel);
}

/* One source on one kernel is one to explain, whatever CPU and machine. */
static int seen_compare(const struct seen *a, const struct seen *b)
{
	int order = strcmp(a->class_name, b->class_name);

	if (!order)
		order = strcmp(a->function, b->function);
	if (!order)
		order = strcmp(a->name, b->name);
	return order ? order : strcmp(kernel_of(a), kernel_of(b));
}

static int by_names(const void *left, const void *right)
{
	return seen_compare(left, right);
}

static void sources_list(struct seen_list *list, const struct hkj_host *host,
			 const struct hkj_target *target)
{
	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (!source->count)
			continue;
		list->items[list->nr++] = (struct seen){
			.host = host,
			.class_name = text_of(source->class_name),
			.name = text_of(source->name),
			.function = text_of(source->function),
			.cpu = target->cpu,
			.count = source->count,
			.total_ns = source->total_ns,
			.source = source,
		};
	}
}

static void tick_list(struct seen_list *list, const struct hkj_host *host,
		      const struct hkj_target *target)
{
	if (!target->tick)
		return;
	for (unsigned int i = 0; i < HKJ_NR_TICK_DEPS; i++) {
		const struct hkj_maybe *count = &target->tick->refusals[i];

		if (!count->is_there || !count->value)
			continue;
		list->items[list->nr++] = (struct seen){
			.host = host,
			.class_name = HKJ_KNOB_TICK,
			.name = tick_names[i],
			.function = "",
			.cpu = target->cpu,
			.count = count->value,
		};
	}
}

static void unexplained_list(struct seen_list *list,
			     const struct hkj_host *host,
			     const struct hkj_target *target)
{
	const struct hkj_unexplained *unexplained = target->unexplained;

	if (!unexplained || !unexplained->count)
		return;
	list->items[list->nr++] = (struct seen){
		.host = host,
		.class_name = HKJ_KNOB_UNEXPLAINED,
		.name = "",
		.function = "",
		.cpu = target->cpu,
		.count = unexplained->count,
		.total_ns = unexplained->total_ns,
	};
}

static size_t nr_seen(const struct hkj_result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += result->cpus[i].nr_sources + HKJ_NR_TICK_DEPS + 1;
	return nr;
}

static int seen_make(struct seen_list *list, const struct hkj_result *result)
{
	list->items = calloc(nr_seen(result) + 1, sizeof(*list->items));
	if (!list->items)
		return -1;
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];
		const struct hkj_host *host = hkj_result_host(result, target);

		sources_list(list, host, target);
		tick_list(list, host, target);
		unexplained_list(list, host, target);
	}
	qsort(list->items, list->nr, sizeof(*list->items), by_names);
	return 0;
}

static int by_who(const void *left, const void *right)
{
	const struct hkj_explain_who *a = left, *b = right;
	int order = strcmp(a->comm, b->comm);

	return order ? order : strcmp(a->function, b->function);
}

static int by_most(const void *left, const void *right)
{
	const struct hkj_explain_who *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return by_who(left, right);
}

/* Joins those with the same names; sorted by name before, by count after. */
static size_t who_join(struct hkj_explain_who *items, size_t nr)
{
	size_t kept = 0;

	qsort(items, nr, sizeof(*items), by_who);
	for (size_t i = 0; i < nr; i++) {
		if (kept && !by_who(&items[kept - 1], &items[i]))
			items[kept - 1].count += items[i].count;
		else
			items[kept++] = items[i];
	}
	qsort(items, kept, sizeof(*items), by_most);
	return kept;
}

/* Who asked for the sources of a group. */
static int who_gather(struct hkj_explained *to, const struct seen *group,
		      size_t nr)
{
	size_t nr_all = 0;

	for (size_t i = 0; i < nr; i++)
		nr_all += group[i].source ? group[i].source->nr_initiators : 0;
	to->initiators = calloc(nr_all + 1, sizeof(*to->initiators));
	if (!to->initiators)
		return -1;
	for (size_t i = 0; i < nr; i++) {
		const struct hkj_source_record *source = group[i].source;

		for (size_t j = 0; source && j < source->nr_initiators; j++)
			to->initiators[to->nr_initiators++] =
				(struct hkj_explain_who){
					text_of(source->initiators[j].comm),
					text_of(source->initiators[j].function),
					source->initiators[j].count,
				};
	}
	to->nr_initiators = who_join(to->initiators, to->nr_initiators);
	return 0;
}

static int counts_gather(struct hkj_explained *to, const struct seen *group,
			 size_t nr)
{
	struct hkj_cpus cpus = { 0 };

	to->kernel = group->host->kernel;
	to->class_name = group->class_name;
	to->name = group->name;
	to->function = group->function;
	for (size_t i = 0; i < nr; i++) {
		to->count += group[i].count;
		to->total_ns += group[i].total_ns;
		if (group[i].cpu < HKJ_CPUS_MAX)
			hkj_cpus_add(&cpus, (unsigned int)group[i].cpu);
	}
	to->cpus = hkj_cpus_format(&cpus);
	return to->cpus ? 0 : -1;
}

/* What stands among a merged result's kernels has no configuration at hand. */
static int groups_make(struct hkj_explanation *explanation,
		       const struct seen_list *list)
{
	const struct seen *end = list->items + list->nr;

	explanation->sources =
		calloc(list->nr + 1, sizeof(*explanation->sources));
	if (!explanation->sources)
		return -1;
	for (const struct seen *group = list->items, *next; group < end;
	     group = next) {
		struct hkj_explained *to =
			&explanation->sources[explanation->nr_sources++];

		next = group;
		while (next < end && !seen_compare(group, next))
			next++;
		if (counts_gather(to, group, (size_t)(next - group)) ||
		    who_gather(to, group, (size_t)(next - group)) ||
		    hkj_remedies_make(to, group->host, explanation))
			return -1;
	}
	return 0;
}

static int by_total(const void *left, const void *right)
{
	const struct hkj_explained *a = left, *b = right;

	if (a->total_ns != b->total_ns)
		return a->total_ns < b->total_ns ? 1 : -1;
	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return 0;
}

/**
 * hkj_explain_result() - explain the sources of a result
 * @explanation: zeroed; to be freed whatever happens
 * @result: complete; outlives the explanation, which borrows its texts
 *
 * What never interrupted is left out. Reasons for the tick and gaps without an
 * interruption stand among the sources.
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_explain_result(struct hkj_explanation *explanation,
		       const struct hkj_result *result)
{
	struct seen_list list = { 0, NULL };
	int failed;

	hkj_explanation_begin(explanation, &result->host);
	explanation->policy = result->config.policy;
	failed = seen_make(&list, result) ||
		 groups_make(explanation, &list);
	free(list.items);
	if (failed)
		return -1;
	qsort(explanation->sources, explanation->nr_sources,
	      sizeof(*explanation->sources), by_total);
	return 0;
}
