// SPDX-License-Identifier: GPL-2.0
#include "hosts_json.h"
#include "json.h"
#include "json_types.h"
#include "result.h"

static const char *const names[HKJ_NR_HOST_FIGURES] = {
	[HKJ_HOST_LOST] = "lost_ns_per_s",
	[HKJ_HOST_GAPS] = "gaps_per_1000_s",
	[HKJ_HOST_MAX] = "max_ns",
};

static json_t *figure_make(const struct hkj_hosts *hosts,
			   const struct hkj_host_figures *item,
			   enum hkj_host_figure figure)
{
	return json_pack("{s:f, s:f, s:f, s:b}", "value", item->values[figure],
			 "median", hosts->medians[figure], "score",
			 item->scores[figure], "is_outlier",
			 item->is_apart[figure]);
}

static json_t *host_make(const struct hkj_result *result,
			 const struct hkj_hosts *hosts,
			 const struct hkj_host_figures *item)
{
	struct hkj_host_label room;
	const char *name = hkj_result_host_name(result, item->host, &room);
	json_t *json = json_pack("{s:o, s:o, s:o, s:I, s:I, s:I}", "host",
				 hkj_json_string(name), "hostname",
				 hkj_json_string(item->host->hostname),
				 "kernel", hkj_json_string(item->host->kernel),
				 "nr_runs", (json_int_t)item->nr_runs,
				 "nr_cpus", (json_int_t)item->nr_cpus,
				 "runtime_ns", (json_int_t)item->runtime_ns);

	for (unsigned int i = 0; json && i < HKJ_NR_HOST_FIGURES; i++) {
		if (json_object_set_new(json, names[i],
					figure_make(hosts, item, i))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

/**
 * hkj_hosts_write_json() - print the machines of a merged result
 * @result: complete
 * @hosts: filled from it
 * @out: gets it
 * @error: filled when it cannot be written
 *
 * Return: 0 or -1.
 */
int hkj_hosts_write_json(const struct hkj_result *result,
			 const struct hkj_hosts *hosts, FILE *out,
			 struct hkj_error *error)
{
	json_t *list = json_array();
	json_t *json;
	int failed = 0;

	for (size_t i = 0; i < hosts->nr && !failed; i++) {
		json_t *item = host_make(result, hosts, &hosts->items[i]);

		failed = json_array_append_new(list, item);
	}
	json = json_pack("{s:s, s:b, s:o}", "schema", "hkjitter-hosts/1",
			 "is_enough_for_outliers",
			 hosts->nr >= HKJ_OUTLIER_HOSTS_MIN, "hosts", list);
	failed = failed || !json || hkj_json_dump(json, out);
	json_decref(json);
	if (failed)
		return hkj_error_stdout(error);
	return 0;
}
