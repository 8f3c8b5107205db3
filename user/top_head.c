// SPDX-License-Identifier: GPL-2.0
/*
 * The first lines of each page: which session, and how much is lost.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "top.h"
#include "top_table.h"
#include "view.h"

/* All targets together. */
static struct hkj_live_row sum_of(const struct hkj_live *live,
				  uint64_t *runtime_ns)
{
	struct hkj_live_row sum = { .max_ns = HKJ_NONE };

	*runtime_ns = 0;
	for (size_t i = 0; i < live->nr_cpus; i++) {
		const struct hkj_live_cpu *cpu = &live->cpus[i];
		struct hkj_live_row row = hkj_live_cpu_row(cpu);

		sum.count += row.count;
		sum.total_ns += row.total_ns;
		sum.new_count += row.new_count;
		sum.new_ns += row.new_ns;
		sum.nr_cpus += cpu->has_before;
		*runtime_ns += cpu->has_now ? cpu->now.runtime_ns : 0;
	}
	return sum;
}

static void sum_print(struct hkj_page *page, const struct hkj_live *live)
{
	uint64_t runtime_ns, elapsed_ns;
	struct hkj_live_row sum = sum_of(live, &runtime_ns);

	if (!sum.count) {
		hkj_page_add(page, HKJ_PAGE_PLAIN, "no gap so far");
		return;
	}
	elapsed_ns = sum.nr_cpus ? live->elapsed_ns : 0;
	hkj_page_add(page, HKJ_PAGE_PLAIN,
		     "lost %s now, %s in all; gaps %s/s now, %s in all",
		     hkj_top_share(sum.new_ns, elapsed_ns * sum.nr_cpus).text,
		     hkj_top_share(sum.total_ns, runtime_ns).text,
		     hkj_top_rate(sum.new_count, elapsed_ns).text,
		     hkj_units_count(sum.count).text);
}

/* "1.2 s", or "1.2 s of 10s". */
static void time_format(char *text, size_t size, const struct hkj_live *live)
{
	uint64_t runtime_ns = hkj_live_runtime_ns(live);
	struct hkj_units_text whole =
		hkj_units_whole(live->duration_ms * 1000000);

	snprintf(text, size, "%s%s%s", hkj_units_human(runtime_ns).text,
		 live->duration_ms ? " of " : "",
		 live->duration_ms ? whole.text : "");
}

static uint64_t threshold_of(const struct hkj_live *live)
{
	for (size_t i = 0; i < live->nr_cpus; i++)
		if (live->cpus[i].has_now)
			return live->cpus[i].now.threshold_ns;
	return 0;
}

/**
 * hkj_top_head() - which session, how long, and how much is lost
 * @page: gets two lines
 * @top: what is to be noted
 * @live: read
 */
void hkj_top_head(struct hkj_page *page, const struct hkj_top *top,
		  const struct hkj_live *live)
{
	char *cpus = hkj_cpus_format(&live->targets);
	char time[120];

	time_format(time, sizeof(time), live);
	hkj_page_add(page, HKJ_PAGE_STRONG,
		     "CPU%s %s %s%s, %s; %s, gaps from %s%s%s",
		     live->nr_cpus == 1 ? "" : "s", cpus ? cpus : "",
		     top->is_paused ? "paused, " : "", live->state, time,
		     live->policy, hkj_units_whole(threshold_of(live)).text,
		     top->note ? "; " : "", top->note ? top->note : "");
	sum_print(page, live);
	free(cpus);
}
