// SPDX-License-Identifier: GPL-2.0
/*
 * OpenMetrics that is the Prometheus text format, too: what scrapes the file
 * may know either. Where the two differ is left out: there are no counters
 * (what a finished run has counted goes down with the next one), and no
 * timestamps.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "openmetrics.h"
#include "overall.h"
#include "result.h"

/* Seconds, to the nanosecond. */
static void seconds_print(FILE *out, uint64_t ns)
{
	fprintf(out, "%" PRIu64 ".%09u", ns / 1000000000,
		(unsigned int)(ns % 1000000000));
}

/* A label's value. Control characters are told as \x0a, in plain text. */
static void label_print(FILE *out, const char *name, const char *text)
{
	fprintf(out, "%s=\"", name);
	for (; text && *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == 0x7f)
			fprintf(out, "\\\\x%02x", c);
		else if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

/* Which CPU; in a merged result CPUs of different machines have one number. */
static void cpu_labels(FILE *out, const struct hkj_result *result,
		       const struct hkj_target *target)
{
	fprintf(out, "{cpu=\"%" PRIu64 "\"", target->cpu);
	if (!target->host.is_there)
		return;
	fprintf(out, ",machine=\"%" PRIu64 "\",", target->host.value);
	label_print(out, "host", hkj_result_host(result, target)->hostname);
}

static void head_print(FILE *out, const char *name, const char *type,
		       const char *help)
{
	const char *unit = strrchr(name, '_');

	fprintf(out, "# TYPE %s %s\n", name, type);
	if (unit && !strcmp(unit, "_seconds"))
		fprintf(out, "# UNIT %s seconds\n", name);
	fprintf(out, "# HELP %s %s\n", name, help);
}

static void run_print(const struct hkj_result *result, FILE *out)
{
	const struct hkj_run *run = &result->run;

	head_print(out, "hkjitter_run_info", "gauge",
		   "The run that these metrics are of.");
	fputs("hkjitter_run_info{", out);
	label_print(out, "version", result->tool.version);
	fputc(',', out);
	label_print(out, "hostname", result->host.hostname);
	fputc(',', out);
	label_print(out, "kernel", result->host.kernel);
	fputc(',', out);
	label_print(out, "workload", result->config.workload);
	fputc(',', out);
	label_print(out, "policy", result->config.policy);
	fputc(',', out);
	label_print(out, "state", run->state);
	fputc(',', out);
	label_print(out, "stop_reason", run->stop_reason);
	fputs("} 1\n", out);
	head_print(out, "hkjitter_run_stop_timestamp_seconds", "gauge",
		   "When the run ended, since 1970.");
	fputs("hkjitter_run_stop_timestamp_seconds ", out);
	seconds_print(out, run->stop_realtime_ns);
	fputc('\n', out);
}

static uint64_t runtime_of(const struct hkj_target *target)
{
	return target->runtime_ns;
}

static uint64_t threshold_of(const struct hkj_target *target)
{
	return target->threshold_ns;
}

static uint64_t lost_time_of(const struct hkj_target *target)
{
	return target->gaps.total_ns;
}

static uint64_t max_of(const struct hkj_target *target)
{
	return target->gaps.count ? target->gaps.max_ns : 0;
}

static uint64_t transition_of(const struct hkj_target *target)
{
	return target->transition_ns.is_there ? target->transition_ns.value :
						HKJ_NONE;
}

static uint64_t unexplained_of(const struct hkj_target *target)
{
	return target->unexplained ? target->unexplained->total_ns : HKJ_NONE;
}

static uint64_t nr_unexplained_of(const struct hkj_target *target)
{
	return target->unexplained ? target->unexplained->count : HKJ_NONE;
}

static uint64_t nr_gaps_of(const struct hkj_target *target)
{
	return target->gaps.count;
}

static uint64_t balance_of(const struct hkj_target *target)
{
	return target->books.is_balanced;
}

/**
 * struct figure - a metric with one value a target
 * @name: without "hkjitter_"; "_seconds" at its end makes it a time
 * @value: of a target; HKJ_NONE: not known, and left out
 * @help: one sentence
 */
struct figure {
	const char *name;
	uint64_t (*value)(const struct hkj_target *target);
	const char *help;
};

static const struct figure figures[] = {
	{ "hkjitter_runtime_seconds", runtime_of, "Length of the window." },
	{ "hkjitter_threshold_seconds", threshold_of,
	  "Length from which on a gap counts." },
	{ "hkjitter_gaps", nr_gaps_of, "Gaps in the window." },
	{ "hkjitter_lost_seconds", lost_time_of, "Time lost in gaps." },
	{ "hkjitter_gap_max_seconds", max_of,
	  "The longest gap; 0 if there was none." },
	{ "hkjitter_transition_seconds", transition_of,
	  "Part of the time lost: entry, exit and caches." },
	{ "hkjitter_unexplained_gaps", nr_unexplained_of,
	  "Gaps without an interruption." },
	{ "hkjitter_unexplained_seconds", unexplained_of,
	  "Part of the time lost: gaps without an interruption." },
	{ "hkjitter_books_balanced", balance_of,
	  "1 if all time is accounted for to the cycle." },
};

static bool is_time(const struct figure *figure)
{
	const char *unit = strrchr(figure->name, '_');

	return !strcmp(unit, "_seconds");
}

static void figure_print(const struct figure *figure,
			 const struct hkj_result *result, FILE *out)
{
	head_print(out, figure->name, "gauge", figure->help);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		uint64_t value = figure->value(&result->cpus[i]);

		if (value == HKJ_NONE)
			continue;
		fputs(figure->name, out);
		cpu_labels(out, result, &result->cpus[i]);
		fputs("} ", out);
		if (is_time(figure))
			seconds_print(out, value);
		else
			fprintf(out, "%" PRIu64, value);
		fputc('\n', out);
	}
}

static void percentiles_print(const struct hkj_result *result, FILE *out)
{
	static const char name[] = "hkjitter_gap_percentile_seconds";

	head_print(out, name, "gauge",
		   "Length that this share of the gaps does not exceed.");
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];

		for (unsigned int p = 0; p < HKJ_NR_PERCENTILES; p++) {
			uint64_t value = target->gaps.percentiles[p];

			if (value == HKJ_NONE)
				continue;
			fputs(name, out);
			cpu_labels(out, result, target);
			fprintf(out, ",percentile=\"%s\"} ",
				hkj_percentile_names[p] + 1);
			seconds_print(out, value);
			fputc('\n', out);
		}
	}
}

static const char histogram_name[] = "hkjitter_gap_seconds";

static void bucket_print(FILE *out, const struct hkj_result *result,
			 const struct hkj_target *target, uint64_t high_ns,
			 uint64_t count)
{
	fprintf(out, "%s_bucket", histogram_name);
	cpu_labels(out, result, target);
	fputs(",le=\"", out);
	if (high_ns == HKJ_NONE)
		fputs("+Inf", out);
	else
		seconds_print(out, high_ns);
	fprintf(out, "\"} %" PRIu64 "\n", count);
}

/* One bucket for each power of two: no bucket of the result is cut. */
static void histogram_print(const struct hkj_result *result,
			    const struct hkj_target *target, FILE *out)
{
	const struct hkj_histogram *histogram = &target->gaps.histogram;
	uint64_t seen = 0;
	size_t i = 0;

	for (unsigned int bits = 5; bits <= 40; bits++) {
		uint64_t high = (1ULL << bits) - 1;

		while (i < histogram->nr_buckets &&
		       histogram->buckets[i].high <= high)
			seen += histogram->buckets[i++].count;
		bucket_print(out, result, target, high, seen);
	}
	bucket_print(out, result, target, HKJ_NONE, target->gaps.count);
	fprintf(out, "%s_sum", histogram_name);
	cpu_labels(out, result, target);
	fputs("} ", out);
	seconds_print(out, target->gaps.total_ns);
	fprintf(out, "\n%s_count", histogram_name);
	cpu_labels(out, result, target);
	fprintf(out, "} %" PRIu64 "\n", target->gaps.count);
}

static void histograms_print(const struct hkj_result *result, FILE *out)
{
	head_print(out, histogram_name, "histogram", "Gaps by their length.");
	for (size_t i = 0; i < result->nr_cpus; i++)
		histogram_print(result, &result->cpus[i], out);
}

static const char losses_name[] = "hkjitter_lost_records";

static void loss_print(FILE *out, const struct hkj_result *result,
		       const struct hkj_target *target, const char *kind,
		       uint64_t count)
{
	fputs(losses_name, out);
	cpu_labels(out, result, target);
	fprintf(out, ",kind=\"%s\"} %" PRIu64 "\n", kind, count);
}

static void losses_print(const struct hkj_result *result, FILE *out)
{
	head_print(out, losses_name, "gauge",
		   "What could not be recorded, by kind; 0 is a proof.");
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_lost *lost = &result->cpus[i].lost;
		const struct {
			const char *kind;
			uint64_t count;
		} losses[] = {
			{ "clock_steps", lost->clock_steps },
			{ "migrations", lost->migrations },
			{ "overflow", lost->overflow },
			{ "sources",
			  lost->interruptions[HKJ_LOST_SOURCES].value },
			{ "frames", lost->interruptions[HKJ_LOST_FRAMES].value },
			{ "parts", lost->interruptions[HKJ_LOST_PARTS].value },
		};

		for (size_t k = 0; k < sizeof(losses) / sizeof(losses[0]); k++)
			loss_print(out, result, &result->cpus[i],
				   losses[k].kind, losses[k].count);
	}
}

static uint64_t nr_of(const struct hkj_group *group)
{
	return group->count;
}

static uint64_t total_of(const struct hkj_group *group)
{
	return group->total_ns;
}

static uint64_t longest_of(const struct hkj_group *group)
{
	return group->max_ns;
}

static void source_labels(FILE *out, const struct hkj_source_record *source)
{
	fputc(',', out);
	label_print(out, "class", source->class_name);
	fprintf(out, ",id=\"%" PRIu64 "\",", source->id);
	label_print(out, "name", source->name);
	fputc(',', out);
	label_print(out, "function", source->function);
	fputs("} ", out);
}

/**
 * struct source_figure - a metric with one value a source
 * @name: as of struct figure
 * @is_time: whether it is in nanoseconds
 * @value: of a source
 * @help: one sentence
 */
struct source_figure {
	const char *name;
	bool is_time;
	uint64_t (*value)(const struct hkj_group *group);
	const char *help;
};

static const struct source_figure source_figures[] = {
	{ "hkjitter_source_interruptions", false, nr_of,
	  "Interruptions by a source." },
	{ "hkjitter_source_seconds", true, total_of,
	  "Their net time together." },
	{ "hkjitter_source_max_seconds", true, longest_of,
	  "The longest one of them." },
};

static void source_figure_print(const struct source_figure *figure,
				const struct hkj_result *result,
				const struct hkj_groups *groups, FILE *out)
{
	head_print(out, figure->name, "gauge", figure->help);
	for (size_t i = 0; i < result->nr_cpus; i++)
		for (size_t k = 0; k < groups[i].nr; k++) {
			const struct hkj_group *group = &groups[i].groups[k];

			if (figure->value(group) == HKJ_NONE)
				continue;
			fputs(figure->name, out);
			cpu_labels(out, result, &result->cpus[i]);
			source_labels(out, group->sources[0]);
			if (figure->is_time)
				seconds_print(out, figure->value(group));
			else
				fprintf(out, "%" PRIu64, figure->value(group));
			fputc('\n', out);
		}
}

/* Two series must not have the same labels, whatever a file says. */
static int sources_print(const struct hkj_result *result, FILE *out,
			 struct hkj_error *error)
{
	size_t nr = sizeof(source_figures) / sizeof(source_figures[0]);
	struct hkj_groups *groups =
		calloc(result->nr_cpus + 1, sizeof(*groups));
	int failed = 0;

	if (!groups)
		return hkj_error_memory(error);
	for (size_t i = 0; i < result->nr_cpus && !failed; i++)
		failed = hkj_groups_init(&groups[i], &result->cpus[i], 1,
					 hkj_source_by_all, error);
	for (size_t i = 0; i < nr && !failed; i++)
		source_figure_print(&source_figures[i], result, groups, out);
	for (size_t i = 0; i < result->nr_cpus; i++)
		hkj_groups_exit(&groups[i]);
	free(groups);
	return failed;
}

/**
 * hkj_openmetrics_print() - print a result as metrics
 * @result: complete
 * @out: gets them
 * @error: filled when there is no memory
 *
 * Return: 0 or -1.
 */
int hkj_openmetrics_print(const struct hkj_result *result, FILE *out,
			  struct hkj_error *error)
{
	run_print(result, out);
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		figure_print(&figures[i], result, out);
	percentiles_print(result, out);
	losses_print(result, out);
	histograms_print(result, out);
	if (sources_print(result, out, error))
		return -1;
	fputs("# EOF\n", out);
	return 0;
}
