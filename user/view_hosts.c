// SPDX-License-Identifier: GPL-2.0
/*
 * The machines of a merged result, and which of them stand apart.
 */
#include <inttypes.h>

#include "host_figures.h"
#include "view.h"

#define NAME_COLUMNS 22

static void row_print(const struct hkj_host_figures *item, FILE *out)
{
	char name[NAME_COLUMNS + 1];
	double lost = item->values[HKJ_HOST_LOST] / 1e7; /* % of ns a second */

	snprintf(name, sizeof(name), "%s", item->host->hostname);
	hkj_text_clean(name);
	fprintf(out, "%-*s %5zu %5zu %9s %11.6f %10.3f %9s\n", NAME_COLUMNS,
		name, item->nr_runs, item->nr_cpus,
		hkj_units_human(item->runtime_ns).text,
		lost < 1000 ? lost : 999.999999,
		item->values[HKJ_HOST_GAPS] / 1000,
		hkj_units_human((uint64_t)item->values[HKJ_HOST_MAX]).text);
}

static void apart_print(const struct hkj_hosts *hosts,
			const struct hkj_host_figures *item,
			enum hkj_host_figure figure, FILE *out)
{
	static const char *const names[HKJ_NR_HOST_FIGURES] = {
		[HKJ_HOST_LOST] = "time lost",
		[HKJ_HOST_GAPS] = "gaps a second",
		[HKJ_HOST_MAX] = "longest gap",
	};
	double median = hosts->medians[figure];
	double value = item->values[figure];

	if (median > 0)
		hkj_view_line(out, "outlier",
			      "%s: %s is %.3g times the median of %zu hosts (score %+.1f)",
			      item->host->hostname, names[figure],
			      value / median, hosts->nr,
			      item->scores[figure]);
	else
		hkj_view_line(out, "outlier",
			      "%s: %s, of which the median of %zu hosts has none (score %+.1f)",
			      item->host->hostname, names[figure], hosts->nr,
			      item->scores[figure]);
}

/**
 * hkj_view_hosts() - the machines of a merged result
 * @hosts: filled
 * @out: gets a line for each, and one for each that stands apart
 */
void hkj_view_hosts(const struct hkj_hosts *hosts, FILE *out)
{
	fprintf(out, "%-*s %5s %5s %9s %11s %10s %9s\n", NAME_COLUMNS, "host",
		"runs", "CPUs", "runtime", "lost %", "gaps/s", "max");
	for (size_t i = 0; i < hosts->nr; i++)
		row_print(&hosts->items[i], out);
	for (size_t i = 0; i < hosts->nr; i++)
		for (unsigned int k = 0; k < HKJ_NR_HOST_FIGURES; k++)
			if (hosts->items[i].is_apart[k])
				apart_print(hosts, &hosts->items[i], k, out);
	if (hosts->nr > 1 && hosts->nr < HKJ_OUTLIER_HOSTS_MIN)
		hkj_view_line(out, "outlier",
			      "cannot be told among %zu hosts: %d or more are needed",
			      hosts->nr, HKJ_OUTLIER_HOSTS_MIN);
}
