// SPDX-License-Identifier: GPL-2.0
/*
 * nohz_full=, isolcpus=, rcu_nocbs= and irqaffinity= against what came of them.
 */
#include <stdlib.h>
#include <string.h>

#include "audit.h"

#define LOG_NOCBS "Offload RCU callbacks from CPUs: "

/* What isolcpus= takes before its list. */
static const char *const isolcpus_flags[] = { "nohz", "domain", "managed_irq" };

#define NR_FLAGS (sizeof(isolcpus_flags) / sizeof(isolcpus_flags[0]))

/* What the kernel says of parameters that it does not like. */
static const char *const complaints[] = {
	"Housekeeping: ",
	"isolcpus: ",
	"workqueue.unbound_cpus: ",
};

static void nothing_check(struct hkj_audit *audit)
{
	if (hkj_cpus_count(&audit->targets))
		return;
	hkj_audit_say(audit, HKJ_BAD, "isolation",
		      "boot with nohz_full=LIST isolcpus=domain,managed_irq,LIST rcu_nocbs=LIST irqaffinity=OTHERS",
		      "no CPU is isolated, and none was asked for");
}

/* Why the CPUs of a list did not become what was asked for. */
static char *reason_text(const struct hkj_audit *audit, const char *option,
			 const struct hkj_cpus *missing)
{
	struct hkj_cpus absent = hkj_audit_less(missing, &audit->possible);
	const char *why =
		"give nohz_full= and isolcpus= one list; 'Housekeeping' in the log says more";
	char *list, *text;

	if (hkj_kconfig_get(&audit->config, option) == HKJ_KCONFIG_NO)
		return hkj_audit_text("this kernel was built without %s: use one with it",
				      option);
	if (hkj_cpus_count(missing) == 1 && hkj_cpus_has(missing, 0))
		why = "CPU 0 booted and keeps the time: leave it out";
	if (!hkj_cpus_count(&absent))
		return strdup(why);
	list = hkj_audit_list(&absent);
	text = hkj_audit_text("the machine has no CPU %s: name those it has",
			      list);
	free(list);
	return text;
}

static void not_a_list(struct hkj_audit *audit, const char *name,
		       const char *value)
{
	hkj_audit_say(audit, HKJ_BAD, name,
		      "give it as in 1-3,5",
		      "'%.100s' is no CPU list, and the kernel ignored it",
		      value);
}

/* A list that was asked for, against the one in force. */
static void list_check(struct hkj_audit *audit, const char *name,
		       const char *option, const char *value,
		       const struct hkj_cpus *in_force)
{
	struct hkj_cpus asked, missing;
	char *wanted, *got;

	if (!hkj_audit_cpus_parse(audit, value, &asked)) {
		not_a_list(audit, name, value);
		return;
	}
	missing = hkj_audit_less(&asked, in_force);
	if (!hkj_cpus_count(&missing))
		return;
	wanted = hkj_audit_list(&asked);
	got = hkj_audit_list(in_force);
	hkj_audit_add(audit, HKJ_BAD, name,
		      hkj_audit_text("asked for %s, in force on %s", wanted,
				     got),
		      reason_text(audit, option, &missing));
	free(wanted);
	free(got);
}

static void nohz_full_check(struct hkj_audit *audit)
{
	struct hkj_cpus ticking =
		hkj_audit_less(&audit->targets, &audit->nohz_full);
	char *list = hkj_audit_list(&ticking);

	if (audit->asked.nohz_full)
		list_check(audit, "nohz_full", "CONFIG_NO_HZ_FULL",
			   audit->asked.nohz_full, &audit->nohz_full);
	else if (hkj_cpus_count(&ticking))
		hkj_audit_add(audit, HKJ_WARN, "nohz_full",
			      hkj_audit_text("the tick runs on CPU %s", list),
			      hkj_audit_text("boot with nohz_full=%s", list));
	free(list);
}

static bool is_flag(const char *word, size_t length)
{
	for (size_t i = 0; i < NR_FLAGS; i++)
		if (strlen(isolcpus_flags[i]) == length &&
		    !strncmp(word, isolcpus_flags[i], length))
			return true;
	return false;
}

/* Return: whether it knows them all; else it may drop the list behind them. */
static bool flags_check(struct hkj_audit *audit, const char *value,
			const char *list)
{
	bool are_known = true;

	for (; value < list; value += strcspn(value, ",") + 1) {
		size_t length = strcspn(value, ",");

		if (is_flag(value, length))
			continue;
		are_known = false;
		hkj_audit_say(audit, HKJ_BAD, "isolcpus",
			      "its flags are nohz, domain and managed_irq, each with a comma behind it",
			      "'%.*s' is none of its flags", (int)length,
			      value);
	}
	return are_known;
}

/* Without flags it isolates from the scheduler's domains alone. */
static bool has_flag(const char *value, const char *list, const char *flag)
{
	size_t length = strlen(flag);

	for (; value < list; value += strcspn(value, ",") + 1)
		if (!strncmp(value, flag, length) && value[length] == ',')
			return true;
	return false;
}

static void isolcpus_check(struct hkj_audit *audit)
{
	const char *value = audit->asked.isolcpus;
	const char *list;

	if (!value)
		return;
	list = hkj_audit_isolcpus_list(value);
	if (!flags_check(audit, value, list))
		return;
	if (list == value || has_flag(value, list, "domain"))
		list_check(audit, "isolcpus", "CONFIG_CPU_ISOLATION", list,
			   &audit->domain);
	if (has_flag(value, list, "nohz"))
		list_check(audit, "isolcpus", "CONFIG_NO_HZ_FULL", list,
			   &audit->nohz_full);
	if (!has_flag(value, list, "managed_irq"))
		hkj_audit_say(audit, HKJ_INFO, "isolcpus",
			      "add the flag managed_irq if this machine has such devices: isolcpus=managed_irq,domain,LIST",
			      "managed interrupts (queues of disks) are not kept off");
}

static void domain_check(struct hkj_audit *audit)
{
	struct hkj_cpus shared =
		hkj_audit_less(&audit->targets, &audit->domain);
	char *list;

	if (!hkj_cpus_count(&shared))
		return;
	list = hkj_audit_list(&shared);
	hkj_audit_add(audit, HKJ_WARN, "domain",
		      hkj_audit_text("the scheduler puts any task on CPU %s",
				     list),
		      hkj_audit_text("boot with isolcpus=domain,managed_irq,%s, or make an isolated cpuset partition of them",
				     list));
	free(list);
}

/* CPUs that the kernel's log tells, or that the parameters stand for. */
static struct hkj_cpus nocbs_in_force(const struct hkj_audit *audit)
{
	const char *at = audit->log ? strstr(audit->log, LOG_NOCBS) : NULL;
	struct hkj_cpus cpus = audit->nohz_full;
	struct hkj_cpus named;
	char *list;

	if (at) {
		at += strlen(LOG_NOCBS);
		list = strndup(at, strspn(at, "0123456789-,"));
		if (list)
			hkj_audit_cpus_parse(audit, list, &cpus);
		free(list);
	} else if (audit->asked.rcu_nocbs &&
		   hkj_audit_cpus_parse(audit, audit->asked.rcu_nocbs,
					&named)) {
		hkj_cpus_merge(&cpus, &named);
	}
	return cpus;
}

static void nocbs_check(struct hkj_audit *audit)
{
	struct hkj_cpus in_force = nocbs_in_force(audit);
	struct hkj_cpus rest = hkj_audit_less(&audit->targets, &in_force);
	char *list = hkj_audit_list(&rest);

	if (audit->asked.rcu_nocbs)
		list_check(audit, "rcu_nocbs", "CONFIG_RCU_NOCB_CPU",
			   audit->asked.rcu_nocbs, &in_force);
	else if (hkj_cpus_count(&rest))
		hkj_audit_add(audit, HKJ_WARN, "rcu_nocbs",
			      hkj_audit_text("CPU %s runs its own RCU callbacks",
					     list),
			      hkj_audit_text("boot with rcu_nocbs=%s", list));
	free(list);
}

static void irqaffinity_check(struct hkj_audit *audit)
{
	const char *value = audit->asked.irqaffinity;
	struct hkj_cpus asked, both;
	char *list, *others;

	if (!value)
		return;
	if (!hkj_audit_cpus_parse(audit, value, &asked)) {
		not_a_list(audit, "irqaffinity", value);
		return;
	}
	both = hkj_audit_common(&asked, &audit->targets);
	if (!hkj_cpus_count(&both))
		return;
	list = hkj_audit_list(&both);
	others = hkj_audit_list(&audit->housekeeping);
	hkj_audit_add(audit, HKJ_BAD, "irqaffinity",
		      hkj_audit_text("it names CPU %s, which is isolated", list),
		      hkj_audit_text("it takes the CPUs that get interrupts, not those that do not: irqaffinity=%s",
				     others));
	free(list);
	free(others);
}

static void complaint_check(struct hkj_audit *audit, const char *complaint)
{
	for (const char *at = strstr(audit->log, complaint); at;
	     at = strstr(at + 1, complaint))
		hkj_audit_say(audit, HKJ_BAD, "log",
			      "correct the parameter that it is about",
			      "the kernel says: '%.*s'",
			      (int)strcspn(at, "\n"), at);
}

/**
 * hkj_audit_boot() - isolation by boot parameters
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_boot(struct hkj_audit *audit)
{
	nothing_check(audit);
	nohz_full_check(audit);
	isolcpus_check(audit);
	domain_check(audit);
	nocbs_check(audit);
	irqaffinity_check(audit);
	for (size_t i = 0;
	     audit->log && i < sizeof(complaints) / sizeof(complaints[0]); i++)
		complaint_check(audit, complaints[i]);
}
