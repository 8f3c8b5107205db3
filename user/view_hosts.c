// SPDX-License-Identifier: GPL-2.0
/*
 * The machines of a merged result, and which of them stand apart.
 */
#include <inttypes.h>
#include <string.h>

#include "host_figures.h"
#include "result.h"
#include "view.h"

#define NAME_COLUMNS 22

static void row_print(const struct hkj_result *result,
		      const struct hkj_host_figures *item, FILE *out)
{
	struct hkj_host_label room;
	char name[sizeof(room.text)];
	double lost = item->values[HKJ_HOST_LOST] / 1e7; /* % of ns a second */

	snprintf(name, sizeof(name), "%s", hkj_result_host_name(result, item->host, &room));
	hkj_text_clean(name);
	if (strlen(name) > NAME_COLUMNS)
		fprintf(out, "%s\n%*s", name, NAME_COLUMNS, "");
	else
		fprintf(out, "%-*s", NAME_COLUMNS, name);
	fprintf(out, " %5zu %5zu %9s %11.6f %10.3f %9s\n",
		item->nr_runs, item->nr_cpus,
		hkj_units_human(item->runtime_ns).text,
		lost < 1000 ? lost : 999.999999,
		item->values[HKJ_HOST_GAPS] / 1000,
		hkj_units_human((uint64_t)item->values[HKJ_HOST_MAX]).text);
}

static void apart_print(const struct hkj_result *result,
			const struct hkj_hosts *hosts,
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
	struct hkj_host_label room;
	const char *name = hkj_result_host_name(result, item->host, &room);

	if (median > 0)
		hkj_view_line(out, "outlier",
			      "%s: %s is %.3g times the median of %zu hosts (score %+.1f)",
			      name, names[figure],
			      value / median, hosts->nr,
			      item->scores[figure]);
	else
		hkj_view_line(out, "outlier",
			      "%s: %s, of which the median of %zu hosts has none (score %+.1f)",
			      name, names[figure], hosts->nr,
			      item->scores[figure]);
}

/**
 * hkj_view_hosts() - the machines of a merged result
 * @result: that they are of
 * @hosts: filled
 * @out: gets a line for each, and one for each that stands apart
 */
void hkj_view_hosts(const struct hkj_result *result,
		    const struct hkj_hosts *hosts, FILE *out)
{
	fprintf(out, "%-*s %5s %5s %9s %11s %10s %9s\n", NAME_COLUMNS, "host",
		"runs", "CPUs", "runtime", "lost %", "gaps/s", "max");
	for (size_t i = 0; i < hosts->nr; i++)
		row_print(result, &hosts->items[i], out);
	for (size_t i = 0; i < hosts->nr; i++)
		for (unsigned int k = 0; k < HKJ_NR_HOST_FIGURES; k++)
			if (hosts->items[i].is_apart[k])
				apart_print(result, hosts, &hosts->items[i], k, out);
	if (hosts->nr > 1 && hosts->nr < HKJ_OUTLIER_HOSTS_MIN)
		hkj_view_line(out, "outlier",
			      "cannot be told among %zu hosts: %d or more are needed",
			      hosts->nr, HKJ_OUTLIER_HOSTS_MIN);
}
