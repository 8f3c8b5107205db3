// SPDX-License-Identifier: GPL-2.0
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "knobs.h"

static const struct hkj_knob *const parts[] = {
	hkj_knobs_timer, hkj_knobs_ipi,	   hkj_knobs_irq,
	hkj_knobs_work,	 hkj_knobs_thread, hkj_knobs_rest,
};

#define NR_PARTS (sizeof(parts) / sizeof(parts[0]))

static const char *const tick_names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };

/**
 * hkj_kernel_parse() - which kernel a release is
 * @release: as of uname -r
 *
 * Return: HKJ_KERNEL() of it, or 0 if it does not begin with two numbers.
 */
unsigned int hkj_kernel_parse(const char *release)
{
	unsigned int major, minor;

	if (!release || sscanf(release, "%3u.%3u", &major, &minor) != 2)
		return 0;
	return HKJ_KERNEL(major, minor);
}

static bool is_set(const char *text)
{
	return text && *text;
}

/**
 * hkj_knob_is_guest() - whether a hypervisor or an emulator is below a machine
 * @host: the machine
 */
bool hkj_knob_is_guest(const struct hkj_host *host)
{
	return is_set(host->virtualization) &&
	       strcmp(host->virtualization, "none") != 0;
}

static bool is_machine(enum hkj_knob_machine machine,
		       const struct hkj_host *host)
{
	switch (machine) {
	case HKJ_ON_PERIODIC:
		return !is_set(host->nohz_full);
	case HKJ_ON_NOHZ_FULL:
		return is_set(host->nohz_full);
	case HKJ_ON_REALTIME:
		return host->is_realtime;
	case HKJ_ON_GUEST:
		return hkj_knob_is_guest(host);
	default:
		return true;
	}
}

/**
 * hkj_knob_fits_host() - whether a row is about a machine
 * @knob: the row
 * @host: the machine; of an unknown kernel, what is true of the newest is
 *
 * A distribution's kernel may have taken changes over from a later one; rows go
 * by the number it has.
 */
bool hkj_knob_fits_host(const struct hkj_knob *knob,
			const struct hkj_host *host)
{
	unsigned int kernel = hkj_kernel_parse(host->kernel);

	if (kernel && kernel < knob->since)
		return false;
	if (knob->until && (!kernel || kernel >= knob->until))
		return false;
	if (knob->arch && is_set(host->arch) && strcmp(knob->arch, host->arch))
		return false;
	return is_machine(knob->machine, host);
}

static bool is_like(const char *pattern, const char *text)
{
	return text && !fnmatch(pattern, text, 0);
}

/* Classes whose name is that of the interrupt which the function came with. */
static const char *const carried_classes[] = { "timer", "ipi", "vector" };

/* Whether a source with a function goes by its name as well. */
static bool is_named(const struct hkj_source_record *source)
{
	if (!is_set(source->function))
		return true;
	for (size_t i = 0;
	     i < sizeof(carried_classes) / sizeof(carried_classes[0]); i++)
		if (!strcmp(source->class_name, carried_classes[i]))
			return false;
	return true;
}

static bool fits_source(const struct hkj_knob *knob,
			const struct hkj_source_record *source)
{
	return !strcmp(knob->class_name, source->class_name) &&
	       (is_like(knob->match, source->function) ||
		(is_named(source) && is_like(knob->match, source->name)));
}

static bool fits_initiator(const struct hkj_knob *knob,
			   const struct hkj_initiator_record *who)
{
	if (!knob->who && !knob->who_function)
		return true;
	if (!who)
		return false;
	return (!knob->who || is_like(knob->who, who->comm)) &&
	       (!knob->who_function ||
		is_like(knob->who_function, who->function));
}

/**
 * hkj_knob_next() - the next row of the table
 * @knob: a row of it; NULL: before the first
 *
 * Return: the row, or NULL after the last.
 */
const struct hkj_knob *hkj_knob_next(const struct hkj_knob *knob)
{
	size_t part = 0;

	if (!knob)
		return parts[0];
	if (knob[1].class_name)
		return knob + 1;
	while (part < NR_PARTS) {
		const struct hkj_knob *at = parts[part++];

		while (at->class_name && at != knob)
			at++;
		if (at == knob)
			break;
	}
	return part < NR_PARTS ? parts[part] : NULL;
}

/**
 * hkj_knob_find() - what ends a source, for one of its initiators
 * @source: its class, name and function
 * @who: who asked for it; NULL: nobody known
 * @host: the machine that it was seen on
 *
 * Return: the row, or NULL if nothing is known of this kind.
 */
const struct hkj_knob *hkj_knob_find(const struct hkj_source_record *source,
				     const struct hkj_initiator_record *who,
				     const struct hkj_host *host)
{
	for (const struct hkj_knob *knob = hkj_knob_next(NULL); knob;
	     knob = hkj_knob_next(knob))
		if (fits_source(knob, source) && fits_initiator(knob, who) &&
		    hkj_knob_fits_host(knob, host))
			return knob;
	return NULL;
}

/**
 * hkj_knob_of() - what ends a source, whoever asked most for it
 * @source: complete
 * @host: the machine that it was seen on
 *
 * Return: the row, or NULL if nothing is known of this kind.
 */
const struct hkj_knob *hkj_knob_of(const struct hkj_source_record *source,
				   const struct hkj_host *host)
{
	return hkj_knob_find(source,
			     source->nr_initiators ? source->initiators : NULL,
			     host);
}

/* Sources of classes that no record has. */
static const struct hkj_knob *find_named(const char *class_name,
					 const char *name,
					 const struct hkj_host *host)
{
	for (const struct hkj_knob *knob = hkj_knobs_rest; knob->class_name;
	     knob++)
		if (!strcmp(knob->class_name, class_name) &&
		    is_like(knob->match, name) && hkj_knob_fits_host(knob, host))
			return knob;
	return NULL;
}

/**
 * hkj_knob_of_tick() - what lets the tick stop
 * @dep: what stands against it
 * @host: the machine
 *
 * Return: the row, or NULL if nothing is known.
 */
const struct hkj_knob *hkj_knob_of_tick(enum hkj_tick_dep dep,
					const struct hkj_host *host)
{
	return find_named(HKJ_KNOB_TICK, tick_names[dep], host);
}

/**
 * hkj_knob_of_unexplained() - what helps against gaps without an interruption
 * @host: the machine
 *
 * Return: the row, or NULL if nothing is known.
 */
const struct hkj_knob *hkj_knob_of_unexplained(const struct hkj_host *host)
{
	return find_named(HKJ_KNOB_UNEXPLAINED, "", host);
}

/**
 * hkj_knob_of_transition() - what helps against time around interruptions
 * @host: the machine
 *
 * Return: the row, or NULL if nothing is known.
 */
const struct hkj_knob *hkj_knob_of_transition(const struct hkj_host *host)
{
	return find_named(HKJ_KNOB_TRANSITION, "", host);
}
