// SPDX-License-Identifier: GPL-2.0
/*
 * Whether the books of a target balance, and what was lost.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "target.h"
#include "verdict.h"
#include "view.h"

#define CAUSES_SHOWN 6

static void source_fault_print(const struct hkj_source_record *source,
			       FILE *out)
{
	uint64_t counted = hkj_histogram_count(&source->histogram);

	if (counted != source->count)
		hkj_view_line(out, "  books",
			      "NOT BALANCED: the histogram of %s %s counts %" PRIu64 " of %" PRIu64,
			      source->class_name,
			      *source->function ? source->function :
						  source->name,
			      counted, source->count);
}

static void faults_print(const struct hkj_target *target, FILE *out)
{
	const struct hkj_cycles *cycles = &target->books.cycles;
	uint64_t counted = hkj_histogram_count(&target->gaps.histogram);
	int64_t off = (int64_t)(cycles->runtime - cycles->quiet - cycles->gaps);

	if (off)
		hkj_view_line(out, "  books",
			      "NOT BALANCED: runtime is quiet + gaps %+" PRId64 " cycles",
			      off);
	if (counted != target->gaps.count)
		hkj_view_line(out, "  books",
			      "NOT BALANCED: the histogram counts %llu of %llu gaps",
			      (unsigned long long)counted,
			      (unsigned long long)target->gaps.count);
	if (hkj_target_gaps_off(target))
		hkj_view_line(out, "  books",
			      "NOT BALANCED: gaps are parts + transition + unexplained %+" PRId64 " cycles",
			      hkj_target_gaps_off(target));
	for (size_t i = 0; i < target->nr_sources; i++)
		source_fault_print(&target->sources[i], out);
}

static void books_print(const struct hkj_target *target, FILE *out)
{
	if (!hkj_target_is_balanced(target)) {
		faults_print(target, out);
		return;
	}
	hkj_view_line(out, "  books",
		      "runtime = quiet + gaps, balanced to the cycle");
	if (hkj_target_has_parts(target))
		hkj_view_line(out, "",
			      "gaps = parts + transition + unexplained, balanced to the cycle");
}

static void losses_print(const struct hkj_target *target, FILE *out)
{
	const struct hkj_maybe *lost = target->lost.interruptions;
	const struct {
		uint64_t count;
		const char *text;
	} losses[] = {
		{ target->lost.clock_unstable.value,
		  "the kernel found the clock unstable during the run" },
		{ target->lost.clock_steps, "steps back of the clock" },
		{ target->lost.migrations, "moves of the loop to another CPU" },
		{ target->lost.overflow, "gaps of 18 minutes or more (percentiles: maximum)" },
		{ lost[HKJ_LOST_SOURCES].value,
		  "interruptions of sources that there was no room for" },
		{ lost[HKJ_LOST_FRAMES].value,
		  "interruptions that could not be followed to their end" },
		{ lost[HKJ_LOST_PARTS].value,
		  "interruptions too many at once for a gap's parts (the sources have them)" },
		{ lost[HKJ_LOST_INITIATORS].value,
		  "interruptions whose initiator is not known" },
		{ target->self.reliefs, "steps aside of the loop, for starved threads" },
	};

	for (size_t i = 0; i < sizeof(losses) / sizeof(losses[0]); i++)
		if (losses[i].count)
			hkj_view_line(out, "  note", "%s: %" PRIu64,
				      losses[i].text, losses[i].count);
	if (hkj_verdict_clock_strays(target))
		hkj_view_line(out, "  note",
			      "the clock went %+.0f ppm against CLOCK_MONOTONIC_RAW",
			      target->clock.drift_ppm);
}

static void self_names_print(const struct hkj_target *target, FILE *out)
{
	for (size_t i = 0; i < target->nr_sources; i++) {
		const struct hkj_source_record *source = &target->sources[i];

		if (source->self.value)
			hkj_view_line(out, "", "%s %s: %" PRIu64,
				      source->class_name,
				      *source->function ? source->function :
							  source->name,
				      source->self.value);
	}
}

static void self_print(const struct hkj_target *target, FILE *out)
{
	struct hkj_maybe nr = target->self.interruptions;

	if (!nr.is_there)
		return;
	if (!nr.value) {
		hkj_view_line(out, "  self",
			      "no interruption was caused by the measurement itself");
		return;
	}
	hkj_view_line(out, "  self",
		      "interruptions that the measurement itself has caused: %" PRIu64,
		      nr.value);
	self_names_print(target, out);
}

/* Machine-wide counts that gaps with interruptions may hide. */
static void counters_print(const struct hkj_unexplained *unexplained, FILE *out)
{
	if (unexplained && unexplained->nr_smis.value)
		hkj_view_line(out, "  smi",
			      "SMIs that the CPU counted: %" PRIu64,
			      unexplained->nr_smis.value);
	if (unexplained && unexplained->steal_clock_ns.value)
		hkj_view_line(out, "  steal",
			      "taken by the hypervisor, by its own account: %s",
			      hkj_units_human(unexplained->steal_clock_ns.value).text);
}

static void untold_print(const struct hkj_target *target, FILE *out)
{
	unsigned int untold = hkj_verdict_untold(target);
	char text[200];

	hkj_verdict_print(text, sizeof(text), untold);
	if (untold)
		hkj_view_line(out, "  proof",
			      "cannot be told: the result lacks its verdict and the losses of %s",
			      text);
	else
		hkj_view_line(out, "  proof",
			      "cannot be told: the result lacks its verdict");
}

/* Whatever the file says of being complete, its figures have to say so, too. */
static void proof_print(const struct hkj_target *target, FILE *out)
{
	unsigned int doubts = hkj_verdict_doubts(target);
	char text[200];

	hkj_verdict_print(text, sizeof(text), doubts);
	if (doubts)
		hkj_view_line(out, "  proof", "NOT COMPLETE, because of %s",
			      text);
	else if (!target->verdict)
		untold_print(target, out);
	else
		hkj_view_line(out, "  proof",
			      "complete: each gap of %s or more is counted, and no interruption was lost on the way to its source",
			      hkj_units_whole(target->threshold_ns).text);
}

static void tick_print(const struct hkj_tick *tick, FILE *out)
{
	static const char *const names[] = { HKJ_NAMES(HKJ_TICK_DEPS) };
	char text[HKJ_NR_TICK_DEPS * 40] = "";

	for (unsigned int i = 0; tick && i < HKJ_NR_TICK_DEPS; i++) {
		size_t used = strlen(text);

		if (tick->refusals[i].value)
			snprintf(text + used, sizeof(text) - used,
				 "%s%s %" PRIu64, used ? ", " : "", names[i],
				 tick->refusals[i].value);
	}
	if (*text)
		hkj_view_line(out, "  tick",
			      "refused to stop, by what stood against it: %s", text);
}

static void cause_print(const struct hkj_tick_cause_record *cause, FILE *out)
{
	char pid[24] = "";

	if (cause->pid != HKJ_NONE)
		snprintf(pid, sizeof(pid), "/%" PRIu64, cause->pid);
	hkj_view_line(out, "", "  %s <- %s%s%s%s: %" PRIu64, cause->dep,
		      *cause->comm ? cause->comm : "unknown", pid,
		      *cause->function ? ", " : "", cause->function,
		      cause->count);
}

static void causes_print(const struct hkj_tick *tick, FILE *out)
{
	size_t nr = tick ? tick->nr_causes : 0;

	for (size_t i = 0; i < nr && i < CAUSES_SHOWN; i++)
		cause_print(&tick->causes[i], out);
}

/**
 * hkj_view_books() - whether a target's books balance
 * @target: complete
 * @out: gets it, what kept the tick on, what the measurement itself caused, a
 *       note for each kind of loss, and whether the result is complete
 */
void hkj_view_books(const struct hkj_target *target, FILE *out)
{
	books_print(target, out);
	tick_print(target->tick, out);
	causes_print(target->tick, out);
	counters_print(target->unexplained, out);
	self_print(target, out);
	losses_print(target, out);
	proof_print(target, out);
}
