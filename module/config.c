// SPDX-License-Identifier: GPL-2.0
/*
 * The configuration of the next session, and why the last write was rejected.
 *
 * A write builds a whole new configuration aside, checks it, and hands it over
 * at once: a rejected write changes nothing. The session's lock (session.c)
 * serialises writers; readers of the text take it as well.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "config.h"

static struct hkj_config config;
static char last_error[HKJ_ERROR_TEXT_MAX];

static const char *const workload_names[] = { HKJ_NAMES(HKJ_WORKLOADS) };
static const char *const policy_names[] = { HKJ_NAMES(HKJ_POLICIES) };

#define ISOLATED	"isolated"

/**
 * hkj_config_reject() - remember why a write is rejected
 * @error: negative errno
 * @fmt: what is wrong and what would be right, one line
 *
 * Return: @error.
 *
 * Context: process; under the session's lock.
 */
int hkj_config_reject(int error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(last_error, sizeof(last_error), fmt, args);
	va_end(args);
	return error;
}

/**
 * hkj_config_accept() - forget why an earlier write was rejected
 *
 * Context: process; under the session's lock.
 */
void hkj_config_accept(void)
{
	last_error[0] = '\0';
}

/**
 * hkj_config_show_error() - why the last write was rejected
 * @buf: to be filled
 * @size: of @buf
 *
 * Return: number of characters; 0 if the last write was taken.
 *
 * Context: process; under the session's lock.
 */
int hkj_config_show_error(char *buf, size_t size)
{
	return scnprintf(buf, size, "%s", last_error);
}

static int show_cpus(const struct hkj_config *c, char *buf, size_t size)
{
	if (c->is_isolated)
		return scnprintf(buf, size, ISOLATED);
	return scnprintf(buf, size, "%*pbl", cpumask_pr_args(&c->cpus));
}

static int parse_cpus(struct hkj_config *draft, const char *text)
{
	draft->is_isolated = !strcmp(text, ISOLATED);
	cpumask_clear(&draft->cpus);
	if (draft->is_isolated)
		return 0;
	if (text[strspn(text, "0123456789,-")] ||
	    cpulist_parse(text, &draft->cpus) || cpumask_empty(&draft->cpus))
		return hkj_config_reject(-EINVAL,
					 "cpus: \"%.40s\" is neither a CPU list such as 1-3,5 nor \"isolated\"",
					 text);
	if (!cpumask_subset(&draft->cpus, cpu_possible_mask))
		return hkj_config_reject(-EINVAL,
					 "cpus: \"%.40s\" names a CPU that this machine does not have; possible are %*pbl",
					 text, cpumask_pr_args(cpu_possible_mask));
	return 0;
}

static int show_workload(const struct hkj_config *c, char *buf, size_t size)
{
	return scnprintf(buf, size, "%s", workload_names[c->workload]);
}

static int parse_workload(struct hkj_config *draft, const char *text)
{
	int i = match_string(workload_names, HKJ_NR_WORKLOADS, text);

	if (i < 0)
		return hkj_config_reject(-EINVAL,
					 "workload: \"%.40s\" is neither \"kernel\" nor \"user\"",
					 text);
	draft->workload = i;
	return 0;
}

static int show_policy(const struct hkj_config *c, char *buf, size_t size)
{
	const char *name = policy_names[c->policy];

	if (c->policy == HKJ_POLICY_FIFO)
		return scnprintf(buf, size, "%s:%d", name, c->priority);
	return scnprintf(buf, size, "%s", name);
}

/* Of the whole text: the kernel's own parsers let a newline follow a number. */
static bool is_digits(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

static int parse_fifo(struct hkj_config *draft, const char *text)
{
	size_t len = str_has_prefix(text, "fifo:");
	unsigned int priority;

	if (!len || !is_digits(text + len) ||
	    kstrtouint(text + len, 10, &priority))
		return -EINVAL;
	if (priority < HKJ_FIFO_PRIO_MIN || priority > HKJ_FIFO_PRIO_MAX)
		return -EINVAL;
	draft->policy = HKJ_POLICY_FIFO;
	draft->priority = priority;
	return 0;
}

static int parse_policy(struct hkj_config *draft, const char *text)
{
	if (!strcmp(text, policy_names[HKJ_POLICY_OTHER])) {
		draft->policy = HKJ_POLICY_OTHER;
		draft->priority = 0;
		return 0;
	}
	if (!parse_fifo(draft, text))
		return 0;
	return hkj_config_reject(-EINVAL,
				 "policy: \"%.40s\" is neither \"other\" nor \"fifo:N\" with N from %d to %d",
				 text, HKJ_FIFO_PRIO_MIN, HKJ_FIFO_PRIO_MAX);
}

/* A plain decimal number from 0 to @max: no sign, no blank, no other base. */
static int parse_number(const char *name, const char *text, u64 max, u64 *value)
{
	u64 number;

	if (!is_digits(text) || kstrtou64(text, 10, &number) || number > max)
		return hkj_config_reject(-EINVAL,
					 "%s: \"%.40s\" is not a number from 0 to %llu",
					 name, text, max);
	*value = number;
	return 0;
}

#define NUMBER_SETTING(name, max)					\
	static int show_##name(const struct hkj_config *c, char *buf,	\
			       size_t size)				\
	{								\
		return scnprintf(buf, size, "%llu", c->name);		\
	}								\
	static int parse_##name(struct hkj_config *draft,		\
				const char *text)			\
	{								\
		return parse_number(#name, text, max, &draft->name);	\
	}

NUMBER_SETTING(threshold_ns, HKJ_THRESHOLD_NS_MAX)
NUMBER_SETTING(duration_ms, HKJ_DURATION_MS_MAX)
NUMBER_SETTING(stop_above_ns, HKJ_STOP_ABOVE_NS_MAX)

static int show_initiators(const struct hkj_config *c, char *buf, size_t size)
{
	return scnprintf(buf, size, "%d", c->has_initiators);
}

static int parse_initiators(struct hkj_config *draft, const char *text)
{
	if (strcmp(text, "0") && strcmp(text, "1"))
		return hkj_config_reject(-EINVAL,
					 "initiators: \"%.40s\" is neither 1 (find out who asks) nor 0",
					 text);
	draft->has_initiators = text[0] == '1';
	return 0;
}

#define SETTING(id, name)	[id] = { #name, show_##name, parse_##name }

const struct hkj_setting hkj_settings[HKJ_NR_SETTINGS] = {
	SETTING(HKJ_SETTING_CPUS, cpus),
	SETTING(HKJ_SETTING_WORKLOAD, workload),
	SETTING(HKJ_SETTING_THRESHOLD_NS, threshold_ns),
	SETTING(HKJ_SETTING_DURATION_MS, duration_ms),
	SETTING(HKJ_SETTING_POLICY, policy),
	SETTING(HKJ_SETTING_STOP_ABOVE_NS, stop_above_ns),
	SETTING(HKJ_SETTING_INITIATORS, initiators),
};

/**
 * hkj_config_init() - the configuration after loading: isolated CPUs, no end, initiators
 *
 * Context: module init.
 */
void hkj_config_init(void)
{
	config.is_isolated = true;
	config.has_initiators = true;
}

/**
 * hkj_config_copy() - freeze the configuration for a session
 * @to: the session's copy
 *
 * Context: process; under the session's lock.
 */
void hkj_config_copy(struct hkj_config *to)
{
	*to = config;
}

/**
 * hkj_config_show() - print one setting
 * @id: which one
 * @buf: to be filled
 * @size: of @buf
 *
 * Return: number of characters.
 *
 * Context: process; under the session's lock.
 */
int hkj_config_show(enum hkj_setting_id id, char *buf, size_t size)
{
	return hkj_settings[id].show(&config, buf, size);
}

/**
 * hkj_config_store() - change one setting
 * @id: which one
 * @text: the new value, without blanks around it
 *
 * Return: 0; -EINVAL for nonsense, which changes nothing; -ENOMEM.
 *
 * Context: process, may sleep; under the session's lock, no session running.
 */
int hkj_config_store(enum hkj_setting_id id, const char *text)
{
	struct hkj_config *draft;
	int error;

	draft = kmemdup(&config, sizeof(config), GFP_KERNEL);
	if (!draft)
		return hkj_config_reject(-ENOMEM, "no memory");
	error = hkj_settings[id].parse(draft, text);
	if (!error)
		config = *draft;
	kfree(draft);
	return error;
}
