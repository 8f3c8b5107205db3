// SPDX-License-Identifier: GPL-2.0
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "set_cpus.h"

static bool host_fits(const struct hkj_budget_set *set,
		      const struct hkj_host *host)
{
	return !set->hosts || !fnmatch(set->hosts, host->hostname, 0);
}

static int missing_set(struct hkj_set_cpus_found *found, const char *text,
		       const struct hkj_host *host)
{
	if (found->missing)
		return 0; /* the first one is told */
	if (asprintf(&found->missing, "%s of %s", text, host->hostname) < 0)
		found->missing = NULL;
	return found->missing ? 0 : -1;
}

/* What @wanted names and @measured has not. */
static int rest_note(struct hkj_set_cpus_found *found, struct hkj_cpus wanted,
		     const struct hkj_cpus *measured,
		     const struct hkj_host *host)
{
	char *list, *text;
	int failed;

	hkj_cpus_subtract(&wanted, measured);
	if (!hkj_cpus_count(&wanted))
		return 0;
	list = hkj_cpus_format(&wanted);
	if (!list || asprintf(&text, "no measurement of CPU %s", list) < 0)
		text = NULL;
	free(list);
	failed = !text || missing_set(found, text, host);
	free(text);
	return failed ? -1 : 0;
}

static int isolated_read(struct hkj_cpus *cpus, const struct hkj_host *host)
{
	struct hkj_error error;

	return hkj_cpus_parse(host->isolated, cpus, &error);
}

/* The CPUs that the set wants of a host; -1: it cannot be told. */
static int wanted_find(const struct hkj_budget_set *set,
		       const struct hkj_host *host,
		       const struct hkj_cpus *measured, struct hkj_cpus *wanted)
{
	if (set->kind == HKJ_SET_LIST)
		*wanted = set->list;
	else if (set->kind == HKJ_SET_ALL)
		*wanted = *measured;
	else
		return isolated_read(wanted, host);
	return 0;
}

static void measured_find(struct hkj_cpus *measured,
			  const struct hkj_result *result, size_t host)
{
	for (size_t i = 0; i < result->nr_cpus; i++)
		if (result->cpus[i].host.value == host)
			hkj_cpus_add(measured,
				     (unsigned int)result->cpus[i].cpu);
}

static int host_find(struct hkj_set_cpus_found *found,
		     const struct hkj_budget_set *set,
		     const struct hkj_result *result, size_t index)
{
	const struct hkj_host *host = result->hosts ? &result->hosts[index] :
						      &result->host;
	struct hkj_cpus measured = { { 0 } }, wanted = { { 0 } };

	if (!host_fits(set, host))
		return 0;
	measured_find(&measured, result, index);
	if (wanted_find(set, host, &measured, &wanted))
		return missing_set(found, "no list of isolated CPUs", host);
	if (!hkj_cpus_count(&wanted))
		return missing_set(found,
				   set->kind == HKJ_SET_ISOLATED ?
					   "no isolated CPU" :
					   "no measured CPU",
				   host);
	for (size_t i = 0; i < result->nr_cpus; i++) {
		const struct hkj_target *target = &result->cpus[i];

		if (target->host.value == index &&
		    hkj_cpus_has(&wanted, (unsigned int)target->cpu))
			found->targets[found->nr++] = target;
	}
	return rest_note(found, wanted, &measured, host);
}

/**
 * hkj_set_cpus_find() - find a set's CPUs
 * @found: filled
 * @set: of a budget
 * @result: complete; outlives @found
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_set_cpus_find(struct hkj_set_cpus_found *found,
		      const struct hkj_budget_set *set,
		      const struct hkj_result *result)
{
	size_t nr_hosts = result->hosts ? result->nr_hosts : 1;

	*found = (struct hkj_set_cpus_found){ 0 };
	found->targets = calloc(result->nr_cpus + 1, sizeof(*found->targets));
	if (!found->targets)
		return -1;
	for (size_t i = 0; i < nr_hosts; i++) {
		if (host_find(found, set, result, i)) {
			hkj_set_cpus_exit(found);
			return -1;
		}
	}
	if (found->nr || found->missing)
		return 0;
	found->missing = strdup("no machine of this set");
	return found->missing ? 0 : -1;
}

/**
 * hkj_set_cpus_exit() - free what it owns
 * @found: filled or zeroed
 */
void hkj_set_cpus_exit(struct hkj_set_cpus_found *found)
{
	free(found->targets);
	free(found->missing);
	*found = (struct hkj_set_cpus_found){ 0 };
}
