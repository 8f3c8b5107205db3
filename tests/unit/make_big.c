// SPDX-License-Identifier: GPL-2.0
/*
 * make_big CPUS SOURCES [RUN]: prints a sound result file of many target CPUs,
 * each with as many sources and as many of the longest gaps as are kept: what a
 * large machine leaves. The same numbers make the same file; each run is of a
 * time of its own.
 */
#include <inttypes.h>

#include "attribution.h"
#include "data.h"
#include "file.h"
#include "fixture.h"
#include "result.h"
#include "shapes.h"
#include "target.h"
#include "unit.h"

#define NR_GAPS 1000
#define KHZ 2100000
#define BUCKETS_MAX 16
#define INITIATORS_MAX 3
#define RUN_NS 1000000000000ULL

static struct hkj_snapshot snapshot;
static struct hkj_details details;
static uint64_t seed = 1;

static char *text_make(const char *stem, uint64_t number)
{
	char *text;

	if (asprintf(&text, "%s_%" PRIu64, stem, number) < 0)
		return NULL;
	return text;
}

/* Ascending slots of the contract's scheme, from a microsecond on. */
static void histogram_make(struct hkj_source_record *source)
{
	struct hkj_histogram *histogram = &source->histogram;
	unsigned int slot = hkj_source_slot(1000);

	histogram->nr_buckets = 1 + random_below(&seed, BUCKETS_MAX);
	histogram->buckets = calloc(histogram->nr_buckets,
				    sizeof(*histogram->buckets));
	for (size_t i = 0; i < histogram->nr_buckets; i++) {
		struct hkj_bucket *bucket = &histogram->buckets[i];

		slot += 1 + (unsigned int)random_below(&seed, 4);
		*bucket = (struct hkj_bucket){ hkj_source_low(slot),
					       hkj_source_high(slot),
					       1 + random_below(&seed, 999) };
		source->count += bucket->count;
		source->total_ns += bucket->count * bucket->low;
	}
	source->min_ns = histogram->buckets[0].low;
	source->max_ns = histogram->buckets[histogram->nr_buckets - 1].low;
	hkj_percentiles_fill(source->percentiles, histogram, source->min_ns,
			     source->max_ns);
}

static void initiators_make(struct hkj_source_record *source)
{
	size_t nr = random_below(&seed, INITIATORS_MAX + 1);

	source->initiators = calloc(nr + 1, sizeof(*source->initiators));
	source->nr_initiators = nr;
	source->initiators_unknown = source->count % (nr + 1);
	for (size_t i = 0; i < nr; i++)
		source->initiators[i] = (struct hkj_initiator_record){
			text_make("task", i), 1 + random_below(&seed, 1 << 22),
			random_below(&seed, 512),
			text_make("asking_function", i),
			source->count / (nr + 1)
		};
}

static void source_make(struct hkj_source_record *source, uint64_t number)
{
	enum hkj_class class = (enum hkj_class)(number % HKJ_NR_CLASSES);

	source->class_name = strdup(hkj_class_names[class]);
	source->id = number;
	source->name = text_make("source", number);
	source->function = text_make("function_of_source", number);
	histogram_make(source);
	initiators_make(source);
}

/* The added ones interrupted, and were too short to make gaps. */
static void sources_add(struct hkj_target *target, size_t nr)
{
	size_t size = sizeof(*target->sources);
	size_t had = target->nr_sources;

	if (nr <= had)
		return;
	target->sources = realloc(target->sources, nr * size);
	memset(target->sources + had, 0, (nr - had) * size);
	target->nr_sources = nr;
	for (size_t i = had; i < nr; i++) {
		source_make(&target->sources[i], i);
		target->quiet_parts->count += target->sources[i].count;
		target->quiet_parts->total_ns += target->sources[i].total_ns;
	}
}

static void target_make(struct hkj_target *target, unsigned int cpu,
			size_t nr_sources)
{
	__u64 gaps[NR_GAPS];
	struct hkj_error error;

	data_fill(gaps, NR_GAPS, cpu % 2 ? SHAPE_EXPONENTIAL : SHAPE_TWO_PEAKS,
		  cpu);
	data_snapshot(&snapshot, cpu, KHZ, gaps, NR_GAPS);
	data_details(&details, &snapshot, gaps, NR_GAPS);
	assert_int_equal(hkj_target_init(target, &snapshot, &details, &error),
			 0);
	sources_add(target, nr_sources);
}

int main(int argc, char **argv)
{
	struct hkj_result result;
	struct hkj_error error;
	uint64_t nr_cpus, nr_sources, run;

	if (argc < 3 || argc > 4 || !hkj_number_parse(argv[1], &nr_cpus) ||
	    !hkj_number_parse(argv[2], &nr_sources) || !nr_cpus ||
	    !hkj_number_parse(argc == 4 ? argv[3] : "0", &run)) {
		fprintf(stderr, "usage: make_big CPUS SOURCES [RUN]\n");
		return HKJ_EXIT_USAGE;
	}
	fixture_make(&result);
	result.run.start_realtime_ns += run * RUN_NS;
	result.run.stop_realtime_ns += run * RUN_NS;
	for (size_t i = 0; i < result.nr_cpus; i++)
		hkj_json_free(&hkj_shape_target, &result.cpus[i]);
	result.cpus = realloc(result.cpus, nr_cpus * sizeof(*result.cpus));
	result.nr_cpus = nr_cpus;
	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++)
		target_make(&result.cpus[cpu], cpu, nr_sources);
	if (hkj_result_write(&result, stdout, "standard output", &error)) {
		fprintf(stderr, "make_big: %s\n", error.text);
		return error.code;
	}
	hkj_result_free(&result);
	return HKJ_EXIT_FINE;
}
