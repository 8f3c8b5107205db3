// SPDX-License-Identifier: GPL-2.0
/*
 * The heads of a report: which machine, which run; and the table of all CPUs.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "result.h"
#include "units.h"
#include "sum.h"
#include "view.h"

static const char *or_none(const char *text)
{
	return *text ? text : "none";
}

static void machine_print(const struct hkj_host *host, FILE *out)
{
	hkj_view_line(out, "machine", "%s, Linux %s %s%s", host->hostname,
		      host->kernel, host->arch,
		      host->is_realtime ? ", PREEMPT_RT" : "");
	hkj_view_line(out, "", "%s, clocksource %s, hypervisor %s",
		      *host->cpu_model ? host->cpu_model : "unknown CPU",
		      *host->clocksource ? host->clocksource : "unknown",
		      host->virtualization);
	hkj_view_line(out, "", "CPUs online %s; isolcpus %s, nohz_full %s",
		      host->online && *host->online ? host->online : "unknown",
		      or_none(host->isolated), or_none(host->nohz_full));
	if (*host->cmdline)
		hkj_view_line(out, "boot", "%s", host->cmdline);
}

static void time_format(uint64_t realtime_ns, char *text, size_t size)
{
	time_t seconds = (time_t)(realtime_ns / 1000000000);
	struct tm utc;

	if (!gmtime_r(&seconds, &utc) ||
	    !strftime(text, size, "%Y-%m-%d %H:%M:%S UTC", &utc))
		snprintf(text, size, "unknown time");
}

static void config_print(const struct hkj_config *config, FILE *out)
{
	struct hkj_units_text above = hkj_units_whole(config->stop_above_ns);
	bool has_name = config->target_cpus &&
			strcmp(config->target_cpus, config->cpus);
	bool has_initiators = !config->initiators.is_there ||
			      config->initiators.value;

	hkj_view_line(out, "", "target CPUs %s%s%s, workload %s, policy %s%s%s%s",
		      has_name ? config->target_cpus : config->cpus,
		      has_name ? ", asked for as " : "",
		      has_name ? config->cpus : "", config->workload,
		      config->policy,
		      config->stop_above_ns ? ", stop above " : "",
		      config->stop_above_ns ? above.text : "",
		      has_initiators ? "" : ", without initiators");
}

/* Of all runs of a merged result: between them may be months. */
static uint64_t runs_sum(const struct hkj_result *result)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < result->nr_runs; i++) {
		const struct hkj_run *run = &result->runs[i].run;

		if (run->stop_realtime_ns > run->start_realtime_ns)
			sum = hkj_sum(sum, run->stop_realtime_ns -
						   run->start_realtime_ns);
	}
	return sum;
}

static void run_print(const struct hkj_result *result, FILE *out)
{
	const struct hkj_run *run = &result->run;
	uint64_t span_ns = run->stop_realtime_ns - run->start_realtime_ns;
	char start[40];

	if (run->stop_realtime_ns < run->start_realtime_ns)
		span_ns = 0;
	time_format(run->start_realtime_ns, start, sizeof(start));
	if (result->hosts)
		hkj_view_line(out, "run", "%s, %s in %zu runs within %s, ended by: %s",
			      start, hkj_units_human(runs_sum(result)).text,
			      result->nr_runs, hkj_units_human(span_ns).text,
			      run->stop_reason);
	else if (hkj_result_is_partial(result))
		hkj_view_line(out, "run",
			      "%s, %s so far: PARTIAL, written while it ran",
			      start, hkj_units_human(span_ns).text);
	else
		hkj_view_line(out, "run", "%s, %s, ended by: %s", start,
			      hkj_units_human(span_ns).text, run->stop_reason);
	config_print(&result->config, out);
}

/* The words of COMMAND in one text; NULL if there is no memory. */
static char *words_join(const struct hkj_command_record *command)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (size_t i = 0; i < command->nr_argv; i++)
		fprintf(out, "%s%s", i ? " " : "", command->argv[i]);
	fclose(out);
	return text;
}

static void command_print(const struct hkj_command_record *command, FILE *out)
{
	char *words = words_join(command);

	hkj_view_line(out, "command", "%s", words ? words : "");
	free(words);
	if (command->signal != HKJ_NONE)
		hkj_view_line(out, "", "ended by signal %" PRIu64 " (%s)",
			      command->signal,
			      strsignal((int)(command->signal % 128)));
	else if (command->exit_status != HKJ_NONE)
		hkj_view_line(out, "", "exit status %" PRIu64,
			      command->exit_status);
	else
		hkj_view_line(out, "", "exit status unknown");
}

static void hosts_print(const struct hkj_result *result, FILE *out)
{
	struct hkj_hosts hosts;

	if (hkj_hosts_init(&hosts, result))
		return;
	hkj_view_line(out, "merged", "%zu runs on %zu hosts", result->nr_runs,
		      result->nr_hosts);
	fputc('\n', out);
	hkj_view_hosts(result, &hosts, out);
	fputc('\n', out);
	hkj_hosts_exit(&hosts);
}

/**
 * hkj_view_head() - which machine, which run
 * @result: complete
 * @out: gets it
 */
void hkj_view_head(const struct hkj_result *result, FILE *out)
{
	const struct hkj_run *run = &result->run;

	machine_print(&result->host, out);
	if (result->hosts)
		hosts_print(result, out);
	run_print(result, out);
	if (run->command)
		command_print(run->command, out);
	for (size_t i = 0; i < run->nr_settings; i++)
		hkj_view_line(out, i ? "" : "settings",
			      "%s was %s, during the run %s",
			      run->settings[i].path, run->settings[i].was,
			      run->settings[i].set);
}

/* The machines' lines name those that a merged result's rows belong to. */
static void group_print(const struct hkj_result *result, size_t index,
			FILE *out)
{
	const struct hkj_target *target = &result->cpus[index];
	struct hkj_host_label room;

	if (result->hosts &&
	    (!index || target->host.value != target[-1].host.value))
		hkj_view_line(out, "of", "%s",
			      hkj_result_host_name(result, hkj_result_host(result, target), &room));
}

static void row_print(const struct hkj_target *target, FILE *out)
{
	static const enum hkj_percentile shown[] = { HKJ_P50, HKJ_P99,
						     HKJ_P99_99 };
	const struct hkj_gaps *gaps = &target->gaps;
	double share = hkj_view_share(target);

	fprintf(out, "%4" PRIu64 " %10s", target->cpu,
		hkj_units_count(gaps->count).text);
	fprintf(out, " %9s %10.6f", hkj_units_human(gaps->total_ns).text,
		share < 1000 ? share : 999.999999);
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		fprintf(out, " %9s",
			hkj_view_duration(gaps->percentiles[shown[i]]).text);
	fprintf(out, " %9s\n", hkj_view_duration(gaps->max_ns).text);
}

/**
 * hkj_view_table() - all target CPUs, a line each
 * @result: complete
 * @out: gets it
 */
void hkj_view_table(const struct hkj_result *result, FILE *out)
{
	fprintf(out, "%4s %10s %9s %10s %9s %9s %9s %9s\n", "CPU", "gaps",
		"total", "lost %", "p50", "p99", "p99.99", "max");
	for (size_t i = 0; i < result->nr_cpus; i++) {
		group_print(result, i, out);
		row_print(&result->cpus[i], out);
	}
}
