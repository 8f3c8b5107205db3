// SPDX-License-Identifier: GPL-2.0
#include "data.h"
#include "fixture.h"
#include "result.h"
#include "tape.h"
#include "target.h"
#include "unit.h"

#define NR_GAPS 400
#define NR_LONGEST 12
#define KHZ 2100000

static void host_make(struct hkj_host *host)
{
	host->hostname = strdup("lab-7");
	host->kernel = strdup("6.12.0-amd64");
	host->kernel_version = strdup("#1 SMP PREEMPT_DYNAMIC");
	host->arch = strdup("x86_64");
	host->cpu_model = strdup("Example CPU @ 2.10GHz");
	host->microcode = strdup("0x1");
	host->cmdline = strdup("root=/dev/vda1 ro quiet nohz_full=1-2 isolcpus=nohz,domain,managed_irq,1-2 rcu_nocbs=1-2 irqaffinity=0");
	host->online = strdup("0-3");
	host->isolated = strdup("1-2");
	host->nohz_full = strdup("1-2");
	host->clocksource = strdup("tsc");
	host->virtualization = strdup("none");
}

static void config_make(struct hkj_config *config)
{
	config->cpus = strdup("isolated");
	config->target_cpus = strdup("1-2");
	config->workload = strdup("kernel");
	config->policy = strdup("fifo:1");
	config->threshold_ns = 500;
	config->duration_ms = 1000;
}

static void run_make(struct hkj_run *run)
{
	run->state = strdup("done");
	run->stop_reason = strdup("duration");
	run->command = calloc(1, sizeof(*run->command));
	run->command->argv = calloc(3, sizeof(char *));
	run->command->argv[0] = strdup("sleep");
	run->command->argv[1] = strdup("100");
	run->command->nr_argv = 2;
	run->command->exit_status = HKJ_NONE;
	run->command->signal = 15;
	run->settings = calloc(1, sizeof(*run->settings));
	run->settings[0].path =
		strdup("/proc/sys/kernel/sched_rt_runtime_us");
	run->settings[0].was = strdup("950000");
	run->settings[0].set = strdup("-1");
	run->nr_settings = 1;
}

static void cpus_make(struct hkj_result *result)
{
	static const enum shape shapes[] = { SHAPE_TWO_PEAKS, SHAPE_CONSTANT };
	static struct hkj_details details;
	struct hkj_snapshot snapshot;
	struct hkj_tape tape = { 0 };
	struct hkj_error error;
	__u64 gaps[NR_GAPS];

	result->cpus = calloc(2, sizeof(*result->cpus));
	result->nr_cpus = 2;
	for (unsigned int i = 0; i < 2; i++) {
		data_fill(gaps, NR_GAPS, shapes[i], 21);
		data_snapshot(&snapshot, 1 + i, KHZ, gaps, i ? 1 : NR_GAPS);
		data_details(&details, &snapshot, gaps, i ? 1 : NR_GAPS);
		snapshot.books.nr_reliefs = i;
		if (snapshot.nr_longest > NR_LONGEST)
			snapshot.nr_longest = NR_LONGEST;
		assert_int_equal(hkj_target_init(&result->cpus[i], &snapshot,
						 &details, &error),
				 0);
		assert_int_equal(hkj_tape_read(&tape, &snapshot, &error), 0);
		assert_int_equal(hkj_tape_copy(&tape, &result->cpus[i], &error),
				 0);
		hkj_tape_free(&tape);
	}
	result->run.start_realtime_ns =
		result->cpus[0].clock.start.realtime_ns;
	result->run.stop_realtime_ns = result->cpus[0].clock.stop.realtime_ns;
}

void fixture_make(struct hkj_result *result)
{
	*result = (struct hkj_result){ 0 };
	result->tool.version = strdup("0.1.0");
	host_make(&result->host);
	config_make(&result->config);
	run_make(&result->run);
	cpus_make(result);
}

void fixture_without_cpus(struct hkj_result *result)
{
	struct hkj_result cpus = { .cpus = result->cpus,
				   .nr_cpus = result->nr_cpus };

	hkj_result_free(&cpus);
	result->cpus = NULL;
	result->nr_cpus = 0;
}

char *fixture_text(const struct hkj_result *result)
{
	struct hkj_error error;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(hkj_result_write(result, out, "test", &error), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

int fixture_read(const char *text, struct hkj_result *result,
		 struct hkj_error *error)
{
	/* fmemopen() refuses an empty buffer; a blank is as empty to JSON. */
	char *copy = strdup(*text ? text : " ");
	FILE *in;
	int failed;

	assert_non_null(copy);
	in = fmemopen(copy, strlen(copy), "r");
	assert_non_null(in);
	failed = hkj_result_read(result, in, "test", error);
	fclose(in);
	free(copy);
	return failed;
}
