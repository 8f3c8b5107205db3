// SPDX-License-Identifier: GPL-2.0
/*
 * The module's two records of a target. They are large, and most of their bytes
 * are alike: an input is a list of changes to records that are sound. What passes
 * the checks becomes a result that can be written and read.
 */
#include <string.h>

#include "data.h"
#include "details.h"
#include "fuzz.h"
#include "result.h"
#include "snapshot.h"
#include "tape.h"
#include "target.h"
#include "view.h"

#define CPU 1
#define NR_GAPS 300
#define KHZ 2100000

/* One change: eight bytes at a place of one of the records. */
struct change {
	uint32_t place;
	uint8_t bytes[8];
};

static struct hkj_snapshot snapshot_base, snapshot;
static struct hkj_details details_base, details;

int fuzz_begin(int *argc, char ***argv)
{
	static __u64 gaps[NR_GAPS];

	(void)argc;
	(void)argv;
	data_fill(gaps, NR_GAPS, SHAPE_TWO_PEAKS, 1);
	data_snapshot(&snapshot_base, CPU, KHZ, gaps, NR_GAPS);
	data_details(&details_base, &snapshot_base, gaps, NR_GAPS);
	return 0;
}

/* What a change may hit; the first byte of its place says which. */
static const struct region {
	void *begin;
	size_t size;
} regions[] = {
	{ &snapshot, sizeof(snapshot) },
	{ &details, sizeof(details) },
	{ &snapshot, offsetof(struct hkj_snapshot, longest) },
	{ snapshot.longest, sizeof(snapshot.longest) },
	{ &snapshot.nr_seconds, sizeof(snapshot.nr_seconds) },
	{ snapshot.seconds, sizeof(snapshot.seconds) },
	{ &details, offsetof(struct hkj_details, parts) },
	{ details.parts, sizeof(details.parts) },
	{ details.sources, DATA_NR_SOURCES * sizeof(details.sources[0]) },
};

static void change_apply(const struct change *change)
{
	const size_t nr = sizeof(regions) / sizeof(regions[0]);
	const struct region *region = &regions[(change->place & 0xff) % nr];
	size_t place = (change->place >> 8) % region->size;
	size_t left = region->size - place;

	memcpy((char *)region->begin + place, change->bytes,
	       left < 8 ? left : 8);
}

static void changes_apply(const uint8_t *data, size_t size)
{
	struct change change;

	for (; size >= sizeof(change); size -= sizeof(change)) {
		memcpy(&change, data, sizeof(change));
		change_apply(&change);
		data += sizeof(change);
	}
}

/* Numbers of 2^63 and more cannot be written; that is said, and no fault. */
static void check_result(struct hkj_result *result)
{
	struct hkj_result again;
	struct hkj_error error;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	FILE *in;

	FUZZ_HOLD(out);
	hkj_view_report(result, out);
	rewind(out);
	if (!hkj_result_write(result, out, "fuzz", &error) && !fclose(out)) {
		in = fmemopen(text, size, "r");
		FUZZ_HOLD(in);
		if (!hkj_result_read(&again, in, "fuzz", &error))
			hkj_result_free(&again);
		fclose(in);
	} else {
		FUZZ_HOLD(strstr(error.text, "2^63"));
		fclose(out);
	}
	free(text);
}

static void result_fill(struct hkj_result *result)
{
	struct hkj_host *host = &result->host;
	char **const texts[] = {
		&result->tool.version,	 &host->hostname,
		&host->kernel,		 &host->arch,
		&host->cpu_model,	 &host->cmdline,
		&host->isolated,	 &host->nohz_full,
		&host->clocksource,	 &host->virtualization,
		&result->config.cpus,	 &result->config.workload,
		&result->config.policy,	 &result->run.state,
		&result->run.stop_reason,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		*texts[i] = strdup("x");
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct hkj_result result = { 0 };
	struct hkj_tape tape = { 0 };
	struct hkj_error error;

	snapshot = snapshot_base;
	details = details_base;
	changes_apply(data, size);
	if (hkj_snapshot_check(&snapshot, sizeof(snapshot), CPU, &error) ||
	    hkj_details_check(&details, sizeof(details), &snapshot, &error))
		return 0;
	result_fill(&result);
	result.cpus = calloc(1, sizeof(*result.cpus));
	FUZZ_HOLD(result.cpus);
	result.nr_cpus = 1;
	FUZZ_HOLD(!hkj_tape_read(&tape, &snapshot, &error));
	FUZZ_HOLD(!hkj_target_init(result.cpus, &snapshot, &details, &error));
	FUZZ_HOLD(!hkj_tape_copy(&tape, result.cpus, &error));
	check_result(&result);
	hkj_tape_free(&tape);
	hkj_result_free(&result);
	return 0;
}
