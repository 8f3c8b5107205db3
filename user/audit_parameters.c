// SPDX-License-Identifier: GPL-2.0
/*
 * Boot parameters that do nothing: misspelled, of another kernel, of another
 * configuration.
 */
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "guess.h"
#include "knobs.h"

#define LOG_UNKNOWN "Unknown kernel command line parameters \""

/**
 * struct parameter - one that isolation knows
 * @name: without "="
 * @since: first kernel that has it; 0: all that are supported
 * @needs: option of the configuration without which it does nothing; NULL: none
 * @foreign: no kernel has it; what to do in its place
 */
struct parameter {
	const char *name;
	unsigned int since;
	const char *needs;
	const char *foreign;
};

static const struct parameter parameters[] = {
	{ "nohz_full", 0, "CONFIG_NO_HZ_FULL", NULL },
	{ "nohz", 0, NULL, NULL },
	{ "isolcpus", 0, "CONFIG_CPU_ISOLATION", NULL },
	{ "rcu_nocbs", 0, "CONFIG_RCU_NOCB_CPU", NULL },
	{ "rcu_nocb_poll", 0, "CONFIG_RCU_NOCB_CPU", NULL },
	{ "irqaffinity", 0, NULL, NULL },
	{ "kthread_cpus", 0, NULL,
	  "nohz_full= and isolcpus=domain keep unbound kernel threads off" },
	{ "rcutree.nohz_full_patience_delay", HKJ_KERNEL(6, 11), NULL, NULL },
	{ "workqueue.unbound_cpus", HKJ_KERNEL(6, 6), NULL, NULL },
	{ "rcupdate.rcu_normal", 0, NULL, NULL },
	{ "rcupdate.rcu_normal_after_boot", 0, NULL, NULL },
	{ "rcupdate.rcu_expedited", 0, NULL, NULL },
	{ "nosoftlockup", 0, NULL, NULL },
	{ "nowatchdog", 0, NULL, NULL },
	{ "nmi_watchdog", 0, NULL, NULL },
	{ "watchdog_thresh", 0, NULL, NULL },
	{ "skew_tick", 0, NULL, NULL },
	{ "tsc", 0, NULL, NULL },
	{ "clocksource", 0, NULL, NULL },
	{ "idle", 0, NULL, NULL },
	{ "processor.max_cstate", 0, NULL, NULL },
	{ "intel_idle.max_cstate", 0, NULL, NULL },
	{ "intel_pstate", 0, NULL, NULL },
	{ "mitigations", 0, NULL, NULL },
	{ "nosmt", 0, NULL, NULL },
	{ "threadirqs", 0, NULL, NULL },
	{ "preempt", 0, "CONFIG_PREEMPT_DYNAMIC", NULL },
	{ "transparent_hugepage", 0, "CONFIG_TRANSPARENT_HUGEPAGE", NULL },
	{ "numa_balancing", 0, "CONFIG_NUMA_BALANCING", NULL },
	{ "psi", 0, "CONFIG_PSI", NULL },
};

#define NR_PARAMETERS (sizeof(parameters) / sizeof(parameters[0]))

/* The name of a word of the command line, with "_" for "-"; to be freed. */
static char *name_of(const char *word, size_t length)
{
	char *name = strndup(word, length);

	for (char *at = name; at && *at; at++)
		*at = *at == '-' ? '_' : *at;
	if (name)
		name[strcspn(name, "=")] = '\0';
	return name;
}

static const struct parameter *parameter_find(const char *name)
{
	for (size_t i = 0; i < NR_PARAMETERS; i++)
		if (!strcmp(parameters[i].name, name))
			return &parameters[i];
	return NULL;
}

static void foreign_told(struct hkj_audit *audit,
			 const struct parameter *parameter)
{
	hkj_audit_add(audit, HKJ_BAD, "parameter",
		      hkj_audit_text("no kernel of kernel.org has %s=: it does nothing",
				     parameter->name),
		      hkj_audit_text("take it out; %s", parameter->foreign));
}

/* A parameter that is spelled right may still do nothing. */
static void known_check(struct hkj_audit *audit,
			const struct parameter *parameter)
{
	if (parameter->foreign) {
		foreign_told(audit, parameter);
		return;
	}
	if (audit->kernel && audit->kernel < parameter->since)
		hkj_audit_say(audit, HKJ_BAD, "parameter",
			      "take it out, or boot a later kernel",
			      "%s= does nothing before Linux %u.%u",
			      parameter->name, parameter->since / 1000, parameter->since % 1000);
	if (parameter->needs && hkj_kconfig_get(&audit->config,
						parameter->needs) ==
					HKJ_KCONFIG_NO)
		hkj_audit_say(audit, HKJ_BAD, "parameter",
			      "boot a kernel that was built with it",
			      "%s= does nothing without %s, which this kernel lacks",
			      parameter->name, parameter->needs);
}

static const char *meant(const char *name)
{
	struct hkj_guess guess;

	hkj_guess_init(&guess, name);
	for (size_t i = 0; i < NR_PARAMETERS; i++)
		if (!parameters[i].foreign)
			hkj_guess_try(&guess, parameters[i].name);
	return guess.best;
}

/* The kernel did not know the word, or nobody can tell whether it did. */
static void unknown_check(struct hkj_audit *audit, const char *name,
			  bool is_unknown)
{
	static const char nothing[] =
		"is not known to this kernel, and does nothing";
	const char *near = meant(name);

	if (near)
		hkj_audit_add(audit, is_unknown ? HKJ_BAD : HKJ_WARN,
			      "parameter",
			      hkj_audit_text("'%.60s' %s", name,
					     is_unknown ? nothing :
							  "is not known here"),
			      hkj_audit_text("was %s meant?", near));
	else if (is_unknown)
		hkj_audit_say(audit, HKJ_INFO, "parameter",
			      "take it out if nothing there reads it",
			      "'%.60s' is not known to this kernel, which gave it to the first process",
			      name);
}

/* Each word of a list that a quote ends. */
static void unknown_words(struct hkj_audit *audit, const char *at)
{
	while (*at && *at != '"' && *at != '\n') {
		size_t length = strcspn(at, " \"\n");
		char *name = name_of(at, length);

		if (name && *name && !parameter_find(name))
			unknown_check(audit, name, true);
		free(name);
		at += length;
		at += strspn(at, " ");
	}
}

/* What follows "--" is for the first process. */
static bool is_end(const char *word, size_t length)
{
	return length == 2 && !strncmp(word, "--", 2);
}

/* A name that is near one of ours, where the kernel's own word is missing. */
static void words_check(struct hkj_audit *audit, bool has_log)
{
	const char *word = audit->host.cmdline;

	while (*word) {
		size_t length = strcspn(word, " \t\n");
		char *name = name_of(word, length);
		const struct parameter *known = name ? parameter_find(name) :
						       NULL;

		if (is_end(word, length)) {
			free(name);
			return;
		}
		if (known)
			known_check(audit, known);
		else if (name && !has_log && strlen(name) > 4)
			unknown_check(audit, name, false);
		free(name);
		word += length;
		word += strspn(word, " \t\n");
	}
}

/**
 * hkj_audit_parameters() - boot parameters that do nothing
 * @audit: its facts are read; gets the findings
 *
 * The kernel says itself which words it did not know. Where its log cannot be
 * read any more, words that are near one of isolation's are told.
 */
void hkj_audit_parameters(struct hkj_audit *audit)
{
	const char *unknown = audit->log ? strstr(audit->log, LOG_UNKNOWN) :
					   NULL;

	words_check(audit, !!audit->log);
	if (unknown)
		unknown_words(audit, unknown + strlen(LOG_UNKNOWN));
}
