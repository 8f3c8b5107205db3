// SPDX-License-Identifier: GPL-2.0
#include <hkjitter/ids.h>
#include <string.h>

#include "data.h"

/* The last one makes no gap: its interruptions are too short. */
static const struct hkj_source origins[DATA_NR_SOURCES] = {
	{ .class = HKJ_CLASS_TIMER,
	  .id = 236,
	  .name = "local_timer",
	  .function = "tick_nohz_handler" },
	{ .class = HKJ_CLASS_IPI,
	  .id = 252,
	  .name = "call_function",
	  .function = "tlb_remove_table_smp_sync",
	  .nr_initiators = 2,
	  .initiators = { { "khugepaged", 34, 0, 1,
			    "tlb_remove_table_sync_one" },
			  { "bash", 4711, 3, 1, "" } } },
	{ .class = HKJ_CLASS_WORK,
	  .name = "mm_percpu_wq",
	  .function = "vmstat_update" },
	{ .class = HKJ_CLASS_THREAD, .id = 23, .name = "kworker/1:0" },
	{ .class = HKJ_CLASS_IRQ,
	  .id = 24,
	  .name = "eth0",
	  .function = "e1000_intr" },
	{ .class = HKJ_CLASS_SOFTIRQ, .id = 9, .name = "rcu" },
};

unsigned int data_nr_parts(__u64 duration)
{
	return duration % 97 ? duration % 4 : HKJ_NR_PARTS + 2;
}

/* All parts of a gap are as long as each other; transition has the rest. */
__u64 data_part_net(__u64 duration)
{
	return duration / (data_nr_parts(duration) + 1);
}

unsigned int data_part_source(__u64 duration, unsigned int part)
{
	return (unsigned int)(duration / 4 + part) % (DATA_NR_SOURCES - 1);
}

unsigned int data_slot(unsigned int source)
{
	return HKJ_NR_SOURCES - 1 - 7 * source;
}

static void interruption_add(struct hkj_source *source,
			     const struct hkj_scale *scale, __u64 net)
{
	if (!source->count || net < source->min)
		source->min = net;
	if (net > source->max)
		source->max = net;
	source->count++;
	source->total += net;
	source->histogram[hkj_source_slot(hkj_scale_ns(scale, net))]++;
}

static void sources_fill(struct hkj_details *details,
			 const struct hkj_snapshot *snapshot,
			 const __u64 *gaps, size_t nr)
{
	struct hkj_source *last = &details->sources[DATA_NR_SOURCES - 1];
	const struct hkj_scale *scale = &snapshot->scale;

	memcpy(details->sources, origins, sizeof(origins));
	details->nr_sources = DATA_NR_SOURCES;
	for (unsigned int i = 0; i < DATA_NR_SOURCES; i++)
		details->sources[i].slot = data_slot(i);
	for (size_t i = 0; i < nr; i++)
		for (unsigned int k = 0; k < data_nr_parts(gaps[i]); k++)
			interruption_add(&details->sources[data_part_source(gaps[i], k)],
					 scale, data_part_net(gaps[i]));
	for (__u64 i = 0; i < snapshot->books.nr_quiet_parts; i++)
		interruption_add(last, scale, DATA_QUIET_PART);
}

/* Two are told, a tenth each is not known and had no room. */
static void initiators_fill(struct hkj_source *source)
{
	source->nr_unknown = source->count / 10;
	source->nr_others = source->count / 10;
	source->initiators[1].count = source->count / 5;
	source->initiators[0].count = source->count - source->nr_unknown -
				      source->nr_others -
				      source->initiators[1].count;
}

static void gap_fill(struct hkj_details *details, const struct hkj_gap *gap)
{
	__u64 net = data_part_net(gap->duration);

	for (unsigned int k = 0; k < gap->nr_parts && k < HKJ_NR_PARTS; k++)
		details->parts[gap->slot][k] = (struct hkj_part){
			.start = gap->start + k * net,
			.net = net,
			.source = data_part_source(gap->duration, k),
		};
}

void data_details(struct hkj_details *details,
		  const struct hkj_snapshot *snapshot, const __u64 *gaps,
		  size_t nr)
{
	memset(details, 0, sizeof(*details));
	details->magic = HKJ_DETAILS_MAGIC;
	details->version = HKJ_RECORD_VERSION;
	details->size = sizeof(*details);
	details->cpu = snapshot->cpu;
	details->session = snapshot->session;
	sources_fill(details, snapshot, gaps, nr);
	initiators_fill(&details->sources[1]);
	for (unsigned int i = 0; i < snapshot->nr_longest; i++)
		gap_fill(details, &snapshot->longest[i]);
	details->ticks[HKJ_TICK_SCHED] = 12;
	details->ticks[HKJ_TICK_RCU] = 3;
	details->nr_tick_causes = 2;
	details->tick_causes[0] = (struct hkj_tick_cause){
		.dep = HKJ_TICK_RCU,
		.pid = -1,
		.count = 3,
	};
	details->tick_causes[1] = (struct hkj_tick_cause){
		.dep = HKJ_TICK_SCHED,
		.count = 12,
		.comm = "[hardirq]",
		.function = "dl_task_timer",
	};
}
