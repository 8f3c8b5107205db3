// SPDX-License-Identifier: GPL-2.0
/*
 * The report: heads, table of all CPUs if there are several, each CPU.
 */
#include <inttypes.h>

#include "result.h"
#include "units.h"
#include "view.h"

static void counts_print(const struct hkj_target *target, FILE *out)
{
	const struct hkj_gaps *gaps = &target->gaps;

	hkj_view_line(out, "  runtime", "%s (%" PRIu64 " ns), ended by: %s",
		      hkj_units_human(target->runtime_ns).text,
		      target->runtime_ns, target->stop_reason);
	if (gaps->count)
		hkj_view_line(out, "  gaps",
			      "%" PRIu64 " of %s or more, %s: %.6f %% of the time lost",
			      gaps->count,
			      hkj_units_whole(target->threshold_ns).text,
			      hkj_units_human(gaps->total_ns).text,
			      hkj_view_share(target));
	else
		hkj_view_line(out, "  gaps", "none of %s or more",
			      hkj_units_whole(target->threshold_ns).text);
	hkj_view_line(out, "  turn", "%.3f ns, %.3f ns in the quickest stretch",
		      target->turn.mean_ns, target->turn.min_ns);
	hkj_view_line(out, "  own", "%s of quiet time on upkeep and recording, up to %s each",
		      hkj_units_human(target->self.own_ns).text,
		      hkj_units_human(target->self.upkeep_max_ns).text);
}

static void percentiles_print(const struct hkj_gaps *gaps, FILE *out)
{
	fprintf(out, "\n ");
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		fprintf(out, " %9s", hkj_percentile_names[i]);
	fprintf(out, " %9s\n ", "max");
	for (unsigned int i = 0; i < HKJ_NR_PERCENTILES; i++)
		fprintf(out, " %9s",
			hkj_view_duration(gaps->percentiles[i]).text);
	fprintf(out, " %9s\n\n", hkj_view_duration(gaps->max_ns).text);
}

/**
 * hkj_view_target() - one target CPU
 * @target: complete
 * @out: gets it
 */
void hkj_view_target(const struct hkj_target *target, FILE *out)
{
	counts_print(target, out);
	if (target->gaps.count) {
		percentiles_print(&target->gaps, out);
		hkj_view_sources(target, out);
		hkj_view_chart(&target->gaps.histogram, out);
		hkj_view_series(target, out);
		hkj_view_longest(target, out);
		fputc('\n', out);
	} else {
		hkj_view_sources(target, out);
	}
	hkj_view_books(target, out);
}

static void name_print(const struct hkj_result *result,
		       const struct hkj_target *target, FILE *out)
{
	const struct hkj_host *host = hkj_result_host(result, target);
	struct hkj_host_label room;

	fprintf(out, "\nCPU %" PRIu64 "\n", target->cpu);
	if (result->hosts)
		hkj_view_line(out, "  host", "%s, added up from %" PRIu64 " run%s",
			      hkj_result_host_name(result, host, &room),
			      target->nr_runs.value,
			      target->nr_runs.value == 1 ? "" : "s");
}

/**
 * hkj_view_report() - a whole result
 * @result: complete
 * @out: gets it, in 80 columns
 */
void hkj_view_report(const struct hkj_result *result, FILE *out)
{
	hkj_view_head(result, out);
	if (result->nr_cpus > 1) {
		fputc('\n', out);
		hkj_view_table(result, out);
	}
	for (size_t i = 0; i < result->nr_cpus; i++) {
		name_print(result, &result->cpus[i], out);
		hkj_view_target(&result->cpus[i], out);
	}
	hkj_view_remedies(result, out);
}
