// SPDX-License-Identifier: GPL-2.0
/*
 * The machine, how its CPUs are isolated, and what was asked of the run.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "html.h"
#include "units.h"

static void item_begin(FILE *out, const char *name)
{
	fprintf(out, "<dt>%s</dt><dd>", name);
}

static void item_end(FILE *out)
{
	fputs("</dd>\n", out);
}

static void text_item(FILE *out, const char *name, const char *text)
{
	if (!text)
		return;
	item_begin(out, name);
	hkj_html_text(out, *text ? text : "none");
	item_end(out);
}

/* Parameters of the kernel's command line that have to do with isolation. */
static bool is_isolation(const char *word, size_t length)
{
	static const char *const names[] = {
		"isolcpus",	"nohz_full",	"nohz",	      "rcu_nocbs",
		"rcu_nocb_poll", "irqaffinity", "skew_tick",  "tsc",
		"nowatchdog",	"nosoftlockup", "nmi_watchdog", "idle",
		"intel_idle.max_cstate",	"processor.max_cstate",
		"transparent_hugepage",		"mce",	      "threadirqs",
		"intel_pstate", "mitigations",	"nosmt",      "preempt",
		"rcutree.nohz_full_patience_delay", "rcupdate.rcu_normal",
		"workqueue.unbound_cpus",	"cpuidle.off", "audit",
	};
	const char *end = memchr(word, '=', length);
	size_t nr = end ? (size_t)(end - word) : length;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == nr && !strncmp(names[i], word, nr))
			return true;
	return false;
}

static void word_print(FILE *out, const char *word, size_t length)
{
	char *copy = strndup(word, length);
	bool is_marked = is_isolation(word, length);

	fputs(is_marked ? "<mark>" : "", out);
	hkj_html_text(out, copy);
	fputs(is_marked ? "</mark>" : "", out);
	free(copy);
}

static void cmdline_item(FILE *out, const char *cmdline)
{
	item_begin(out, "kernel command line");
	fputs("<code>", out);
	while (*cmdline) {
		size_t length = strcspn(cmdline, " ");

		word_print(out, cmdline, length);
		cmdline += length;
		if (*cmdline)
			fputc(*cmdline++, out);
	}
	fputs("</code>", out);
	item_end(out);
}

/* Targets that a list does not have: most often an oversight. */
static void outside_print(FILE *out, const struct hkj_result *result,
			  const char *list)
{
	struct hkj_cpus cpus = { { 0 } };
	struct hkj_error error;
	size_t nr = 0;

	if (*list && hkj_cpus_parse(list, &cpus, &error))
		return;
	for (size_t i = 0; i < result->nr_cpus; i++)
		nr += !hkj_cpus_has(&cpus, (unsigned int)result->cpus[i].cpu);
	if (nr)
		fprintf(out, " <strong>(%zu of %zu target CPUs are not among them)</strong>",
			nr, result->nr_cpus);
}

static void list_item(FILE *out, const struct hkj_result *result,
		      const char *name, const char *list)
{
	item_begin(out, name);
	hkj_html_text(out, *list ? list : "none");
	outside_print(out, result, list);
	item_end(out);
}

static void command_item(FILE *out, const struct hkj_command_record *command)
{
	item_begin(out, "command beside it");
	fputs("<code>", out);
	for (size_t i = 0; i < command->nr_argv; i++) {
		fputs(i ? " " : "", out);
		hkj_html_text(out, command->argv[i]);
	}
	fputs("</code>", out);
	if (command->signal != HKJ_NONE)
		fprintf(out, ", ended by signal %" PRIu64, command->signal);
	else if (command->exit_status != HKJ_NONE)
		fprintf(out, ", exit status %" PRIu64, command->exit_status);
	item_end(out);
}

static void setting_item(FILE *out, const struct hkj_setting *setting)
{
	item_begin(out, "changed for the run");
	fputs("<code>", out);
	hkj_html_text(out, setting->path);
	fputs("</code> was ", out);
	hkj_html_text(out, setting->was);
	fputs(", during the run ", out);
	hkj_html_text(out, setting->set);
	item_end(out);
}

static void host_items(FILE *out, const struct hkj_result *result)
{
	const struct hkj_host *host = &result->host;

	text_item(out, "host", host->hostname);
	text_item(out, "kernel", host->kernel);
	text_item(out, "its build", host->kernel_version);
	text_item(out, "architecture", host->arch);
	text_item(out, "CPU", host->cpu_model);
	text_item(out, "microcode", host->microcode);
	text_item(out, "hypervisor", host->virtualization);
	text_item(out, "clock source", host->clocksource);
	text_item(out, "real-time kernel",
		  host->is_realtime ? "yes, PREEMPT_RT" : "no");
	text_item(out, "CPUs online", host->online);
	list_item(out, result, "isolcpus", host->isolated);
	list_item(out, result, "nohz_full", host->nohz_full);
	cmdline_item(out, host->cmdline);
}

static void run_items(FILE *out, const struct hkj_result *result)
{
	const struct hkj_config *config = &result->config;
	const struct hkj_run *run = &result->run;

	text_item(out, "target CPUs", config->target_cpus ? config->target_cpus : config->cpus);
	text_item(out, "workload", config->workload);
	text_item(out, "policy", config->policy);
	text_item(out, "ended by", run->stop_reason);
	if (run->command)
		command_item(out, run->command);
	for (size_t i = 0; i < run->nr_settings; i++)
		setting_item(out, &run->settings[i]);
}

/**
 * hkj_html_machine() - the machine and the run
 * @page: gets them
 */
void hkj_html_machine(struct hkj_html *page)
{
	fputs("<section>\n<h2>The machine and its isolation</h2>\n<dl class=\"card\">\n",
	      page->out);
	host_items(page->out, page->result);
	fputs("</dl>\n<h2>The run</h2>\n<dl class=\"card\">\n", page->out);
	run_items(page->out, page->result);
	fputs("</dl>\n</section>\n", page->out);
}
