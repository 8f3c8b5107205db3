// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "details.h"
#include "snapshot.h"

static int wrong(struct hkj_error *error, unsigned int cpu, const char *what)
{
	return hkj_error_set(error, HKJ_EXIT_CANNOT,
			     "sources of CPU %u: %s; use the tool that came with the module",
			     cpu, what);
}

/* Whether a text of a fixed size has an end. */
static bool has_end(const char *text, size_t size)
{
	return memchr(text, '\0', size);
}

static const char *initiators_check(const struct hkj_source *source)
{
	if (source->nr_initiators > HKJ_NR_INITIATORS)
		return "a source has too many initiators";
	for (unsigned int i = 0; i < source->nr_initiators; i++) {
		const struct hkj_initiator *from = &source->initiators[i];

		if (!has_end(from->comm, sizeof(from->comm)) ||
		    !has_end(from->function, sizeof(from->function)))
			return "an initiator's name has no end";
		if (from->pid < 0)
			return "an initiator's pid is negative";
	}
	return NULL;
}

static const char *sources_check(const struct hkj_details *details)
{
	const char *why = NULL;

	for (unsigned int i = 0; i < details->nr_sources && !why; i++) {
		const struct hkj_source *source = &details->sources[i];

		if (source->class >= HKJ_NR_CLASSES)
			return "a source is of an unknown class";
		if (source->slot >= HKJ_NR_SOURCES)
			return "a source is nowhere in the module's table";
		if (!has_end(source->name, sizeof(source->name)) ||
		    !has_end(source->function, sizeof(source->function)) ||
		    !has_end(source->cause, sizeof(source->cause)))
			return "a source's name has no end";
		why = initiators_check(source);
	}
	return why;
}

/**
 * hkj_details_nr_parts() - how many parts of a gap were kept
 * @gap: one of the longest
 */
unsigned int hkj_details_nr_parts(const struct hkj_gap *gap)
{
	return gap->nr_parts < HKJ_NR_PARTS ? gap->nr_parts : HKJ_NR_PARTS;
}

/* A source that there was no room for has the number HKJ_NR_SOURCES. */
static const char *parts_check(const struct hkj_details *details,
			       const struct hkj_gap *gap)
{
	unsigned int nr = hkj_details_nr_parts(gap);

	if (nr && gap->slot >= HKJ_NR_LONGEST)
		return "a gap's parts are nowhere";
	for (unsigned int i = 0; i < nr; i++) {
		unsigned int source = details->parts[gap->slot][i].source;

		if (source >= details->nr_sources && source != HKJ_NR_SOURCES)
			return "a part is of no source";
	}
	return NULL;
}

static const char *causes_check(const struct hkj_details *details)
{
	if (details->nr_tick_causes > HKJ_NR_TICK_CAUSES)
		return "it has too many causes of ticks";
	for (unsigned int i = 0; i < details->nr_tick_causes; i++) {
		const struct hkj_tick_cause *from = &details->tick_causes[i];

		if (from->dep >= HKJ_NR_TICK_DEPS)
			return "a tick's cause is of no known kind";
		if (!has_end(from->comm, sizeof(from->comm)) ||
		    !has_end(from->function, sizeof(from->function)))
			return "a tick's cause has a name without an end";
	}
	return NULL;
}

static const char *numbers_check(const struct hkj_details *details,
				 const struct hkj_snapshot *snapshot)
{
	const char *why;

	if (details->cpu != snapshot->cpu)
		return "are of another CPU";
	if (details->session != snapshot->session)
		return "are of another session";
	if (details->nr_sources > HKJ_NR_SOURCES)
		return "there are too many";
	why = sources_check(details);
	if (!why)
		why = causes_check(details);
	for (unsigned int i = 0; i < snapshot->nr_longest && !why; i++)
		why = parts_check(details, &snapshot->longest[i]);
	return why;
}

/**
 * hkj_details_check() - whether a record of sources can be worked with
 * @details: as it was read
 * @size: how many bytes were read
 * @snapshot: of the same target CPU and session, checked
 * @error: filled when it is not a whole record of this tool's version, or does
 *         not belong to @snapshot
 *
 * Return: 0 or -1.
 */
int hkj_details_check(const struct hkj_details *details, size_t size,
		      const struct hkj_snapshot *snapshot,
		      struct hkj_error *error)
{
	unsigned int cpu = snapshot->cpu;
	const char *why;

	if (size < offsetof(struct hkj_details, cpu) ||
	    details->magic != HKJ_DETAILS_MAGIC)
		return wrong(error, cpu, "no hkjitter record");
	if (details->version != HKJ_RECORD_VERSION)
		return wrong(error, cpu, "have another record version");
	if (size != sizeof(*details) || details->size != sizeof(*details))
		return wrong(error, cpu, "have another size");
	why = numbers_check(details, snapshot);
	return why ? wrong(error, cpu, why) : 0;
}

/**
 * hkj_details_read() - fetch the sources of a target CPU
 * @details: to be filled
 * @device: from hkj_snapshot_open()
 * @snapshot: of the target CPU, read before; the session is over
 * @error: filled when they cannot be read or are not what they should be
 *
 * Return: 0 or -1.
 */
int hkj_details_read(struct hkj_details *details, int device,
		     const struct hkj_snapshot *snapshot,
		     struct hkj_error *error)
{
	__u64 offset = snapshot->cpu * HKJ_RECORD_STRIDE + HKJ_DETAILS_OFFSET;
	ssize_t got = hkj_record_read(device, details, sizeof(*details),
				      offset);
	int number;

	if (got < 0) {
		number = errno;
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "cannot read the sources of CPU %u: %s",
			      snapshot->cpu, strerror(number));
		return hkj_error_set_passing(error,
					     hkj_record_is_passing(number));
	}
	return hkj_details_check(details, (size_t)got, snapshot, error);
}
